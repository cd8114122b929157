"""Tells from its lines whether a text is one board or a list of puzzles.

Only as many lines are read ahead as it takes, and no more than one board may have:

1. A line that is a puzzle by itself, such as a game ID, an address or `3../.2./..1`, makes the text
   a list.
2. Two paragraphs, set apart by blank lines, that are boards of several rows make it a list too,
   unless a size stands above one of them only, or a blank line may be a row without clues.
3. Everything else is one board; a text without any is none, unless it is said to be a list.

Each paragraph of a list is a board, or has a puzzle on every line if one of its lines is a puzzle.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from cli.errors import UsageError
from puzzle.bounds import Bounds
from puzzle.errors import AmbiguousTextError
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import FoundPuzzle, parse_board
from puzzle.notation.pages import corners
from puzzle.notation.rows import ROWS, are_rows
from solver.judge import read, read_only

BOUNDS = Bounds()
"""Size limits of the boards and texts that the command line reads."""

_HEAD = re.compile(r"\s*(?:#.*|\[\w+\]:?|\d{1,9}(?:\s*[xX\u00d7,;\s]\s*\d{1,9})?)\s*")
"""A line that stands above a board: a comment, the name of a section, or a size."""
_SIZE = re.compile(r"\s*\d{1,3}\s*[xX\u00d7,;\s]\s*\d{1,3}\s*")
_CERTAIN = re.compile(r"\s*(?:\d+x\d+\w*[:#]\S|\S*slither\S*/\S)")
"""How a line begins that means a puzzle even where it is a wrong one."""
_OPENING = re.compile(r"[\s>]*(?:pzprv[\d.]*\s*$|SAVEFILE\b|\+[\s+|-]*$)")
"""The first line of a board whose notation has several lines: a saved file, or a drawing."""
_BLANKS = frozenset(".-_?*xX")
_BARE = re.compile(r"\s*[0-9.\-_?*xX]+\s*")
"""Cells without anything between them, which are a row although they may be a square too."""
_ASSUMED = re.compile("no size is given")
"""The remark about cells in one line that are read as a square."""
_MAX_LINES = 5 * BOUNDS.max_side
"""More lines than a board has, whatever stands between its rows."""


class PuzzleText(Struct, frozen=True):
    """The text of one puzzle, and the number of its first line, counted from 1.

    `doubts` are the names of cells that are not certain, if it was read from a picture, of which
    `remarks` tell. `choice` is the number of the board that is chosen where a text may be several,
    and `board_in_play` the board with what is drawn in the picture.
    """

    line: int
    text: str
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    choice: int | None = None
    board_in_play: Board | None = None

    def found(self) -> FoundPuzzle:
        """The puzzle of the text; raises `PuzzleError` when it is none, or may be several."""
        try:
            return read_only(self.text, BOUNDS)
        except AmbiguousTextError as error:
            if self.choice is None:
                raise
            if not 1 <= self.choice <= len(error.candidates):
                raise UsageError(
                    f"--as takes a number from 1 to {len(error.candidates)}."
                ) from None
            board = parse_board(error.candidates[self.choice - 1], BOUNDS)
            return FoundPuzzle(ROWS.name, self.text, board)

    def left_open(self, found: FoundPuzzle | None = None) -> dict[str, object]:
        """What records tell of doubts and of what the text left open; empty without any.

        `found` is the puzzle of the text if it is known.
        """
        remarks = [*self.remarks, *map(str, (found or self.found()).remarks)]
        told = {"doubts": list(self.doubts), "remarks": remarks}
        return {name: texts for name, texts in told.items() if texts}

    def board(self, marks: str = "") -> Board:
        """The board of the text, with `marks` added; raises `PuzzleError` when it is none."""
        board = self.board_in_play or self.found().board
        return board.mark(parse_marks(marks, board.puzzle.grid))

    def remark(self, found: FoundPuzzle) -> str:
        """What the text left open of the puzzle that was found in it; empty for nothing.

        >>> text = PuzzleText(3, "https://puzz.link/p?slither/3/2/dg")
        >>> text.remark(text.found())
        'Line 3: please check: the last 2 cells are read as blank.'
        """
        doubts = [f"Not certain: {', '.join(self.doubts)}; check them."] if self.doubts else []
        if doubts or self.remarks:
            return " ".join([*doubts, *self.remarks])
        told = "; ".join(map(str, found.remarks))
        return f"Line {self.line}: please check: {told}." if told else ""


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
    if _HEAD.fullmatch(line) or _opens_board(line):
        return False
    if _CERTAIN.match(line) or (are_rows(line) and "/" in line.strip()[:-1]):
        return True
    return _is_several_rows(line) and not _is_row(line)


def holds_puzzle(text: str) -> bool:
    """Whether there is a puzzle in a text, whatever stands around it.

    >>> holds_puzzle("solve 3x3:3h"), holds_puzzle("board.txt")
    (True, False)
    """
    return bool(_found(text))


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
    size = 0
    sized = list[bool]()  # for each board, whether a size stands above it
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
            board = _last_board(ahead)
            if board and _may_go_on(board):
                return False
            if board:
                sized.append(_has_size(ahead, board))
            if len(sized) > 1:
                return len({*sized}) == 1
    ended = [*ahead, PuzzleText(0, "")]
    if board := _last_board(ended):
        sized.append(_has_size(ended, board))
    several = len(sized) > 1 and len({*sized}) == 1
    return several or _is_rows(ahead)


def _last_board(lines: Sequence[PuzzleText]) -> FoundPuzzle | None:
    """The board of several rows that the last paragraph is; None if it is none."""
    paragraph = _last_paragraph(lines)
    found = _found("".join(line.text for line in paragraph)) if len(paragraph) > 1 else ()
    return found[0] if found else None


def _has_size(lines: Sequence[PuzzleText], board: FoundPuzzle) -> bool:
    """Whether a size stands above the board of the last paragraph.

    Where one stands above some boards only, the others are no puzzles of their own.
    """
    above = lines[: -len(_last_paragraph(lines)) - 1]
    last = next((line.text for line in reversed(above) if line.text.strip()), "")
    return any(map(_SIZE.fullmatch, (board.text.lstrip().partition("\n")[0], last)))


def _may_go_on(board: FoundPuzzle) -> bool:
    """Whether rows without clues of a board may be blank lines, after which it goes on."""
    seen = None not in board.puzzle.clues or not _BLANKS.isdisjoint(board.text)
    return not seen or any(map(corners, board.text.split("\n")))


def _is_rows(lines: Sequence[PuzzleText]) -> bool:
    """Whether lines that could be rows of one board are a list of puzzles.

    Raises `UsageError` when they are a board of two rows as well.
    """
    rows = [line for line in lines if line.text.strip()]
    if len(rows) < 2 or not all(_is_several_rows(line.text) for line in rows):
        return False
    found = _found("".join(line.text for line in lines))
    if found and found[0].puzzle.grid.rows < 3:
        raise UsageError(
            f"Lines {rows[0].line} and {rows[1].line} may be two puzzles or two rows of one; "
            "--list or --board says which."
        )
    return not found and not any(_BARE.fullmatch(line.text) for line in rows)


def _in_paragraphs(lines: Iterator[PuzzleText]) -> Iterator[PuzzleText]:
    """The puzzles of a list; those of a paragraph with one on every line as soon as they arrive."""
    paragraph: list[PuzzleText] = []
    size, by_line = 0, False
    for line in lines:
        if not line.text.strip("\r\n"):
            if by_line or not _is_head(paragraph):
                yield from _as_board(paragraph)
                paragraph, size = [], 0
            elif paragraph:
                paragraph.append(line)
            by_line = False
        elif by_line or is_puzzle(line.text):
            yield from _each([*paragraph, line])
            paragraph, size, by_line = [], 0, True
        elif size <= BOUNDS.max_text:
            paragraph.append(line)
            size += len(line.text)
    yield from _as_board(paragraph)


def _is_head(paragraph: Sequence[PuzzleText]) -> bool:
    """Whether a paragraph can stand above a board, without rows of its own."""
    numbers = sum(line.text.strip().isdecimal() for line in paragraph)
    are_few = numbers <= 2  # at most the size
    return are_few and all(
        _HEAD.fullmatch(line.text) or not line.text.strip() for line in paragraph
    )


def _as_board(paragraph: Sequence[PuzzleText]) -> Iterator[PuzzleText]:
    if _is_rows(paragraph):
        yield from _each(paragraph)
    elif any(line.text.strip() for line in paragraph):
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
    yield PuzzleText(1, "".join(parts))


def _last_paragraph(lines: Sequence[PuzzleText]) -> Sequence[PuzzleText]:
    """The lines between the last blank line, which is the last of all, and the one before it."""
    start = len(lines) - 1
    while start and lines[start - 1].text.strip("\r\n"):
        start -= 1
    return lines[start:-1]


def _opens_board(line: str) -> bool:
    """Whether a line begins a board of several lines, as one with an open bracket does."""
    is_open = any(line.count(left) > line.count(right) for left, right in ("[]", "{}"))
    return is_open or bool(_OPENING.match(line))


def _is_several_rows(line: str) -> bool:
    return any(not _is_one_row(found) for found in _found(line))


def _is_one_row(found: FoundPuzzle) -> bool:
    """Whether a line is a single row, perhaps one that could be a square."""
    single = found.puzzle.grid.rows == 1 or any(map(_ASSUMED.match, found.remarks))
    return found.notation == ROWS.name and single


def _is_row(line: str) -> bool:
    """Whether a line that is a puzzle by itself can be a row of a board too.

    Numbers that begin with a size may be clues as well.
    """
    if _BARE.fullmatch(line) or _SIZE.match(line):
        return True
    found = _found("\n".join([line.strip()] * 3))
    return any(one.notation == ROWS.name and one.puzzle.grid.rows == 3 for one in found)


def _found(text: str) -> Sequence[FoundPuzzle]:
    """The puzzles of a text, or the boards about which people would be asked."""
    reading = read(text, BOUNDS)
    if not isinstance(reading.miss, AmbiguousTextError):
        return reading.found
    boards = (parse_board(each, BOUNDS) for each in reading.miss.candidates)
    told = zip(boards, reading.miss.readings, strict=True)
    return [FoundPuzzle(ROWS.name, text, board, (how,)) for board, how in told]
