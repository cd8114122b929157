"""Jobs that parse what people send: long texts would block the bot for too long."""

from dataclasses import dataclass

from jobs.bounds import CHAT_BOUNDS
from jobs.solving import MessageTexts, PastedText, read_source
from play.submission import parse_submission
from puzzle.bounds import Bounds
from puzzle.model import Board, Puzzle


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Texts that contain a puzzle, which must be within bounds."""

    source: PastedText | MessageTexts
    bounds: Bounds = CHAT_BOUNDS


def read_puzzle(request: ReadRequest) -> Puzzle:
    """The puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound` for a
    message without one.

    >>> read_puzzle(ReadRequest(MessageTexts(("appearance at 2x1:3a",)))).size
    '2x1'
    """
    return read_source(request.source, request.bounds)


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A text, within bounds, with an answer to a puzzle."""

    text: str
    puzzle: Puzzle
    bounds: Bounds = CHAT_BOUNDS


def read_answer(request: AnswerRequest) -> Board:
    """The board that a text submits; raises `PuzzleError` for text that is no answer to the puzzle.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> sorted(read_answer(AnswerRequest("A1-B1-B2", puzzle)).lines)
    [0, 5]
    """
    return parse_submission(request.text, request.puzzle, request.bounds)
