"""Ranges of shards: the servers of one bot process.

Discord sends the events of a server to one shard, which follows from the server's ID. A process
that connects some of the shards has the servers of these shards, and does their work only.

Source: https://discord.com/developers/docs/events/gateway#sharding
"""

from collections.abc import Sequence

from msgspec import Struct

IS_OF_SHARDS = "(({id} >> 22) % CAST(:count AS bigint) BETWEEN :first AND :last)"
"""Whether a server is of some shards, in a query whose parameters are those of a `ShardRange`."""


class ShardRange(Struct, frozen=True):
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

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


ALL_SHARDS = ShardRange()
"""Every shard, whatever their number."""
