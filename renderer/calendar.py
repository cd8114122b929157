"""Calendars of several weeks, with a loop around the days on which a daily was solved."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from puzzle.grid import square_grid
from renderer.drawable import Drawable
from renderer.limits import ImageLimits
from renderer.scene import Scene, loop_around, rectangle
from renderer.shapes import Shape, ShapeRole, Symbol, Text

CALENDAR_LIMITS = ImageLimits(max_bytes=2**20, max_side=640)
WEEKS = 6
"""The number of weeks unless another one is asked for."""
DAYS = 7
LEFT, TOP, RIGHT, BOTTOM = 1.7, 0.4, 0.4, 0.4
"""Free space around the grid of days, in cells; the dates of Mondays are on the left."""
LABEL_X = -0.9
"""Horizontal centre of the dates of Mondays, in cells."""
LABEL_SCALE = 1.1
NUMBER_SCALE = 0.8
"""Factors for the font sizes of labels and clues in the theme."""
MAX_DAYS_LISTED = 8
"""Maximum number of days of one kind that the alt text lists; more days are only counted."""

CALENDAR = Message("Calendar from {first} to {last}.")
SOLVED = Plural("A daily was solved on {count} day.", "A daily was solved on {count} days.")
MISSED = Message("None on {days}.")
FROZEN = Message("Bridged by a freeze: {days}.")
SKIPPED = Message("Skipped, as the service was away: {days}.")
COUNTED = Plural("{count} day", "{count} days")


class Calendar(Struct, Drawable, frozen=True):
    """A calendar of some weeks, Monday to Sunday, that ends with the week of the day `last`.

    Days in `solved` are enclosed by a line, days in `frozen` have a ring, days in `skipped`
    have a cross. Days after `last` or before `first` are empty, and so are those that are not in
    `only`. The alt text is in the language of `locale`. It does not count `last` as missed, because
    that may still be solved.

    >>> day = date(2026, 11, 5)
    >>> calendar = Calendar(day, frozenset({day}), first=date(2026, 11, 4))
    >>> calendar.png()[:4]
    b'\\x89PNG'
    >>> calendar.alt
    'Calendar from 2026-11-04 to 2026-11-05. A daily was solved on 1 day. None on 2026-11-04.'
    """

    LIMITS = CALENDAR_LIMITS
    last: date
    solved: frozenset[date]
    frozen: frozenset[date] = frozenset()
    skipped: frozenset[date] = frozenset()
    first: date | None = None
    theme: str = "light"
    locale: str = "en"
    weeks: int = WEEKS
    only: frozenset[date] | None = None

    @property
    def monday(self) -> date:
        """The Monday of the first week, in the top left corner."""
        return self.last - timedelta(days=self.last.weekday() + DAYS * (self.weeks - 1))

    @property
    def days(self) -> tuple[date, ...]:
        """The days shown, in order."""
        begin = max(self.monday, self.first or self.monday)
        every = (begin + timedelta(days=n) for n in range((self.last - begin).days + 1))
        return tuple(day for day in every if self.only is None or day in self.only)

    @property
    def scene(self) -> Scene:
        """The shapes of the calendar."""
        box = -LEFT, -TOP, DAYS + RIGHT, self.weeks + BOTTOM
        shapes = (
            rectangle(ShapeRole.BOARD, box),
            *self._solved_days(),
            *self._date_labels(),
            *self._lines(),
        )
        return Scene(box, shapes)

    @property
    def alt(self) -> str:
        """The alt text of the calendar."""
        localizer, days = localizer_for(self.locale), self.days
        say = localizer.say
        solved = [day for day in days if day in self.solved]
        sentences = [say(CALENDAR, first=days[0] if days else self.last, last=self.last)]
        sentences.append(say(SOLVED, len(solved), count=len(solved)))
        not_missed = {*self.solved, *self.frozen, *self.skipped, self.last}
        for message, kind in (
            (MISSED, [day for day in days if day not in not_missed]),
            (FROZEN, [day for day in days if day in self.frozen]),
            (SKIPPED, [day for day in days if self._is_skipped(day)]),
        ):
            if kind:
                sentences.append(say(message, days=_listed(localizer, kind)))
        return localizer.gap.join(sentences)

    def _is_skipped(self, day: date) -> bool:
        return day in self.skipped and day not in self.solved

    def _place(self, day: date) -> tuple[int, int]:
        """The row and column of a day."""
        return divmod((day - self.monday).days, DAYS)

    def _solved_days(self) -> Iterator[Shape]:
        """The shaded squares of the days solved."""
        for day in self.days:
            if day in self.solved:
                row, col = map(float, self._place(day))
                yield rectangle(ShapeRole.INSIDE, (col, row, col + 1, row + 1))

    def _date_labels(self) -> Iterator[Shape]:
        """The dates of Mondays, the days of the month, rings and crosses."""
        for row in range(self.weeks):
            monday = self.monday + timedelta(days=DAYS * row)
            yield Text(ShapeRole.LABEL, (LABEL_X, row + 0.5), f"{monday:%m-%d}", LABEL_SCALE)
        for day in self.days:
            row, col = self._place(day)
            middle = col + 0.5, row + 0.5
            if self._is_skipped(day):
                yield Symbol(ShapeRole.CROSS, middle)
                continue
            role = ShapeRole.CLUE if day in self.solved else ShapeRole.DIMMED_CLUE
            yield Text(role, middle, str(day.day), NUMBER_SCALE)
            if day in self.frozen:
                yield Symbol(ShapeRole.REASON_CELL, middle)

    def _lines(self) -> Iterator[Shape]:
        """The line around the days solved, and the dots that it does not pass."""
        solved = {(day - self.monday).days for day in self.days if day in self.solved}
        return loop_around(square_grid(self.weeks, DAYS), solved)


def _listed(localizer: Localizer, days: Sequence[date]) -> str:
    if len(days) > MAX_DAYS_LISTED:
        return localizer.say(COUNTED, len(days), count=len(days))
    return localizer.join([str(day) for day in days])
