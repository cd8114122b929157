"""Rows after a line with the size, as files of programs have them: `4 4` or `4x4`, or one number.

The two numbers may stand on two lines, and everything on one line; the rows are as in rows or in
CSV. Sections in brackets, such as `[size]` and `[cells]`, may hold both; others are passed over.
Since the rows show which number is theirs, either may be the first; where all cells stand in one
line, `4 5` is 4 rows and 5 columns. A first line that could also be a row is refused.

Source: https://www.janko.at/Raetsel/Slitherlink for the sections
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError, PuzzleError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.comma import is_csv, read_csv, separator_of
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.rows import (
    format_rows,
    has_even_gaps,
    parse_rows,
    read_pasted_rows,
    rows_in_line,
)
from puzzle.notation.text import read_size, remark_table, table_puzzle, unwrap, with_dots

NAME = lazy("rows after a size")

_SIDE = r"([1-9]\d{0,8})"
_SIZE = re.compile(
    rf"[ \t]*{_SIDE}(?:([ \t]*[xX\u00d7*][ \t]*|[ \t]*[,;][ \t]*|[ \t]+){_SIDE})[ \t]*", re.ASCII
)
_NUMBER = re.compile(rf"[ \t]*{_SIDE}[ \t]*", re.ASCII)
_SECTION = re.compile(r"^[ \t]*\[([A-Za-z ]{1,20})\][ \t]*$", re.MULTILINE | re.ASCII)
_ROW_SECTIONS = ("cells", "clues", "problem", "puzzle", "grid", "board", "rows")
_SIZE_SECTIONS = ("size", "dimensions")
_IN_LINE = re.compile(r" *\d{1,9}(?: ?[xX\u00d7] ?| +)\d{1,9} ", re.ASCII)
_BREAK = re.compile(r"/\n|/|\n")
_LARGEST_CLUE = 3
"""The largest clue beside another, since a loop around one cell is the whole loop."""


class _Size(Struct, frozen=True):
    """The numbers of a size, whether they are in the order of files, and what follows."""

    first: str
    second: str
    rows_first: bool
    rest: str

    @property
    def is_no_row(self) -> bool:
        """Whether the numbers cannot be clues."""
        return max(int(self.first), int(self.second)) > _LARGEST_CLUE


def is_sized(text: str) -> bool:
    """Whether a text begins with a size and something after it, or with a section.

    >>> is_sized("4 4\\n3..."), is_sized("4x4"), is_sized("3 3 . ."), is_sized("[size]\\n4x4")
    (True, False, True, True)
    """
    if _SECTION.match(text.lstrip()):
        return True
    lines = _BREAK.split(text.strip(), maxsplit=2)
    if len(lines) == 1:
        return bool(_IN_LINE.match(text)) and not rows_in_line(text) and ":" not in text[:30]
    if _NUMBER.fullmatch(lines[0]):
        return len(lines[0].strip()) != len(lines[-1].partition("\n")[0].strip())
    return bool(_SIZE.fullmatch(lines[0]))


def read_sized(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read a size and rows, with a remark when all cells stand in one line.

    Raises `SizeError` for a board outside `bounds`, and `NotationError`, also when the first line
    could be a row.

    >>> read_sized("2 3\\n3 . .\\n. 2 .").puzzle.clue_rows
    [(3, None, None), (None, 2, None)]
    >>> read_sized("4 2 3 . . . . 2 . .").remarks
    ('the size is read with the rows first: 4 by 2',)
    """
    text, is_certain = _without_sections(unwrap(text, bounds))
    found = plain = None
    failures: list[PuzzleError] = []
    try:
        plain = None if is_certain else _read_plain(text, bounds)
    except PuzzleError as error:
        failures.append(error)
    for size in _sizes(text):
        try:
            found = found or _read_rest(size, bounds)
        except PuzzleError as error:
            failures.insert(0 if size.is_no_row else len(failures), error)
    if found and plain and (plain.remarks or not is_csv(text)):
        raise NotationError(
            NAME,
            lazy("the first line could be the size or a row of cells"),
            remedy=lazy("write blank cells as dots, without spaces between cells"),
        )
    reading = plain or found
    if reading is None:
        raise failures[0]
    return reading


def format_sized(puzzle: Puzzle) -> str:
    """Format a puzzle as its size, rows and columns, and its rows, with spaces between cells.

    Two columns have a sign between the numbers, since these look like a row. Raises
    `NotationError` for other cells than squares.

    >>> print(format_sized(read_sized("3x2\\n3..\\n.2.").puzzle))
    2 3
    3 . .
    . 2 .
    """
    rows = format_rows(puzzle).removesuffix("/")
    sign = "\u00d7" if puzzle.grid.cols == len("RC") else " "
    return f"{puzzle.grid.rows}{sign}{puzzle.grid.cols}\n" + "\n".join(
        " ".join(row) for row in rows.split("\n")
    )


