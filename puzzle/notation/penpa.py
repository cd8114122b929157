"""Addresses of penpa-edit, for Slitherlink on squares, in its edit and its solve mode.

`p=` has lines of text, deflated without a header, in Base64. Line 1 begins with the grid, the
columns and the rows; line 2 has the rows and columns above, below, left and right of the board;
line 4 is JSON with the clues by cell, whose number is counted on a grid with two more cells on
each side; line 6 has the cells of the board, the first and then differences; line 18 has tags.
Words of the JSON are abbreviated to `z` and a letter.

Source: https://github.com/swaroopg92/penpa-edit, docs/js/class_p.js and docs/js/general.js
"""

import base64
import binascii
import re
import zlib
from itertools import accumulate, pairwise
from typing import TypeVar
from urllib.parse import unquote

import msgspec
from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import check_rows, clue_text, describe, read_size, table_puzzle, unwrap

NAME = lazy("a penpa-edit address")

_ADDRESS = re.compile(r"[^\s#?]{0,200}[#?]?m=(?:edit|solve)&(?:\w{1,9}=\w{0,99}&)*p=", re.ASCII)
_VALUE = re.compile(r"[A-Za-z0-9+/=_%-]*", re.ASCII)
_SIDE = re.compile(r"\d{1,9}", re.ASCII)
_MARGIN = 2
"""Cells that penpa-edit has on each side of a board."""
_INFLATED = 4
"""Most characters of the lines, for each of a text that may be read."""
_COPY = lazy("copy the whole address, which Share and then Editing URL give there")
_T = TypeVar("_T")
_LINES = 6
_TAGS = 17

_EMPTY = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:%s,z1:{},zY:{},zF:{},z2:{},zT:[],z3:[],zD:[],"
    "z0:[],z5:[],zL:{},zE:{},zW:{},zC:{},z4:{},z6:[],z7:[]}"
)
"""What penpa-edit writes for what is drawn, with the numbers at `%s`."""


_ABBREVIATED = re.compile(r"z(.)")
_WORDS = {"Z": "z", "O": "null", "N": '"number"'}

_MIDDLE = '[]\n{}\n"x"\n"x"\n[3,2,1]\n{}\n"x"\n0'
"""Lines 7 to 14, which only penpa-edit reads."""


class _Drawn(Struct, frozen=True):
    """The numbers by cell, each with its text, colour and style."""

    number: dict[str, list[object]] = {}


def is_penpa(text: str) -> bool:
    """Whether a text begins as an address of penpa-edit does.

    >>> is_penpa("https://swaroopg92.github.io/penpa-edit/#m=edit&p=zZDL"), is_penpa("3x3:i")
    (True, False)
    """
    return bool(_ADDRESS.match(text.lstrip()))


