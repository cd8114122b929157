"""Heartbeats that record when the service was reachable, so that an outage never ends a streak."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import structlog
from msgspec import Struct

from service.running.clock import Clock
from store import outages, shard_outages
from store.database import Database
from store.records import Outage
from store.transaction import Connection

SECONDS = 60.0
"""Seconds between two heartbeats."""
MAX_GAP = timedelta(minutes=5)
"""A longer time without a heartbeat counts as an outage."""

log = structlog.stdlib.get_logger(__name__)


class Heartbeat(Struct, eq=False):
    """Stores heartbeats in a database while the bot can answer people.

    `shards_up` returns the connected shards. Without `shard_count` they are those of the whole
    service, which is away while none is connected. With it, each shard that other processes do not
    have is away by itself.
    """

    database: Database
    now: Clock
    shards_up: Callable[[], Collection[int]]
    shard_count: int | None = None

    async def record(self) -> None:
        """Store a heartbeat if the service is reachable, and the outages that it ends, if any."""
        shards = tuple(self.shards_up())
        if not shards:
            return
        async with self.database.writing() as connection:
            await self._record(connection, shards, self.now())

    async def _record(self, connection: Connection, shards: Collection[int], now: datetime) -> None:
        if self.shard_count is None:
            outage = await outages.record_heartbeat(connection, now, MAX_GAP)
            if outage is not None:
                _log_outage(outage)
            return
        ended = await shard_outages.record_heartbeats(
            connection, now, MAX_GAP, shards, self.shard_count
        )
        for shard, outage in ended.items():
            _log_outage(outage, shard=shard)


def _log_outage(outage: Outage, **of: int) -> None:
    minutes = round((outage.ended_at - outage.began_at) / timedelta(minutes=1))
    log.warning("service was down", since=outage.began_at.isoformat(), minutes=minutes, **of)
