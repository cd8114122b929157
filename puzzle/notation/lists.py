"""Lists of numbers, as in programs and JSON: one list for each row, -1, None or null for a blank.

Tuples and braces are read too, as is a name in front (`board = [[3, -1], …]`), also with the types
of C, C#, Go, Java and Rust, NumPy's `array(…)`, a JSON object in which one value is such a list,
and a list of rows as texts (`["3.", ".2"]`). A single list of cells has the size beside it
(`"width": 4`), or is a square where their number is one.

Source: https://www.rfc-editor.org/rfc/rfc8259
"""

import re

import msgspec

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.rows import read_single_row
from puzzle.notation.task import named_size
from puzzle.notation.text import (
    cells,
    check_rows,
    describe,
    remark_table,
    table_puzzle,
    unwrap,
    with_dots,
)

NAME = lazy("a list of rows")

_NAMED = re.compile(
    r"(?:[A-Za-z_][\w.:<>]{0,40}(?:\[,?\]){0,2}\s{1,9}){0,4}"
    r"[A-Za-z_][\w.]{0,40}(?:\[\w{0,9}\]){0,2}(?:\s?:\s?[\w\[\];, <>]{1,30})?\s{0,9}:?=\s{0,9}",
    re.ASCII,
)
"""The declaration of a name: `board =`, `board: list[int] =`, `int[][] board =`, `board :=`."""
_MADE = re.compile(r"\bvec!|\bnew\s\w{0,9}|(?:\[,?\]){1,2}\w{0,9}(?=\s?\{)", re.ASCII)
"""What some languages write before the values of a list, as in `new int[][] {{3, -1}}`."""
_CALLED = re.compile(r"[A-Za-z_][\w.]{0,20}\(\s{0,9}", re.ASCII)
_DTYPE = re.compile(r",\s{0,9}dtype=[\w.]{1,20}\s{0,9}\Z", re.ASCII)
_START = re.compile(r"\s*[\[({]\s*[\[({'\"0-9nN-]")
_OBJECT = re.compile(r"\{\s*\"")
_LEAF = re.compile(r"\[([^\[\]]*)\]")
_NESTED = re.compile(r"\[?\0(?:,?\0)*,?\]?")
_LONGEST_START = 100
_BRACKETS = str.maketrans("({})", "[[]]")


def is_list(text: str) -> bool:
    """Whether a text begins as a list of rows, or as a JSON object.

    >>> is_list("[[3, -1], [2, 1]]"), is_list("grid = ((3, 1))"), is_list("[size]")
    (True, True, False)
    """
    text = text.lstrip()
    named = _NAMED.match(text)
    start = _MADE.sub("", text[named.end() :][:_LONGEST_START]) if named else text
    called = _CALLED.match(start)
    return bool(_START.match(start, called.end() if called else 0))


def read_lists(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read lists, with a remark when a square was assumed.

    Raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> read_lists("[[3, None], [None, 2]]").puzzle.clue_rows
    [(3, None), (None, 2)]
    """
    bare = unwrap(text, bounds).strip()
    body = _body(bare)
    leaves = _LEAF.findall(body)
    is_link = "](" in bare  # of Markdown
    if is_link or not leaves or not _NESTED.fullmatch("".join(_LEAF.sub("\0", body).split())):
        raise NotationError(
            NAME,
            lazy("it is not one list for each row"),
            remedy=lazy("write it as [[3, -1], [-1, 2]]"),
        )
    table = [_cells(leaf) for leaf in leaves]
    if len(table) == 1 and _are_rows(leaves[0], table[0]):
        table = [list(row) for row in table[0]]
    size = named_size(bare)
    if len(table) == 1 and size:
        table = _rows_of(table[0], *size)
    if len(table) == 1 and not body.startswith("[["):
        return read_single_row(NAME, table[0], bounds)
    bounds.check(len(table), max(map(len, table)))
    return RemarkedPuzzle(table_puzzle(NAME, with_dots(NAME, table), bounds))


def format_lists(puzzle: Puzzle) -> str:
    """Format a puzzle as JSON lists, with -1 for a blank cell.

    Raises `NotationError` for other cells than squares.

    >>> print(format_lists(read_lists("((3, -1), (-1, 2))").puzzle))
    [[3, -1],
     [-1, 2]]
    """
    check_rows(NAME, puzzle)
    rows = (
        ", ".join("-1" if clue is None else str(clue) for clue in row) for row in puzzle.clue_rows
    )
    return "[[" + "],\n [".join(rows) + "]]"


LISTS = Notation("lists", NAME, is_list, read_lists, format_lists, remark=remark_table)
"""Lists of numbers."""


def _body(text: str) -> str:
    """The lists, without a name in front and a call around; those in a JSON object."""
    named = _NAMED.match(text)
    text = _MADE.sub("", text[named.end() :]) if named else text
    text = text.rstrip("; \n,")
    called = _CALLED.match(text)
    if called and text.endswith(")"):
        text = _DTYPE.sub("", text[called.end() : -1].rstrip())
    if _OBJECT.match(text):
        text = _value(text)
    return text.translate(_BRACKETS)


def _value(text: str) -> str:
    """The only list in a JSON object, as JSON."""
    try:
        found = msgspec.json.decode(text, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotationError(
            NAME, lazy("it is not valid JSON"), remedy=lazy("copy all of it")
        ) from error
    lists = [value for value in found.values() if isinstance(value, list)]
    if len(lists) != 1:
        raise NotationError(
            NAME,
            lazy("there is not exactly one list in it"),
            remedy=lazy("give the list of rows alone"),
        )
    return msgspec.json.encode(lists[0]).decode()


def _are_rows(leaf: str, texts: list[str]) -> bool:
    """Whether the texts of a single list are rows rather than cells."""
    are_quoted = leaf.count('"') + leaf.count("'") == 2 * len(texts)
    widths = {*map(len, texts)}
    are_long = max(widths, default=0) > len("-1") or widths == {len("-1")}
    return are_quoted and are_long and {*texts} != {"-1"}


def _rows_of(texts: list[str], cols: int, rows: int) -> list[list[str]]:
    """The rows of a single list of cells, beside which the size stands."""
    if len(texts) != cols * rows:
        raise NotationError(
            NAME,
            lazy("the size beside it is not that of its {cells}", cells=cells(len(texts))),
            remedy=lazy("correct the size or the list"),
        )
    return [texts[start : start + cols] for start in range(0, len(texts), cols)]


def _cells(leaf: str) -> list[str]:
    texts = leaf.split(",") if "," in leaf else leaf.split()
    if texts and not texts[-1].strip():
        texts.pop()  # a comma at the end
    return [_unquoted(text.strip()) for text in texts]


def _unquoted(cell: str) -> str:
    if not cell:
        raise NotationError(
            NAME,
            lazy("nothing stands between two commas"),
            remedy=lazy("write -1 for a blank cell"),
        )
    if cell[0] in "\"'":
        if len(cell) == 1 or cell[-1] != cell[0]:
            raise NotationError(
                NAME, lazy("{text} has no end", text=describe(cell)), remedy=lazy("copy all of it")
            )
        return cell[1:-1].strip()
    return cell
