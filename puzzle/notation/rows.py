"""Rows of digits and blank cells, separated by line breaks or `/`.

In a text of one line, spaces, commas, semicolons and tabs also separate rows, when they make at
least two rows of one length, with at least two cells each, no spaces inside and the same between
all. `/` follows a single row, and marks it as one: without it, line breaks may have been lost.
Cells in one line without any separator of rows are a square where their number is one of 3x3, 4x4
and so on.

A blank cell is `.`, `-`, `_`, `?` or a space, or another of `BLANK_SIGNS`, such as `*` or `x`; it
is the same sign in the whole text, though `?` may stand beside it. Spaces may also separate cells.
Their meaning is the same in the whole text:

1. When the text contains a sign for blank cells, spaces separate cells. All cells of a row with
   spaces must be separated, by any number of spaces, and those of all rows if such a row has only
   clues, as a size has; `-1` is a blank cell too. Blank lines may stand between all rows.
2. Otherwise, when every second character of every row is a space, these spaces separate cells of
   two columns or more.
3. Otherwise each space is a blank cell.

A rule such as `----` may stand above and below, of a sign that no cell has. Chat clients remove
spaces at the end of a line, so dots are safer for blank cells.
"""

import re
from itertools import pairwise
from math import isqrt

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import (
    BLANK_SIGNS,
    cells,
    check_rows,
    clue_text,
    describe,
    in_row,
    remark_table,
    table_puzzle,
    unwrap,
    with_dots,
)

NAME = lazy("rows of cells")

_SIGNS = re.escape(BLANK_SIGNS)
_ROW_END = re.compile(r"/\n|/|\n")
_MARKS = re.compile(rf"[{_SIGNS}]")
_GAP = re.compile(r" *[,;\t] *| +")
_CELLS = re.compile(rf"[0-9{_SIGNS}]{{2,}}")
_RULE = re.compile(r"([-_=*~])\1{2,}")
_LISTED_SIZE = re.compile(r"\s*[-*\u2022]\s+(\d+)\s+(\d+)\s*")
_X_SIGNS = frozenset("xX012345 \n/")
_LEAST_SQUARE = 3
_LEAST_FULL = 3
"""Rows of digits alone, from which on no blank line between them is a row without clues."""


def has_x_for_blanks(text: str) -> bool:
    """Whether a text is rows with an x for each blank cell, which could be taken for a size.

    >>> has_x_for_blanks("3x\\nx2"), has_x_for_blanks("3x2"), has_x_for_blanks("3.\\n.2")
    (True, False, False)
    """
    start = text.strip()
    return _X_SIGNS.issuperset(start) and not {"\n", "/"}.isdisjoint(start)


def parse_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse rows; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_rows("3.2/.0.").clue_rows == parse_rows("3 - 2\\n- 0 -").clue_rows
    True
    """
    rows = _rows(unwrap(text, bounds))
    if len(rows) > bounds.max_side:
        bounds.check(len(rows), len(_cells(rows[:1])[0]))
    _require_no_size(rows)
    return table_puzzle(NAME, with_dots(NAME, _cells(rows)), bounds)


def read_pasted_rows(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Like `parse_rows`, for a text that may have lost its line breaks.

    A remark tells when a square was assumed. Raises `NotationError` for another single row that no
    `/` follows.

    >>> read_pasted_rows("3...2...1").remarks
    ('no size is given, so it is read as a square of 3x3',)
    """
    bare = unwrap(text, bounds)
    rows = _rows(bare)
    if len(rows) > 1 or bare.rstrip().endswith("/"):
        return RemarkedPuzzle(parse_rows(text, bounds))
    row = _cells(rows)[0]
    blanks = "." in row and not _MARKS.search(rows[0])
    ends = blanks or not has_even_gaps(rows[0])  # some spaces may be line ends
    return read_single_row(NAME, row, bounds, square=not ends)


def has_even_gaps(row: str) -> bool:
    """Whether as many spaces stand wherever some are in a row.

    >>> has_even_gaps("3 . 2 . "), has_even_gaps("3 .   2 .")
    (True, False)
    """
    return len({*re.findall(" +", row.strip())}) <= 1


def read_single_row(
    notation: str, row: list[str], bounds: Bounds, *, square: bool = True
) -> RemarkedPuzzle:
    """The puzzle in a single row of cells, whose line ends may be lost.

    Raises `NotationError` unless, with `square`, the cells are those of a square.
    """
    count = len(row)
    side = isqrt(count)
    if square and side >= _LEAST_SQUARE and side**2 == count:
        table = [row[start : start + side] for start in range(0, count, side)]
        bounds.check(side, side)
        puzzle = table_puzzle(notation, with_dots(notation, table), bounds)
        return RemarkedPuzzle(puzzle, (square_remark(side),))
    bounds.check(1, count)
    table_puzzle(notation, with_dots(notation, [row]), bounds)
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


def square_remark(side: int) -> LazyMessage:
    """The remark that a text without a size is read as a square."""
    return lazy("no size is given, so it is read as a square of {side}x{side}", side=side)


