"""The jobs that draw other pictures than those of a board: small boards, and a calendar.

The small boards are on several tilings. The calendar is of the days on which a daily was solved.
"""

from datetime import date

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.messages import Message
from jobs.appearance import PLAIN
from jobs.playing import Drawing
from narrator.problems import localize
from puzzle.model import Board
from puzzle.tilings.catalogue import TILINGS
from renderer.calendar import WEEKS, Calendar
from renderer.letters import has_letters_of
from renderer.samples import Samples

SAMPLES = Message("Small boards: {names}.")


class SamplesRequest(Struct, frozen=True):
    """The boards, the theme, and the language of the names of their tilings."""

    boards: tuple[Board, ...]
    theme: str = PLAIN.theme
    locale: str = "en"


def draw_samples(request: SamplesRequest) -> Drawing:
    """Draw boards with the names of their tilings; in English where the font lacks letters.

    >>> from puzzle.notation import parse_loopy
    >>> board = Board.blank(parse_loopy("3x3t2:a2a2d5"))
    >>> draw_samples(SamplesRequest((board,))).alt
    'Small boards: honeycomb.'
    """
    localizer = localizer_for(request.locale)
    titles = [TILINGS[board.puzzle.grid.tiling].title for board in request.boards]
    names = [localize(title, localizer) for title in titles]
    shown = [
        name if has_letters_of(name) else str(title)
        for name, title in zip(names, titles, strict=True)
    ]
    samples = Samples(request.boards, tuple(shown), request.theme)
    return Drawing(samples.png(), localizer.say(SAMPLES, names=localizer.join(names)))


class CalendarRequest(Struct, frozen=True):
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
