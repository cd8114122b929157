"""The jobs that draw other pictures than those of a board: several boards, a calendar, a plot.

Small boards are on several tilings, others are the dailies of a day. The calendar is of the days on
which a daily was solved.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.appearance import PLAIN
from jobs.playing import Drawing
from narrator.problems import localize
from play.tracks import Track
from puzzle.model import Board
from puzzle.tilings.catalogue import TILINGS
from renderer.board_sheet import BoardSheet
from renderer.calendar import Calendar
from renderer.letters import has_letters_of
from renderer.strengths import StrengthPlot

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
    sheet = BoardSheet(request.boards, tuple(_drawable(titles, localizer)), request.theme)
    return Drawing(sheet.png(), localizer.say(SAMPLES, names=localizer.join(names)))


def _drawable(titles: Iterable[str], localizer: Localizer) -> Iterator[str]:
    """Titles in a language; in English where the font lacks letters."""
    for title in titles:
        name = localize(title, localizer)
        yield name if has_letters_of(name) else str(title)


class DayRequest(Struct, frozen=True):
    """The boards of the dailies of a day by track, the theme, and the language of their names."""

    boards: Mapping[Track, Board]
    theme: str = PLAIN.theme
    locale: str = "en"


def draw_day(request: DayRequest) -> bytes:
    """Draw the dailies of a day as one PNG file, with the names of their tracks.

    >>> from puzzle.notation import parse_loopy
    >>> draw_day(DayRequest({Track.MINI: Board.blank(parse_loopy("3x3:3h"))}))[1:4]
    b'PNG'
    """
    titles = [track.rules.title for track in request.boards]
    names = tuple(_drawable(titles, localizer_for(request.locale)))
    return BoardSheet(tuple(request.boards.values()), names, request.theme).png()


def draw_calendar(calendar: Calendar) -> Drawing:
    """Draw a calendar.

    >>> from datetime import date
    >>> day = date(2026, 11, 5)
    >>> draw_calendar(Calendar(day, frozenset({day}), first=day)).alt
    'Calendar from 2026-11-05 to 2026-11-05. A daily was solved on 1 day.'
    """
    return Drawing(calendar.png(), calendar.alt)


def draw_strength(plot: StrengthPlot) -> Drawing:
    """Draw a plot of a strength over time."""
    return Drawing(plot.png(), plot.alt)
