"""Exit codes."""

from enum import IntEnum
from typing import Self


class ExitStatus(IntEnum):
    """What a command exits with.

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
        """The code of both: bad input outweighs a limit, a limit outweighs success."""
        order = [ExitStatus.ANSWERED, ExitStatus.LIMIT_HIT, ExitStatus.BAD_INPUT]
        return max(ExitStatus(self), ExitStatus(other), key=order.index)
