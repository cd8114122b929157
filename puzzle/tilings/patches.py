"""The error for an invalid patch, the description of the grid in a game ID."""

from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy


def bad_patch(problem: LazyMessage, remedy: LazyMessage) -> NotationError:
    """The error for a patch with a problem.

    >>> str(bad_patch(lazy("it is too short"), lazy("copy it again")))
    'Read as a Loopy game ID: before the "_", it is too short; copy it again.'
    """
    return NotationError(lazy("a Loopy game ID"), problem, lazy('before the "_"'), remedy)