SIZED = Notation("sized", NAME, is_sized, read_sized, format_sized, remark=remark_table)
"""Rows below their size."""


def _without_sections(text: str) -> tuple[str, bool]:
    """The section of the size and that of the rows, if there are sections.

    Beside it, whether its first line is surely a size, since there is a section for it.
    """
    heads = list(_SECTION.finditer(text))
    if not heads:
        return text, False
    ends = [head.start() for head in heads[1:]] + [len(text)]
    parts = {
        head[1].strip().lower(): text[head.end() : end].strip("\n")
        for head, end in zip(heads, ends, strict=True)
    }
    rows = next((parts[name] for name in _ROW_SECTIONS if name in parts), None)
    if not rows:
        raise NotationError(
            NAME,
            lazy("there is no section of rows"),
            remedy=lazy("write [cells] before the rows"),
        )
    size = next((parts[name] for name in _SIZE_SECTIONS if name in parts), "")
    return (f"{size}\n{rows}", True) if size else (rows, False)


def _sizes(text: str) -> Iterator[_Size]:
    """The sizes with which a text may begin, each with what follows it."""
    lines = _BREAK.split(text.strip("\n"), maxsplit=2)
    if len(lines) == 1:
        yield from _size_in_line(text)
        return
    size, number, second = _SIZE.fullmatch(lines[0]), *map(_NUMBER.fullmatch, lines[:2])
    if size:
        rest = text.strip("\n")[len(lines[0]) + 1 :]
        yield _Size(size[1], size[3], not size[2].strip(), rest)
    if number and second and len(lines) > 2 and min(int(number[1]), int(second[1])) > 1:
        yield _Size(number[1], second[1], True, lines[2])
    if number and int(number[1]) > 1:
        yield _Size(number[1], number[1], True, text.strip("\n")[len(lines[0]) + 1 :])


def _size_in_line(text: str) -> Iterator[_Size]:
    head = _IN_LINE.match(text) if has_even_gaps(text) else None  # else some may be line ends
    size = _SIZE.fullmatch(text[: head.end() - 1]) if head else None
    if not head or not size or min(int(size[1]), int(size[3])) == 1:  # no single row is made
        return
    rows_first = not size[2].strip()
    if rows_first and max(int(size[1]), int(size[3])) <= _LARGEST_CLUE:
        raise NotationError(
            NAME,
            lazy("the first two numbers could be the size or clues"),
            remedy=lazy("put each row on a line of its own, or put / between rows"),
        )
    yield _Size(size[1], size[3], rows_first, text[head.end() :])


def _read_rest(size: _Size, bounds: Bounds) -> RemarkedPuzzle:
    """The rows after a size; raises `NotationError` when they are not of this size."""
    rows, cols = read_size(size.second, size.first, bounds)
    cells = size.rest.split()
    if "\n" not in size.rest.strip() and len(cells) == rows * cols > max(rows, cols):
        return _read_cells(cells, rows, cols, size, bounds)
    rest = size.rest
    puzzle = read_csv(rest, bounds).puzzle if separator_of(rest) else parse_rows(rest, bounds)
    if (puzzle.grid.rows, puzzle.grid.cols) not in {(rows, cols), (cols, rows)}:
        raise NotationError(
            NAME,
            lazy(
                "the size is {first} by {second}, but there are {rows} by {cols} cells",
                first=size.first,
                second=size.second,
                rows=puzzle.grid.rows,
                cols=puzzle.grid.cols,
            ),
            remedy=lazy("correct the size or the rows"),
        )
    return RemarkedPuzzle(puzzle)


def _read_cells(
    cells: list[str], rows: int, cols: int, size: _Size, bounds: Bounds
) -> RemarkedPuzzle:
    """The board of all cells in one line."""
    if rows != cols and not size.rows_first:
        raise NotationError(
            NAME,
            lazy("all cells stand in one line, and either number could be that of the rows"),
            remedy=lazy("put each row on a line of its own, or put / between rows"),
        )
    table = [cells[start : start + cols] for start in range(0, len(cells), cols)]
    puzzle = table_puzzle(NAME, with_dots(NAME, table), bounds)
    remark = lazy("the size is read with the rows first: {rows} by {cols}", rows=rows, cols=cols)
    return RemarkedPuzzle(puzzle, (remark,))


def _read_plain(text: str, bounds: Bounds) -> RemarkedPuzzle:
    """The rows of a text without a size."""
    return read_csv(text, bounds) if is_csv(text) else read_pasted_rows(text, bounds)
