"""Rows of digits and blank cells, separated by line breaks or `/`.

A blank cell is `.`, `-`, `_`, `?` or a space. Spaces may also separate cells. The meaning of
spaces is the same in the whole text:

1. When the text contains one of `.`, `-`, `_`, `?`, spaces separate cells. All cells of a row
   with spaces must be separated, by any number of spaces; `-1` is a blank cell too.
2. Otherwise, when every second character of every row is a space, these spaces separate cells.
3. Otherwise each space is a blank cell.

Chat clients remove spaces at the end of a line, so dots are safer for blank cells.
"""

import re

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.text import clue_text, describe, in_row, table_puzzle, unwrap

NAME = lazy("rows of cells")

_ROW_END = re.compile(r"/\n|/|\n")
_MARKS = re.compile(r"[.\-_?]")


def parse_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse rows; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_rows("3.2/.0.").clue_rows == parse_rows("3 - 2\\n- 0 -").clue_rows
    True
    """
    text = unwrap(text, bounds).removeprefix("/")
    stripped = text.rstrip()
    rows = _ROW_END.split(stripped[:-1] if stripped.endswith("/") else text)
    if len(rows) > bounds.max_side:
        bounds.check(len(rows), len(_cells(rows[:1])[0]))
    return table_puzzle(NAME, _cells(rows), bounds)


def format_rows(puzzle: Puzzle) -> str:
    """Format a puzzle as lines of digits and dots.

    >>> print(format_rows(parse_rows("3 2/ 0 ")))
    3.2
    .0.
    """
    return "\n".join("".join(map(clue_text, row)) for row in puzzle.clue_rows)


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
