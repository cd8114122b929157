"""Why a text is no board: the first fault of what is most like one in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.notation.pages import lists
from puzzle.notation.rows import NAME
from puzzle.notation.signs import cell
from puzzle.notation.tables import Dialect, dialects, split
from puzzle.notation.text import (
    KNOWN_NOTATIONS,
    NO_CLUE,
    bad_clue_error,
    cells,
    describe,
    in_row,
    no_puzzle,
    wrong_width,
)

MIN_SIDE = 3
"""Minimum number of rows and columns of what is told of a chat message."""
_MOST_LENGTH = 3
"""Maximum number of characters of a word that may be a cell."""


class _Rows(NamedTuple):
    """Consecutive lines that look like rows, each as words, and the number of the first line."""

    line: int
    rows: Sequence[Sequence[str]]

    @property
    def cells(self) -> int:
        return sum(map(len, self.rows))


def refusal(text: str, *, alone: bool) -> NotationError | None:
    """Why a text is no board; None for a chat message that resembles none.

    >>> print(refusal("3..2\\n.2..\\n0..5", alone=True))
    Read as rows of cells: in row 3, column 4, the clue 5 is out of range; a cell has four edges, \
so a clue is 0, 1, 2, 3 or 4.
    """
    bare = text.strip()
    slashed = "/" in bare and "\n" not in bare
    lines = bare.rstrip("/").split("/") if slashed else text.split("\n")
    runs = [run for dialect in dialects(lines) for run in _runs(lines, dialect)]
    leaves = [leaf for leaf in lists(text) if isinstance(leaf, tuple)]
    runs += [_Rows(0, leaves)] if len(leaves) > 1 else []
    best = max(runs, key=_likeness, default=_Rows(0, ()))
    if len(best.rows) > 1 and not (slashed and all(map(cell, chain(*best.rows)))):
        width, count = Counter(map(len, best.rows)).most_common(1)[0]
        large = width >= MIN_SIDE and len(best.rows) >= MIN_SIDE and count > 1
        return _fault(best, width) if alone or large else None
    if not alone:
        return None
    if "\n" not in bare and (count := _cells_in_line(bare)) > 1:
        return _lost_ends(count)
    if not bare:
        return no_puzzle()
    problem = lazy("{text} is not a puzzle in a notation that is known here", text=describe(bare))
    return NotationError("", problem, remedy=KNOWN_NOTATIONS)


def _likeness(run: _Rows) -> int:
    """How much rows are like those of a board: their cells, less twice what is none."""
    return sum(1 if cell(word) else -2 for row in run.rows for word in row)


def _cells_in_line(line: str) -> int:
    """The number of cells in a line if most of it is cells; else 0."""
    words = [word for word in re.split(r"[\s,;|+]+", line) if word]
    words = [*words[0]] if len(words) == 1 else words
    good = sum(cell(word) is not None for word in words)
    return good if 3 * good > 2 * len(words) else 0


def _runs(lines: Sequence[str], dialect: Dialect) -> Iterator[_Rows]:
    first, rows = 0, list[Sequence[str]]()
    for number, line in enumerate([*lines, "end"]):
        words = split(line, dialect)
        if len(words) > 1 and _are_nearly_cells(words):
            first = first if rows else number
            rows.append(words)
        elif rows and line.strip():
            yield _Rows(first, rows)
            rows = []


def _are_nearly_cells(words: Sequence[str]) -> bool:
    good = sum(cell(word) is not None for word in words)
    return 2 * good >= len(words) and all(len(word.strip()) <= _MOST_LENGTH for word in words)


def _fault(found: _Rows, width: int) -> NotationError:
    """The first fault of rows most of which have so many cells."""
    for row, words in enumerate(found.rows, start=1):
        for col, word in enumerate(words, start=1):
            if cell(word) is None:
                place = lazy("in row {row}, column {column}", row=row, column=col)
                return bad_clue_error(NAME, word.strip(), place, NO_CLUE)
        if len(words) != width:
            return wrong_width(NAME, len(words), width, in_row(row))
    return NotationError(
        NAME,
        lazy("it is not clear whether the other lines belong to them"),
        lazy("around line {line}", line=found.line + 1),
        lazy("leave out what is no row, and write blank cells as dots"),
    )


def _lost_ends(count: int) -> NotationError:
    return NotationError(
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
