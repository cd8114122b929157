"""Random loops that wind over the whole board.

A loop is the border of a region of cells. The region grows from one cell to about half the
board and is then stirred: a cell may change sides when that keeps both the inside and the
outside in one piece, and longer borders are preferred (N. Metropolis et al., *Equation of
state calculations by fast computing machines*, 1953).
"""

from functools import lru_cache

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Solution
from solver.generate.dice import Dice

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight cells around one, clockwise; those at odd places share an edge with it."""

SWEEPS, CELLS_PER_SWEEP = 6, 300
"""How often every cell is offered a change of sides: at least, and once more for so many cells.

It takes longer until a large region has spread over the whole board.
"""
FILL = 0.5
"""The share of the cells the region grows to."""
SHORTER = ({-2: 0.4066, -4: 0.1653}, {-2: 0.3012, -4: 0.0907}, {-2: 0.2231, -4: 0.0498})
"""How often a change is taken that makes the border so much shorter: exp(coldness * change).

One of three is drawn for every loop, of coldness 0.45, 0.6 and 0.75: the colder, the fewer
cells are left with no line around them.
"""
CROWDED = 0.2
"""How often a growing region takes a cell that touches it along more than one edge."""


def random_loop(grid: Grid, dice: Dice) -> Solution:
    """A loop on a square grid of at least two cells each way.

    >>> from puzzle.grid import square_grid
    >>> sorted(random_loop(square_grid(2, 2), Dice(0)))
    [0, 3, 4, 5, 6, 7, 9, 11]
    """
    region = _Region(grid, dice)
    region.grow(round(FILL * len(grid.cells)))
    for _ in range(SWEEPS + len(grid.cells) // CELLS_PER_SWEEP):
        region.stir()
    return region.border()


@lru_cache(maxsize=1)
def _movable() -> tuple[tuple[bool, int], ...]:
    """For the 256 ways a ring can be inside: may its middle change, and how many sides are in.

    It may when the ring changes sides exactly twice and has an edge neighbour on either side.
    """
    table = []
    for ring in range(256):
        bits = [ring >> i & 1 for i in range(8)]
        changes = sum(bits[i] != bits[i - 1] for i in range(8))
        sides = sum(bits[1::2])
        table.append((changes == 2 and 0 < sides < 4, sides))
    return tuple(table)


class _Region:
    """The cells inside, on a board with a margin of cells that are always outside."""

    def __init__(self, grid: Grid, dice: Dice) -> None:
        self._grid = grid
        self._dice = dice
        self._wide = grid.cols + 2
        self._inside = bytearray(self._wide * (grid.rows + 2))
        self._places = [
            (row + 1) * self._wide + col + 1 for row in range(grid.rows) for col in range(grid.cols)
        ]
        self._shorter = dice.pick(SHORTER)
        self._ring = tuple(row * self._wide + col for row, col in RING)
        self._on_board = set(self._places)

    def grow(self, size: int) -> None:
        """Add cells one by one until there are so many, thin arms before thick ones."""
        dice, inside = self._dice, self._inside
        start = dice.pick(self._places)
        inside[start] = 1
        front = self._beside(start)
        count, patience = 1, 20 * len(self._places)
        while front and count < size and patience:
            patience -= 1
            index = dice.below(len(front))
            place = front[index]
            movable, sides = self._around(place)
            if movable and not inside[place] and sides > 1 and not dice.chance(CROWDED):
                continue
            front[index] = front[-1]
            front.pop()
            if movable and not inside[place]:
                inside[place] = 1
                count += 1
                front += self._beside(place)

    def stir(self) -> None:
        """Offer every cell, in random order, to change sides."""
        dice, inside = self._dice, self._inside
        for place in dice.shuffled(self._places):
            movable, sides = self._around(place)
            if movable:
                longer = 2 * sides - 4 if inside[place] else 4 - 2 * sides
                if longer > 0 or dice.chance(self._shorter.get(longer, 0.5)):
                    inside[place] ^= 1

    def border(self) -> Solution:
        """The edges between inside and outside."""
        inside = [self._inside[place] for place in self._places] + [0]
        assert OUTSIDE == -1  # noqa: S101 - the last of the list stands for it
        return frozenset(
            edge
            for edge, (left, right) in enumerate(self._grid.edge_cells)
            if inside[left] != inside[right]
        )

    def _around(self, place: int) -> tuple[bool, int]:
        inside = self._inside
        pattern = 0
        for i, step in enumerate(self._ring):
            pattern |= inside[place + step] << i
        return _movable()[pattern]

    def _beside(self, place: int) -> list[int]:
        near = (place + step for step in self._ring[1::2])
        return [cell for cell in near if cell in self._on_board]
