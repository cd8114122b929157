"""Random loops that wind over the whole board.

A loop is the border of a region of cells. The region grows from one cell to about half the
board and is then stirred: a cell may change sides when that keeps both the inside and the
outside in one piece, and longer borders are preferred (N. Metropolis et al., *Equation of
state calculations by fast computing machines*, 1953).
"""

from collections.abc import Mapping

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom

SWEEPS, CELLS_PER_SWEEP = 6, 300
"""How often every cell is offered a change of sides: at least, and once more for so many cells."""
SWEEPS_BY_LENGTH = 2
"""How many more a board needs for every time that it is longer than wide, after the first."""
TARGET_SHARE = 0.5
"""The share of the cells the region grows to."""
ACCEPTANCE = ({-2: 0.4066, -4: 0.1653}, {-2: 0.3012, -4: 0.0907}, {-2: 0.2231, -4: 0.0498})
"""How often a change is taken that makes the border so much shorter: exp(coldness * change).

One of three is drawn for every loop, of coldness 0.45, 0.6 and 0.75: the colder, the fewer
cells are left with no line around them.
"""
CROWDED_ACCEPTANCE = 0.2
"""How often a growing region takes a cell that touches it along more than one edge."""


def random_loop(grid: Grid, rng: SeededRandom) -> Solution:
    """A loop on a square grid of at least two cells each way.

    >>> from puzzle.grid import square_grid
    >>> sorted(random_loop(square_grid(2, 2), SeededRandom(0)))
    [0, 1, 4, 5, 6, 8, 9, 11]
    """
    region = Region(grid, [rng.below(len(grid.cells))])
    grow(region, round(TARGET_SHARE * len(grid.cells)), rng)
    acceptance = rng.pick(ACCEPTANCE)
    for _ in range(sweep_count(grid)):
        metropolis_sweep(region, acceptance, rng)
    return region.border()


def sweep_count(grid: Grid) -> int:
    """How often to stir: the larger and longer a board, the longer a region takes to spread.

    >>> from puzzle.grid import square_grid
    >>> sweep_count(square_grid(10, 10)), sweep_count(square_grid(25, 30)), sweep_count(square_grid(3, 30))
    (6, 8, 24)
    """
    short, long = sorted((grid.rows, grid.cols))
    return SWEEPS + len(grid.cells) // CELLS_PER_SWEEP + SWEEPS_BY_LENGTH * (long // short - 1)


def grow(region: Region, size: int, rng: SeededRandom) -> None:
    """Add cells one by one until there are so many, thin arms before thick ones."""
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
