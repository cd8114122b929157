"""Solving times, and the penalties that help and mistakes add to them."""

from datetime import UTC, date, datetime, timedelta
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from play.calendar import is_open


class Help(Enum):
    """A kind of help; the value is the name of its field in `HelpCounts`."""

    NUDGE = "nudges"
    HINT = "hints"
    STEP = "steps"
    CHECK_COUNT = "count_checks"
    CHECK_WHERE = "place_checks"
    CHECK_WHY = "reason_checks"

    @property
    def penalty(self) -> int:
        """Seconds that one use adds to the solving time."""
        return _PENALTIES[self.value]

    @property
    def is_check(self) -> bool:
        """Whether it is a check, not a hint; each kind counts apart."""
        return self.value.endswith("checks")


MISTAKE_PENALTY = 30
"""Seconds that a wrong submission adds to the solving time."""

_PENALTIES = {
    "nudges": 15,
    "hints": 30,
    "steps": 60,
    "count_checks": 20,
    "place_checks": 30,
    "reason_checks": 60,
}


class HelpCounts(Struct, frozen=True):
    """How often each kind of help was used in an attempt, and the number of wrong submissions.

    `nudges`, `hints` and `steps` are the three levels of a hint. `count_checks`, `place_checks` and
    `reason_checks` are checks that report how many marks are wrong, which, and why.

    >>> help_counts = HelpCounts().add(Help.HINT).add(Help.CHECK_COUNT).add_mistake()
    >>> help_counts.helps, help_counts.mistakes, help_counts.penalty
    (2, 1, 80)
    """

    nudges: int = 0
    hints: int = 0
    steps: int = 0
    count_checks: int = 0
    place_checks: int = 0
    reason_checks: int = 0
    mistakes: int = 0

    def add(self, help_: Help, instead: Help | None = None) -> "HelpCounts":
        """The counts with one more use of a kind of help, and one less of another."""
        counts = (
            self if instead is None else replace(self, **{instead.value: self.count(instead) - 1})
        )
        return replace(counts, **{help_.value: counts.count(help_) + 1})

    def add_mistake(self) -> "HelpCounts":
        """The counts with one more wrong submission."""
        return replace(self, mistakes=self.mistakes + 1)

    def count(self, help_: Help) -> int:
        """The number of uses of a kind of help."""
        number: int = getattr(self, help_.value)
        return number

    @property
    def helps(self) -> int:
        """The number of uses of help of any kind."""
        return sum(self.count(help_) for help_ in Help)

    @property
    def penalty(self) -> int:
        """Seconds that help and mistakes add in total."""
        helps = sum(help_.penalty * self.count(help_) for help_ in Help)
        return helps + MISTAKE_PENALTY * self.mistakes


def elapsed(shown: datetime, until: datetime) -> int:
    """Whole seconds since the picture was first shown, rounded down.

    0 if the machine's clock was set back in between. Raises `ValueError` for datetimes without time
    zones.

    >>> elapsed(datetime(2026, 11, 5, tzinfo=UTC), datetime(2026, 11, 5, 0, 1, 2, 900_000, UTC))
    62
    """
    if shown.tzinfo is None or until.tzinfo is None:
        raise ValueError("an instant needs a zone")
    # In UTC, as Python ignores clock changes between two datetimes of the same zone.
    time = until.astimezone(UTC) - shown.astimezone(UTC)
    return max(time // timedelta(seconds=1), 0)


def is_ranked(
    day: date, shown: datetime, solved: datetime | None, revealed: bool, replayed: bool = False
) -> bool:
    """Whether an attempt at a daily counts for leaderboards and streaks.

    It does if it was begun and solved on the daily's own day and the solution was not revealed. A
    person has only one attempt at a puzzle; one that is `replayed`, because the first one was
    deleted while the daily was live, does not count.

    >>> noon, late = datetime(2026, 11, 5, 12, tzinfo=UTC), datetime(2026, 11, 6, tzinfo=UTC)
    >>> is_ranked(noon.date(), noon, noon, False), is_ranked(noon.date(), noon, late, False)
    (True, False)
    """
    if solved is None or revealed or replayed:
        return False
    return is_open(day, shown) and is_open(day, solved)


def format_duration(seconds: int) -> str:
    """A duration in seconds as `M:SS` or `H:MM:SS`.

    >>> [format_duration(seconds) for seconds in (9, 252, 3_725, 360_000)]
    ['0:09', '4:12', '1:02:05', '100:00:00']
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
