"""Heartbeats by which it is known when the service was there: an outage never ends a streak."""

from collections.abc import Callable
from datetime import timedelta

import structlog

from service.clock import Clock
from store import outages
from store.database import Database

SECONDS = 60.0
"""How often."""
MAX_GAP = timedelta(minutes=5)
"""A longer time without a heartbeat was an outage."""

log = structlog.stdlib.get_logger(__name__)


class Heartbeat:
    """Stores heartbeats in a database while `reachable` says that people can be answered."""

    def __init__(self, database: Database, now: Clock, reachable: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._reachable = reachable

    async def record(self) -> None:
        """Note that the service can be reached; an outage that ends with it is stored."""
        if not self._reachable():
            return
        async with self._database.writing() as connection:
            outage = await outages.record_heartbeat(connection, self._now(), MAX_GAP)
        if outage is not None:
            minutes = round((outage.ended_at - outage.began_at) / timedelta(minutes=1))
            log.warning("service was down", since=outage.began_at.isoformat(), minutes=minutes)
