"""The full variant: the loop visits every dot. It combines with other variants of the clues."""

from collections.abc import Collection

from puzzle.grid import Grid
from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Capability

NAME = "full"
"""What names it in game IDs and in the column `variant` of a bank."""

FLAG = "f"
"""What selects it in addresses and files of puzz.link."""

SUMMARY = lazy("the loop visits every dot")

CAPABILITIES = frozenset(
    {
        Capability.GENERATING,
        Capability.HINTS,
        Capability.PLAY,
        Capability.RATINGS,
        Capability.REVIEWS,
    }
)
"""What is supported of that which the variant of the clues supports."""


def unvisited(grid: Grid, visited: Collection[int]) -> list[int]:
    """The dots that the loop has to visit still.

    >>> from puzzle.grid import square_grid
    >>> unvisited(square_grid(1, 2), {0, 1, 3, 4})
    [2, 5]
    """
    return [dot for dot in range(len(grid.dots)) if dot not in visited]


def is_possible(grid: Grid) -> bool:
    """Whether some loop may visit every dot, by parity.

    On squares every loop visits as many dots of each colour of a chessboard.

    >>> from puzzle.grid import square_grid
    >>> is_possible(square_grid(2, 2)), is_possible(square_grid(2, 3))
    (False, True)
    """
    return not grid.is_square or len(grid.dots) % 2 == 0
