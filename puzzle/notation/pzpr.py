"""The file format in which puzz.link saves a board (`pzprv3`): clues and marks.

Fields are separated by line breaks or `/`, in this order:

1. the version, the genre, the number of rows, the number of columns, and `f` where the loop visits
   every dot;
2. the rows of clues, with `.` for a blank cell and `-` for a "?", 5 for a sheep and 6 for a wolf;
3. in version 3.1, and where clues count dots or touches, the rows of cell colours, which are
   ignored;
4. the rows of vertical edges, then the rows of horizontal edges: 1 is a line, 0 unknown, -1 a
   cross. All edges may be missing;
5. where clues count dots or touches, the rows of marks on dots, which are ignored.

The text after the edges (the player's history, trial data, a URL) is ignored.

Source: https://github.com/robx/pzprjs, src/puzzle/FileData.js, src/variety/slither.js and
src/variety/vslither.js
"""

import re
from urllib.parse import unquote

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.grid import edges_from_rows, mark_rows
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.puzzlink import bad_flag, number_text, read_genre, read_rules
from puzzle.notation.text import check_squares, describe, in_line, read_size, table_puzzle, unwrap
from puzzle.rules import Variant
from puzzle.rules.full import FLAG

NAME = lazy("a pzprv3 file")
VERTICAL, HORIZONTAL = lazy("the vertical edges"), lazy("the horizontal edges")
ROWS, COLUMNS = lazy("the number of rows"), lazy("the number of columns")

_SIGNS = {"1": "1", "-1": "0", "0": "?"}
"""The sign in `mark_rows` by the text of an edge."""
_TEXTS = {sign: text for text, sign in _SIGNS.items()}
_BEGINNING = re.compile(
    r"(?:[^\s?]{0,200}\?(?:[^\s&?]{0,40}&){0,4})?pzprv", re.ASCII | re.IGNORECASE
)
_TAIL = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")
_LINE_END = re.compile(r"[/\n]")
_NUMBER = re.compile(r"-?\d+", re.ASCII)


class _Lines(Struct):
    """A reader of the lines of a file; `number` counts the lines read so far."""

    lines: list[str]
    number: int = 0

    def next(self, expected: LazyMessage) -> str:
        """The next line; raises `NotationError`, which names what is `expected`, at the end."""
        if self.number >= len(self.lines):
            problem = lazy("it ends where {expected} should stand", expected=expected)
            raise NotationError(NAME, problem, remedy=lazy("copy the whole file"))
        self.number += 1
        return self.lines[self.number - 1].strip()

    def width(self) -> int:
        """The number of words in the next line; 0 at the end."""
        return len(self.lines[self.number].split()) if self.number < len(self.lines) else 0

    def at_end(self) -> bool:
        """Whether only blank lines remain."""
        return not any(line.strip() for line in self.lines[self.number :])


def is_pzpr(text: str) -> bool:
    """Whether a text begins as a saved file, or as an address with one.

    >>> is_pzpr("pzprv3/slither/1/1/4"), is_pzpr("slither/1/1/4")
    (True, False)
    """
    return bool(_BEGINNING.match(text.lstrip()))