def rows_in_line(text: str) -> list[str]:
    """The rows in a text of one line, between separators other than `/`; empty without such rows.

    >>> rows_in_line("3.2 .1. 2.3"), rows_in_line("30,22"), rows_in_line("3 . 2")
    (['3.2', '.1.', '2.3'], ['30', '22'], [])
    """
    rows = _parts(text)
    return rows if len(_gaps(text)) == 1 else []


def _parts(text: str) -> list[str]:
    """The parts of a line that are rows of one length; empty without such rows."""
    rows = _GAP.split(text.strip())
    several = len(rows) > 1 and {*rows} != {"-1"}  # -1 is a blank cell
    same = len({*map(len, rows)}) == 1 and all(map(_CELLS.fullmatch, rows))
    return rows if several and same else []


def _gaps(text: str) -> set[str]:
    """What stands between the parts of a line: spaces, or a sign and any spaces around it."""
    return {gap.strip(" ") or gap for gap in _GAP.findall(text.strip())}


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


ROWS = Notation("rows", NAME, has_x_for_blanks, read_pasted_rows, format_rows, remark=remark_table)
"""Rows of cells, which is what a table is when it is in no other notation."""


def _rows(text: str) -> list[str]:
    text = text.removeprefix("/")
    stripped = text.rstrip()
    rows = rows_in_line(text)
    if not rows and _parts(text):
        raise NotationError(
            NAME,
            lazy("the gaps between the rows are not all alike, so these may be several puzzles"),
            remedy=lazy("give one of them, with a / between its rows"),
        )
    if rows:
        _require_no_rule(rows)
    else:
        rows = _ROW_END.split(stripped[:-1] if stripped.endswith("/") else text)
    return _without_blank_lines(_without_rules(rows))


def _require_no_size(rows: list[str]) -> None:
    """Raise `NotationError` for a first row that is the size of the others after a list sign."""
    size = _LISTED_SIZE.fullmatch(rows[0])
    if size is None or int(size[1]) != len(rows) - 1:
        return
    if {len(row) for row in _cells(rows[1:])} == {int(size[2])}:
        raise NotationError(
            NAME,
            lazy("the first line may be a row, or a size in a list"),
            remedy=lazy("write the size without the sign before it, or blank cells as dots"),
        )


def _require_no_rule(rows: list[str]) -> None:
    """Raise `NotationError` for a first or last row in one line that may be a rule."""
    for at in (0, -1):
        rule = _RULE.fullmatch(rows[at])
        others = _others(rows, rule[0]) if rule else []
        if others and not any(map(_MARKS.search, others)):
            raise NotationError(
                NAME,
                lazy("a row of dashes could be a rule, or blank cells"),
                in_row(at % len(rows) + 1),
                lazy("leave the rule out, and write blank cells as dots"),
            )


def _without_rules(rows: list[str]) -> list[str]:
    """The rows without a rule above and below, whose sign is that of no cell."""
    for at in (0, -1):
        rule = _RULE.fullmatch(rows[at].strip())
        others = _others(rows, rule[0]) if rule else []
        if rule is None or not others or any(rule[1] in row for row in others):
            continue
        if not any(map(_MARKS.search, others)) and len(rule[0]) == len(others[0].strip()):
            raise NotationError(
                NAME,
                lazy("a line of one sign could be a rule, or blank cells"),
                remedy=lazy("leave it out, or write blank cells as dots"),
            )
        del rows[at]
    return rows


def _others(rows: list[str], rule: str) -> list[str]:
    ends = rows[0].strip(), rows[-1].strip()
    return rows[ends[0] == rule : len(rows) - (ends[1] == rule)]


def _without_blank_lines(rows: list[str]) -> list[str]:
    """Like `without_blank_lines`; where spaces may be blank cells, the rows stay as they are."""
    full = sum(map(bool, rows)) >= _LEAST_FULL and not any(" " in row for row in rows)
    return without_blank_lines(NAME, rows) if full or any(map(_MARKS.search, rows)) else rows


def without_blank_lines(
    notation: LazyMessage, rows: list[str], *, between_all: bool = True
) -> list[str]:
    """The rows without the blank lines between them, if there are some between all of them.

    Raises `NotationError` when only some rows have a blank line between them, since two puzzles,
    or a row without clues, could stand there; unless `between_all`, wherever a blank line is.
    """
    kept = [at for at, row in enumerate(rows) if row.strip(" ")]
    if len(kept) == len(rows) or not kept:
        return rows
    gaps = [after - before > 1 for before, after in pairwise(kept)]
    if any(gaps) and not (between_all and all(gaps)):
        raise NotationError(
            notation,
            lazy("there is a blank line"),
            lazy("after row {row}", row=gaps.index(True) + 1),
            lazy("leave it out, or give one puzzle at a time"),
        )
    return [rows[at] for at in kept]


def _cells(rows: list[str]) -> list[list[str]]:
    if any(map(_MARKS.search, rows)):
        rows = [row.strip(" ") for row in rows]
        apart = any(" " in row and not _MARKS.search(row) for row in rows)
        return [
            _split(row, at) if apart or " " in row else list(row) for at, row in enumerate(rows, 1)
        ]
    step = 2 if all(map(is_spaced, rows)) and max(map(len, rows)) > len("3 ") else 1
    return [list(row[::step].replace(" ", ".")) for row in rows]


def is_spaced(row: str) -> bool:
    """Whether every second character of a row is a space."""
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
