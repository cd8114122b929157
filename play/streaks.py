"""Streaks: consecutive days with at least one ranked daily solved.

The tracks of larger boards share a streak. The mini has one of its own, so that a minute a day does
not keep the other one going. The Sunday special counts for no streak.

Days on which no daily could be played are skipped. Every solved day earns a seventh of a freeze. A
missed day uses up a whole freeze and the streak continues; without one the streak ends, and the
part of a freeze earned so far is lost. At most two freezes are kept: while there are two, no more
are earned.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

from play.calendar import closes, opens, today
from play.tracks import StreakKind, Track

StreakTracks = tuple[Track, ...]
"""The tracks that share a streak."""


def tracks_with(streak: StreakKind | None) -> StreakTracks:
    """The tracks that count for a streak; none for no streak.

    >>> [track.value for track in tracks_with(StreakKind.LARGE)], tracks_with(None)
    (['easy', 'normal', 'hard'], ())
    """
    if streak is None:
        return ()
    return tuple(track for track in Track if track.rules.streak is streak)


LARGE_TRACKS, MINI_TRACKS = tracks_with(StreakKind.LARGE), tracks_with(StreakKind.MINI)

DAYS_PER_FREEZE = 7
"""Number of solved days that earn a freeze."""
MAX_FREEZES = 2
"""Maximum number of freezes that are kept."""
OUTAGE = timedelta(hours=1)
"""Minimum total downtime in a day that makes it a day of outage."""


class Streak(Struct, frozen=True):
    """A person's streak as of a day; `current` and `longest` count solved days."""

    current: int
    longest: int
    freezes: int
    """Number of whole freezes that are kept."""
    to_next_freeze: int
    """Days to be solved until the next freeze; 0 while the maximum is kept."""
    open_today: bool
    """Whether a daily of today is available and none has been solved."""
    since: date | None
    """The first day of the current streak."""
    frozen: tuple[date, ...]
    """Missed days in the current streak that freezes bridged."""


class _StreakState(Struct):
    """The state of a streak while days are processed; `credit` is the days earned for freezes."""

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
    """The streak as of a day, from the days that were solved and available.

    `solved` has the days with a ranked attempt (`play.clock.is_ranked`), without solves from the
    archive. `available` has the days on which dailies could be played, without outages; a solved
    day is always available. Days after `on` are ignored. The day `on` can still be solved, so it
    never ends a streak.

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
    """The days on which the service was down for at least `OUTAGE` in total.

    An outage is a pair of its first and last instant, in any time zones; outages may overlap. These
    days are not available, so people who missed them lose nothing.

    >>> night = datetime(2026, 11, 4, 23, 30, tzinfo=UTC), datetime(2026, 11, 5, 2, tzinfo=UTC)
    >>> outage_days([night])
    frozenset({datetime.date(2026, 11, 5)})
    """
    downtime: dict[date, timedelta] = {}
    for begin, end in _merge_overlapping(outages):
        day = today(begin)
        while opens(day) < end:
            part = min(end, closes(day)) - max(begin, opens(day))
            downtime[day] = downtime.get(day, timedelta()) + part
            day += timedelta(days=1)
    return frozenset(day for day, time in downtime.items() if time >= OUTAGE)


def _merge_overlapping(
    spans: Iterable[tuple[datetime, datetime]],
) -> list[tuple[datetime, datetime]]:
    """Spans in UTC and in order, with overlapping ones joined and empty ones removed."""
    merged: list[tuple[datetime, datetime]] = []
    for begin, end in sorted((one.astimezone(UTC), two.astimezone(UTC)) for one, two in spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif begin < end:
            merged.append((begin, end))
    return merged
