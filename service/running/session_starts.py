"""When a connection to Discord's gateway may identify, which starts a session.

Discord limits how many sessions start in a day, and how many in five seconds. Beyond the first
limit it ends all connections and withdraws the token; a bot that crashes and restarts every five
seconds uses it up in hours. Both limits hold for all processes together.

Source: https://discord.com/developers/docs/events/gateway#session-start-limit-object
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta

import structlog
from msgspec import Struct, field
from msgspec.structs import replace

from service.running.clock import Clock
from store import identify_turns
from store.database import Database
from store.errors import StoreError
from store.identify_turns import IdentifyTurn

LATEST = 1.0
"""Seconds after its turn within which a connection may identify; it has to be opened before."""
GAP = timedelta(seconds=5.25 + LATEST)
"""Time between two turns of a bucket; Discord requires five seconds between two starts."""
SCARCE_PART = 10
"""The last of this many parts of the starts of a day is spread over the time until the next day."""
SCARCE = -1
"""The bucket of turns while starts are scarce; the others are counted from 0."""
REFETCH_SECONDS = 60.0
"""Seconds after which the limit is fetched again."""

log = structlog.stdlib.get_logger(__name__)


class StartLimit(Struct, frozen=True):
    """Discord's limit: `remaining` of `total` starts, until `reset_seconds` have passed.

    At most `max_concurrency` connections may identify in five seconds, one in each bucket.
    """

    total: int
    remaining: int
    reset_seconds: float
    max_concurrency: int = 1

    @property
    def pause(self) -> timedelta:
        """The time between starts while these are scarce; 0 while there are plenty.

        >>> StartLimit(1000, 101, 3600).pause, StartLimit(1000, 100, 3600).pause
        (datetime.timedelta(0), datetime.timedelta(seconds=36))
        """
        if self.remaining > self.total // SCARCE_PART:
            return timedelta()
        return timedelta(seconds=self.reset_seconds / max(self.remaining, 1))


class SessionStarts(Struct, eq=False):
    """Makes connections wait until they may identify.

    `fetch` requests the limit from Discord. `shared` is whether other processes identify too: then
    turns are reserved in the database. `clock` returns seconds, and `sleep` waits for some.
    """

    database: Database
    now: Clock
    fetch: Callable[[], Awaitable[StartLimit]]
    shared: bool
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _limit: StartLimit | None = None
    _fetched: float = 0.0
    _scarce_at: float | None = None
    _permitted: set[int] = field(default_factory=set)
    _turns: dict[int, float] = field(default_factory=dict)
    _last_turns: dict[int, float] = field(default_factory=dict)

    @property
    def remaining(self) -> int | None:
        """The number of starts remaining today, by the last limit fetched; None before the first.

        Later starts of this process are subtracted, those of other processes are not.
        """
        return None if self._limit is None else self._limit.remaining

    @property
    def wait_seconds(self) -> float:
        """Seconds until the next start of this process because starts are scarce; 0 without one."""
        return 0.0 if self._scarce_at is None else max(0.0, self._scarce_at - self.clock())

    def note(self, limit: StartLimit) -> None:
        """Store a limit that was just received from Discord."""
        self._limit, self._fetched = limit, self.clock()

    async def until_permitted(self) -> None:
        """Wait while starts are scarce, until it is this process's turn."""
        while True:
            limit = await self._current()
            if limit is None or not limit.pause:
                self._scarce_at = None
                return
            if self._scarce_at is None:
                self._scarce_at = self.clock() + await self._scarce_wait(limit)
            if not limit.remaining:
                self._scarce_at = self.clock() + limit.reset_seconds
            seconds = self.wait_seconds
            if seconds <= 0:
                self._scarce_at = None
                return
            log.warning("few session starts left", left=limit.remaining, waiting=round(seconds))
            await self.sleep(max(1.0, min(seconds, REFETCH_SECONDS)))
            self._limit = None  # it may have been reset

    async def until_turn(self, shard: int) -> None:
        """Wait until a shard may connect and then identify: turns of a bucket are `GAP` apart.

        A turn that is not used, because waiting was interrupted or the connection failed, is kept
        until `LATEST` seconds after it.
        """
        if shard not in self._permitted:
            await self.until_permitted()
            self._permitted.add(shard)
        turn = self._turns.get(shard)
        if turn is None or self.clock() > turn + LATEST:
            turn = self._turns[shard] = self.clock() + await self._next_turn(shard)
        await self.sleep(max(0.0, turn - self.clock()))

    async def use_turn(self, shard: int) -> None:
        """Use the turn of a shard, which identifies now; wait for another one if it is too late."""
        await self.until_turn(shard)
        del self._turns[shard]
        self._permitted.discard(shard)
        if self._limit is not None:  # until it is fetched again
            self._limit = replace(self._limit, remaining=max(0, self._limit.remaining - 1))

    async def _next_turn(self, shard: int) -> float:
        """Reserve a turn; returns the seconds until then."""
        limit = await self._current()
        bucket = shard % (limit.max_concurrency if limit else 1)
        if not self.shared:
            now, gap = self.clock(), GAP.total_seconds()
            at = self._last_turns[bucket] = max(now, self._last_turns.get(bucket, -gap) + gap)
            return at - now
        turn = await self._reserve(bucket, GAP)
        if turn is None:
            return GAP.total_seconds()
        seconds = round(turn.seconds, 1)
        log.info("turn to identify", shard=shard, at=turn.at.isoformat(), seconds=seconds)
        return turn.seconds

    async def _scarce_wait(self, limit: StartLimit) -> float:
        turn = await self._reserve(SCARCE, limit.pause)
        return limit.pause.total_seconds() if turn is None else turn.seconds

    async def _reserve(self, bucket: int, gap: timedelta) -> IdentifyTurn | None:
        """Reserve a turn in the database; None while it is unavailable."""
        try:
            async with self.database.writing() as connection:
                return await identify_turns.reserve(connection, bucket, gap, self.now())
        except StoreError as error:
            log.warning("turn not reserved", reason=type(error).__name__)
            return None

    async def _current(self) -> StartLimit | None:
        """The limit, fetched again after `REFETCH_SECONDS`; None if it was never received."""
        if self._limit is None or self.clock() - self._fetched > REFETCH_SECONDS:
            try:
                self.note(await self.fetch())
            except Exception as error:  # whatever the front end raises: connecting will fail too
                log.warning("session starts unknown", reason=type(error).__name__)
        return self._limit
