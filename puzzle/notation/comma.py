"""Comma-separated values (CSV): one record for each row of cells, as spreadsheets save them.

A blank cell is empty, or one of `.`, `-`, `_`, `?`, `-1`. The separator is a comma, a semicolon
or a tab: the first of these, in this order, that occurs in the text.
"""

import csv
from itertools import islice

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.text import check_rows, clue_text, table_puzzle, unwrap

NAME = lazy("CSV")

SEPARATORS = (",", ";", "\t")


def parse_csv(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a table; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_csv("3,,2\\n.,0,").clue_rows
    [(3, None, 2), (None, 0, None)]
    """
    text = unwrap(text, bounds)
    separator = next((mark for mark in SEPARATORS if mark in text), ",")
    lines = text.split("\n")
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
    table = [[cell.strip() or "." for cell in record] for record in records]
    return table_puzzle(NAME, table, bounds)


def format_csv(puzzle: Puzzle) -> str:
    """Format a puzzle as comma-separated values, with a `.` for each blank cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_csv(parse_csv("3;;2")))
    3,.,2
    """
    check_rows(NAME, puzzle)
    return "\n".join(",".join(map(clue_text, row)) for row in puzzle.clue_rows)
