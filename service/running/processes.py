"""The bot processes on one database, of which this is one.

Each process has an ID and a lease in the database, which it renews while it runs. No other process
answers what it has promised until its lease is over.
"""

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta

import structlog

from service.running.clock import Clock
from service.running.scheduler import PeriodicTask, RunObserver, ignore_run, running
from service.version import VERSION
from store import processes
from store.database import Database
from store.errors import StoreError
from store.records import ProcessRecord
from store.shards import ALL_SHARDS, ShardRange

LEASE = timedelta(seconds=20)
"""How long a process counts as alive after it renewed its lease."""
RENEWAL_SECONDS = 5.0
"""Seconds between two renewals."""
LEAVE_SECONDS = 1.0
"""Maximum seconds that a process which ends takes to delete its lease."""

log = structlog.stdlib.get_logger(__name__)


class Processes:
    """This process among those that are alive, as of the last renewal of its lease.

    - `shards`: the range of this process;
    - `shared`: whether it has a range and thus shares limits with others; without one it is alone,
      except for a moment during a restart;
    - `count_servers`: returns the number of its servers; the front end sets it.
    """

    def __init__(
        self,
        database: Database,
        now: Clock,
        *,
        shards: ShardRange = ALL_SHARDS,
        shared: bool = False,
        version: str = VERSION,
    ) -> None:
        self._database = database
        self._now = now
        self._started = now()
        self._alive: Sequence[ProcessRecord] = ()
        self.id = secrets.token_hex(8)
        self.shards = shards
        self.shared = shared
        self.version = version
        self.count_servers: Callable[[], int] = int

    @property
    def alive(self) -> Sequence[ProcessRecord]:
        """The living processes, with this one."""
        return self._alive or (self._record(),)

    @property
    def count(self) -> int:
        """The number of living processes among which limits are divided; at least 1."""
        return len(self.alive) if self.shared else 1

    @property
    def is_first(self) -> bool:
        """Whether this process started first: it runs the tasks that one process runs for all."""
        return not self.shared or self.alive[0].id == self.id

    @property
    def newer(self) -> tuple[str, ...]:
        """The versions of living processes that are newer than this one's."""
        own = _parts(self.version)
        return tuple(one.version for one in self.alive if _parts(one.version) > own)

    @property
    def unserved(self) -> tuple[int, ...]:
        """The shards that no living process has, of as many as this process counts."""
        served = processes.served_shards(self.alive, self.shards.count)
        return tuple(shard for shard in range(self.shards.count) if shard not in served)

    @property
    def renewal(self) -> PeriodicTask:
        """What renews the lease while this process runs."""
        return PeriodicTask("renew the lease", RENEWAL_SECONDS, self.renew)

    async def renew(self) -> None:
        """Renew the lease of this process, and read which processes are alive."""
        now = self._now()
        async with self._database.writing() as connection:
            await processes.renew(connection, self._record())
            alive = await processes.alive(connection, now)
        self._alive = alive

    @contextlib.asynccontextmanager
    async def alive_while(self, observe: RunObserver = ignore_run) -> AsyncIterator[None]:
        """Keep the lease of this process while the block runs; give it up afterwards.

        A process with a range has read which others are alive when the block begins. One that is
        alone does not wait for the database: its lease is stored long before it has connected.
        """
        if self.shared:
            await self._try_to_renew()
        try:
            async with running([self.renewal], observe=observe):
                yield
        finally:
            await self._leave()

    async def _try_to_renew(self) -> None:
        try:
            await self.renew()
        except Exception as error:  # the next try may succeed
            log.warning("lease not renewed", reason=type(error).__name__)

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(LEAVE_SECONDS), self._database.writing() as connection:
                await processes.leave(connection, self.id)
        except (StoreError, TimeoutError) as error:  # others wait for the end of the lease
            log.warning("lease not given up", reason=type(error).__name__)

    def _record(self) -> ProcessRecord:
        return ProcessRecord(
            id=self.id,
            first_shard=self.shards.first,
            last_shard=self.shards.last,
            shard_count=self.shards.count,
            version=self.version,
            started_at=self._started,
            lease_until=self._now() + LEASE,
            servers=self.count_servers(),
        )


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version, which compare in its order.

    >>> _parts("0.10.0") > _parts("0.9.1")
    True
    """
    return tuple(map(int, re.findall(r"\d+", version)))
