"""Rows of digits and blank cells, separated by line breaks or `/`.

In a text of one line, spaces, commas, semicolons and tabs also separate rows, when they make at
least two rows of one length, with at least two cells each and no spaces inside. `/` may follow a
single row, and marks it as one: without it, line breaks may have been lost.

A blank cell is `.`, `-`, `_`, `?` or a space. Spaces may also separate cells. Their meaning
is the same in the whole text:

1. When the text contains one of `.`, `-`, `_`, `?`, spaces separate cells. All cells of a row
   with spaces must be separated, by any number of spaces; `-1` is a blank cell too.
2. Otherwise, when every second character of every row is a space, these spaces separate cells.
3. Otherwise each space is a blank cell.

Chat clients remove spaces at the end of a line, so dots are safer for blank cells.
"""

import re
from math import isqrt

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.text import (
    cells,
    check_rows,
    clue_text,
    describe,
    in_row,
    table_puzzle,
    unwrap,
)

NAME = lazy("rows of cells")

_ROW_END = re.compile(r"/\n|/|\n")
_MARKS = re.compile(r"[.\-_?]")
_GAP = re.compile(r" *[,;\t] *| +")
_CELL = re.compile(r"[0-4.\-_?]|-1")
_CELLS = re.compile(r"[0-9.\-_?]{2,}")


def parse_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse rows; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_rows("3.2/.0.").clue_rows == parse_rows("3 - 2\\n- 0 -").clue_rows
    True
    """
    rows = _rows(unwrap(text, bounds))
    if len(rows) > bounds.max_side:
        bounds.check(len(rows), len(_cells(rows[:1])[0]))
    return table_puzzle(NAME, _cells(rows), bounds)


def parse_pasted_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Like `parse_rows`, for a text that may have lost its line breaks.

    Raises `NotationError` for a single row that could be several rows: the number of its cells is
    not prime, and no `/` follows it.
    """
    bare = unwrap(text, bounds)
    rows = _rows(bare)
    if len(rows) == 1 and not bare.rstrip().endswith("/"):
        _check_line_ends(_cells(rows)[0])
    return parse_rows(text, bounds)


def rows_in_line(text: str) -> list[str]:
    """The rows in a text of one line, between separators other than `/`; empty without such rows.

    >>> rows_in_line("3.2 .1. 2.3"), rows_in_line("30,22"), rows_in_line("3 . 2")
    (['3.2', '.1.', '2.3'], ['30', '22'], [])
    """
    rows = _GAP.split(text.strip())
    several = len(rows) > 1 and {*rows} != {"-1"}  # -1 is a blank cell
    same = len({*map(len, rows)}) == 1 and all(map(_CELLS.fullmatch, rows))
    return rows if several and same else []


def format_rows(puzzle: Puzzle) -> str:
    """Format a puzzle as lines of digits and dots; `/` follows a single row.

    Raises `NotationError` for other cells than squares.

    >>> print(format_rows(parse_rows("3 2/ 0 ")))
    3.2
    .0.
    """
    check_rows(NAME, puzzle)
    rows = ["".join(map(clue_text, row)) for row in puzzle.clue_rows]
    return "\n".join(rows) if len(rows) > 1 else f"{rows[0]}/"


def _rows(text: str) -> list[str]:
    text = text.removeprefix("/")
    stripped = text.rstrip()
    return rows_in_line(text) or _ROW_END.split(stripped[:-1] if stripped.endswith("/") else text)


def _check_line_ends(row: list[str]) -> None:
    count = len(row)
    divisible = any(count % width == 0 for width in range(2, isqrt(count) + 1))
    if divisible and all(map(_CELL.fullmatch, row)):
        raise NotationError(
            "",
            lazy(
                "The text is one row of {cells}, so its line ends were probably lost",
                cells=cells(count),
            ),
            remedy=lazy(
                "put a space or / between rows, use a file or a form that keeps line ends, or "
                "write a game ID such as 3x3:3h (a single row ends with /)"
            ),
        )


def _cells(rows: list[str]) -> list[list[str]]:
    if any(map(_MARKS.search, rows)):
        rows = [row.strip(" ") for row in rows]
        return [_split(row, at) if " " in row else list(row) for at, row in enumerate(rows, 1)]
    step = 2 if all(map(_is_spaced, rows)) else 1
    return [list(row[::step].replace(" ", ".")) for row in rows]


def _is_spaced(row: str) -> bool:
    return not row[1::2].strip(" ")


def _split(row: str, number: int) -> list[str]:
    cells = row.split()
    for cell in cells:
        if len(cell) > 1 and cell != "-1" and not cell.isdigit():
            raise NotationError(
                NAME,
                lazy(
                    "{text} has no spaces inside though others are set apart by spaces",
                    text=describe(cell),
                ),
                in_row(number),
                lazy("put a space between all cells or between none, and write blanks as dots"),
            )
    return cells
