"""Streaks: days in a row with at least one daily solved, whatever its track.

Days on which no daily could be played are skipped. Every day solved earns a seventh of a
freeze, and a missed day takes a whole one so that the streak goes on; without one it ends,
and what was earned of the next is gone. At most two freezes are kept: while there are two,
no more is earned.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from play.calendar import closes, opens, today

DAYS_PER_FREEZE = 7
MAX_FREEZES = 2
OUTAGE = timedelta(hours=1)
"""A day counts as an outage once the service was away for so long on it, all in all."""


@dataclass(frozen=True, slots=True)
class Streak:
    """How a person's streak stands on a day; `current` and `longest` count days solved."""

    current: int
    longest: int
    freezes: int
    """Whole freezes that are kept for days to come."""
    to_next_freeze: int
    """Days to be solved until one more is earned; 0 while no more can be kept."""
    open_today: bool
    """Whether a daily of today is there to be solved and none has been."""
    since: date | None
    """The first day of the current streak."""
    frozen: tuple[date, ...]
    """The missed days in the current streak that freezes bridged."""


@dataclass(slots=True)
class _StreakState:
    """The streak while the days go by; `credit` is what is earned, in days."""

    current: int = 0
    longest: int = 0
    credit: int = 0
    since: date | None = None
    frozen: tuple[date, ...] = ()

    def solve(self, day: date) -> None:
        self.since = self.since or day
        self.current += 1
        self.longest = max(self.longest, self.current)
        self.credit = min(self.credit + 1, MAX_FREEZES * DAYS_PER_FREEZE)

    def miss(self, day: date) -> None:
        if self.credit >= DAYS_PER_FREEZE:
            self.credit -= DAYS_PER_FREEZE
            self.frozen = (*self.frozen, day)
        else:
            self.current, self.credit, self.since, self.frozen = 0, 0, None, ()


def streak(solved: Collection[date], available: Collection[date], on: date) -> Streak:
    """The streak on a day, from the days of the dailies that were solved and available.

    `solved` has the days on which an attempt counts (`play.clock.is_ranked`); what was solved
    from the archive is not among them. `available` has the days on which dailies could be
    played, without outages; a day solved was available. Days after `on` are not looked at.
    The day itself may still be solved, so it never breaks anything.

    >>> days = [date(2026, 11, day) for day in range(1, 11)]
    >>> now = streak([*days[:7], *days[8:9]], days, days[9])  # the eighth was missed
    >>> now.current, now.freezes, now.frozen, now.open_today
    (8, 0, (datetime.date(2026, 11, 8),), True)
    """
    done = set(solved)
    run = _StreakState()
    for day in sorted(day for day in done.union(available) if day <= on):
        if day in done:
            run.solve(day)
        elif day < on:
            run.miss(day)
    freezes, part = divmod(run.credit, DAYS_PER_FREEZE)
    return Streak(
        current=run.current,
        longest=run.longest,
        freezes=freezes,
        to_next_freeze=0 if freezes == MAX_FREEZES else DAYS_PER_FREEZE - part,
        open_today=on in set(available) - done,
        since=run.since,
        frozen=run.frozen,
    )


def outage_days(outages: Iterable[tuple[datetime, datetime]]) -> frozenset[date]:
    """The days on which the service was away for at least `OUTAGE`, in whatever pieces.

    Each outage is an instant it began and one it ended, in any zones; they may overlap. Such
    days are left out of what is available, so those who missed them lose nothing.

    >>> night = datetime(2026, 11, 4, 23, 30, tzinfo=UTC), datetime(2026, 11, 5, 2, tzinfo=UTC)
    >>> outage_days([night])
    frozenset({datetime.date(2026, 11, 5)})
    """
    away: dict[date, timedelta] = {}
    for begin, end in _merge_overlapping(outages):
        day = today(begin)
        while opens(day) < end:
            part = min(end, closes(day)) - max(begin, opens(day))
            away[day] = away.get(day, timedelta()) + part
            day += timedelta(days=1)
    return frozenset(day for day, time in away.items() if time >= OUTAGE)


def _merge_overlapping(
    spans: Iterable[tuple[datetime, datetime]],
) -> list[tuple[datetime, datetime]]:
    merged: list[tuple[datetime, datetime]] = []
    for begin, end in sorted((one.astimezone(UTC), two.astimezone(UTC)) for one, two in spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif begin < end:
            merged.append((begin, end))
    return merged
