"""Tells from its lines whether a text is one board or a list of puzzles.

Only as many lines are read ahead as it takes, and no more than one board may have:

1. A line that is a puzzle by itself, such as a game ID, an address or `3../.2./..1`, makes the text
   a list.
2. Two paragraphs, set apart by blank lines, that are boards of several rows make it a list too.
3. Everything else is one board; a text without any is an empty list.

Each paragraph of a list is a board, or has a puzzle on every line if one of its lines is a puzzle.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from cli.errors import UsageError
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Board
from puzzle.notation import detect, parse_board

BOUNDS = Bounds()
"""Size limits of the boards and texts that the command line reads."""

_HEAD = re.compile(r"\s*(?:#.*|\[\w+\]:?|\d{1,9}(?:\s*[xX\u00d7,;\s]\s*\d{1,9})?)\s*")
"""A line that stands above a board: a comment, the name of a section, or a size."""
_CERTAIN = re.compile(r"\s*(?:\d+x\d+\w*[:#]\S|\S*slither\S*/\S)")
"""How a line begins that means a puzzle even where it is a wrong one."""
_OPENING = re.compile(r"\s*(?:pzprv[\d.]*\s*$|SAVEFILE\b|[\[{(])")
"""How the first line of a board begins whose notation has several lines."""
_TABLES = frozenset({"rows", "csv"})
_MAX_LINES = 5 * BOUNDS.max_side
"""More lines than a board has, whatever stands between its rows."""


class PuzzleText(Struct, frozen=True):
    """The text of one puzzle and the number of its first line, counted from 1."""

    line: int
    text: str

    def board(self) -> Board:
        """The board of the text; raises `PuzzleError` when it is none."""
        return parse_board(self.text, BOUNDS)


class Puzzles(Struct, frozen=True):
    """The puzzles of a text, each read when it is asked for, and whether they are a list."""

    is_list: bool
    texts: Iterator[PuzzleText]


def puzzles_in(lines: Iterable[str], *, as_list: bool | None = None) -> Puzzles:
    """The puzzles of the lines of a text; `as_list` decides what they are if it is given.

    Raises `UsageError` when nothing else tells whether the text is a board or a list.

    >>> puzzles_in(["3..\\n", ".2.\\n", "..1\\n"]).is_list
    False
    >>> [text.line for text in puzzles_in(["3x3:3h\\n", "\\n", "3x3:h3\\n"]).texts]
    [1, 3]
    """
    numbered: Iterator[PuzzleText] = (
        PuzzleText(number, line) for number, line in enumerate(lines, start=1)
    )
    if as_list is None:
        ahead: list[PuzzleText] = []
        as_list = _is_list(numbered, ahead)
        numbered = chain(ahead, numbered)
    elif as_list:
        return Puzzles(True, _each(numbered))
    return Puzzles(True, _in_paragraphs(numbered)) if as_list else Puzzles(False, _whole(numbered))


def is_puzzle(line: str) -> bool:
    """Whether a line is a puzzle by itself, perhaps a wrong one, and no row of a board.

    >>> [is_puzzle(line) for line in ("3x3:3h", "3x3:3", "3../.2.", "3..", "3,,", "4x4")]
    [True, True, True, False, False, False]
    """
    if _HEAD.fullmatch(line):
        return False
    if _CERTAIN.match(line):
        return True
    board = _board_of(line)
    return board is not None and not _has_one_row(board, line) and not _is_row(line)


def several_in(text: str) -> list[int]:
    """The numbers of the lines where puzzles begin in a text; empty unless it is a list.

    >>> several_in("3../.2./..1\\n..3/.2./1.."), several_in("3..\\n.2.\\n..1")
    ([1, 2], [])
    """
    puzzles = puzzles_in(io.StringIO(text))
    found = (each for each in puzzles.texts if is_puzzle(each.text) or _is_several_rows(each.text))
    return [each.line for each in found] if puzzles.is_list else []


def _is_list(lines: Iterator[PuzzleText], ahead: list[PuzzleText]) -> bool:
    """Whether a text is a list; the lines that it takes to tell are put into `ahead`."""
    size = boards = 0
    for line in lines:
        ahead.append(line)
        size += len(line.text)
        if size > BOUNDS.max_text or len(ahead) > _MAX_LINES:
            raise UsageError(
                f"No line is a puzzle up to line {line.line:,}, and no board is that long; with "
                "--list every line is read as one."
            )
        if _opens_board(line.text):
            return False
        if is_puzzle(line.text):
            return True
        if not line.text.strip("\r\n"):
            boards += _is_board(_last_paragraph(ahead))
            if boards > 1:
                return True
    boards += _is_board(_last_paragraph([*ahead, PuzzleText(0, "")]))
    return boards > 1 or _is_rows(ahead) or not any(line.text.strip() for line in ahead)


def _is_rows(lines: Sequence[PuzzleText]) -> bool:
    """Whether lines that could be rows of one board are a list of puzzles.

    Raises `UsageError` when they are a board of two rows as well.
    """
    rows = [line for line in lines if line.text.strip()]
    if len(rows) < 2 or not all(_is_several_rows(line.text) for line in rows):
        return False
    board = _board_of("".join(line.text for line in lines))
    if board is not None and board.puzzle.grid.rows < 3:
        raise UsageError(
            f"Lines {rows[0].line} and {rows[1].line} may be two puzzles or two rows of one; "
            "--list or --board says which."
        )
    return board is None


def _in_paragraphs(lines: Iterator[PuzzleText]) -> Iterator[PuzzleText]:
    """The puzzles of a list; those of a paragraph with one on every line as soon as they arrive."""
    paragraph: list[PuzzleText] = []
    size, by_line = 0, False
    for line in lines:
        if not line.text.strip("\r\n"):
            if by_line or not all(_HEAD.fullmatch(each.text) for each in paragraph):
                yield from _as_board(paragraph)
                paragraph, size = [], 0
            by_line = False
        elif by_line or is_puzzle(line.text):
            yield from _each([*paragraph, line])
            paragraph, size, by_line = [], 0, True
        elif size <= BOUNDS.max_text:
            paragraph.append(line)
            size += len(line.text)
    yield from _as_board(paragraph)


def _as_board(paragraph: Sequence[PuzzleText]) -> Iterator[PuzzleText]:
    if _is_rows(paragraph):
        yield from _each(paragraph)
    elif paragraph:
        yield PuzzleText(paragraph[0].line, "".join(line.text for line in paragraph).rstrip("\r\n"))


def _each(lines: Iterable[PuzzleText]) -> Iterator[PuzzleText]:
    for line in lines:
        if line.text.strip() and not line.text.lstrip().startswith("#"):
            yield PuzzleText(line.line, line.text.rstrip("\r\n"))


def _whole(lines: Iterator[PuzzleText]) -> Iterator[PuzzleText]:
    """All lines as one text, which is cut where it is longer than a board may be."""
    parts: list[str] = []
    size = 0
    for line in lines:
        parts.append(line.text)
        size += len(line.text)
        if size > BOUNDS.max_text:
            break
    if parts:
        yield PuzzleText(1, "".join(parts))


def _last_paragraph(lines: Sequence[PuzzleText]) -> Sequence[PuzzleText]:
    """The lines between the last blank line, which is the last of all, and the one before it."""
    start = len(lines) - 1
    while start and lines[start - 1].text.strip("\r\n"):
        start -= 1
    return lines[start:-1]


def _opens_board(line: str) -> bool:
    return bool(_OPENING.match(line)) and _board_of(line) is None


def _is_board(paragraph: Sequence[PuzzleText]) -> bool:
    return len(paragraph) > 1 and _board_of("".join(line.text for line in paragraph)) is not None


def _is_several_rows(line: str) -> bool:
    board = _board_of(line)
    return board is not None and not _has_one_row(board, line)


def _has_one_row(board: Board, line: str) -> bool:
    return board.puzzle.grid.rows == 1 and detect(line, BOUNDS) in _TABLES


def _is_row(line: str) -> bool:
    """Whether a line that is a puzzle by itself can be a row of a board too."""
    bare = line.strip()
    board = _board_of("\n".join([bare] * 3))
    return detect(bare, BOUNDS) in _TABLES and board is not None and board.puzzle.grid.rows == 3


def _board_of(text: str) -> Board | None:
    try:
        return parse_board(text, BOUNDS)
    except PuzzleError:
        return None
