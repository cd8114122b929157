"""Boards for benchmarks: random loops, random clues, minimal clues, and crafted boards.

Crafted boards are hard for lazy methods: few clues, large blank areas, narrow passages. Each family
is a function of one size. Many of the boards have no solution, only because no loop can pass some
place. The puzzles for people come from `solver.generate`.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from msgspec import Struct
from pysat.solvers import Solver

from puzzle.grid import OUTSIDE, Grid, square_grid
from puzzle.model import Puzzle, Solution
from solver.encoding import Clause, edge_variable, exactly, forbid, none_or_two
from solver.loops import LoopWalker, boundary, enclosed_dots, loop_dots

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
SWEEPS = 6
INVERSE_TEMPERATURE = 0.7
"""Inverse temperature of the Metropolis steps: how strongly long borders are preferred."""
Cell = tuple[int, int]


def random_loop(rows: int, cols: int, seed: int) -> Solution:
    """The border of a random region of about half the cells, without holes.

    The region grows from one cell. Then cells are flipped at random. A flip is allowed when it
    keeps the inside and the outside connected: the ring of the cell's 8 neighbours changes sides
    exactly twice and has both sides along an edge of the cell. Flips that make the border longer
    are always accepted, others with a probability (Metropolis, 1953).
    """
    rng = random.Random(seed)
    inside = _Region(rows, cols)
    inside.grow(rng, rows * cols // 2)
    for _ in range(SWEEPS):
        inside.flip_cells(rng)
    grid = square_grid(rows, cols)
    return frozenset(
        edge
        for edge, (left, right) in enumerate(grid.edge_cells)
        if inside.contains(left) != inside.contains(right)
    )


class _Region:
    """A set of inside cells, stored on a board with a margin of outside cells."""

    def __init__(self, rows: int, cols: int) -> None:
        self._cols = cols
        self._wide = cols + 2
        self._cells = bytearray(self._wide * (rows + 2))
        self._places = [(r + 1) * self._wide + c + 1 for r in range(rows) for c in range(cols)]
        self._ring = [row * self._wide + col for row, col in RING]
        self._open = set(self._places)

    def contains(self, cell: int) -> bool:
        """Whether a cell of the board is inside."""
        if cell == OUTSIDE:
            return False
        row, col = divmod(cell, self._cols)
        return bool(self._cells[(row + 1) * self._wide + col + 1])

    def _can_flip(self, place: int) -> tuple[bool, int]:
        """Whether a cell may be flipped, and the number of its 4 neighbours that are inside."""
        ring = [self._cells[place + step] for step in self._ring]
        sides = sum(ring[1::2])
        changes = sum(a != b for a, b in pairwise([*ring, ring[0]]))
        return changes == 2 and 0 < sides < 4, sides

    def grow(self, rng: random.Random, size: int) -> None:
        start = rng.choice(self._places)
        self._cells[start] = 1
        front = [start]
        count, misses = 1, 0
        while front and count < size and misses < 20 * size:
            index = rng.randrange(len(front))
            place = front[index]
            movable, sides = self._can_flip(place)
            if place != start and (self._cells[place] or not movable):
                front[index] = front[-1]
                front.pop()
                continue
            if place != start:
                if sides > 1 and rng.random() < 0.8:
                    misses += 1
                    continue
                self._cells[place] = 1
                count += 1
            front[index] = front[-1]
            front.pop()
            front += [n for step in self._ring[1::2] if (n := place + step) in self._open]

    def flip_cells(self, rng: random.Random) -> None:
        rng.shuffle(self._places)
        for place in self._places:
            movable, sides = self._can_flip(place)
            if movable:
                longer = (2 * sides - 4) if self._cells[place] else (4 - 2 * sides)
                if longer >= 0 or rng.random() < math.exp(INVERSE_TEMPERATURE * longer):
                    self._cells[place] ^= 1


def clues_of(grid: Grid, loop: Solution) -> tuple[int, ...]:
    """The number of the loop's edges around each cell."""
    return tuple(len(loop.intersection(edges)) for edges in grid.cell_edges)


def sparse_board(rows: int, cols: int, share: float, seed: int) -> Puzzle:
    """A board on which a random `share` of the cells keep their clue."""
    grid = square_grid(rows, cols)
    clues = clues_of(grid, random_loop(rows, cols, seed))
    rng = random.Random(seed)
    shown = set(rng.sample(range(rows * cols), round(share * rows * cols)))
    return Puzzle(grid, tuple(c if i in shown else None for i, c in enumerate(clues)))


def minimal_board(rows: int, cols: int, seed: int) -> Puzzle:
    """A board with one solution, of which no clue can be removed without a second solution."""
    grid = square_grid(rows, cols)
    loop = random_loop(rows, cols, seed)
    clues = clues_of(grid, loop)
    with _Uniqueness(grid, loop, clues) as unique:
        kept = unique.core(list(range(len(clues))))
        while kept is None:  # even with all clues the loop is not the only solution
            loop = random_loop(rows, cols, seed := seed + 10_000)
            return minimal_board(rows, cols, seed)
        rng = random.Random(seed)
        for cell in rng.sample(kept, len(kept)):
            if cell in kept:
                smaller = unique.core([other for other in kept if other != cell])
                kept = kept if smaller is None else smaller
    shown = set(kept)
    return Puzzle(grid, tuple(c if i in shown else None for i, c in enumerate(clues)))


