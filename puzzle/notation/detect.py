"""The notations: which one a text is in, and parsing and formatting in any of them."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Board, Puzzle
from puzzle.notation.comma import CSV
from puzzle.notation.drawing import DRAWING
from puzzle.notation.lists import LISTS
from puzzle.notation.loopy import LOOPY, format_loopy
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.penpa import PENPA
from puzzle.notation.puzzlink import PUZZLINK, format_puzzlink
from puzzle.notation.pzpr import PZPR
from puzzle.notation.rows import ROWS
from puzzle.notation.save import SAVE
from puzzle.notation.sized import SIZED
from puzzle.notation.task import TASK
from puzzle.notation.text import KNOWN_NOTATIONS, describe, unwrap

NOTATIONS: Mapping[str, Notation] = MappingProxyType(
    {
        each.name: each
        for each in (
            LOOPY,
            PUZZLINK,
            ROWS,
            SIZED,
            CSV,
            LISTS,
            DRAWING,
            TASK,
            PENPA,
            PZPR,
            SAVE,
        )
    }
)
"""The notations by name, as people are told of them."""

_BY_FORM = (PZPR, SAVE, PENPA, TASK, LISTS, SIZED, ROWS, LOOPY, PUZZLINK, DRAWING)
"""The notations that have a form of their own, in the order in which they recognise a text."""

_BLANK_CELL = re.compile(r"(?:nan|na|none|null)\s*[,;\t]", re.ASCII | re.IGNORECASE)
_BLANK_WORD = re.compile(r"\b(?:none|null|nan|na)\b|[xX]", re.ASCII | re.IGNORECASE)
_MOST_LETTERS = 2
"""Number of different letters that a table may have by mistake."""


class FoundPuzzle(Struct, frozen=True):
    """A puzzle in a text: its notation, the piece of text that contains it, and its board.

    `remarks` are what the text left open, which a reader may want to see with the puzzle, each a
    sentence without its stop.
    """

    notation: str
    text: str
    board: Board
    remarks: tuple[LazyMessage, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the board."""
        return self.board.puzzle


def detect(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> str:
    """The name in `NOTATIONS` of the notation that a text seems to use, by its beginning.

    Raises `NotationError` when the text resembles none of them, is blank, or is too long.

    >>> [detect(text) for text in ("3x3:i", "slither/3/3/", "3../.2.", "3,,/,2,", "pzprv3/")]
    ['loopy', 'puzzlink', 'rows', 'csv', 'pzpr']
    >>> [detect(text) for text in ("3x3\\n3..", "[[3]]", "3|2\\n1|1", "task = '3c'", "SAVEFILE:")]
    ['sized', 'lists', 'drawing', 'task', 'save']
    """
    text = unwrap(text, bounds)
    for notation in _BY_FORM:
        if notation.recognises(text):
            return notation.name
    if _is_prose(text.strip()):
        raise NotationError(
            "",
            lazy(
                "{text} is not a puzzle in a notation that is known here",
                text=describe(text.strip()),
            ),
            remedy=KNOWN_NOTATIONS,
        )
    return CSV.name if CSV.recognises(text) else ROWS.name


def _is_prose(text: str) -> bool:
    """Whether a text begins with a letter that is no word of a table, or has more letters than a
    table may have by mistake."""
    bare = _BLANK_WORD.sub("", text)
    letters = [char for char in bare if char.isalpha()]
    mistaken = len({*letters}) <= _MOST_LETTERS or 4 * len(letters) <= len("".join(text.split()))
    return (text[0].isalpha() and not _BLANK_CELL.match(text)) or not mistaken


def parse_puzzle(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a puzzle in any notation.

    Raises `NotationError`, with a message of one sentence that names the problem, its place and
    a remedy, or `SizeError` when the board is outside `bounds`.

    >>> parse_puzzle("https://puzz.link/p?slither/3/2/dg7") == parse_puzzle("3../.2.")
    True
    >>> parse_puzzle("3.2 .1. 2.3") == parse_puzzle("3.2\\n.1.\\n2.3")
    True
    """
    return _read(text, bounds)[1].puzzle


def parse_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """Like `parse_puzzle`, with the marks that a file saved by puzz.link or Loopy contains."""
    return _read(text, bounds)[1].board


def read_text(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle:
    """Like `parse_board`, with the notation and what the text left open.

    >>> read_text("https://puzz.link/p?slither/3/2/dg").remarks, read_text("3../.2.").remarks
    (('the last 2 cells are read as blank',), ())
    """
    notation, found = _read(text, bounds)
    remarks = (*found.remarks, *notation.remark(found.puzzle))
    return FoundPuzzle(notation.name, text, found.board, remarks)


def _read(text: str, bounds: Bounds) -> tuple[Notation, RemarkedPuzzle]:
    notation = NOTATIONS[detect(text, bounds)]
    return notation, notation.read(text, bounds)


def format_board(board: Board, notation: str) -> str:
    """A board in one of `NOTATIONS`, with its marks if it has a place for them.

    Raises `NotationError` for another notation.

    >>> board = parse_board("pzprv3/slither/1/1/4/1 1/1/1/")
    >>> format_board(board, "loopy"), parse_board(format_board(board, "pzpr")) == board
    ('1x1:4', True)
    """
    found = _named(notation)
    return found.write_marks(board) if found.write_marks else found.write(board.puzzle)


def format_puzzle(puzzle: Puzzle, notation: str) -> str:
    """Format a puzzle in one of `NOTATIONS`; "loopy" gives its canonical ID.

    Raises `NotationError` for another name.

    >>> format_puzzle(parse_puzzle("3../.2."), "loopy")
    '3x2:3c2a'
    """
    return _named(notation).write(puzzle)


def _named(notation: str) -> Notation:
    if notation not in NOTATIONS:
        raise NotationError(
            "",
            f"There is no notation called {describe(notation)}",
            remedy=f"choose one of {', '.join(NOTATIONS)}",
        )
    return NOTATIONS[notation]


LOOPY_PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html"
"""The page where Loopy is played in a browser."""


def play_address(puzzle: Puzzle) -> str:
    """The address of a page to play a puzzle: of puzz.link on squares, else of Loopy.

    >>> play_address(parse_puzzle("3../.2."))
    'https://puzz.link/p?slither/3/2/dgc'
    >>> play_address(parse_puzzle("3x3t2:6h")).rpartition("/")[2]
    'loopy.html#3x3t2:6h'
    """
    if puzzle.grid.is_square:
        return format_puzzlink(puzzle)
    return f"{LOOPY_PAGE}#{format_loopy(puzzle)}"
