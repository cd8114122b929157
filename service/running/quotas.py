"""Quotas, which keep the use of one person from taking the capacity of all others.

- **Work**: seconds that workers spend on slow jobs, by person and by server, per hour of the clock.
  `ChargedPool` (`workers.pool`) checks the quota before each such job and charges the time
  that the job took, whether it succeeded or not.
- **Puzzles** that are generated for a person, or that they provide, per day: all are stored.
- **Rate**: requests of a person per second, each with a weight that grows with its cost. The limit
  is too high to reach by hand. It is kept in memory; several processes keep it in the database.

Used amounts are stored, so they survive a restart. Quick jobs, as for a press of a button, only
count for the rate. Jobs without a requester, such as daily posts, are free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog
from cachetools import LRUCache
from msgspec import Struct

from play.calendar import closes, opens, today
from service.errors import InputError, Problem, QuotaUsed
from service.running.clock import Clock
from service.running.rate_limiter import BURST_SECONDS, SharedRateLimiter
from service.running.readers import Reader, begin_change
from store import deletions, outbox, quotas
from store.database import Database
from store.errors import StoreError
from store.records import PendingMessage, Quota
from store.transaction import Connection
from workers.errors import Busy, BusyReason

HOUR = timedelta(hours=1)
EXPORTS_PER_MINUTE = 1
"""Maximum number of personal data exports per person and minute."""
EXPORT_BURST_SECONDS = 120.0
"""The same for exports: three of them may be requested at once."""
MAX_FORGOTTEN = 10_000
"""Maximum number of people whose puzzles of the day count on after they deleted their data."""
PERSON_WORK, SERVER_WORK, PUZZLES = "work", "server's work", "puzzles"
"""Stored names of what is counted: the scopes of quotas."""

_current_server: ContextVar[int | None] = ContextVar("server of what is answered", default=None)
"""The server that the present task works for; None outside of servers."""

log = structlog.stdlib.get_logger(__name__)


class QuotaLimits(Struct, frozen=True):
    """Limits: seconds of work per hour, puzzles per day, and weight of requests per second
    (`person_pace`)."""

    person_seconds: int = 300
    server_seconds: int = 1800
    person_puzzles: int = 100
    person_pace: float = 15.0


class QuotaShare(Struct, frozen=True):
    """The share of a person or server in one kind of quota; `limit` in milliseconds of work."""

    scope: str
    subject: int
    limit: int

    def since(self, window: datetime) -> Quota:
        """The quota in the window that begins at an instant."""
        return Quota(self.scope, self.subject, window, self.limit)


class Quotas:
    """Checks, counts and stores the use of people and servers; `now` gives the current time.

    With `shared`, the rate of requests holds for all processes together. Work counts in all of them
    as soon as it is stored, every few seconds.
    """

    def __init__(
        self, database: Database, now: Clock, limits: QuotaLimits, *, shared: bool = False
    ) -> None:
        self._database = database
        self._now = now
        self._limits = limits
        self._unsaved: Counter[tuple[QuotaShare, datetime]] = Counter()
        self._begun: dict[int, datetime] = {}
        self._forgotten = LRUCache[tuple[int, datetime], int](MAX_FORGOTTEN)
        limiter = partial(SharedRateLimiter, database=database, shared=shared)
        self.rate_limiter = limiter("requests", limits.person_pace, BURST_SECONDS)
        self.exports = limiter("exports", EXPORTS_PER_MINUTE / 60, EXPORT_BURST_SECONDS)

    async def admit(self, person: int, server: int | None, weight: float = 1) -> None:
        """Start answering a person; further work of the present task is charged to the server too.

        The action counts `weight` times. Raises `Busy` if the person acts too fast.
        """
        _current_server.set(server)
        if not await self.rate_limiter.allows(person, weight):
            raise Busy(BusyReason.RATE)

    def shares_of(self, person: int, server: int | None) -> tuple[QuotaShare, ...]:
        """The shares of a person, and of the server if there is one."""
        own = QuotaShare(PERSON_WORK, person, self._limits.person_seconds * 1000)
        if server is None:
            return (own,)
        return own, QuotaShare(SERVER_WORK, server, self._limits.server_seconds * 1000)

    async def require(self, *shares: QuotaShare) -> None:
        """Raises `QuotaUsed` if one of the shares is used up.

        While the database is unreachable, only use that is not stored yet counts; the pool limits
        work anyway.
        """
        window = self._window()
        for share, left in (await self.left(*shares)).items():
            if left <= 0:
                raise QuotaUsed(window + HOUR, of_server=share.scope == SERVER_WORK)

    async def left(self, *shares: QuotaShare) -> dict[QuotaShare, int]:
        """Milliseconds left of shares; stored use is ignored while the database is unreachable."""
        window = self._window()
        try:
            async with self._database.reading() as connection:
                used = [await quotas.used(connection, share.since(window)) for share in shares]
        except StoreError as error:
            log.warning("quotas unknown", reason=type(error).__name__)
            used = [0] * len(shares)
        return {
            share: share.limit - stored - self._unsaved[share, window]
            for share, stored in zip(shares, used, strict=True)
        }

    async def open(self, person: int) -> Callable[[float], None]:
        """Check the shares for a job and return a function that charges its duration in seconds.

        They are the shares of the person, and of the server that the present task works for. Raises
        `QuotaUsed` if one of them is used up.
        """
        shares = self.shares_of(person, _current_server.get())
        begun = self._now()
        await self.require(*shares)
        return partial(self.charge, shares, begun=begun)

    def charge(
        self, shares: tuple[QuotaShare, ...], seconds: float, begun: datetime | None = None
    ) -> None:
        """Count used seconds of a job that was ordered at `begun`, or just now; `save` stores them.

        They are not stored if the person has deleted their data since then.
        """
        window, ordered = self._window(), begun or self._now()
        for share in shares:
            self._unsaved[share, window] += max(1, round(seconds * 1000))
            if share.scope == PERSON_WORK:
                self._begun[share.subject] = min(self._begun.get(share.subject, ordered), ordered)

    async def save(self) -> None:
        """Store the use counted since the last call, except that of people who deleted their data.

        Deletions of earlier days are not stored: so a person's work that began before today is
        dropped too. On failure the next call stores the use, unless the failure is in the commit:
        as it may be stored then, it is not counted again.
        """
        counted, self._unsaved = self._unsaved, Counter()
        begun, self._begun = self._begun, {}
        if not counted:
            return
        try:
            async with self._database.writing() as connection:
                dropped = await deletions.since(connection, begun)
                midnight = opens(today(self._now()))
                dropped |= {person for person, at in begun.items() if at < midnight}
                for (share, window), amount in sorted(counted.items(), key=_order):
                    if share.scope != PERSON_WORK or share.subject not in dropped:
                        await quotas.charge(connection, share.since(window), amount)
                counted, begun = Counter(), {}
        except BaseException:  # also on cancellation
            self._unsaved.update(counted)
            self._begun = self._begun | begun
            raise

    async def count_puzzle(self, reader: Reader) -> None:
        """Count one more puzzle of a person today; raises `InputError` if that is too many.

        Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """

        now = self._now()

        async def count(connection: Connection) -> None:
            await begin_change(connection, reader, now)
            await self.take_puzzle(connection, reader.person, now)

        await self._database.write(count)

    async def take_puzzle(self, connection: Connection, person: int, now: datetime) -> None:
        """Count one more puzzle of a person today, in the transaction that gives it to them.

        To be called under the lock of the person, in a use case that began at `now`. Raises
        `InputError` if that is too many, and `GoneError` if the person deleted their data since.
        """
        day, limit = today(self._now()), self._limits.person_puzzles
        left = limit - self._forgotten.get((person, opens(day)), 0)
        if not await quotas.take(connection, Quota(PUZZLES, person, opens(day), left), now):
            raise InputError(Problem.PUZZLES_USED, {"count": limit, "resets_at": closes(day)})

    async def allow_once(
        self, reader: Reader, what: str, pause: timedelta, messages: Sequence[PendingMessage] = ()
    ) -> bool:
        """Whether a person may do `what`, allowed once per `pause`; if so, it is counted, and
        `messages` are stored in the outbox.

        Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """
        now = self._now()
        seconds, step = int(now.timestamp()), int(pause.total_seconds())
        window = datetime.fromtimestamp(seconds - seconds % step, UTC)
        quota = Quota(what, reader.person, window, 1)

        async def take(connection: Connection) -> bool:
            await begin_change(connection, reader, now)
            if not await quotas.take(connection, quota, now):
                return False
            await outbox.add(connection, *messages)
            return True

        return await self._database.write(take)

    async def puzzles(self, connection: Connection, person: int) -> int:
        """The number of puzzles of a person today that is stored."""
        limit = self._limits.person_puzzles
        quota = Quota(PUZZLES, person, opens(today(self._now())), limit)
        return await quotas.used(connection, quota)

    def forget(self, person: int, puzzles: int) -> None:
        """Drop the use of a person that is not stored yet, as their data is deleted.

        The `puzzles` that they had today, which were stored, count on in this process until the
        day ends: otherwise they could store any number by deleting their data again and again.
        """
        key = person, opens(today(self._now()))
        self._forgotten[key] = self._forgotten.get(key, 0) + puzzles
        for share, window in [*self._unsaved]:
            if share.scope == PERSON_WORK and share.subject == person:
                del self._unsaved[share, window]

    def _window(self) -> datetime:
        """The start of the current hour."""
        return self._now().replace(minute=0, second=0, microsecond=0)


def _order(counted: tuple[tuple[QuotaShare, datetime], int]) -> tuple[str, int, datetime]:
    """The order in which rows are locked, the same in all processes, so that none deadlock."""
    (share, window), _ = counted
    return share.scope, share.subject, window
