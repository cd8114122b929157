"""Random loops that wind over the whole board.

A loop is the border of a region of cells. The region grows from one cell to about half of the
board. Then sweeps of the Metropolis algorithm lengthen the border: every cell is offered in random
order to change between inside and outside. It may change when both stay connected; changes that
shorten the border are accepted with a probability that falls with the length lost. The time is
linear in the cells for each sweep. On other tilings than squares there is no table of
neighbourhoods: a cell may change sides when its border with the region is a single segment.

A loop that visits every dot of a board of squares is made of a path over all dots, at first row by
row, which changes at its ends: an end is joined to a random dot beside it, and the line that would
close a loop there is taken away. After enough changes nothing is left of the rows; then the path
goes on changing until its ends are side by side, and the line between them makes it a loop. Such a
path exists on all boards, a loop where the number of dots is even.

Sources: N. Metropolis et al., Equation of state calculations by fast computing machines, 1953.
M. L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt, 1982 ("backbite").
R. Oberdorf and others, Secondary structures in long compact polymers, 2006, for loops.
"""

from collections.abc import Iterable, Mapping
from itertools import compress
from itertools import count as counting
from math import exp

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom
from solver.loops import cell_neighbours

TILED_SWEEPS, TILED_CELLS_PER_SWEEP = 8, 100
"""Minimum number of sweeps, and the number of cells of the board for each additional sweep."""
TILED_TARGET_SHARE = 0.5
"""The share of the cells that the region grows to."""
COLDNESS = (0.45, 0.6, 0.75)
"""One is drawn for each loop: a border that becomes shorter by n is accepted with exp(-n * it)."""
TILED_CROWDED_ACCEPTANCE = 0.2
"""The probability that a growing region takes a cell that does not lengthen its border."""


class TiledRegion:
    """A region of cells on any grid, as the lines of its border.

    >>> from puzzle.grid import square_grid
    >>> region = TiledRegion(square_grid(2, 3), [0, 1])
    >>> region.is_movable(2), region.is_movable(5), region.longer_by(2), sorted(region.border())
    (True, False, 2, [0, 1, 3, 4, 9, 11])
    """

    def __init__(self, grid: Grid, cells: Iterable[int]) -> None:
        self._grid = grid
        self._inside = bytearray(len(grid.cells))
        self._is_line = bytearray(len(grid.edge_dots))
        self._lines_at = bytearray(len(grid.dots))
        for cell in cells:
            self.flip(cell)

    def is_inside(self, cell: int) -> bool:
        """Whether a cell is in the region."""
        return bool(self._inside[cell])

    def is_movable(self, cell: int) -> bool:
        """Whether inside and outside both stay connected when a cell changes sides.

        They do where the lines around it are one segment, and no other line passes a dot beside it.
        """
        is_line, lines_at, edges = self._is_line, self._lines_at, self._grid.cell_edges[cell]
        segments, before = 0, is_line[edges[-1]]
        for edge, dot in zip(edges, self._grid.cell_dots[cell], strict=True):
            here = is_line[edge]
            if here:
                segments += not before
            elif not before and lines_at[dot]:
                return False
            before = here
        return segments == 1

    def longer_by(self, cell: int) -> int:
        """By how much the border becomes longer when a cell changes sides."""
        around = self._grid.cell_edges[cell]
        return len(around) - 2 * sum([self._is_line[edge] for edge in around])

    def flip(self, cell: int) -> None:
        """Let a cell change sides."""
        self._inside[cell] ^= 1
        for edge in self._grid.cell_edges[cell]:
            self._is_line[edge] ^= 1
            change = 1 if self._is_line[edge] else -1
            for dot in self._grid.edge_dots[edge]:
                self._lines_at[dot] += change

    def border(self) -> Solution:
        """The edges between inside and outside: the loop."""
        return frozenset(compress(counting(), self._is_line))


