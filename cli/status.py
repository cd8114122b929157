"""Exit codes of the command line."""

from enum import IntEnum
from typing import Self


class ExitStatus(IntEnum):
    """The exit code of a command.

    >>> ExitStatus.LIMIT_HIT.after(ExitStatus.ANSWERED).name
    'LIMIT_HIT'
    >>> ExitStatus.LIMIT_HIT.after(ExitStatus.BAD_INPUT).name
    'BAD_INPUT'
    """

    ANSWERED = 0
    """Every puzzle was answered, or everything is in order."""
    FAILED = 1
    """A check failed, the database or a file could not be used, or the process that worked on a
    puzzle was killed."""
    BAD_INPUT = 2
    """Something that was given cannot be read."""
    LIMIT_HIT = 3
    """A limit was reached before the answer."""
    INTERRUPTED = 130
    """Control-C ended the command, after everything that was finished had been printed."""

    def after(self, other: Self) -> "ExitStatus":
        """The more severe of two codes: a failure, then bad input, a limit, and success."""
        order = [
            ExitStatus.ANSWERED,
            ExitStatus.LIMIT_HIT,
            ExitStatus.BAD_INPUT,
            ExitStatus.FAILED,
        ]
        return max(ExitStatus(self), ExitStatus(other), key=order.index)
