"""Outages of single shards, detected by missing heartbeats, where several processes share them.

A shard that no process connects is unavailable to its servers only. Where one process connects all
shards, `store.outages` stores the outages of the whole service.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy import exists, select

from store import meta
from store.outages import LAST_HEARTBEAT, last_of_shards
from store.records import Outage
from store.schema import members, shard_heartbeats, shard_outages
from store.shards import shard_of
from store.statements import fetch_all, insert
from store.transaction import Connection


async def record_heartbeats(
    connection: Connection,
    now: datetime,
    max_gap: timedelta,
    shards: Collection[int],
    count: int,
) -> Mapping[int, Outage]:
    """Store a heartbeat of some of `count` shards, which are connected.

    For each whose last heartbeat is older than `max_gap`, the time in between is stored as an
    outage; they are returned by shard. For a shard without a heartbeat, as after a change of the
    number of shards, the last heartbeat of any shard counts.
    """
    if not shards:
        return {}
    stored = select(shard_heartbeats.c.shard, shard_heartbeats.c.at).where(
        shard_heartbeats.c.shard_count == count, shard_heartbeats.c.shard.in_(shards)
    )
    last = {row[0]: row[1] for row in await connection.execute(stored)}
    of_any = await last_of_any(connection)
    found = {}
    for shard in sorted(shards):
        began = last.get(shard, of_any)
        if began is not None and now - began > max_gap:
            found[shard] = Outage(began, now)
    if found:
        rows = [
            {"shard_count": count, "shard": shard, "began_at": each.began_at, "ended_at": now}
            for shard, each in found.items()
        ]
        new = insert(connection, shard_outages)
        keys = ["shard_count", "shard", "began_at"]
        new = new.on_conflict_do_update(index_elements=keys, set_={"ended_at": now})
        await connection.execute(new, rows)
    beats = insert(connection, shard_heartbeats)
    beats = beats.on_conflict_do_update(index_elements=["shard_count", "shard"], set_={"at": now})
    rows = [{"shard_count": count, "shard": shard, "at": now} for shard in sorted(shards)]
    await connection.execute(beats, rows)
    return found


async def last_of_any(connection: Connection) -> datetime | None:
    """The last heartbeat of any shard, or of the whole service; None if none is stored."""
    beats = [
        await last_of_shards(connection),
        await meta.read_instant(connection, LAST_HEARTBEAT),
    ]
    return max((beat for beat in beats if beat is not None), default=None)


async def since(connection: Connection, instant: datetime, player_id: int) -> tuple[Outage, ...]:
    """The outages of a player's servers that ended after an instant, in order.

    Those of shard 0, which has direct messages, concern players who are in no server.
    """
    columns, own = shard_outages.c, members.c.player_id == player_id
    shard = shard_of(members.c.server_id, columns.shard_count)
    concerned = exists().where(own, shard == columns.shard)
    alone = (columns.shard == 0) & ~exists().where(own)
    statement = (
        select(columns.began_at, columns.ended_at)
        .where(columns.ended_at > instant, concerned | alone)
        .distinct()
        .order_by(columns.began_at, columns.ended_at)
    )
    return await fetch_all(connection, statement, Outage)
