"""Outages of single shards, detected by missing heartbeats, where several processes share them.

A shard that no process connects is unavailable to its servers only. Where one process connects all
shards, `store.outages` stores the outages of the whole service.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from store import meta
from store.outages import LAST_HEARTBEAT, last_of_shards
from store.records import Outage
from store.sql import command, query
from store.transaction import Connection

_LAST = query(
    "SELECT shard, at FROM shard_heartbeats WHERE shard_count = :count AND shard IN :shards",
    tuple[int, datetime],
)
_ADD = command(
    """INSERT INTO shard_outages (shard_count, shard, began_at, ended_at)
    VALUES (:count, :shard, :began, :now)
    ON CONFLICT (shard_count, shard, began_at) DO UPDATE SET ended_at = excluded.ended_at"""
)
_RECORD = command(
    """INSERT INTO shard_heartbeats (shard_count, shard, at) VALUES (:count, :shard, :now)
    ON CONFLICT (shard_count, shard) DO UPDATE SET at = excluded.at"""
)
_SINCE = query(
    """SELECT DISTINCT began_at, ended_at FROM shard_outages AS outage
    WHERE ended_at > :instant AND (EXISTS (
        SELECT 1 FROM members WHERE player_id = :player_id
        AND (server_id >> 22) % outage.shard_count = outage.shard
    ) OR (shard = 0 AND NOT EXISTS (SELECT 1 FROM members WHERE player_id = :player_id)))
    ORDER BY began_at, ended_at""",
    Outage,
)


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
    last = dict(await _LAST.all(connection, count=count, shards=list(shards)))
    of_any = await last_of_any(connection)
    here = {"count": count, "now": now}
    found = {}
    for shard in sorted(shards):
        began = last.get(shard, of_any)
        if began is not None and now - began > max_gap:
            found[shard] = Outage(began, now)
    if found:
        rows = [here | {"shard": shard, "began": it.began_at} for shard, it in found.items()]
        await _ADD.run(connection, *rows)
    await _RECORD.run(connection, *(here | {"shard": shard} for shard in sorted(shards)))
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
    return await _SINCE.all(connection, instant=instant, player_id=player_id)
