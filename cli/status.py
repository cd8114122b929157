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
    FAILED = 1
    BAD_INPUT = 2
    LIMIT_HIT = 3
    INTERRUPTED = 130

    def after(self, other: Self) -> "ExitStatus":
        """The more severe of two codes: a failure, then bad input, a limit, and success."""
        order = [
            ExitStatus.ANSWERED,
            ExitStatus.LIMIT_HIT,
            ExitStatus.BAD_INPUT,
            ExitStatus.FAILED,
        ]
        return max(ExitStatus(self), ExitStatus(other), key=order.index)
