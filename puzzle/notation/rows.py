"""Boards as people write them: rows, and the forms of tables in which Ouro writes one.

`parse_rows` reads rows of digits and dots between line ends or `/`; a single row or column ends
with `/`. All other forms, and rows with anything else around them, are read as candidates
(`puzzle.notation.candidates`), of which the solver judges.
"""

import re
from collections.abc import Callable

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import check_rows, clue_text, table_puzzle, unwrap

NAME = lazy("rows of cells")

_SIGNS = frozenset("0123456789./\n")


def are_rows(text: str) -> bool:
    """Whether a text is rows with a `/` between them, or one row with a `/` after it.

    >>> are_rows("3../.2."), are_rows("3.2/"), are_rows("3.2"), are_rows("3..\\n.2.")
    (True, True, False, False)
    """
    text = text.strip()
    return "/" in text and set(text) <= _SIGNS and not text.startswith("/") and "//" not in text


def parse_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse rows; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_rows("3.2/.0.").clue_rows == parse_rows("3.2\\n.0.\\n").clue_rows
    True
    """
    rows = re.split("/\n?|\n", unwrap(text, bounds).strip().removesuffix("/"))
    bounds.check(len(rows), max(1, len(rows[0])))
    return table_puzzle(NAME, rows, bounds)


def format_rows(puzzle: Puzzle) -> str:
    """Format a puzzle as lines of digits and dots; `/` follows a single row or column.

    Raises `NotationError` for other cells than squares.

    >>> print(format_rows(parse_rows("3.2/.0.")))
    3.2
    .0.
    """
    rows = _table(NAME, puzzle)
    narrow = min(len(rows), len(rows[0])) == 1
    return "".join(f"{''.join(row)}/" for row in rows) if narrow else _joined(rows, "")


def format_sized(puzzle: Puzzle) -> str:
    """Format a puzzle as its size, rows and columns, and its rows, with spaces between cells.

    Two columns have a sign between the numbers, since these look like a row. Raises
    `NotationError` for other cells than squares.

    >>> print(format_sized(parse_rows("3../.2.")))
    2 3
    3 . .
    . 2 .
    """
    rows = _table(SIZED.title, puzzle)
    sign = "\u00d7" if len(rows[0]) == 2 else " "
    return f"{len(rows)}{sign}{len(rows[0])}\n{_joined(rows, ' ')}"


def format_csv(puzzle: Puzzle) -> str:
    """Format a puzzle as comma-separated values, with a `.` for each blank cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_csv(parse_rows("3.2/.0.")))
    3,.,2
    .,0,.
    """
    return _joined(_table(CSV.title, puzzle), ",")


def format_lists(puzzle: Puzzle) -> str:
    """Format a puzzle as JSON lists, with -1 for a blank cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_lists(parse_rows("3./.2")))
    [[3, -1],
     [-1, 2]]
    """
    rows = _joined(_table(LISTS.title, puzzle), ", ").replace(".", "-1")
    return "[[" + rows.replace("\n", "],\n [") + "]]"


def format_drawing(puzzle: Puzzle) -> str:
    """Format a puzzle as a drawing with a `+` at each corner of a cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_drawing(parse_rows("3./.2")))
    +   +   +
      3
    +   +   +
          2
    +   +   +
    """
    rows = _table(DRAWING.title, puzzle)
    dots = "   ".join("+" * (len(rows[0]) + 1))
    lines = (
        "".join(f"  {clue} " for clue in row).replace(".", " ").rstrip() or " " for row in rows
    )
    return "\n".join([dots, *(f"{line}\n{dots}" for line in lines)])


def _table(name: str, puzzle: Puzzle) -> list[list[str]]:
    """The texts of all cells; raises `NotationError` for other cells than squares."""
    check_rows(name, puzzle)
    return [[*map(clue_text, row)] for row in puzzle.clue_rows]


def _joined(rows: list[list[str]], separator: str) -> str:
    return "\n".join(map(separator.join, rows))


def _read(text: str, bounds: Bounds) -> RemarkedPuzzle:
    return RemarkedPuzzle(parse_rows(text, bounds))


def _written(name: str, title: LazyMessage, write: Callable[[Puzzle], str]) -> Notation:
    """A notation whose texts are read as candidates; a single row or column is written as rows."""

    def format_wide(puzzle: Puzzle) -> str:
        narrow = puzzle.grid.is_square and min(puzzle.grid.rows, puzzle.grid.cols) == 1
        return format_rows(puzzle) if narrow else write(puzzle)

    return Notation(name, title, lambda _: False, _read, format_wide)


ROWS = Notation("rows", NAME, are_rows, _read, format_rows)
"""Rows of cells, which is what a table is told to be."""
SIZED = _written("sized", lazy("rows after a size"), format_sized)
"""Rows below their size."""
CSV = _written("csv", lazy("CSV"), format_csv)
"""Records of cells."""
LISTS = _written("lists", lazy("a list of rows"), format_lists)
"""Lists of numbers."""
DRAWING = _written("drawing", lazy("a drawing"), format_drawing)
"""Digits between dots."""
