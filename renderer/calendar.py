"""Calendars of the last weeks: the days on which somebody solved a daily, as a loop round them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.grid import square_grid
from renderer.chains import chains_of
from renderer.limits import ImageLimits
from renderer.png import draw_png
from renderer.scene import Area, Path, Scene, Shape, ShapeRole, Sign, Text
from renderer.svg import draw_svg
from renderer.theme import theme_named

CALENDAR_LIMITS = ImageLimits(max_bytes=2**20, max_side=640)
WEEKS = 6
DAYS = 7
LEFT, TOP, RIGHT, BOTTOM = 1.7, 0.4, 0.4, 0.4
"""Free space around the days; dates stand on the left."""
LABEL_AT = -0.9
LABEL_SCALE = 1.1
NUMBER_SCALE = 0.8
"""Sizes of letters, beside those of their roles."""
DAYS_LISTED = 8
"""So many days of a kind are told one by one."""

CALENDAR = Message("Calendar from {first} to {last}.")
SOLVED = Plural("A daily was solved on {count} day.", "A daily was solved on {count} days.")
MISSED = Message("None on {days}.")
FROZEN = Message("Bridged by a freeze: {days}.")
SKIPPED = Message("Skipped, as the service was away: {days}.")
COUNTED = Plural("{count} day", "{count} days")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The weeks up to a day, Monday to Sunday.

    Days in `solved` are encircled by a line, those in `frozen` have a ring, those in `skipped`
    a cross. Days after `last` and before `first`, if there is one, are left empty. The last day
    may still be solved, so it is not told to be missed.

    >>> day = date(2026, 11, 5)
    >>> calendar = Calendar(day, {day}, first=date(2026, 11, 4))
    >>> calendar.png()[:4]
    b'\\x89PNG'
    >>> calendar.alt
    'Calendar from 2026-11-04 to 2026-11-05. A daily was solved on 1 day. None on 2026-11-04.'
    """

    last: date
    solved: Collection[date]
    frozen: Collection[date] = ()
    skipped: Collection[date] = ()
    first: date | None = None
    theme: str = "light"
    localizer: Localizer = ENGLISH

    @property
    def monday(self) -> date:
        """The day in the top left corner."""
        return self.last - timedelta(days=self.last.weekday() + DAYS * (WEEKS - 1))

    @property
    def days(self) -> tuple[date, ...]:
        """The days that are shown."""
        begin = max(self.monday, self.first or self.monday)
        return tuple(begin + timedelta(days=n) for n in range((self.last - begin).days + 1))

    @property
    def scene(self) -> Scene:
        """The shapes of the calendar."""
        box = -LEFT, -TOP, DAYS + RIGHT, WEEKS + BOTTOM
        corners = ((-LEFT, -TOP), (box[2], -TOP), (box[2], box[3]), (-LEFT, box[3]))
        shapes = (Area(ShapeRole.BOARD, corners), *self._inside(), *self._dates(), *self._lines())
        return Scene(box, shapes)

    @property
    def alt(self) -> str:
        """The calendar in words."""
        days, say = self.days, self.localizer.say
        solved = [day for day in days if day in self.solved]
        told = [say(CALENDAR, first=days[0] if days else self.last, last=self.last)]
        told.append(say(SOLVED, len(solved), count=len(solved)))
        told_otherwise = {*self.solved, *self.frozen, *self.skipped, self.last}
        for message, kind in (
            (MISSED, [day for day in days if day not in told_otherwise]),
            (FROZEN, [day for day in days if day in self.frozen]),
            (SKIPPED, [day for day in days if self._is_skipped(day)]),
        ):
            if kind:
                told.append(say(message, days=self._listed(kind)))
        return self.localizer.gap.join(told)

    def png(self, limits: ImageLimits = CALENDAR_LIMITS) -> bytes:
        """The calendar as a PNG file; raises `UnknownThemeError` and `ImageLimitError`."""
        return draw_png(self.scene, theme_named(self.theme), limits)

    def svg(self) -> str:
        """The calendar as an SVG document; raises `UnknownThemeError`."""
        return draw_svg(self.scene, theme_named(self.theme), self.alt)

    def _is_skipped(self, day: date) -> bool:
        return day in self.skipped and day not in self.solved

    def _listed(self, days: Sequence[date]) -> str:
        if len(days) > DAYS_LISTED:
            return self.localizer.say(COUNTED, len(days), count=len(days))
        return self.localizer.join([str(day) for day in days])

    def _place(self, day: date) -> tuple[int, int]:
        """Its row and column."""
        return divmod((day - self.monday).days, DAYS)

    def _inside(self) -> Iterator[Shape]:
        for day in self.days:
            if day in self.solved:
                row, col = self._place(day)
                corners = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
                yield Area(ShapeRole.INSIDE, tuple((float(x), float(y)) for x, y in corners))

    def _dates(self) -> Iterator[Shape]:
        for row in range(WEEKS):
            monday = self.monday + timedelta(days=DAYS * row)
            yield Text(ShapeRole.LABEL, (LABEL_AT, row + 0.5), f"{monday:%m-%d}", LABEL_SCALE)
        for day in self.days:
            row, col = self._place(day)
            middle = col + 0.5, row + 0.5
            if self._is_skipped(day):
                yield Sign(ShapeRole.CROSS, middle)
                continue
            role = ShapeRole.CLUE if day in self.solved else ShapeRole.DIMMED_CLUE
            yield Text(role, middle, str(day.day), NUMBER_SCALE)
            if day in self.frozen:
                yield Sign(ShapeRole.REASON_CELL, middle)

    def _lines(self) -> Iterator[Shape]:
        """The line around the days solved, and the dots beside it."""
        grid = square_grid(WEEKS, DAYS)
        solved = {(day - self.monday).days for day in self.days if day in self.solved}
        lines = frozenset(
            edge
            for edge, (one, two) in enumerate(grid.edge_cells)
            if (one in solved) != (two in solved)
        )
        places = [(float(col), float(row)) for row, col in grid.dots]
        covered = {dot for edge in lines for dot in grid.edge_dots[edge]}
        yield from (Sign(ShapeRole.DOT, at) for dot, at in enumerate(places) if dot not in covered)
        for chain in chains_of(grid, lines):
            yield Path(ShapeRole.LINE, tuple(places[dot] for dot in chain.dots), chain.closed)