def parse_pzpr(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """Parse a saved file; raises `NotationError`, or `SizeError` when it is outside `bounds`.

    >>> board = parse_pzpr("pzprv3/slither/1/2/3 ./1 1 0/1 -1/1 0/")
    >>> board.puzzle.clue_rows, sorted(board.lines), sorted(board.crosses)
    ([(3, None)], [0, 2, 4, 5], [1])
    """
    return read_pzpr(text, bounds).board


def read_pzpr(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Like `parse_pzpr`, with the marks apart; raises `NotationError` and `SizeError` like it."""
    lines = _Lines(_content(unwrap(text, bounds)))
    version, variant = _read_head(lines)
    rows, cols = _read_size(lines, bounds)
    rules, _ = read_rules(variant, _read_flag(lines))
    cells = _read_rows(lines, rows, lazy("the clues"))
    puzzle = table_puzzle(NAME, cells, bounds, cols, rules)
    coloured = variant.has_dot_marks or (version == "pzprv3.1" and lines.width() == cols)
    if coloured and not lines.at_end():
        _read_rows(lines, rows, lazy("the cell colours"))
    if lines.at_end():
        return RemarkedPuzzle(puzzle)
    vertical = _read_signs(lines, rows, cols + 1, VERTICAL)
    horizontal = _read_signs(lines, rows + 1, cols, HORIZONTAL)
    if variant.has_dot_marks and not lines.at_end():
        _read_rows(lines, rows + 1, lazy("the marks on dots"))
    if not lines.at_end():
        raise NotationError(
            NAME,
            lazy("the text goes on after the last row of edges"),
            in_line(lines.number + 1),
            lazy("leave out what follows"),
        )
    drawn, crossed = (
        edges_from_rows(puzzle.grid, horizontal, vertical, sign) for sign in ("1", "0")
    )
    marks = dict.fromkeys(drawn, EdgeState.LINE) | dict.fromkeys(crossed, EdgeState.CROSS)
    return RemarkedPuzzle(puzzle, marks=marks)


def format_pzpr(board: Board) -> str:
    """Format a board as a file that puzz.link opens.

    Raises `NotationError` for other cells than squares.

    >>> format_pzpr(parse_pzpr("pzprv3/slither/1/1/4")).split()
    ['pzprv3', 'slither', '1', '1', '4', '0', '0', '0', '0']
    """
    puzzle, grid, rules = board.puzzle, board.puzzle.grid, board.puzzle.rules
    check_squares(NAME, puzzle)
    lines = ["pzprv3", rules.variant.genre, str(grid.rows), str(grid.cols)]
    if rules.variant.flag:
        lines.append(rules.variant.flag)
    lines += [" ".join(number_text(clue, rules) for clue in row) for row in puzzle.clue_rows]
    colours, dots = [], []
    if rules.variant.has_dot_marks:
        colours = [" ".join("0" * grid.cols)] * grid.rows
        dots = [" ".join("0" * (grid.cols + 1))] * (grid.rows + 1)
    horizontal, vertical = (
        [" ".join(_TEXTS[sign] for sign in row) for row in rows]
        for rows in mark_rows(grid, board.lines, board.crosses)
    )
    return "\n".join([*lines, *colours, *vertical, *horizontal, *dots, ""])


def _write(puzzle: Puzzle) -> str:
    return format_pzpr(Board.blank(puzzle))


PZPR = Notation("pzpr", NAME, is_pzpr, read_pzpr, _write, format_pzpr)
"""Files of puzz.link, with marks."""


def _content(text: str) -> list[str]:
    """The lines of the board, without a URL before them and the history after them."""
    address, found, rest = text.partition("pzprv")
    if "?" in address:
        rest = unquote(rest)
    lines = _LINE_END.split(found + rest)
    ends = (number for number, line in enumerate(lines) if _TAIL.match(line))
    return lines[: next(ends, None)]


def _read_head(lines: _Lines) -> tuple[str, Variant]:
    version = lines.next(lazy("the version"))
    if version not in {"pzprv3", "pzprv3.1"}:
        raise NotationError(
            NAME,
            lazy("{text} is not a version that can be read", text=describe(version)),
            in_line(1),
            lazy("begin with pzprv3 or pzprv3.1"),
        )
    return version, read_genre(NAME, lines.next(lazy("the genre")), in_line(2))


def _read_size(lines: _Lines, bounds: Bounds) -> tuple[int, int]:
    sides = []
    for side in (ROWS, COLUMNS):
        number = lines.next(side)
        if not _NUMBER.fullmatch(number):
            text = describe(number)
            raise NotationError(
                NAME,
                lazy("{text} is not a number of rows", text=text)
                if side is ROWS
                else lazy("{text} is not a number of columns", text=text),
                in_line(lines.number),
                lazy("after the genre stand the number of rows and that of columns"),
            )
        sides.append(number)
    rows, cols = sides
    return read_size(cols, rows, bounds)


def _read_flag(lines: _Lines) -> str:
    flag = "" if lines.at_end() else lines.lines[lines.number].strip()
    if not flag.isalpha():
        return ""
    if flag != FLAG:
        raise bad_flag(NAME, flag, in_line(lines.number + 1))
    lines.number += 1
    return flag


def _read_rows(lines: _Lines, rows: int, what: LazyMessage) -> list[list[str]]:
    return [
        lines.next(lazy("row {row} of {what}", row=row, what=what)).split()
        for row in range(1, rows + 1)
    ]


def _read_signs(lines: _Lines, rows: int, cols: int, what: LazyMessage) -> list[str]:
    table = _read_rows(lines, rows, what)
    for row, states in enumerate(table, start=1):
        place = lazy("in row {row} of {what}", row=row, what=what)
        if len(states) != cols:
            raise _wrong_width(len(states), cols, place)
        for col, state in enumerate(states, start=1):
            if state not in _SIGNS:
                raise NotationError(
                    NAME,
                    lazy("{text} is not the state of an edge", text=describe(state)),
                    lazy("{place}, column {column}", place=place, column=col),
                    lazy("use 1 for a line, -1 for a cross and 0 for unknown"),
                )
    return ["".join(_SIGNS[state] for state in states) for states in table]


def _wrong_width(width: int, right: int, place: LazyMessage) -> NotationError:
    problem = lazy_plural(
        "there is {count:,} edge instead of {right:,}",
        "there are {count:,} edges instead of {right:,}",
        width,
        right=right,
    )
    remedy = lazy_plural("give every row {count:,} edge", "give every row {count:,} edges", right)
    return NotationError(NAME, problem, place, remedy)
