"""Heartbeats that record when the service was reachable, so that an outage never ends a streak."""

from collections.abc import Callable
from datetime import timedelta

import structlog

from service.clock import Clock
from store import outages
from store.database import Database

SECONDS = 60.0
"""Seconds between two heartbeats."""
MAX_GAP = timedelta(minutes=5)
"""A longer time without a heartbeat counts as an outage."""

log = structlog.stdlib.get_logger(__name__)


class Heartbeat:
    """Stores heartbeats in a database while `reachable` reports that the bot can answer people."""

    def __init__(self, database: Database, now: Clock, reachable: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._reachable = reachable

    async def record(self) -> None:
        """Store a heartbeat if the service is reachable, and the outage that it ends, if any."""
        if not self._reachable():
            return
        async with self._database.writing() as connection:
            outage = await outages.record_heartbeat(connection, self._now(), MAX_GAP)
        if outage is not None:
            minutes = round((outage.ended_at - outage.began_at) / timedelta(minutes=1))
            log.warning("service was down", since=outage.began_at.isoformat(), minutes=minutes)
