"""The notations: which one a text is in, and parsing and formatting in any of them."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage
from puzzle.model import Board, Puzzle
from puzzle.notation.loopy import LOOPY, format_loopy
from puzzle.notation.notation import Notation
from puzzle.notation.penpa import PENPA
from puzzle.notation.puzzlink import PUZZLINK, format_puzzlink
from puzzle.notation.pzpr import PZPR
from puzzle.notation.rows import CSV, DRAWING, LISTS, ROWS, SIZED, parse_rows
from puzzle.notation.save import SAVE
from puzzle.notation.task import TASK
from puzzle.notation.text import describe, unwrap

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

_BY_FORM = (PZPR, SAVE, PENPA, TASK, ROWS, LOOPY, PUZZLINK)
"""The notations with a form of their own, in the order in which they recognise a text."""


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


def parse_puzzle(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a puzzle in a notation with a form of its own, or as strict rows.

    Raises `NotationError`, with a message of one sentence that names the problem, its place and
    a remedy, or `SizeError` when the board is outside `bounds`.

    >>> parse_puzzle("https://puzz.link/p?slither/3/2/dg7") == parse_puzzle("3..\\n.2.")
    True
    """
    return parse_board(text, bounds).puzzle


def parse_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """Like `parse_puzzle`, with the marks that a file saved by puzz.link or Loopy contains."""
    found = read_text(text, bounds)
    return Board.blank(parse_rows(text, bounds)) if found is None else found.board


def read_text(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle | None:
    """The board of a text in a notation with a form of its own, and what it left open.

    None for another text; raises as `parse_puzzle` does.

    >>> read_text("https://puzz.link/p?slither/3/2/dg").remarks, read_text("3..\\n.2.")
    (('the last 2 cells are read as blank',), None)
    """
    bare = unwrap(text, bounds)
    for notation in _BY_FORM:
        if notation.recognises(bare):
            found = notation.read(text, bounds)
            return FoundPuzzle(notation.name, text, found.board, found.remarks)
    return None


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
