"""The titles of boards on pictures."""

from puzzle.grid import Grid
from puzzle.tilings.catalogue import TILINGS


def size_title(grid: Grid) -> str:
    """The size of a board, after the name of its tiling unless that is squares.

    >>> from puzzle.notation import parse_loopy
    >>> size_title(parse_loopy("4x3:3a3a3a3a3a3a").grid), size_title(parse_loopy("3x3t2:i").grid)
    ('4x3', 'honeycomb 3x3')
    """
    size = f"{grid.cols}x{grid.rows}"
    return size if grid.is_square else f"{TILINGS[grid.tiling].title} {size}"
