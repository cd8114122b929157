"""Drawings in characters: the digits between `+` or dots at the corners of cells, or between `|`.

Dots or `+` stand in every second line, evenly spaced, with nothing between them or the same signs
everywhere, such as `+---+---+`. In a table with `|`, the cells stand between these; lines of `-`,
`=`, `+` and `:` are rules, and all alike. Lines of a loop are not read: a drawing that has some is
refused. Box-drawing characters stand for `+`, `-` and `|`. Letters above the columns and numbers
left of the rows are left out.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import (
    check_rows,
    clue_text,
    remark_table,
    table_puzzle,
    unwrap,
    with_dots,
)

NAME = lazy("a drawing")

BOXES: Mapping[int, str] = MappingProxyType(
    dict.fromkeys(range(0x2500, 0x2580), "+")
    | dict.fromkeys(map(ord, "│┃║╎╏┆┇┊┋╵╷╹╻╽╿"), "|")
    | dict.fromkeys(map(ord, "─━═╌╍┄┅┈┉╴╶╸╺╼╾"), "-")
)
"""What box-drawing characters stand for."""
_DOTS = re.compile(r"[+.\u00b7\u2022]")
_DOT_LINE = re.compile(r"(?P<dot>[+.\u00b7\u2022])(?P<gap>[ -]+)(?P=dot)(?:(?P=gap)(?P=dot))*")
_RULE_SIGNS = frozenset("-=+:| ")
_RULES = ("--", "==", ":-", "-:", "+")
"""What a line of `_RULE_SIGNS` has that is a rule."""
_COLUMNS = re.compile(r" *A(?: +[A-Z]+)*")
_ROW = re.compile(r" *\d+")
_LEAST_LINES = 3
_PIPE = "|"


def is_drawing(text: str) -> bool:
    """Whether a text is a table with `|`, or begins with a line of dots over cells between them.

    >>> is_drawing("+ +\\n 3 \\n+ +"), is_drawing("3|2\\n1|."), is_drawing(". .\\n3 2\\n. .")
    (True, True, False)
    """
    lines = _lines(text)
    if len(lines) > 1 and all(_PIPE in line or _is_rule(line) for line in lines):
        return any(_PIPE in line and not _is_rule(line) for line in lines)
    if len(lines) < _LEAST_LINES or len(lines) % 2 == 0 or not _DOT_LINE.fullmatch(lines[0]):
        return False
    places = [dot.start() for dot in _DOTS.finditer(lines[0])]
    return not any(line[at : at + 1].strip() for line in lines[1::2] for at in places)


def read_drawing(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read a drawing, with a remark when blank lines may stand between two drawings.

    Raises `NotationError`, or `SizeError` for a board outside `bounds`.

    >>> read_drawing("+ + +\\n 3  \\n+ + +").puzzle.clue_rows
    [(3, None)]
    >>> read_drawing("| 3 |   |\\n|---|---|\\n|   | 2 |").puzzle.clue_rows
    [(3, None), (None, 2)]
    >>> read_drawing("+ +\\n\\n+ +\\n 3\\n+ +").remarks
    ('a blank line is read as a row without clues',)
    """
    bare = unwrap(text, bounds)
    lines = _lines(bare)
    table = _between_pipes(lines) if any(_PIPE in line for line in lines) else _between_dots(lines)
    bounds.check(len(table), max(map(len, table), default=0))
    puzzle = table_puzzle(NAME, with_dots(NAME, table), bounds)
    blank = bare.split("\n").count("")
    return RemarkedPuzzle(puzzle, (_blank_remark(blank),) if blank else ())


def format_drawing(puzzle: Puzzle) -> str:
    """Format a puzzle as a drawing with a `+` at each corner of a cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_drawing(read_drawing("3|.\\n.|2").puzzle))
    +   +   +
      3
    +   +   +
          2
    +   +   +
    """
    check_rows(NAME, puzzle)
    dots = "   ".join("+" * (puzzle.grid.cols + 1))
    lines = [dots]
    for row in puzzle.clue_rows:
        clues = "".join(f"  {' ' if clue is None else clue_text(clue)} " for clue in row)
        lines += [clues.rstrip() or " ", dots]
    return "\n".join(lines)


