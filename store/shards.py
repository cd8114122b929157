"""Ranges of shards: the servers of one bot process.

Discord sends the events of a server to one shard, which follows from the server's ID. A process
that connects some of the shards has the servers of these shards, and does their work only.

Source: https://discord.com/developers/docs/events/gateway#sharding
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, Integer, literal, true

TIMESTAMP_SHIFT = 22
"""Number of low bits of an ID that do not count for its shard."""
MAX_SHARDS = 10_000
"""Maximum number of shards; Discord recommends one for about a thousand servers."""

_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)
_FREE_RANGE = re.compile(r"auto:(\d{1,5})/(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards from `first` to `last` of `count`, both included; by default all.

    >>> shards = ShardRange(2, 3, 6)
    >>> str(shards), list(shards.ids)
    ('2-3/6', [2, 3])
    """

    first: int = 0
    last: int = 0
    count: int = 1

    @property
    def ids(self) -> Sequence[int]:
        """The numbers of the shards."""
        return range(self.first, self.last + 1)

    @property
    def is_all(self) -> bool:
        """Whether these are all shards."""
        return len(self.ids) == self.count

    def condition(self, server_id: ColumnElement[int]) -> ColumnElement[bool]:
        """The SQL condition that a column has the ID of a server of these shards."""
        if self.is_all:
            return true()
        return shard_of(server_id, literal(self.count)).between(self.first, self.last)

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


def shard_of(server_id: ColumnElement[int], count: ColumnElement[int]) -> ColumnElement[int]:
    """The SQL expression of the shard of a server, of `count` shards."""
    shift = literal(TIMESTAMP_SHIFT, Integer)  # PostgreSQL shifts by no larger type
    return server_id.op(">>", return_type=BigInteger())(shift).op("%", return_type=BigInteger())(
        count
    )


ALL_SHARDS = ShardRange()
"""Every shard, whatever their number."""


@dataclass(frozen=True, slots=True)
class FreeRange:
    """Any range of `size` shards of `count` that no other process has.

    >>> [str(shards) for shards in FreeRange(4, 10).ranges]
    ['0-3/10', '4-7/10', '8-9/10']
    """

    size: int
    count: int

    @property
    def ranges(self) -> tuple[ShardRange, ...]:
        """The ranges; the last one may be smaller."""
        return tuple(
            ShardRange(first, min(first + self.size, self.count) - 1, self.count)
            for first in range(0, self.count, self.size)
        )


def parse_shards(text: str) -> ShardRange | FreeRange:
    """The range that a text such as `0-3/12`, `5/12` or `auto:4/12` names.

    Raises `ValueError`; its message is the second half of a sentence about the error.

    >>> parse_shards("4-7/12")
    ShardRange(first=4, last=7, count=12)
    >>> parse_shards("5/12")
    ShardRange(first=5, last=5, count=12)
    >>> parse_shards("auto:4/12")
    FreeRange(size=4, count=12)
    >>> parse_shards("12/12")
    Traceback (most recent call last):
    ValueError: of 12 shards the last is 11, not 12
    """
    free = _FREE_RANGE.fullmatch(text.strip())
    if free is not None:
        return _checked(FreeRange(int(free[1]), int(free[2])))
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise ValueError("it is a range of shards and their number, such as 0-3/12 or auto:4/12")
    first, count = int(found[1]), int(found[3])
    last = first if found[2] is None else int(found[2])
    _check_count(count)
    if last < first:
        raise ValueError(f"the range ends with shard {last}, before its first, {first}")
    if last >= count:
        raise ValueError(f"of {count} shards the last is {count - 1}, not {last}")
    return ShardRange(first, last, count)


def _checked(free: FreeRange) -> FreeRange:
    _check_count(free.count)
    if not 1 <= free.size <= free.count:
        raise ValueError(f"a range of {free.count} shards has 1 to {free.count}, not {free.size}")
    return free


def _check_count(count: int) -> None:
    if not 1 <= count <= MAX_SHARDS:
        raise ValueError(f"the number of shards is 1 to {MAX_SHARDS}, not {count}")