def random_tiled_loop(grid: Grid, rng: SeededRandom) -> Solution:
    """A random loop on a grid of at least two cells.

    >>> from puzzle.grid import GridKey
    >>> from puzzle.rules import is_one_loop
    >>> from puzzle.tilings.catalogue import build_grid
    >>> grid = build_grid(GridKey("kagome", 3, 4))
    >>> loop = random_tiled_loop(grid, SeededRandom(0))
    >>> len(grid.dots), len(loop), is_one_loop(grid, loop)
    (49, 41, True)
    """
    first = rng.below(len(grid.cells))
    region = TiledRegion(grid, [first])
    _grow(grid, region, first, rng)
    coldness = rng.pick(COLDNESS)
    sides = max(map(len, grid.cell_edges))
    acceptance = [round(exp(-coldness * shorter), 4) for shorter in range(sides + 1)]
    for _ in range(TILED_SWEEPS + len(grid.cells) // TILED_CELLS_PER_SWEEP):
        for cell in rng.shuffled(range(len(grid.cells))):
            if region.is_movable(cell):
                longer = region.longer_by(cell)
                if longer > 0 or rng.chance(acceptance[-longer]):
                    region.flip(cell)
    return region.border()


def _grow(grid: Grid, region: TiledRegion, first: int, rng: SeededRandom) -> None:
    """Add random cells to a region of one cell, preferring thin arms."""
    beside = cell_neighbours(grid)
    front = [cell for _, cell in beside[first]]
    left, patience = round(TILED_TARGET_SHARE * len(grid.cells)) - 1, 20 * len(grid.cells)
    while front and left > 0 and patience:
        patience -= 1
        index = rng.below(len(front))
        cell = front[index]
        is_new = not region.is_inside(cell) and region.is_movable(cell)
        if is_new and region.longer_by(cell) <= 0 and not rng.chance(TILED_CROWDED_ACCEPTANCE):
            continue
        front[index] = front[-1]
        front.pop()
        if is_new:
            region.flip(cell)
            left -= 1
            front += [other for _, other in beside[cell]]


SWEEPS, CELLS_PER_SWEEP = 6, 300
"""Minimum number of sweeps, and the number of cells of the board for each additional sweep."""
SWEEPS_BY_LENGTH = 2
"""Additional sweeps for each unit by which the ratio of the sides, rounded down, exceeds 1."""
TARGET_SHARE = 0.5
"""The share of the cells that the region grows to."""
ACCEPTANCE = ({-2: 0.4066, -4: 0.1653}, {-2: 0.3012, -4: 0.0907}, {-2: 0.2231, -4: 0.0498})
"""Acceptance probabilities by the change of the border's length: exp(coldness * change).

One of the three tables, of coldness 0.45, 0.6 and 0.75, is drawn for each loop. Colder loops leave
fewer cells without a line around them.
"""
CROWDED_ACCEPTANCE = 0.2
"""The probability that a growing region takes a cell with more than one edge in common."""


def region_of(grid: Grid, cells: Iterable[int]) -> Region | TiledRegion:
    """A region of cells, in the form that is fastest on a grid."""
    return Region(grid, cells) if grid.is_square else TiledRegion(grid, cells)


def random_loop(grid: Grid, rng: SeededRandom) -> Solution:
    """A random loop on a grid of at least 2x2 cells.

    >>> from puzzle.grid import square_grid
    >>> sorted(random_loop(square_grid(2, 2), SeededRandom(0)))
    [0, 1, 4, 5, 6, 8, 9, 11]
    """
    if not grid.is_square:
        return random_tiled_loop(grid, rng)
    region = Region(grid, [rng.below(len(grid.cells))])
    grow(region, round(TARGET_SHARE * len(grid.cells)), rng)
    acceptance = rng.pick(ACCEPTANCE)
    for _ in range(sweep_count(grid)):
        metropolis_sweep(region, acceptance, rng)
    return region.border()


def sweep_count(grid: Grid) -> int:
    """The number of sweeps for a board: a region takes longer to spread on large or long boards.

    >>> from puzzle.grid import square_grid
    >>> [sweep_count(square_grid(*size)) for size in ((10, 10), (25, 30), (3, 30))]
    [6, 8, 24]
    """
    short, long = sorted((grid.rows, grid.cols))
    return SWEEPS + len(grid.cells) // CELLS_PER_SWEEP + SWEEPS_BY_LENGTH * (long // short - 1)


def grow(region: Region, size: int, rng: SeededRandom) -> None:
    """Add random cells to the region until it has `size` cells, preferring thin arms."""
    places = region.places
    front = [near for at in places if region.inside >> at & 1 for near in region.neighbours(at)]
    count, patience = region.inside.bit_count(), 20 * len(places)
    while front and count < size and patience:
        patience -= 1
        index = rng.below(len(front))
        place = front[index]
        is_new = not region.inside >> place & 1
        movable, sides = region.neighbourhood(place)
        if movable and is_new and sides > 1 and not rng.chance(CROWDED_ACCEPTANCE):
            continue
        front[index] = front[-1]
        front.pop()
        if movable and is_new:
            region.inside ^= 1 << place
            count += 1
            front += region.neighbours(place)


def metropolis_sweep(region: Region, acceptance: Mapping[int, float], rng: SeededRandom) -> None:
    """Offer every cell, in random order, to change sides; `acceptance` is one of `ACCEPTANCE`."""
    inside, table, ring, first = region.inside, region.table, region.ring, region.first
    for place in rng.shuffled(region.places):
        movable, sides = table[inside >> place - first & ring]
        if movable:
            longer = 2 * sides - 4 if inside >> place & 1 else 4 - 2 * sides
            if longer > 0 or rng.chance(acceptance.get(longer, 0.5)):
                inside ^= 1 << place
    region.inside = inside


CHANGES_PER_DOT = 30
"""Number of changes of the path, for each dot of the board, before it may become a loop."""

MAX_CHANGES = 1_000
"""Maximum number of changes, for each dot; of 1,000 loops on boards of up to 60x59, none needed 50.
"""


def full_loop(grid: Grid, rng: SeededRandom) -> Solution | None:
    """A random loop through all dots of a square grid; None if none was found.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.rules import is_one_loop
    >>> loop = full_loop(square_grid(5, 6), SeededRandom(0))
    >>> len(loop), is_one_loop(square_grid(5, 6), loop)
    (42, True)
    """
    beside = [
        [grid.other_end(edge, dot) for edge in edges] for dot, edges in enumerate(grid.dot_edges)
    ]
    path, place = _row_by_row(grid), [0] * len(grid.dots)
    for index, dot in enumerate(path):
        place[dot] = index
    mixed = CHANGES_PER_DOT * len(path)
    for change in range(MAX_CHANGES * len(path)):
        if change >= mixed and path[0] in beside[path[-1]]:
            pairs = zip(path, path[1:] + path[:1], strict=True)
            return frozenset(grid.edge_index[min(pair), max(pair)] for pair in pairs)
        at_start = rng.chance(0.5)
        other = place[rng.pick(beside[path[0] if at_start else path[-1]])]
        # The part between the end and the line that is taken away is turned round.
        first, last = (0, other - 1) if at_start else (other + 1, len(path) - 1)
        path[first : last + 1] = path[first : last + 1][::-1]
        for index in range(first, last + 1):
            place[path[index]] = index
    return None


def _row_by_row(grid: Grid) -> list[int]:
    """All dots, every second row from right to left."""
    width = grid.cols + 1
    rows = [list(range(row * width, (row + 1) * width)) for row in range(grid.rows + 1)]
    return [dot for number, row in enumerate(rows) for dot in (row[::-1] if number % 2 else row)]
