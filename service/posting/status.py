"""The status of the service, for the managers of a server."""

import time
from datetime import date, datetime, timedelta

import structlog
from msgspec import Struct

from play.tracks import Track, next_of
from service.posting.servers import ServerSetup, setup_of
from service.running.clock import Clock
from service.running.processes import Processes
from service.running.quotas import Quotas
from store import dailies, posts
from store.database import Database
from store.errors import StoreError
from store.records import DailyPost
from workers.pool import Load, WorkPool

log = structlog.stdlib.get_logger(__name__)


class QuotaLeft(Struct, frozen=True):
    """Seconds of work left of a share in this hour, and its total."""

    seconds: int
    of: int


class StoredStatus(Struct, frozen=True):
    """The part of the status that is read from the database.

    - `seconds`: how long the queries took;
    - `made_until`: the last day that has all its dailies;
    - `last`: the last post in the server; `panel`: the state of posting there;
    - `yours` and `servers`: what is left of the shares of the manager and the server.
    """

    seconds: float
    made_until: date | None
    last: DailyPost | None
    panel: ServerSetup
    yours: QuotaLeft
    servers: QuotaLeft


class ProcessesStatus(Struct, frozen=True):
    """The bot processes that are alive: their number, that of the shards which they have, of all
    shards, and of servers."""

    alive: int
    shards_served: int
    shards: int
    servers: int


class ServiceStatus(Struct, frozen=True):
    """The status of the bot; `latency` in seconds, None if unknown.

    `stored` is None while the database is unreachable, and `processes` if this one is alone.
    `on_page` tells whether boards can be opened in a browser, and `launches` whether they can be
    opened inside Discord: None if the bot is set up for it and Discord is not.
    """

    started: datetime
    shards: int
    shards_up: int
    latency: float | None
    load: Load
    stored: StoredStatus | None
    processes: ProcessesStatus | None = None
    on_page: bool = True
    launches: bool | None = True


class StatusReport:
    """Reports the state of posting and quotas in a server; `started` is when it was created."""

    def __init__(
        self,
        database: Database,
        quotas: Quotas,
        pool: WorkPool,
        now: Clock,
        processes: Processes,
    ) -> None:
        self._database = database
        self._quotas = quotas
        self._pool = pool
        self._now = now
        self._processes = processes
        self.started = now()

    @property
    def load(self) -> Load:
        """The current load of the workers."""
        return self._pool.load

    @property
    def processes(self) -> ProcessesStatus | None:
        """The bot processes that are alive; None if this one is alone."""
        if not self._processes.shared:
            return None
        alive, count = self._processes.alive, self._processes.shards.count
        return ProcessesStatus(
            alive=len(alive),
            shards_served=count - len(self._processes.unserved),
            shards=count,
            servers=sum(one.servers for one in alive),
        )

    async def read(self, server_id: int, person: int) -> StoredStatus | None:
        """The stored status for a manager of a server; None while the database is unreachable."""
        try:
            return await self._read(server_id, person)
        except StoreError as error:
            log.warning("status without the store", reason=type(error).__name__)
            return None

    async def _read(self, server_id: int, person: int) -> StoredStatus:
        now, start = self._now(), time.perf_counter()
        async with self._database.reading() as connection:
            setup = await setup_of(connection, server_id, now)
            last = await posts.last_sent(connection, server_id)
            made = [(track, await dailies.last_day(connection, track.value)) for track in Track]
        seconds = time.perf_counter() - start
        yours, servers_share = self._quotas.shares_of(person, server_id)
        left = await self._quotas.left(yours, servers_share)
        most = now.date() + timedelta(days=366)  # no daily is later, whatever is stored
        until = [_made_until(track, min(day, most)) for track, day in made if day is not None]
        return StoredStatus(
            seconds,
            min(until) if len(until) == len(Track) else None,
            last,
            setup,
            *(
                QuotaLeft(max(0, left[one] // 1000), one.limit // 1000)
                for one in (yours, servers_share)
            ),
        )


def _made_until(track: Track, day: date) -> date:
    """The day up to which no daily of a track is missing if the last one is of a day."""
    return next_of(track, day + timedelta(days=1)) - timedelta(days=1)
