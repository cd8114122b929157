"""Exit codes."""

from enum import IntEnum
from typing import Self


class Status(IntEnum):
    """What a command exits with.

    >>> Status.LIMIT_HIT.after(Status.ANSWERED).name, Status.LIMIT_HIT.after(Status.BAD_INPUT).name
    ('LIMIT_HIT', 'BAD_INPUT')
    """

    ANSWERED = 0
    FAILED = 1
    BAD_INPUT = 2
    LIMIT_HIT = 3
    INTERRUPTED = 130

    def after(self, other: Self) -> "Status":
        """The code of both: bad input outweighs a limit, a limit outweighs success."""
        order = [Status.ANSWERED, Status.LIMIT_HIT, Status.BAD_INPUT]
        return max(Status(self), Status(other), key=order.index)
