"""Who may have how much, so that nobody's use leaves too little for everybody else.

- **Work**: seconds that workers spend on slow jobs, by person and by server, in an hour of the
  clock. `ChargedPool` (`workers.pool`) asks
  before each such job and charges what it took, whatever came of it.
- **Puzzles** made for a person or brought along in a day: all of them are stored.
- **Pace**: commands and presses of a person in a second. It is so generous that nobody meets it
  who presses by hand, and is remembered by this process alone.

What was used stands in the store, so a restart forgets nothing. Quick jobs, as for a pressed
button, cost nothing but their pace, and so does what nobody asked for, such as daily posts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog

from play.calendar import closes, opens, today
from service.clock import Clock
from service.errors import InputError, Problem, QuotaUsed
from store import quotas
from store.database import Database
from store.errors import StoreError
from store.records import Quota
from workers.errors import Busy, BusyReason

HOUR = timedelta(hours=1)
BURST_SECONDS = 4.0
"""Who did nothing for a while may do at once what their pace allows in so many seconds."""
EXPORTS_PER_MINUTE = 1
"""Files with all that is stored of somebody."""
EXPORT_BURST_SECONDS = 120.0
"""Two minutes' worth of them, and one more, may be asked for at once."""
MAX_TRACKED_PEOPLE = 10_000
"""With more people than this, those who are not in a hurry are forgotten."""
PERSON_WORK, SERVER_WORK, PUZZLES = "work", "server's work", "puzzles"
"""What is counted, as it is stored."""

_current_server: ContextVar[int | None] = ContextVar("server of what is answered", default=None)

log = structlog.stdlib.get_logger(__name__)


class RateLimiter:
    """How quickly each person does one thing after another.

    >>> times = iter([0.0] * 5 + [0.3] * 2)
    >>> rate_limiter = RateLimiter(per_second=5, burst=0.2, clock=lambda: next(times))
    >>> [rate_limiter.allows(7) for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(
        self,
        per_second: float,
        burst: float = BURST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._interval = 1 / per_second
        self._burst = burst
        self._clock = clock
        self._arrival_times: dict[int, float] = {}

    def is_limited(self, person: int) -> bool:
        """Whether somebody has to wait before the next thing."""
        now = self._clock()
        return self._arrival_times.get(person, now) - now > self._burst

    def allows(self, person: int) -> bool:
        """Whether somebody may do one thing more now; if so, it is counted.

        It is as a queue of which only the length is known: each thing in it takes its time.
        """
        if self.is_limited(person):
            return False
        now = self._clock()
        self._arrival_times[person] = (
            max(self._arrival_times.get(person, now), now) + self._interval
        )
        if len(self._arrival_times) > MAX_TRACKED_PEOPLE:
            self._arrival_times = {
                one: due for one, due in self._arrival_times.items() if due > now
            }
        return True


@dataclass(frozen=True, slots=True)
class QuotaLimits:
    """What people and servers may have: seconds of work in an hour, puzzles in a day, and
    commands and presses in a second."""

    person_seconds: int = 300
    server_seconds: int = 1800
    person_puzzles: int = 100
    person_pace: float = 15.0


@dataclass(frozen=True, slots=True)
class QuotaShare:
    """What somebody may have of something; `limit` in milliseconds."""

    scope: str
    subject: int
    limit: int

    def since(self, window: datetime) -> Quota:
        """Of a window of time."""
        return Quota(self.scope, self.subject, window, self.limit)


class Quotas:
    """The accounts of people and servers, in a database, at the time of a clock."""

    def __init__(self, database: Database, now: Clock, limits: QuotaLimits) -> None:
        self._database = database
        self._now = now
        self._limits = limits
        self._unsaved: Counter[tuple[QuotaShare, datetime]] = Counter()
        self.rate_limiter = RateLimiter(limits.person_pace)
        self.exports = RateLimiter(EXPORTS_PER_MINUTE / 60, EXPORT_BURST_SECONDS)

    def admit(self, person: int, server: int | None) -> None:
        """Begin to answer somebody; what the present task has done counts for that server.

        Raises `Busy` for who is in too great a hurry.
        """
        _current_server.set(server)
        if not self.rate_limiter.allows(person):
            raise Busy(BusyReason.PACE)

    def current_shares(self, person: int) -> tuple[QuotaShare, ...]:
        """The shares from which work for a person is taken where the present task answers."""
        return self.shares_of(person, _current_server.get())

    def shares_of(self, person: int, server: int | None) -> tuple[QuotaShare, ...]:
        """The shares of a person, and of the server where they ask, if it is in one."""
        own = QuotaShare(PERSON_WORK, person, self._limits.person_seconds * 1000)
        if server is None:
            return (own,)
        return own, QuotaShare(SERVER_WORK, server, self._limits.server_seconds * 1000)

    async def require(self, *shares: QuotaShare) -> None:
        """Raises `QuotaUsed` where nothing is left.

        While the store is away everybody may go on: the pool is bounded all the same.
        """
        window = self._window()
        for share, left in (await self.left(*shares)).items():
            if left <= 0:
                raise QuotaUsed(window + HOUR, of_server=share.scope == SERVER_WORK)

    async def left(self, *shares: QuotaShare) -> dict[QuotaShare, int]:
        """How many milliseconds are left of shares; all of them while the store is away."""
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
        """Open the account of a job: what is returned charges the seconds that it took.

        They go to the shares of the person, and of the server where the present task answers.
        Raises `QuotaUsed` where nothing is left.
        """
        shares = self.current_shares(person)
        await self.require(*shares)
        return partial(self.charge, shares)

    def charge(self, shares: tuple[QuotaShare, ...], seconds: float) -> None:
        """Count what was used; it is stored by the next `save`."""
        window = self._window()
        for share in shares:
            self._unsaved[share, window] += max(1, round(seconds * 1000))

    async def save(self) -> None:
        """Store what was counted since the last time."""
        counted, self._unsaved = self._unsaved, Counter()
        if not counted:
            return
        try:
            async with self._database.writing() as connection:
                for (share, window), amount in counted.items():
                    await quotas.charge(connection, share.since(window), amount)
        except BaseException:  # also when the task is ended: the next one stores it
            self._unsaved.update(counted)
            raise

    async def count_puzzle(self, person: int) -> None:
        """Count one more puzzle for somebody today; `InputError` where that is too many."""
        day, limit = today(self._now()), self._limits.person_puzzles
        async with self._database.writing() as connection:
            if not await quotas.take(connection, Quota(PUZZLES, person, opens(day), limit)):
                raise InputError(Problem.PUZZLES_USED, {"count": limit, "left": closes(day)})

    async def allow_once(self, what: str, person: int, pause: timedelta) -> bool:
        """Whether somebody may do a thing that is done once in so much time; then it is counted."""
        seconds, step = int(self._now().timestamp()), int(pause.total_seconds())
        window = datetime.fromtimestamp(seconds - seconds % step, UTC)
        async with self._database.writing() as connection:
            return await quotas.take(connection, Quota(what, person, window, 1))

    def forget(self, person: int) -> None:
        """Count nothing of a person who is to be forgotten, as far as it is not stored."""
        for share, window in [*self._unsaved]:
            if share.scope == PERSON_WORK and share.subject == person:
                del self._unsaved[share, window]

    def _window(self) -> datetime:
        """When the present hour began."""
        return self._now().replace(minute=0, second=0, microsecond=0)
