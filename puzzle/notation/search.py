"""Search for a puzzle in a chat message.

The message is split into pieces that could be puzzles: code blocks, saved files, words (URLs,
game IDs, rows separated by `/`), and consecutive lines that look like rows. Rows outside a code
block need at least 3x3 cells, so that a date is not taken for a puzzle.
"""

import re
from collections.abc import Iterator
from itertools import groupby, islice

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.notation.detect import detect, parse_board
from puzzle.notation.text import check_length

MAX_PIECES = 100
"""Maximum number of pieces of a message that are parsed, which bounds the time."""

_CODE = re.compile(r"```(.*?)```|`([^`\n]+)`", re.DOTALL)
_QUOTE = re.compile(r"^> ?", re.MULTILINE)
_WORD_END = re.compile(r"""[\s<>()\[\]{}|"'`]+""")
_BLANK_LINE = re.compile(r"\n[ \t]*\n|```")
_ADDRESS = re.compile(
    r"slither[a-z]{0,4}(?:_edit|_play)?/|https?://[^\s?]{0,200}\?\S{0,40}slither"
    r"|https?://(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.|pzplus\.|kanpen\.net)[^\s?]{0,200}\?"
    r"|https?://[^\s?]{0,200}slitherlink\.html\?",
)
_GAME_ID = re.compile(
    r"\d{1,9}x\d{1,9}[a-z0-9]{0,9}[:#]\w|https?://[^\s#]{0,200}loopy[^\s#]*#", re.ASCII
)
_CELLS = frozenset("01234.-_? ")
_TABLES = frozenset({"rows", "csv"})
_MIN_SIDE = 3


class FoundPuzzle(Struct, frozen=True):
    """A puzzle in a message: its notation, the piece of text that contains it, and its board."""

    notation: str
    text: str
    board: Board

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the board."""
        return self.board.puzzle


class _Piece(Struct, frozen=True):
    """A piece of a message; `certain` when its form can only mean a puzzle."""

    text: str
    certain: bool = False


def find_puzzle(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle | None:
    """The first puzzle in a message; None when nothing resembles one.

    Raises `NotationError` and `SizeError` as `find` does.

    >>> find_puzzle("too hard? try <https://puzz.link/p?slither/3/2/dg2>, friends").size
    '3x2'
    >>> find_puzzle("see you at 12:30 on 3/4/2024") is None
    True
    """
    found = find(message, bounds)
    return found.puzzle if found else None


def find(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle | None:
    """The first puzzle in a message, with its text, notation and marks; None without one.

    When no piece is a valid puzzle, but a piece can only mean one (a URL, a game ID, a saved
    file, rows in a code block), raises the `NotationError` or `SizeError` of the first such
    piece. Raises `NotationError` when the message is longer than `bounds.max_text` characters.
    At most `MAX_PIECES` pieces are parsed.
    """
    check_length(message, bounds)
    failure: PuzzleError | None = None
    pieces = _pieces(_QUOTE.sub("", message.replace("\r\n", "\n")))
    for piece in islice(pieces, MAX_PIECES):
        try:
            found = _read(piece, bounds)
        except PuzzleError as error:
            failure = failure or (error if piece.certain else None)
        else:
            if found is not None:
                return found
    if failure:
        raise failure
    return None


def _read(piece: _Piece, bounds: Bounds) -> FoundPuzzle | None:
    """The puzzle in a piece; None when the piece may mean something else."""
    notation = detect(piece.text, bounds)
    if not piece.certain and notation not in _TABLES:
        return None
    found = FoundPuzzle(notation, piece.text, parse_board(piece.text, bounds))
    grid = found.puzzle.grid
    return found if piece.certain or min(grid.rows, grid.cols) >= _MIN_SIDE else None


def _pieces(message: str) -> Iterator[_Piece]:
    """The pieces of a message that could be puzzles, in the order in which they are tried."""
    for code in _CODE.finditer(message):
        yield _Piece(code[0], certain=_is_table(code[1] or ""))
    start = message.find("pzprv3")
    if start >= 0:
        yield _Piece(_BLANK_LINE.split(message[start:], maxsplit=1)[0], certain=True)
    for word in _WORD_END.split(message):
        yield from _word_pieces(word)
    for in_cells, lines in groupby(message.split("\n"), key=_is_cells):
        rows = list(lines)
        if in_cells and len(rows) >= _MIN_SIDE:
            yield _Piece("\n".join(rows))


def _word_pieces(word: str) -> Iterator[_Piece]:
    """A word that could be a puzzle, unchanged and without punctuation at its end."""
    certain = bool(_ADDRESS.match(word) or _GAME_ID.match(word))
    if certain or ("/" in word and _is_cells(word.replace("/", ""))):
        yield _Piece(word, certain)
        yield _Piece(word.rstrip(".,;:!?"), certain)


def _is_cells(line: str) -> bool:
    return bool(line.strip()) and _CELLS.issuperset(line)


def _is_table(text: str) -> bool:
    lines = text.strip().split("\n")
    return len(lines) >= _MIN_SIDE and all(map(_is_cells, lines))