class _Uniqueness:
    """An incremental SAT solver that decides whether a set of clues has the loop as its only
    solution. Use it as a context manager.
    """

    def __init__(self, grid: Grid, loop: Solution, clues: tuple[int, ...]) -> None:
        self._grid = grid
        self._edges = len(grid.edge_dots)
        self._walker = LoopWalker(grid)
        self._solver = Solver(name="cadical153")
        for edges in grid.dot_edges:
            self._add(none_or_two(tuple(edge_variable(edge) for edge in edges)))
        for cell, clue in enumerate(clues):
            around = tuple(edge_variable(edge) for edge in grid.cell_edges[cell])
            self._add([[*clause, -self._selector(cell)] for clause in exactly(clue, around)])
        self._add([forbid(loop), list(range(1, self._edges + 1))])

    def __enter__(self) -> "_Uniqueness":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _selector(self, cell: int) -> int:
        return self._edges + 1 + cell

    def _add(self, clauses: Iterable[Clause]) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)

    def core(self, cells: list[int]) -> list[int] | None:
        """A subset of `cells` whose clues suffice; None if the clues of `cells` do not."""
        while self._solver.solve([self._selector(cell) for cell in cells]):
            model = self._solver.get_model()
            loops = self._walker.walk([e for e in range(self._edges) if model[e] > 0])
            if len(loops) == 1:
                return None
            for loop, other in zip(loops, [*loops[1:], loops[0]], strict=True):
                dots = enclosed_dots(self._grid, loop)
                if loop_dots(self._grid, other)[0] in dots:
                    dots = set(loop_dots(self._grid, loop))
                cut = [edge_variable(edge) for edge in boundary(self._grid, dots)]
                ends = [-edge_variable(loop[0]), -edge_variable(other[0])]
                self._add([[*cut, *ends]])
        core = self._solver.get_core() or []
        return sorted(literal - 1 - self._edges for literal in core)


class PuzzleFamily(Struct, frozen=True):
    """A function that builds a board of a size, and the sizes to build."""

    build: Callable[[int], Puzzle]
    sizes: tuple[int, ...]


def _cells(side: int, step: int = 1) -> list[Cell]:
    return [(row, col) for row in range(0, side, step) for col in range(0, side, step)]


def _board(side: int, clues: Mapping[Cell, int]) -> Puzzle:
    return Puzzle(square_grid(side, side), tuple(clues.get(cell) for cell in _cells(side)))


def _ring_cells(side: int, inset: int) -> list[Cell]:
    far = side - 1 - inset
    span = range(inset, far + 1)
    return [(i, j) for i in span for j in span if i in {inset, far} or j in {inset, far}]


def ring(side: int, gap: int = 0) -> Puzzle:
    """A closed ring of 0s three cells from the border, a 3 in a corner, and a 1 in the middle.

    It has no solution, because no line crosses the ring. Excluding loops one by one takes
    exponential time. A `gap` of that many blank cells in the upper side lets `gap - 1` edges
    through; a loop needs a gap of three.
    """
    clues = dict.fromkeys(_ring_cells(side, 3), 0)
    for col in range(gap):
        del clues[3, side // 2 - gap // 2 + col]
    return _board(side, clues | {(0, 0): 3, (side // 2, side // 2): 1})


def nested_rings(side: int, gap: int = 0) -> Puzzle:
    """Rings of 0s at a distance of four cells, with gaps alternately above and below."""
    clues: dict[Cell, int] = {}
    for rank, inset in enumerate(range(3, side // 2 - 2, 4)):
        clues |= dict.fromkeys(_ring_cells(side, inset), 0)
        row = side - 1 - inset if rank % 2 else inset
        for col in range(gap):
            del clues[row, side // 2 - gap // 2 + col]
    return _board(side, clues | {(0, 0): 3, (side // 2, side // 2): 1})


def sea(islands: int, side: int = 6, strait: int = 0) -> Puzzle:
    """A sea of 0s with `islands` by `islands` blank islands of `side` cells, with a 2 in each.

    A `strait` of that many blank cells joins neighbouring islands; a loop needs three to pass.
    """
    period = side + 1
    length = islands * period + 1
    start = 1 + (side - strait) // 2
    opening = range(start, start + strait)
    clues: dict[Cell, int] = {}
    for row, col in _cells(length):
        if row % period and col % period:
            if row % period == side // 2 == col % period:
                clues[row, col] = 2
            continue
        within = 0 < row < length - 1 and 0 < col < length - 1
        if not (within and (row % period in opening or col % period in opening)):
            clues[row, col] = 0
    return _board(length, clues)


def lattice(side: int, clue: int, step: int = 2) -> Puzzle:
    """A clue in every `step`-th cell of every `step`-th row."""
    return _board(side, dict.fromkeys(_cells(side, step), clue))


FAMILIES: Mapping[str, PuzzleFamily] = MappingProxyType(
    {
        "ring": PuzzleFamily(ring, (12, 16, 20, 24, 32, 40)),
        "ring, gap 2": PuzzleFamily(partial(ring, gap=2), (12, 16, 24, 32, 40)),
        "ring, gap 3": PuzzleFamily(partial(ring, gap=3), (12, 16, 24, 32, 40)),
        "nested rings, gap 2": PuzzleFamily(partial(nested_rings, gap=2), (16, 24, 32, 40)),
        "nested rings, gap 3": PuzzleFamily(partial(nested_rings, gap=3), (16, 24, 32, 40)),
        "sea": PuzzleFamily(sea, (2, 3, 4, 5)),
        "sea, straits 2": PuzzleFamily(partial(sea, strait=2), (2, 3, 4, 5)),
        "sea, straits 4": PuzzleFamily(partial(sea, strait=4), (2, 3, 4, 5)),
        "3s, every second": PuzzleFamily(partial(lattice, clue=3), (10, 14, 18, 22, 26, 32, 40)),
        "1s, every second": PuzzleFamily(partial(lattice, clue=1), (10, 18, 26, 32, 40)),
        "1s, every third": PuzzleFamily(partial(lattice, clue=1, step=3), (10, 16, 22, 31, 40)),
    }
)
"""The families by name."""
