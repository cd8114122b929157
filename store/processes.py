"""Bot processes on one database: which are alive, and what each has.

A process renews its lease every few seconds. One whose lease is over counts as dead: others answer
what it has promised.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import asdict

from store.records import ProcessRecord
from store.sql import command, query, replacing
from store.transaction import Connection

LONGEST_LEASE = timedelta(minutes=5)
"""Longer than any lease: one that ends later was stored by a wrong clock, and is over."""
IS_ALIVE = "lease_until > :now AND lease_until < :longest"
"""Whether a process is alive, in a query; `:longest` is `LONGEST_LEASE` after `:now`."""

_RENEW = replacing("processes", ProcessRecord, ["id"])
_ALIVE = query(
    "SELECT * FROM processes WHERE {is_alive} ORDER BY started_at, id",
    ProcessRecord,
    is_alive=IS_ALIVE,
)
_LEAVE = command("DELETE FROM processes WHERE id = :id")


async def renew(connection: Connection, process: ProcessRecord) -> None:
    """Store a process and its lease."""
    await _RENEW.run(connection, asdict(process))


async def alive(connection: Connection, now: datetime) -> tuple[ProcessRecord, ...]:
    """The processes whose lease is not over, the one that started first at the beginning."""
    return await _ALIVE.all(connection, now=now, longest=now + LONGEST_LEASE)


def served_shards(alive: Iterable[ProcessRecord], count: int) -> set[int]:
    """The shards that processes have, of those processes that count `count` shards in all."""
    same = (one for one in alive if one.shard_count == count)
    return {shard for one in same for shard in range(one.first_shard, one.last_shard + 1)}


async def leave(connection: Connection, process_id: str) -> None:
    """Delete a process that ends: others may answer what it has promised at once."""
    await _LEAVE.run(connection, id=process_id)
