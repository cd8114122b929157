"""Descriptions of parts of aperiodic tilings: their bound, and the errors about them.

An aperiodic board is a window onto an endless tiling. Loopy describes where the window lies by
Simon Tatham's combinatorial coordinates: the small tile at a known place in the window, the larger
tile that it is part of, the still larger one round that, and so on. The text is a patch; it is
good if the last tile named covers the window.

Source: https://www.chiark.greenend.org.uk/~sgtatham/quasiblog/aperiodic-tilings/
"""

from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy

MAX_LEVELS = 60
"""The largest number of tiles round each other in a patch; Loopy needs about twenty."""

_NAME = lazy("a Loopy game ID")
_COPY = lazy("copy the whole ID from Loopy again")


def malformed() -> NotationError:
    """The error for a patch that names no tile."""
    return _error(lazy("there is no valid description of the grid"), _COPY)


def outdated() -> NotationError:
    """The error for a Penrose patch of Loopy before 2023, where rounded numbers decide."""
    return _error(
        lazy("the grid is described as in Loopy before 2023, which only Loopy can read"),
        lazy("let Loopy make a new puzzle and copy its ID"),
    )


def too_short() -> NotationError:
    """The error for a patch whose largest tile does not cover the window."""
    return _error(lazy("the description of the grid is too short for a board of this size"), _COPY)


def _error(problem: LazyMessage, remedy: LazyMessage) -> NotationError:
    return NotationError(_NAME, problem, lazy('before the "_"'), remedy)


def no_tiles() -> NotationError:
    """The error for a window in which no tile is left after trimming."""
    return NotationError(
        _NAME,
        lazy("the board is too small for the tiles of this tiling"),
        remedy=lazy("choose a larger size in Loopy"),
    )
