"""A database that records the durations of its transactions and logs slow ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import structlog

from store.database import Database
from store.deadlines import QUEUE_SECONDS
from store.transaction import Connection
from telemetry.logs import Throttle
from telemetry.metrics import Metrics, observed

SLOW_SECONDS = 1.0
"""Seconds from which on a transaction counts as slow and is logged."""
LOG_SECONDS = 10.0
"""Minimum seconds between two log entries about slow transactions, which tend to come together."""

log = structlog.stdlib.get_logger(__name__)


class TimedDatabase(Database, frozen=True):
    """A `Database` that records its transactions and the rows that cannot be read in `metrics`.

    `throttle` throttles the log.
    """

    metrics: Metrics
    throttle: Throttle

    @classmethod
    def around(cls, database: Database, metrics: Metrics) -> TimedDatabase:
        """Wrap a database; both share its transaction pools."""
        damaged = database.damaged
        damaged.count = lambda table: metrics.damaged_rows.labels(table).inc()
        throttle = Throttle(LOG_SECONDS)
        return cls(database.address, database.reader, database.writer, damaged, metrics, throttle)

    @asynccontextmanager
    async def reading(self, *, single: bool = False) -> AsyncIterator[Connection]:
        """See `Database.reading`."""
        async with self._timed("read", Database.reading(self, single=single)) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, seconds: float = QUEUE_SECONDS) -> AsyncIterator[Connection]:
        """See `Database.writing`."""
        async with self._timed("write", Database.writing(self, seconds)) as connection:
            yield connection

    @asynccontextmanager
    async def _timed(
        self, kind: str, transaction: AbstractAsyncContextManager[Connection]
    ) -> AsyncIterator[Connection]:
        with observed(self.metrics.transactions, kind) as timing:
            async with transaction as connection:
                yield connection
        if timing.seconds <= SLOW_SECONDS:
            return
        suppressed = self.throttle.suppressed_before()
        if suppressed is not None:
            log.warning(
                "slow transaction",
                kind=kind,
                seconds=round(timing.seconds, 1),
                others_before=suppressed,
            )
