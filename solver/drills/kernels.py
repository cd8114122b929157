"""Kernels: what the steps of a technique need, cut out of the boards on which they were found.

They are placed on a board where they agree with its loop.

`kernels.txt` has one kernel a line, below the name of its technique; `python -m tools.drills`
makes it. A line has four words:

- the rows and columns of the kernel, as `2x3`;
- the sides of the board that it touches, as `tl` for top and left, or `-`;
- its cells, row by row: a clue, an animal as `S` or `W`, or `.` where any clue may be;
- its edges, in the order of their numbers: `1` for a known line, `0` for a known cross, `+` and `x`
  for the lines and crosses that follow, `.` for edges that may have any state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from puzzle.grid import Grid, square_grid
from puzzle.model import EdgeState, Solution
from puzzle.names import Coord
from puzzle.rules import PLAIN, Rules, cells_inside
from puzzle.rules.sheep_wolf import SHEEP, WOLF
from solver.generate.seeded_random import SeededRandom

KNOWN = MappingProxyType({"1": EdgeState.LINE, "0": EdgeState.CROSS})
FOLLOWS = MappingProxyType({"+": EdgeState.LINE, "x": EdgeState.CROSS})
ANIMALS = MappingProxyType({"S": SHEEP, "W": WOLF})
ANY = "."

Move: TypeAlias = Callable[[float, float], Coord]
"""Where a position of a grid comes to lie."""


class Kernel(NamedTuple):
    """The clues and marks that a step needs, and what follows, on a grid just large enough.

    - `sides` are the sides of the grid that must be on the border of the board.
    - `cells` and `edges` have a character for each, as in `kernels.txt`.
    """

    rows: int
    cols: int
    sides: str
    cells: str
    edges: str

    @property
    def grid(self) -> Grid:
        """The grid of the kernel."""
        return square_grid(self.rows, self.cols)

    @property
    def line(self) -> str:
        """The kernel as a line of `kernels.txt`.

        >>> Kernel(1, 2, "tl", "3.", "+..+...").line
        '1x2 tl 3. +..+...'
        """
        return f"{self.rows}x{self.cols} {self.sides or '-'} {self.cells} {self.edges}"

    @classmethod
    def of_line(cls, line: str) -> "Kernel":
        """The kernel of a line.

        >>> Kernel.of_line("1x2 - .. 0...x1.").sides
        ''
        """
        size, sides, cells, edges = line.split()
        rows, cols = map(int, size.split("x"))
        return cls(rows, cols, sides.strip("-"), cells, edges)

    def images(self) -> "list[Kernel]":
        """The different images under rotations and reflections, in order.

        >>> [image.line for image in Kernel(1, 1, "tl", "3", "+...").images()][:2]
        ['1x1 bl 3 .+..', '1x1 bl 3 ..+.']
        """
        found, image = set[Kernel](), self
        for _ in range(4):
            found |= {image, image._mirrored()}
            image = image._turned()
        return sorted(found)

    def _turned(self) -> "Kernel":
        """The kernel after a quarter turn clockwise."""
        turned = dict(zip("tlbr", "rtlb", strict=True))
        return self._moved(
            square_grid(self.cols, self.rows), lambda row, col: (col, self.rows - row), turned
        )

    def _mirrored(self) -> "Kernel":
        """The kernel with left and right exchanged."""
        mirrored = dict(zip("tlbr", "trbl", strict=True))
        return self._moved(self.grid, lambda row, col: (row, self.cols - col), mirrored)

    def _moved(self, grid: Grid, move: Move, sides: Mapping[str, str]) -> "Kernel":
        cells, edges = [ANY] * len(grid.cells), [ANY] * len(grid.edge_dots)
        for place, sign in zip(self.grid.cells, self.cells, strict=True):
            cells[grid.cell_index[move(*place)]] = sign
        for ends, sign in zip(self.grid.edge_dots, self.edges, strict=True):
            edges[edge_at(grid, *(move(*self.grid.dots[dot]) for dot in ends))] = sign
        return Kernel(
            grid.rows,
            grid.cols,
            "".join(sorted(sides[side] for side in self.sides)),
            "".join(cells),
            "".join(edges),
        )


def edge_at(grid: Grid, one: Coord, two: Coord) -> int:
    """The edge between the dots at two positions."""
    index = grid.dot_index
    ends = sorted((index[one], index[two]))
    return grid.edge_index[ends[0], ends[1]]


@lru_cache(maxsize=1)
def all_kernels() -> Mapping[str, tuple[Kernel, ...]]:
    """The kernels that are shipped, by the name of their technique."""
    text = resources.files(__package__).joinpath("kernels.txt").read_text("utf-8")
    return read_kernels(text.splitlines())


def read_kernels(lines: Iterable[str]) -> Mapping[str, tuple[Kernel, ...]]:
    """The kernels of the lines of `kernels.txt`, by the name of their technique.

    >>> read_kernels(["zero", "1x1 - 0 xxxx"])["zero"][0].cells
    '0'
    """
    found: dict[str, list[Kernel]] = {}
    name = ""
    for line in lines:
        if " " in line:
            found[name].append(Kernel.of_line(line))
        else:
            name = line
            found[name] = []
    return MappingProxyType({name: tuple(kernels) for name, kernels in found.items()})


class Placed(NamedTuple):
    """A kernel on a board: its clues by cell, its marks by edge, and what follows by edge."""

    clues: dict[int, int]
    marks: dict[int, EdgeState]
    answer: dict[int, EdgeState]


class Truth:
    """A loop, with the clue and the animal of each cell, and the state of each edge."""

    def __init__(self, grid: Grid, loop: Solution, rules: Rules = PLAIN) -> None:
        self.grid = grid
        self.loop = loop
        self.rules = rules
        inside = cells_inside(grid, loop)
        self.animals = tuple(SHEEP if cell in inside else WOLF for cell in range(len(grid.cells)))
        self.clues = tuple(len(loop.intersection(edges)) for edges in grid.cell_edges)
        self.states = tuple(
            EdgeState.LINE if edge in loop else EdgeState.CROSS
            for edge in range(len(grid.edge_dots))
        )

    def agrees(self, placed: Placed) -> bool:
        """Whether the loop has the clues, the marks and the answer of a placed kernel."""
        clues, animals = self.clues, self.animals
        return all(
            clue in (clues[cell], animals[cell]) for cell, clue in placed.clues.items()
        ) and all(
            self.states[edge] is state
            for states in (placed.marks, placed.answer)
            for edge, state in states.items()
        )

    def place(self, kernel: Kernel, rng: SeededRandom) -> Placed | None:
        """A random place of the kernel, turned and mirrored, that agrees; None without one."""
        places = rng.shuffled(places_of(self.grid, kernel))
        return next((placed for placed in places if self.agrees(placed)), None)


@lru_cache(maxsize=512)
def places_of(grid: Grid, kernel: Kernel) -> tuple[Placed, ...]:
    """All places of the images of a kernel on a grid."""
    return tuple(placed for image in kernel.images() for placed in _places_of_image(grid, image))


def _places_of_image(grid: Grid, image: Kernel) -> Iterator[Placed]:
    sides = image.sides
    for top in range(grid.rows - image.rows + 1):
        for left in range(grid.cols - image.cols + 1):
            fits = (
                ("t" not in sides or top == 0)
                and ("l" not in sides or left == 0)
                and ("b" not in sides or top + image.rows == grid.rows)
                and ("r" not in sides or left + image.cols == grid.cols)
            )
            if fits:
                yield _placed(grid, image, top, left)


def _placed(grid: Grid, image: Kernel, top: int, left: int) -> Placed:
    own, found = image.grid, Placed({}, {}, {})
    for (row, col), sign in zip(own.cells, image.cells, strict=True):
        if sign != ANY:
            clue = ANIMALS[sign] if sign in ANIMALS else int(sign)
            found.clues[grid.cell_index[row + top, col + left]] = clue
    for ends, sign in zip(own.edge_dots, image.edges, strict=True):
        if sign != ANY:
            one, two = (own.dots[dot] for dot in ends)
            edge = edge_at(grid, (one[0] + top, one[1] + left), (two[0] + top, two[1] + left))
            if sign in KNOWN:
                found.marks[edge] = KNOWN[sign]
            else:
                found.answer[edge] = FOLLOWS[sign]
    return found
