"""The time that counts: how long somebody took, and what help and mistakes add to it."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum

from play.calendar import is_open


class Help(Enum):
    """Help that somebody can ask for; the value names its field in `HelpCounts`."""

    NUDGE = "nudges"
    HINT = "hints"
    STEP = "steps"
    CHECK_COUNT = "counts"
    CHECK_WHERE = "wheres"
    CHECK_WHY = "whys"

    @property
    def penalty(self) -> int:
        """Seconds that it adds."""
        return _PENALTIES[self.value]


MISTAKE_PENALTY = 30
"""Seconds that a submission adds which is not the solution."""

_PENALTIES = {"nudges": 15, "hints": 30, "steps": 60, "counts": 20, "wheres": 30, "whys": 60}


@dataclass(frozen=True, slots=True)
class HelpCounts:
    """How often somebody had which help in an attempt, and submitted what was wrong.

    `nudges`, `hints` and `steps` are the three levels of a hint; `counts`, `wheres` and
    `whys` are checks that told how many marks are wrong, which, and why.

    >>> help_counts = HelpCounts().add(Help.HINT).add(Help.CHECK_COUNT).add_mistake()
    >>> help_counts.helps, help_counts.mistakes, help_counts.penalty
    (2, 1, 80)
    """

    nudges: int = 0
    hints: int = 0
    steps: int = 0
    counts: int = 0
    wheres: int = 0
    whys: int = 0
    mistakes: int = 0

    def add(self, help_: Help) -> "HelpCounts":
        """With one more help."""
        return replace(self, **{help_.value: self.count(help_) + 1})

    def add_mistake(self) -> "HelpCounts":
        """With one more wrong submission."""
        return replace(self, mistakes=self.mistakes + 1)

    def count(self, help_: Help) -> int:
        """How often somebody had that help."""
        number: int = getattr(self, help_.value)
        return number

    @property
    def helps(self) -> int:
        """How often somebody had help of any kind."""
        return sum(self.count(help_) for help_ in Help)

    @property
    def penalty(self) -> int:
        """Seconds that help and mistakes add in all."""
        helps = sum(help_.penalty * self.count(help_) for help_ in Help)
        return helps + MISTAKE_PENALTY * self.mistakes


def elapsed(shown: datetime, until: datetime) -> int:
    """Whole seconds from when the picture was first shown; a part of a second is left off.

    Nothing when the machine's clock was set back in between; ValueError without zones.

    >>> elapsed(datetime(2026, 11, 5, tzinfo=UTC), datetime(2026, 11, 5, 0, 1, 2, 900_000, UTC))
    62
    """
    if shown.tzinfo is None or until.tzinfo is None:
        raise ValueError("an instant needs a zone")
    # In UTC: two times of one zone are subtracted as its clocks show them, shifts and all.
    time = until.astimezone(UTC) - shown.astimezone(UTC)
    return max(time // timedelta(seconds=1), 0)


def ranked_seconds(shown: datetime, solved: datetime, help_counts: HelpCounts) -> int:
    """The time that leaderboards compare: what was elapsed, and the penalties."""
    return elapsed(shown, solved) + help_counts.penalty


def is_ranked(day: date, shown: datetime, solved: datetime | None, revealed: bool) -> bool:
    """Whether an attempt at a daily has a place on boards and makes a day of a streak.

    It does when it was begun and solved on the daily's own day and the solution was not
    revealed. A person has one attempt at a puzzle, so it is the first one.

    >>> noon, late = datetime(2026, 11, 5, 12, tzinfo=UTC), datetime(2026, 11, 6, tzinfo=UTC)
    >>> is_ranked(noon.date(), noon, noon, False), is_ranked(noon.date(), noon, late, False)
    (True, False)
    """
    return solved is not None and not revealed and is_open(day, shown) and is_open(day, solved)


def format_duration(seconds: int) -> str:
    """Seconds as people read them.

    >>> [format_duration(seconds) for seconds in (9, 252, 3_725, 360_000)]
    ['0:09', '4:12', '1:02:05', '100:00:00']
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
