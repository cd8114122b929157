"""Loops that differ from a given loop by one or two cells, and the clues that distinguish them.

When a cell beside a loop changes between inside and outside, the result is often another single
loop; the same holds for a second cell near it. A puzzle with one solution must have a clue that
such a loop violates. So these loops show, without a solver, that some clues are necessary.
"""

from collections.abc import Iterator

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.generate.region import Region
from solver.loops import LoopWalker, inside_cells

SECOND_CELL_OFFSETS = tuple(
    (r, c) for r in range(-2, 3) for c in range(-2, 3) if 0 < abs(r) + abs(c) <= 2
)
"""The offsets (rows, columns) of the second cell from the first."""


def near_loops(grid: Grid, loop: Solution) -> Iterator[frozenset[int]]:
    """For each loop at most two cells away, the cells that have another number of lines.

    There are none on other tilings than squares, where `Region` has no places for the cells.

    >>> from puzzle.grid import square_grid
    >>> near = near_loops(square_grid(1, 3), frozenset({0, 3, 6, 7}))
    >>> [sorted(cells) for cells in near]
    [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    """
    if not grid.is_square:
        return
    region = Region(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0]))
    before = [region.line_count(place) for place in region.places]
    inside, on_board = region.inside, region.cell_at
    movable_places = [place for place in region.places if region.neighbourhood(place).movable]
    done = set()
    for first in movable_places:
        inside[first] ^= 1
        yield _changed(region, before, first)
        done.add(first)
        for row, col in SECOND_CELL_OFFSETS:
            second = first + row * region.width + col
            if second in on_board and second not in done and region.neighbourhood(second).movable:
                inside[second] ^= 1
                yield _changed(region, before, first, second)
                inside[second] ^= 1
        inside[first] ^= 1


def _changed(region: Region, before: list[int], *places: int) -> frozenset[int]:
    """The cells at and beside these places whose number of lines is not that of `before`."""
    near = {other for place in places for other in (place, *region.neighbours(place))}
    cells = (region.cell_at[place] for place in near)
    return frozenset(
        cell for cell in cells if region.line_count(region.places[cell]) != before[cell]
    )