def read_penpa(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read an address; raises `NotationError`, or `SizeError` for a board outside `bounds`.

    >>> puzzle = table_puzzle("", ["3.", ".2"], DEFAULT_BOUNDS)
    >>> read_penpa(format_penpa(puzzle)).puzzle == puzzle
    True
    """
    lines = _inflate(unwrap(text, bounds).strip(), bounds)
    head = lines[0].split(",", _MARGIN + 1)
    if head[0] != "square" or len(lines) < _LINES:
        problem = lazy("its grid is {name}", name=describe(head[0]))
        raise NotationError(NAME, problem, remedy=lazy("only Slitherlink on squares can be read"))
    _check_tags(lines)
    if not all(map(_SIDE.fullmatch, head[1:3])) or len(head) <= _MARGIN:
        raise _damaged(lazy("it has no size"))
    rows, cols = read_size(head[1], head[2], bounds)
    top, left, height, width = _board(lines, rows, cols)
    table = [["."] * width for _ in range(height)]
    for cell, number in _json(lines[3], _Drawn).number.items():
        if not _SIDE.fullmatch(cell) or not number:
            raise _damaged(lazy("a number has no place"))
        row, col = divmod(int(cell), cols + 2 * _MARGIN)
        if not (top <= row < top + height and left <= col < left + width):
            shown = describe(str(number[0]))
            problem = lazy("{text} stands outside of the board", text=shown)
            raise NotationError(NAME, problem, remedy=lazy("only plain Slitherlink can be read"))
        table[row - top][col - left] = str(number[0]).strip() or "."
    return RemarkedPuzzle(table_puzzle(NAME, table, bounds))


def format_penpa(puzzle: Puzzle) -> str:
    """Format a puzzle as an address of penpa-edit, in its edit mode.

    Raises `NotationError` for other cells than squares.
    """
    check_rows(NAME, puzzle)
    rows, cols = puzzle.grid.rows, puzzle.grid.cols
    wide = cols + 2 * _MARGIN
    cells = [
        col + row * wide
        for row in range(_MARGIN, rows + _MARGIN)
        for col in range(_MARGIN, cols + _MARGIN)
    ]
    numbers = {
        str(cell): [clue, 1, "1"]
        for cell, clue in zip(cells, map(clue_text, puzzle.clues), strict=True)
        if clue != "."
    }
    steps = cells[:1] + [after - before for before, after in pairwise(cells)]
    size, centre = 38, _centre(rows, cols)
    head = f"square,{cols},{rows},{size},0,1,1,{(cols + 1) * size},{(rows + 1) * size},{centre}"
    blank = _EMPTY % "{}"
    lines = [
        f"{head},{centre},0,0,0,0,Title: ,Author: ,,,OFF,false",
        "[0,0,0,0]",
        '["1","2","1"]~"lineE"~["1",3]',
        _EMPTY % msgspec.json.encode(numbers).decode(),
        blank,
        msgspec.json.encode(steps).decode(),
        _MIDDLE,
        blank,
        blank,
        "{}",
        '["slitherlink"]',
    ]
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    address = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
    return address + base64.b64encode(packed).decode()


PENPA = Notation("penpa", NAME, is_penpa, read_penpa, format_penpa)
"""Addresses of penpa-edit."""


def _centre(rows: int, cols: int) -> int:
    """The number of the point in the middle: of a cell, a dot or an edge."""
    wide, tall = cols + 2 * _MARGIN, rows + 2 * _MARGIN
    kind = (0, 3, 2, 1)[(cols % 2 == 0) + 2 * (rows % 2 == 0)]
    col, row = ((side - 1) // 2 + _MARGIN for side in (cols, rows))
    return kind * wide * tall + col + row * wide


def _inflate(text: str, bounds: Bounds) -> list[str]:
    """The lines in an address, of a bounded length; what is after the tags is the last one."""
    start = _ADDRESS.match(text)
    value = text[start.end() if start else 0 :].partition("&")[0].partition("#")[0]
    if not start or not _VALUE.fullmatch(value):
        raise _damaged(lazy("it has characters that no such address has"))
    code = unquote(value).replace("-", "+").replace("_", "/").rstrip("=")
    most = _INFLATED * bounds.max_text
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), validate=True)
        found = unpacker.decompress(packed, most).decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise _damaged(lazy("it is damaged")) from error
    if unpacker.unconsumed_tail:
        problem = lazy("it unfolds to over {most:,} characters", most=most)
        raise NotationError(NAME, problem, remedy=lazy("give a smaller puzzle"))
    if not unpacker.eof:
        raise _damaged(lazy("its end is missing"))
    return found.split("\n", _TAGS + 1)


def _check_tags(lines: list[str]) -> None:
    tags = _json(lines[_TAGS], list[str]) if len(lines) > _TAGS and lines[_TAGS] else []
    if tags and not any("slither" in tag.lower() for tag in tags):
        problem = lazy("it is a puzzle of the genre {genre}", genre=describe(tags[0]))
        raise NotationError(NAME, problem, remedy=lazy("only plain Slitherlink can be read"))


def _board(lines: list[str], rows: int, cols: int) -> tuple[int, int, int, int]:
    """The first row and column of the board, and its number of rows and columns."""
    above, below, left, right = _json(lines[1], tuple[int, int, int, int])
    wide = cols + 2 * _MARGIN
    steps = _json(lines[5], list[int])
    if not steps:
        top, first = _MARGIN + above, _MARGIN + left
        height, width = rows - above - below, cols - left - right
        if min(above, below, left, right) < 0 or min(height, width) < 1:
            raise _damaged(lazy("it has no size"))
        return top, first, height, width
    if len(steps) > (rows + 2 * _MARGIN) * wide:
        raise _damaged(lazy("it has more cells than its size"))
    places = [divmod(cell, wide) for cell in accumulate(steps)]
    top, first = min(row for row, _ in places), min(col for _, col in places)
    height = max(row for row, _ in places) - top + 1
    width = max(col for _, col in places) - first + 1
    if top < 0 or len({*places}) != height * width or top + height > rows + 2 * _MARGIN:
        problem = lazy("the cells of the board are no rectangle")
        raise NotationError(NAME, problem, remedy=lazy("only whole boards can be read"))
    return top, first, height, width


def _json(line: str, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(_ABBREVIATED.sub(_expanded, line), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(lazy("it is damaged")) from error


def _expanded(found: re.Match[str]) -> str:
    """The meaning of an abbreviation, of which only the numbers' matters."""
    return _WORDS.get(found[1], f'"z{found[1]}"')


def _damaged(problem: LazyMessage) -> NotationError:
    return NotationError(NAME, problem, remedy=_COPY)
