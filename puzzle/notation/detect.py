"""Detection of a text's notation, and parsing and formatting in any notation."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Board, Puzzle
from puzzle.notation.comma import SEPARATORS, format_csv, parse_csv
from puzzle.notation.loopy import format_loopy, is_task, parse_loopy
from puzzle.notation.puzzlink import format_puzzlink, parse_puzzlink
from puzzle.notation.pzpr import format_blank, format_pzpr, parse_pzpr, parse_saved_puzzle
from puzzle.notation.rows import format_rows, parse_pasted_rows, rows_in_line
from puzzle.notation.text import KNOWN_NOTATIONS, describe, unwrap

_Parse = Callable[[str, Bounds], Puzzle]
_Format = Callable[[Puzzle], str]

FORMATS: Mapping[str, tuple[_Parse, _Format]] = MappingProxyType(
    {
        "loopy": (parse_loopy, format_loopy),
        "puzzlink": (parse_puzzlink, format_puzzlink),
        "rows": (parse_pasted_rows, format_rows),
        "csv": (parse_csv, format_csv),
        "pzpr": (parse_saved_puzzle, format_blank),
    }
)
"""The parser and the formatter of each notation."""

NOTATIONS = tuple(FORMATS)
"""The names of the notations for `format_puzzle`."""

_SAVED_FILE = re.compile(r"(?:[a-z]+://[^\s?]{0,200}\?)?pzprv", re.ASCII)
_LOOPY_PAGE = re.compile(r"https?://[^\s#?]{0,200}loopy[^\s#]{0,200}#", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|\??[a-z][\w.:-]*[/?]", re.ASCII | re.IGNORECASE)
_GAME_ID = re.compile(r"-?\d+(?:[a-z][a-z0-9]*)?[:#]|-?\d+ ?[xX\u00d7] ?-?\d", re.ASCII)


def detect(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> str:
    """The name in `NOTATIONS` of the notation that a text seems to use, by its beginning.

    Raises `NotationError` when the text resembles none of them, is blank, or is too long.

    >>> [detect(text) for text in ("3x3:i", "slither/3/3/", "3../.2.", "3,,/,2,", "pzprv3/")]
    ['loopy', 'puzzlink', 'rows', 'csv', 'pzpr']
    """
    text = unwrap(text, bounds)
    start = text.strip()
    if _SAVED_FILE.match(start):
        return "pzpr"
    if _LOOPY_PAGE.match(start) or _GAME_ID.match(start) or is_task(start):
        return "loopy"
    if _ADDRESS.match(start):
        return "puzzlink"
    if start[0].isalpha():
        raise NotationError(
            "",
            lazy("{text} is not a puzzle in a notation that is known here", text=describe(start)),
            remedy=KNOWN_NOTATIONS,
        )
    separated = any(mark in text for mark in SEPARATORS) and not rows_in_line(text)
    return "csv" if separated else "rows"


def parse_puzzle(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a puzzle in any notation.

    Raises `NotationError`, with a message of one sentence that names the problem, its place and
    a remedy, or `SizeError` when the board is outside `bounds`.

    >>> parse_puzzle("https://puzz.link/p?slither/3/2/dg7") == parse_puzzle("3../.2.")
    True
    >>> parse_puzzle("3.2 .1. 2.3") == parse_puzzle("3.2\\n.1.\\n2.3")
    True
    """
    parse, _ = FORMATS[detect(text, bounds)]
    return parse(text, bounds)


def parse_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """Like `parse_puzzle`, with the marks that a saved file of puzz.link contains."""
    if detect(text, bounds) == "pzpr":
        return parse_pzpr(text, bounds)
    return Board.blank(parse_puzzle(text, bounds))


def format_board(board: Board, notation: str) -> str:
    """A board in one of `NOTATIONS`; only a saved file of puzz.link ("pzpr") keeps the marks.

    Raises `NotationError` for another notation.

    >>> board = parse_board("pzprv3/slither/1/1/4/1 1/1/1/")
    >>> format_board(board, "loopy"), parse_board(format_board(board, "pzpr")) == board
    ('1x1:4', True)
    """
    return format_pzpr(board) if notation == "pzpr" else format_puzzle(board.puzzle, notation)


def format_puzzle(puzzle: Puzzle, notation: str) -> str:
    """Format a puzzle in one of `NOTATIONS`; "loopy" gives its canonical ID.

    Raises `NotationError` for another name.

    >>> format_puzzle(parse_puzzle("3../.2."), "loopy")
    '3x2:3c2a'
    """
    if notation not in FORMATS:
        raise NotationError(
            "",
            f"There is no notation called {describe(notation)}",
            remedy=f"choose one of {', '.join(NOTATIONS)}",
        )
    _, format_ = FORMATS[notation]
    return format_(puzzle)


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
