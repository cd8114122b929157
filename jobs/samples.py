"""The job that draws small boards on several tilings."""

from dataclasses import dataclass

from i18n.catalogues import localizer_for
from i18n.messages import Message
from jobs.appearance import PLAIN
from jobs.playing import Drawing
from narrator.problems import localize
from puzzle.model import Board
from puzzle.tilings.catalogue import TILINGS
from renderer.letters import has_letters_of
from renderer.samples import Samples

SAMPLES = Message("Small boards: {names}.")


@dataclass(frozen=True, slots=True)
class SamplesRequest:
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
