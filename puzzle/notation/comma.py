"""Comma-separated values (CSV): one record for each row of cells, as spreadsheets save them.

A blank cell is empty, or has one of the signs of rows, -1 or `nan`; clues may be 3 or 3.0. The
separator is a comma, a semicolon or a tab: the first of these, in this order, that occurs in the
text. Where blank cells are empty, those at the end of a record may be left out. `/` follows a
single record, as in rows. Records in one line may have spaces between them.
"""

import csv
import re
from itertools import islice

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.rows import read_single_row, rows_in_line, without_blank_lines
from puzzle.notation.text import (
    check_rows,
    clue_text,
    remark_table,
    table_puzzle,
    unwrap,
    with_dots,
)

NAME = lazy("CSV")

SEPARATORS = (",", ";", "\t")
_LEAST = 2
"""Separators of a record in a text of one line."""


def is_csv(text: str) -> bool:
    """Whether a text has a separator, but not between rows in one line.

    >>> is_csv("3,,2"), is_csv("30,22")
    (True, False)
    """
    return bool(separator_of(text)) and not rows_in_line(text)


def read_csv(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read a table, with a remark when blank cells or the size were added.

    Raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> read_csv("3,,2\\n.,0,?").puzzle.clue_rows
    [(3, None, 2), (None, 0, None)]
    >>> str(*read_csv("3\\n,2,2").remarks)
    '1 record is filled up with blank cells; blank lines above and below are left out'
    """
    text = unwrap(text, bounds)
    separator = separator_of(text) or ","
    lines = _lines(text.rstrip(" "), separator)
    single = len(lines) == 1
    marked = single and lines[0].endswith("/")
    table = _table([lines[0][:-1]] if marked else lines, separator, bounds)
    if single and not marked and _is_evenly_spaced(lines[0], separator):
        return read_single_row(NAME, table[0], bounds, square=all(table[0]))
    if single and not marked and len(table[0]) > 1:
        raise _lost_line_ends()
    short, cols, remarks = 0, len(table[0]), list[LazyMessage]()
    if _ends_with_separators(table):
        table = [row[:-1] for row in table]
    elif any(not cell for row in table for cell in row):
        cols = max(map(len, table))
        bounds.check(len(table), cols)
        short = sum(len(row) < cols for row in table)
        if separator == "\t" and len(table[0]) < cols:
            raise _lost_start()
        if short:
            without_blank_lines(NAME, text.split("\n"), between_all=False)
        table = [row + [""] * (cols - len(row)) for row in table]
        if short:
            remarks.append(_short_remark(short))
        columns = [*zip(*table, strict=True)]
        if not all(map(any, (table[0], table[-1], columns[0], columns[-1]))):
            remarks.append(lazy("the blank rows or columns at its sides are part of the board"))
    return RemarkedPuzzle(table_puzzle(NAME, with_dots(NAME, table), bounds), tuple(remarks))


def separator_of(text: str) -> str:
    """The separator of a text; empty without one."""
    return next((mark for mark in SEPARATORS if mark in text), "")


def format_csv(puzzle: Puzzle) -> str:
    """Format a puzzle as comma-separated values, with a `.` for each blank cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_csv(read_csv("3;;2/").puzzle))
    3,.,2/
    """
    check_rows(NAME, puzzle)
    records = [",".join(map(clue_text, row)) for row in puzzle.clue_rows]
    return "\n".join(records) if len(records) > 1 else f"{records[0]}/"


CSV = Notation("csv", NAME, is_csv, read_csv, format_csv, remark=remark_table)
"""Records of cells."""


def _lines(text: str, separator: str) -> list[str]:
    """The records; in a text of one line, those between spaces, if all have as many cells."""
    lines = text.split("\n")
    if len(lines) == 1:
        parts = re.split(" +", text)
        counts = {part.count(separator) for part in parts}
        if len(parts) > 1 and len(counts) == 1 and min(counts) >= _LEAST:
            return parts
    return without_blank_lines(NAME, lines)


def _table(lines: list[str], separator: str, bounds: Bounds) -> list[list[str]]:
    try:
        records = list(islice(csv.reader(lines, delimiter=separator), bounds.max_side + 1))
    except csv.Error as error:
        raise NotationError(
            NAME,
            lazy("the quotes are broken"),
            remedy=lazy('write cells without quotes, as in 3,"",2'),
        ) from error
    if len(records) > bounds.max_side:
        bounds.check(len(lines), len(records[0]))
    return [[cell.strip() for cell in record] for record in records]


def _is_evenly_spaced(line: str, separator: str) -> bool:
    """Whether no space, or one after each separator, stands in a line, so none was a line end."""
    return line.count(" ") in {0, line.count(separator)} and (
        line.count(" ") == line.count(f"{separator} ")
    )


def _ends_with_separators(table: list[list[str]]) -> bool:
    """Whether all records end with a separator, since their blank cells are not empty."""
    ended = all(len(row) > 1 and not row[-1] and all(row[:-1]) for row in table)
    return ended and any(not cell[0].isdigit() for row in table for cell in row[:-1])


def _lost_start() -> NotationError:
    """The error for tabs that whatever removes white space around a text may have removed."""
    return NotationError(
        NAME,
        lazy("the first record is shorter than others, so tabs at its start may be lost"),
        remedy=lazy("write blank cells as dots"),
    )


def _lost_line_ends() -> NotationError:
    return NotationError(
        NAME,
        lazy("the records stand in one line, so its line ends were probably lost"),
        remedy=lazy("use a file or a form that keeps line ends, or write rows such as 3../.2./..1"),
    )


def _short_remark(short: int) -> LazyMessage:
    return lazy_plural(
        "{count:,} record is filled up with blank cells; blank lines above and below are left out",
        "{count:,} records are filled up with blank cells; blank lines above and below are left "
        "out",
        short,
    )