DRAWING = Notation("drawing", NAME, is_drawing, read_drawing, format_drawing, remark=remark_table)
"""Digits between dots or lines."""


def _is_rule(line: str) -> bool:
    return _RULE_SIGNS.issuperset(line) and any(sign in line for sign in _RULES)


def _lines(text: str) -> list[str]:
    lines = _without_labels([line.rstrip() for line in text.translate(BOXES).split("\n")])
    indent = min((len(line) - len(line.lstrip()) for line in lines[::2] if line), default=0)
    return [line[indent:] for line in lines]


def _without_labels(lines: list[str]) -> list[str]:
    """A drawing whose rows are numbered from 1, below the letters of columns, without these.

    >>> _without_labels(["    A", "  +   +", "1   3", "  +   +"])
    ['  +   +', '    3', '  +   +']
    """
    if not _COLUMNS.fullmatch(lines[0]):
        return lines
    numbers = [found[0] if (found := _ROW.match(line)) else "" for line in lines[2::2]]
    if [number.strip() for number in numbers] != [str(row + 1) for row in range(len(numbers))]:
        return lines
    bare = lines[1:]
    bare[1::2] = [
        f"{'':{len(number)}}{row[len(number) :]}".rstrip()
        for number, row in zip(numbers, bare[1::2], strict=True)
    ]
    return bare


def _between_pipes(lines: list[str]) -> list[list[str]]:
    rules = {line.strip() for line in lines if _is_rule(line)}
    rows = [line.strip() for line in lines if not _is_rule(line)]
    marks = {rule.count("+") + rule.count(_PIPE) for rule in rules} - {0}
    if len(rules) > 1 or any(marks - {row.count(_PIPE)} for row in rows):
        raise _drawn()
    if all(len(row) > 1 and row.startswith(_PIPE) and row.endswith(_PIPE) for row in rows):
        rows = [row[1:-1] for row in rows]
    table = [[cell.strip() for cell in row.split(_PIPE)] for row in rows]
    if len(lines) > 1 and _is_rule(lines[1]) and not _is_rule(lines[0]) and not any(table[0]):
        raise NotationError(
            NAME,
            lazy("the row above the rule is blank, so it could be a heading or a row"),
            lazy("in row {row}", row=1),
            lazy("leave it and the rule out, or write blank cells as dots"),
        )
    dashes = [set(row) == {"-"} for row in table]
    if any(dashes) and not any(
        "-" in row for row, all_dashes in zip(table, dashes, strict=True) if not all_dashes
    ):
        raise NotationError(
            NAME,
            lazy("a row of dashes could be a rule, or blank cells"),
            lazy("in row {row}", row=dashes.index(True) + 1),
            lazy("leave the rule out, and write blank cells as dots"),
        )
    return table


def _between_dots(lines: list[str]) -> list[list[str]]:
    dots, rows = lines[0::2], lines[1::2]
    if len(lines) % 2 == 0 or not _DOT_LINE.fullmatch(dots[0]):
        raise NotationError(
            NAME,
            lazy("there are no lines of dots above, between and below the rows"),
            remedy=lazy("begin and end with a line of dots or +, one at each corner of a cell"),
        )
    if len({*dots}) > 1:
        raise _drawn()
    places = [dot.start() for dot in _DOTS.finditer(dots[0])]
    if any(len(row) > places[-1] or any(row[at : at + 1].strip() for at in places) for row in rows):
        raise _drawn()
    sides = list(pairwise(places))
    return [[row[left + 1 : right].strip() for left, right in sides] for row in rows]


def _blank_remark(count: int) -> LazyMessage:
    return lazy_plural(
        "a blank line is read as a row without clues",
        "{count:,} blank lines are read as rows without clues",
        count,
    )


def _drawn() -> NotationError:
    return NotationError(
        NAME,
        lazy("its lines are not all alike, so some of a loop could be drawn"),
        remedy=lazy("leave out the lines of the loop, or write rows such as 3../.2./..1"),
    )
