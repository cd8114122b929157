"""The job that draws a calendar of the days on which a daily was solved."""

from dataclasses import dataclass
from datetime import date

from i18n.catalogues import localizer_for
from jobs.appearance import PLAIN
from jobs.playing import Drawing
from renderer.calendar import WEEKS, Calendar


@dataclass(frozen=True, slots=True)
class CalendarRequest:
    """The days from `first` to `last` that were solved, bridged by freezes, or skipped.

    If there are dailies on some days alone, these are in `only`.
    The calendar is drawn in a theme and described in the language of `locale`.
    """

    last: date
    first: date
    solved: frozenset[date]
    frozen: frozenset[date] = frozenset()
    skipped: frozenset[date] = frozenset()
    theme: str = PLAIN.theme
    locale: str = "en"
    weeks: int = WEEKS
    only: frozenset[date] | None = None


def draw_calendar(request: CalendarRequest) -> Drawing:
    """Draw a calendar.

    >>> day = date(2026, 11, 5)
    >>> draw_calendar(CalendarRequest(day, day, frozenset({day}))).alt
    'Calendar from 2026-11-05 to 2026-11-05. A daily was solved on 1 day.'
    """
    calendar = Calendar(
        request.last,
        request.solved,
        request.frozen,
        request.skipped,
        request.first,
        request.theme,
        localizer_for(request.locale),
        request.weeks,
        request.only,
    )
    return Drawing(calendar.png(), calendar.alt)
