"""The job that rates the difficulty of a puzzle, without disclosing how it is solved."""

from dataclasses import dataclass

from jobs.appearance import PLAIN, Appearance
from jobs.bounds import CHAT_BOUNDS
from jobs.playing import Drawing, DrawRequest, draw_board
from jobs.reading import MessageTexts, PastedText, read_source
from puzzle.bounds import Bounds
from puzzle.model import Board
from puzzle.notation.loopy import size_and_type
from solver.rating import NotRated, Rating, rate


@dataclass(frozen=True, slots=True)
class RateRequest:
    """A puzzle to rate, within `bounds`; its picture is described in the language of `locale`."""

    source: PastedText | MessageTexts
    appearance: Appearance = PLAIN
    locale: str = "en"
    bounds: Bounds = CHAT_BOUNDS


@dataclass(frozen=True, slots=True)
class RateAnswer:
    """The rating of a puzzle or why it has none, and a picture of its blank board.

    `size` is the size of the puzzle as its canonical ID begins with it.
    """

    size: str
    found: Rating | NotRated
    drawing: Drawing


def rate_puzzle(request: RateRequest) -> RateAnswer:
    """Rate a puzzle.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound`
    for a message without one.

    >>> rated = rate_puzzle(RateRequest(PastedText("5x5:b1c3a12a02d1a2c32")))
    >>> rated.size, rated.found.level.name
    ('5x5', 'EXPERT')
    """
    puzzle = read_source(request.source, request.bounds)
    found = rate(puzzle)
    drawing = draw_board(
        DrawRequest(Board.blank(puzzle), request.appearance, locale=request.locale)
    )
    return RateAnswer(size_and_type(puzzle), found, drawing)
