"""Jobs that read what people send: long texts and pictures would block the bot for too long."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict, astuple, replace

from jobs.bounds import CHAT_BOUNDS
from jobs.errors import NothingFound, TakesLong
from play.submission import parse_submission
from puzzle.bounds import Bounds
from puzzle.model import Board, Puzzle
from puzzle.notation import FoundPuzzle, format_loopy
from puzzle.notation.search import Reading
from puzzle.tilings.catalogue import TILINGS
from scanner.values import PictureReading
from solver.judge import read
from solver.search import may_be_meant

QUICK_TEXT = 10_000
"""Maximum number of characters of texts that are read while other people wait for a press."""

_APERIODIC = re.compile(
    "|".join(f"t{tiling.number}:" for tiling in TILINGS.values() if not tiling.is_periodic)
)
"""What game IDs of boards have whose grid takes several times as long to build as others."""

READ_CELLS = 2_000
"""Maximum number of cells of all boards that are read while other people wait for a press."""

MAX_OTHERS = 5
"""Maximum number of further puzzles of a text that are told."""


RECOGNISED = "recognised"
"""Told instead of a notation of a puzzle that was recognised in a picture of Ouro's own."""


class PastedText(Struct, frozen=True):
    """Text that was given as a puzzle; there may be other text around it.

    `told` is told instead of the notation of a text that its reader has not seen: `RECOGNISED`, or
    nothing if it is empty.
    """

    text: str
    told: str | None = None


class MessageTexts(NamedTuple):
    """The texts of a chat message, of which the first puzzle found is used.

    `answered` are those of the message to which it is a reply, for when it has no puzzle itself.
    """

    texts: tuple[str, ...]
    answered: tuple[str, ...] = ()


class ReadPuzzle(FoundPuzzle, frozen=True):
    """A puzzle that was read, and the IDs of other puzzles in the same texts.

    `notation` may be what is told instead (`PastedText`).
    """

    others: tuple[str, ...] = ()


class ReadRequest(Struct, frozen=True):
    """Texts that contain a puzzle, which must be within bounds.

    A `quick` reading is the same, or raises `TakesLong`: for more than `QUICK_TEXT` characters, for
    boards with more than `READ_CELLS` cells together, and for those of a tiling that never repeats.
    """

    source: PastedText | MessageTexts
    bounds: Bounds = CHAT_BOUNDS
    quick: bool = False

    @property
    def is_short(self) -> bool:
        """Whether the texts are short enough for a quick reading, with boards quickly made."""
        source = self.source
        texts = (
            (source.text,) if isinstance(source, PastedText) else (*source.texts, *source.answered)
        )
        return sum(map(len, texts)) <= QUICK_TEXT and not any(map(_APERIODIC.search, texts))


class _QuickBounds(Bounds, frozen=True):
    """Bounds that end a reading when the boards that they let through have too many cells.

    The time to read a board is mostly that of building its grid, which is kept.
    """

    boards: set[tuple[str, int]] = field(default_factory=set)

    def check_cells(self, size: str, cells: int) -> None:
        """See `Bounds.check_cells`; raises `TakesLong` beyond `READ_CELLS` cells in all."""
        Bounds.check_cells(self, size, cells)
        self.boards.add((size, cells))
        if sum(cells for _, cells in self.boards) > READ_CELLS:
            raise TakesLong


def read_puzzle(request: ReadRequest) -> ReadPuzzle:
    """The first puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, `NothingFound` for a
    message without one, and `TakesLong`.

    >>> read_puzzle(ReadRequest(MessageTexts(("appearance at 2x1:3a",)))).puzzle.size
    '2x1'
    """
    bounds = request.bounds
    if not request.quick:
        return read_source(request.source, bounds)
    if not request.is_short:
        raise TakesLong
    return read_source(request.source, _QuickBounds(*astuple(bounds)))


class PictureRequest(Struct, frozen=True):
    """The file of a picture with a board, which must be within bounds."""

    data: bytes
    bounds: Bounds = CHAT_BOUNDS


def read_picture(request: PictureRequest) -> PictureReading:
    """The puzzle in a picture; raises `PuzzleError` with the reason when there is none."""
    # Workers import this when they start; the bot, which reads no picture, does without numpy.
    from scanner.reading import read_picture as read_file  # noqa: PLC0415

    return read_file(request.data, may_be_meant, request.bounds)


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


def read_source(source: PastedText | MessageTexts, bounds: Bounds = CHAT_BOUNDS) -> ReadPuzzle:
    """The first puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound` for a
    message without anything that resembles one.
    """
    if isinstance(source, PastedText):
        found = _first([read(source.text, bounds)])
        return found if source.told is None else replace(found, notation=source.told)
    own = [read(text, bounds, alone=False) for text in source.texts]
    if any(reading.found for reading in own):
        return _first(own)
    answered = [read(text, bounds, alone=False) for text in source.answered]
    return _first([*own, *answered])


def _first(readings: Sequence[Reading]) -> ReadPuzzle:
    """The first puzzle that was read, and the IDs of the others; raises the first miss."""
    found: dict[Puzzle, FoundPuzzle] = {}
    for each in chain.from_iterable(reading.found for reading in readings):
        found.setdefault(each.puzzle, each)
    if not found:
        raise next((each.miss for each in readings if each.miss), NothingFound())
    others = tuple(map(format_loopy, [*found][1 : 1 + MAX_OTHERS]))
    return ReadPuzzle(**asdict(next(iter(found.values()))), others=others)
