"""Random loops that wind over the whole board.

A loop is the border of a region of cells. The region grows from one cell to about half of the
board. Then sweeps of the Metropolis algorithm lengthen the border: every cell is offered in random
order to change between inside and outside. It may change when both stay connected; changes that
shorten the border are accepted with a probability that falls with the length lost. The time is
linear in the cells for each sweep.

Source: N. Metropolis et al., Equation of state calculations by fast computing machines, 1953.
"""

from collections.abc import Iterable, Mapping

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom
from solver.generate.tiled_loops import TiledRegion, random_tiled_loop

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
    inside = region.inside
    front = [near for place in region.places if inside[place] for near in region.neighbours(place)]
    count, patience = sum(inside), 20 * len(region.places)
    while front and count < size and patience:
        patience -= 1
        index = rng.below(len(front))
        place = front[index]
        movable, sides = region.neighbourhood(place)
        if movable and not inside[place] and sides > 1 and not rng.chance(CROWDED_ACCEPTANCE):
            continue
        front[index] = front[-1]
        front.pop()
        if movable and not inside[place]:
            inside[place] = 1
            count += 1
            front += region.neighbours(place)


def metropolis_sweep(region: Region, acceptance: Mapping[int, float], rng: SeededRandom) -> None:
    """Offer every cell, in random order, to change sides; `acceptance` is one of `ACCEPTANCE`."""
    inside = region.inside
    for place in rng.shuffled(region.places):
        movable, sides = region.neighbourhood(place)
        if movable:
            longer = 2 * sides - 4 if inside[place] else 4 - 2 * sides
            if longer > 0 or rng.chance(acceptance.get(longer, 0.5)):
                inside[place] ^= 1
