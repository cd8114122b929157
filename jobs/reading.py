"""Jobs that parse what people send: long texts would block the bot for too long."""

from typing import NamedTuple

from msgspec import Struct

from jobs.bounds import CHAT_BOUNDS
from jobs.errors import NothingFound
from play.submission import parse_submission
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.notation import find_puzzle, parse_puzzle

QUICK_TEXT = 20_000
"""Maximum number of characters of texts that are read while other people wait for a press."""


class PastedText(Struct, frozen=True):
    """Text that is a puzzle and nothing else."""

    text: str


class MessageTexts(NamedTuple):
    """The texts of a chat message, of which the first puzzle found is used."""

    texts: tuple[str, ...]


class ReadRequest(Struct, frozen=True):
    """Texts that contain a puzzle, which must be within bounds."""

    source: PastedText | MessageTexts
    bounds: Bounds = CHAT_BOUNDS

    @property
    def is_short(self) -> bool:
        """Whether the texts take little work to read; those of files may be longer."""
        source = self.source
        texts = (source.text,) if isinstance(source, PastedText) else source.texts
        return sum(map(len, texts)) <= QUICK_TEXT


def read_puzzle(request: ReadRequest) -> Puzzle:
    """The puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound` for a
    message without one.

    >>> read_puzzle(ReadRequest(MessageTexts(("appearance at 2x1:3a",)))).size
    '2x1'
    """
    return read_source(request.source, request.bounds)


class AnswerRequest(Struct, frozen=True):
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


def read_source(source: PastedText | MessageTexts, bounds: Bounds = CHAT_BOUNDS) -> Puzzle:
    """The puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound` for a
    message without one.
    """
    if isinstance(source, PastedText):
        return parse_puzzle(source.text, bounds)
    failure: PuzzleError | None = None
    for text in source.texts:
        try:
            found = find_puzzle(text, bounds)
        except PuzzleError as error:  # it resembles a puzzle; perhaps the next text is one
            failure = failure or error
        else:
            if found is not None:
                return found
    raise failure or NothingFound()
