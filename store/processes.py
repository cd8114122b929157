"""Bot processes on one database: which are alive, and what each has.

A process renews its lease every few seconds. One whose lease is over counts as dead: others answer
what it has promised.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Select, delete, select

from store.records import ProcessRecord
from store.schema import processes
from store.statements import fetch_all, insert
from store.transaction import Connection

LONGEST_LEASE = timedelta(minutes=5)
"""Longer than any lease: one that ends later was stored by a wrong clock, and is over."""


async def renew(connection: Connection, process: ProcessRecord) -> None:
    """Store a process and its lease."""
    values = asdict(process)
    changed = {name: value for name, value in values.items() if name != "id"}
    await connection.execute(
        insert(connection, processes)
        .values(values)
        .on_conflict_do_update(index_elements=["id"], set_=changed)
    )


async def alive(connection: Connection, now: datetime) -> tuple[ProcessRecord, ...]:
    """The processes whose lease is not over, the one that started first at the beginning."""
    statement = (
        select(processes).where(_is_alive(now)).order_by(processes.c.started_at, processes.c.id)
    )
    return await fetch_all(connection, statement, ProcessRecord)


def served_shards(alive: Iterable[ProcessRecord], count: int) -> set[int]:
    """The shards that processes have, of those processes that count `count` shards in all."""
    same = (one for one in alive if one.shard_count == count)
    return {shard for one in same for shard in range(one.first_shard, one.last_shard + 1)}


def living_ids(now: datetime) -> Select[tuple[str]]:
    """A query of the IDs of the processes that are alive."""
    return select(processes.c.id).where(_is_alive(now))


def _is_alive(now: datetime) -> ColumnElement[bool]:
    lease = processes.c.lease_until
    return (lease > now) & (lease < now + LONGEST_LEASE)


async def leave(connection: Connection, process_id: str) -> None:
    """Delete a process that ends: others may answer what it has promised at once."""
    await connection.execute(delete(processes).where(processes.c.id == process_id))
