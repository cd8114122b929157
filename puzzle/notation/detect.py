"""Detection of a text's notation, and parsing and formatting in any notation."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Board, Puzzle
from puzzle.notation.addresses import check_address
from puzzle.notation.comma import SEPARATORS, format_csv, parse_csv, read_csv
from puzzle.notation.drawing import format_drawing, is_drawing, parse_drawing, read_drawing
from puzzle.notation.lists import format_lists, is_list, parse_lists, read_lists
from puzzle.notation.loopy import format_loopy, is_task, parse_loopy
from puzzle.notation.penpa import format_penpa, is_penpa, parse_penpa
from puzzle.notation.puzzlink import format_puzzlink, parse_puzzlink, read_puzzlink
from puzzle.notation.pzpr import format_blank, format_pzpr, parse_pzpr, parse_saved_puzzle
from puzzle.notation.rows import format_rows, parse_pasted_rows, read_pasted_rows, rows_in_line
from puzzle.notation.save import format_save, format_unmoved, parse_save, parse_saved, read_save
from puzzle.notation.sized import format_sized, is_sized, parse_sized, read_sized
from puzzle.notation.task import format_task, is_named_task, parse_task, read_task
from puzzle.notation.text import KNOWN_NOTATIONS, RemarkedPuzzle, describe, unwrap

_Parse = Callable[[str, Bounds], Puzzle]
_Format = Callable[[Puzzle], str]

FORMATS: Mapping[str, tuple[_Parse, _Format]] = MappingProxyType(
    {
        "loopy": (parse_loopy, format_loopy),
        "puzzlink": (parse_puzzlink, format_puzzlink),
        "rows": (parse_pasted_rows, format_rows),
        "sized": (parse_sized, format_sized),
        "csv": (parse_csv, format_csv),
        "lists": (parse_lists, format_lists),
        "drawing": (parse_drawing, format_drawing),
        "task": (parse_task, format_task),
        "penpa": (parse_penpa, format_penpa),
        "pzpr": (parse_saved_puzzle, format_blank),
        "save": (parse_saved, format_unmoved),
    }
)
"""The parser and the formatter of each notation."""

BOARD_FORMATS: Mapping[str, tuple[Callable[[str, Bounds], Board], Callable[[Board], str]]] = (
    MappingProxyType({"pzpr": (parse_pzpr, format_pzpr), "save": (parse_save, format_save)})
)
"""The parser and the formatter of boards in the notations that keep marks."""

_READERS: Mapping[str, Callable[[str, Bounds], RemarkedPuzzle]] = MappingProxyType(
    {
        "puzzlink": read_puzzlink,
        "rows": read_pasted_rows,
        "sized": read_sized,
        "csv": read_csv,
        "lists": read_lists,
        "drawing": read_drawing,
        "task": read_task,
        "save": read_save,
    }
)
"""The parsers that may remark on what a text left open."""

_TABLES = frozenset({"rows", "sized", "csv", "lists", "drawing"})
"""The notations in which people type a sign into each cell."""

NOTATIONS = tuple(FORMATS)
"""The names of the notations for `format_puzzle`."""


def notation_name(notation: str) -> LazyMessage:
    """What one of `NOTATIONS` is called in a sentence.

    >>> notation_name("rows")
    'rows of cells'
    """
    module = sys.modules[FORMATS[notation][1].__module__]
    name: LazyMessage = module.NAME
    return name


_SAVED_FILE = re.compile(
    r"(?:[^\s?]{0,200}\?(?:[^\s&?]{0,40}&){0,4})?pzprv", re.ASCII | re.IGNORECASE
)
_LOOPY_PAGE = re.compile(r"https?://[^\s#?]{0,200}loopy[^\s#]{0,200}#", re.ASCII | re.IGNORECASE)
_X_SIGNS = frozenset("xX012345 \n/")
_BEGINNINGS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("pzpr", _SAVED_FILE.match),
    ("save", re.compile("SAVEFILE").match),
    ("penpa", is_penpa),
    ("task", is_named_task),
    ("lists", is_list),
    ("loopy", _LOOPY_PAGE.match),
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|\??[a-z][\w.:-]*[/?]", re.ASCII | re.IGNORECASE)
_BLANK_CELL = re.compile(r"(?:nan|na|none|null)\s*[,;\t]", re.ASCII | re.IGNORECASE)
_BLANK_WORD = re.compile(r"\b(?:none|null|nan|na)\b|[xX]", re.ASCII | re.IGNORECASE)
_GAME_ID = re.compile(
    r"-?\d+(?:[a-z][a-z0-9]*[:#]|[:#](?!\s|[^\n]*\n))|-?\d+ ?[xX\u00d7] ?-?\d", re.ASCII
)
_LEAST_PLACES = 4
"""Number of rows of three numbers from which on they may be places and clues."""
_MOST_LETTERS = 2
"""Number of different letters that a table may have by mistake."""


def detect(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> str:
    """The name in `NOTATIONS` of the notation that a text seems to use, by its beginning.

    Raises `NotationError` when the text resembles none of them, is blank, or is too long.

    >>> [detect(text) for text in ("3x3:i", "slither/3/3/", "3../.2.", "3,,/,2,", "pzprv3/")]
    ['loopy', 'puzzlink', 'rows', 'csv', 'pzpr']
    >>> [detect(text) for text in ("3x3\\n3..", "[[3]]", "3|2\\n1|1", "task = '3c'", "SAVEFILE:")]
    ['sized', 'lists', 'drawing', 'task', 'save']
    """
    text = unwrap(text, bounds)
    start = text.strip()
    notation = _by_beginning(start) or _by_layout(text)
    if notation:
        return notation
    if _is_prose(start):
        raise NotationError(
            "",
            lazy("{text} is not a puzzle in a notation that is known here", text=describe(start)),
            remedy=KNOWN_NOTATIONS,
        )
    separated = any(mark in text for mark in SEPARATORS) and not rows_in_line(text)
    return "csv" if separated else "rows"


def _is_prose(text: str) -> bool:
    """Whether a text begins with a letter that is no word of a table, or has more letters than a
    table may have by mistake."""
    bare = _BLANK_WORD.sub("", text)
    letters = [char for char in bare if char.isalpha()]
    mistaken = len({*letters}) <= _MOST_LETTERS or 4 * len(letters) <= len("".join(text.split()))
    return (text[0].isalpha() and not _BLANK_CELL.match(text)) or not mistaken


def _by_beginning(start: str) -> str:
    """The notation of a text that begins with a word, an address or a game ID; else empty."""
    return next((name for name, begins in _BEGINNINGS if begins(start)), "")


def _by_layout(text: str) -> str:
    """The notation of a table, a game ID or another address; else empty."""
    start = text.strip()
    if is_sized(text):
        return "sized"
    if _X_SIGNS.issuperset(start) and not {"\n", "/"}.isdisjoint(start):
        return "rows"
    if _GAME_ID.match(start) or is_task(start):
        return "loopy"
    check_address(start)
    if _ADDRESS.match(start):
        return "puzzlink"
    return "drawing" if is_drawing(text) else ""


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
    """Like `parse_puzzle`, with the marks that a file saved by puzz.link or Loopy contains."""
    notation = detect(text, bounds)
    if notation in BOARD_FORMATS:
        parse, _ = BOARD_FORMATS[notation]
        return parse(text, bounds)
    return Board.blank(FORMATS[notation][0](text, bounds))


def remarks(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> tuple[LazyMessage, ...]:
    """What a text that `parse_puzzle` reads left open, each a sentence without its stop.

    A reader may want to see it with the puzzle. Raises like `parse_puzzle`, unless the notation
    leaves nothing open.

    >>> remarks("https://puzz.link/p?slither/3/2/dg"), remarks("3../.2.")
    (('the last 2 cells are read as blank',), ())
    """
    notation = detect(text, bounds)
    read = _READERS.get(notation)
    if read is None:
        return ()
    found = read(text, bounds)
    doubts = list(found.remarks)
    clues = found.puzzle.clues
    if notation in _TABLES and None not in clues:
        if 2 * clues.count(0) > len(clues):
            doubts.append(lazy("each 0 is read as a clue, not as a blank cell"))
        if _are_places(found.puzzle.clue_rows):
            doubts.append(lazy("each number is read as a clue, not as the row or column of one"))
    return tuple(doubts)


def _are_places(rows: Sequence[Sequence[Clue]]) -> bool:
    """Whether each row may be the row, the column and the value of a clue, in this order."""
    places = [(row[0] or 0, row[1] or 0) for row in rows if len(row) == 3]
    return len(rows) == len(places) >= _LEAST_PLACES and places == sorted({*places})


def format_board(board: Board, notation: str) -> str:
    """A board in one of `NOTATIONS`; only those of `BOARD_FORMATS` keep the marks.

    Raises `NotationError` for another notation.

    >>> board = parse_board("pzprv3/slither/1/1/4/1 1/1/1/")
    >>> format_board(board, "loopy"), parse_board(format_board(board, "pzpr")) == board
    ('1x1:4', True)
    """
    if notation not in BOARD_FORMATS:
        return format_puzzle(board.puzzle, notation)
    _, format_ = BOARD_FORMATS[notation]
    return format_(board)


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
