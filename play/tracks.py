"""The tracks of dailies: one row for each, with all that sets it apart from the others.

Elsewhere code asks the row of a track, and names no single track. A further track is a further
member of `Track` with its row, and a translation of its title.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from msgspec import Struct

from play.calendar import SATURDAY, SUNDAY, week_of
from puzzle.grid import SQUARE
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.rules import PLAIN, Rules

_DAY = timedelta(days=1)

_Value = TypeVar("_Value")


class BoardSize(NamedTuple):
    """The size of a board, in cells on squares, its tiling and its rules.

    >>> str(BoardSize(rows=4, cols=5))
    '5x4'
    """

    rows: int
    cols: int
    tiling: str = SQUARE
    rules: Rules = PLAIN

    def __str__(self) -> str:
        return f"{self.cols}x{self.rows}"


class StreakKind(Enum):
    """The streaks that a person has: one of larger boards, and one of minis."""

    LARGE = auto()
    MINI = auto()


EVERY_DAY, WEEKEND = frozenset(range(7)), frozenset({SATURDAY, SUNDAY})
"""Days of the week as `date.weekday` numbers them."""


class TrackRules(Struct, frozen=True):
    """What sets a track apart: its board and level on each day, and what its dailies count for."""

    title: LazyMessage
    size: Callable[[date], BoardSize]
    level: Callable[[date], str]
    """The name of a level of the generator, in small letters."""
    streak: StreakKind | None = StreakKind.LARGE
    """The streak that its dailies count for; None for none."""
    weekdays: frozenset[int] = EVERY_DAY
    """The days of the week on which it has a daily."""
    short_loop: bool = False
    """Whether its loops are short, on boards with too few cells for a symmetry of the clues."""


def _always(value: _Value) -> Callable[[date], _Value]:
    """The same on every day."""
    return lambda _: value


def _on(weekdays: Collection[int], value: _Value, other: _Value) -> Callable[[date], _Value]:
    """One value on some days of the week, and another one on the others."""
    return lambda day: value if day.weekday() in weekdays else other


def _weekly(values: Sequence[_Value]) -> Callable[[date], _Value]:
    """One value after another, each for a week."""
    return lambda day: values[week_of(day) % len(values)]


SPECIALS = (
    BoardSize(8, 8, "honeycomb"),
    BoardSize(6, 6, "cairo"),
    BoardSize(3, 4, "kites"),
    BoardSize(6, 6, "triangular"),
    BoardSize(4, 4, "great-hexagonal"),
    BoardSize(5, 5, "snub-square"),
    BoardSize(6, 6, "octagonal"),
    BoardSize(9, 9, rules=Rules("full")),
    BoardSize(4, 4, "floret"),
    BoardSize(9, 9, rules=Rules("sheep-wolf")),
    BoardSize(5, 5, "kagome"),
    BoardSize(7, 3, "dodecagonal"),
    BoardSize(5, 3, "compass-dodecagonal"),
    BoardSize(5, 3, "great-dodecagonal"),
    BoardSize(4, 2, "great-great-dodecagonal"),
)
"""The boards of the Sunday special, one after another, each on another tiling or of other rules
than the everyday dailies: of 45 to 90 cells, with clues that are at least 8 pixels high on a phone.
The place of a board that was a special once must stay."""
_SPECIAL_LEVELS = tuple(
    ("normal", "hard")[(turn + week) % 2] for turn in range(2) for week in range(len(SPECIALS))
)
"""Their levels, by turns; each board has the other level the next time, also if their number is
even."""


class Track(Enum):
    """A series of dailies, in the order in which they are shown and posted.

    The value of a member is stored in the database.

    >>> Track("mini").rules.short_loop
    True
    """

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    MINI = "mini"
    SPECIAL = "special"

    @property
    def rules(self) -> TrackRules:
        """The row of the track in `RULES`."""
        return RULES[self]


STORED = frozenset(track.value for track in Track)


def is_track(value: str) -> bool:
    """Whether a stored value is that of a track; a newer version may know more of them.

    >>> is_track("mini"), is_track("giant")
    (True, False)
    """
    return value in STORED


RULES: Mapping[Track, TrackRules] = MappingProxyType(
    {
        Track.EASY: TrackRules(lazy("Easy"), _always(BoardSize(7, 7)), _always("easy")),
        Track.NORMAL: TrackRules(lazy("Normal"), _always(BoardSize(10, 10)), _always("normal")),
        Track.HARD: TrackRules(
            lazy("Hard"), _on({SUNDAY}, BoardSize(15, 15), BoardSize(12, 12)), _always("hard")
        ),
        Track.MINI: TrackRules(
            lazy("Mini"),
            _on(WEEKEND, BoardSize(5, 5), BoardSize(4, 5)),
            _on(WEEKEND, "hard", "normal"),
            streak=StreakKind.MINI,
            short_loop=True,
        ),
        Track.SPECIAL: TrackRules(
            lazy("Sunday special"),
            _weekly(SPECIALS),
            _weekly(_SPECIAL_LEVELS),
            streak=None,
            weekdays=frozenset({SUNDAY}),
        ),
    }
)

DEFAULT_TRACK = Track.NORMAL
"""The track that is shown to a person who names none."""
BEGINNERS_TRACK = Track.EASY
"""The track to which the course leads."""

STARTING_TRACKS = (Track.EASY, Track.NORMAL)
"""The tracks that are chosen for a server whose managers have chosen none."""

EVERYDAY = tuple(track for track in Track if track.rules.weekdays == EVERY_DAY)
"""The tracks that have a daily every day."""


def tracks_of(day: date) -> tuple[Track, ...]:
    """The tracks that have a daily on a day: the special on Sundays only.

    >>> [len(tracks_of(date(2026, 11, day))) for day in (6, 7, 8, 9)]
    [4, 4, 5, 4]
    """
    return tuple(track for track in Track if day.weekday() in track.rules.weekdays)


def latest_of(track: Track, day: date) -> date:
    """The last day, up to a day, on which a track has a daily.

    >>> latest_of(Track.SPECIAL, date(2026, 11, 6)).isoformat()
    '2026-11-01'
    """
    return _nearest(track, day, -_DAY)


def next_of(track: Track, day: date) -> date:
    """The first day, from a day on, on which a track has a daily.

    >>> next_of(Track.SPECIAL, date(2026, 11, 6)).isoformat()
    '2026-11-08'
    """
    return _nearest(track, day, _DAY)


def _nearest(track: Track, day: date, step: timedelta) -> date:
    while day.weekday() not in track.rules.weekdays:
        day += step
    return day


def size(track: Track, day: date) -> BoardSize:
    """The size of a track's board on a day; Sunday's hard board and minis at weekends are larger.

    The special has another tiling, or other rules, every week.

    >>> [str(size(track, date(2026, 11, 6))) for track in EVERYDAY]
    ['7x7', '10x10', '12x12', '5x4']
    >>> [str(size(track, date(2026, 11, 8))) for track in EVERYDAY]
    ['7x7', '10x10', '15x15', '5x5']
    >>> size(Track.SPECIAL, date(2026, 11, 8)).tiling
    'cairo'
    """
    return track.rules.size(day)
