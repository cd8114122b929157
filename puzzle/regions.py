"""Coarse regions of a board: blocks of cells, as even as possible, numbered row by row."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import lru_cache

from puzzle.grid import OUTSIDE, Grid

HELP_SIGN = "?"
"""The sign of a region where help was used."""


def region_bounds(size: int) -> tuple[int, ...]:
    """Where the regions along a side of `size` cells begin, and where the last one ends.

    There are 3 up to 8 cells, 4 up to 12, and 5 beyond, but never more than cells.

    >>> region_bounds(7), region_bounds(10), region_bounds(2)
    ((0, 2, 4, 7), (0, 2, 5, 7, 10), (0, 1, 2))
    """
    count = min(size, 3 if size <= 8 else 4 if size <= 12 else 5)
    return tuple(place * size // count for place in range(count + 1))


def region_counts(rows: int, cols: int) -> tuple[int, int]:
    """The rows and columns of regions on a board of `rows` by `cols` cells.

    >>> region_counts(7, 15)
    (3, 5)
    """
    return len(region_bounds(rows)) - 1, len(region_bounds(cols)) - 1


def region_lines(grid: Grid) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Where the rows and columns of regions of a board begin, and where the last ones end.

    On other tilings than squares they have the shares of height and width as for squares.

    >>> from puzzle.grid import square_grid
    >>> region_lines(square_grid(7, 2))
    ((0.0, 2.0, 4.0, 7.0), (0.0, 1.0, 2.0))
    """
    rows, cols = (
        tuple(length * bound / size for bound in region_bounds(size))
        for length, size in zip(grid.extent, (grid.rows, grid.cols), strict=True)
    )
    return rows, cols


@lru_cache(maxsize=32)
def edge_regions(grid: Grid) -> tuple[int, ...]:
    """The region of each edge: that of the first cell beside it."""
    rows, cols = region_lines(grid)
    cells = [
        (bisect_right(rows, row) - 1) * (len(cols) - 1) + bisect_right(cols, col) - 1
        for row, col in grid.cells
    ]
    return tuple(
        cells[min(cell for cell in beside if cell != OUTSIDE)] for beside in grid.edge_cells
    )


def ranks_text(ranks: Sequence[int], helped: Collection[int], cols: int) -> str:
    """The ranks of regions row by row, with the sign of help, for a board of `cols` columns.

    >>> ranks_text((1, 2, 3, 4, 6, 5), {4}, 7)
    '1 2 3, 4 6? 5'
    """
    _, count = region_counts(cols, cols)
    signs = [f"{rank}{HELP_SIGN if at in helped else ''}" for at, rank in enumerate(ranks)]
    rows = (signs[first : first + count] for first in range(0, len(signs), count))
    return ", ".join(" ".join(row) for row in rows)
