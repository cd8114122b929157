"""Helpers of all notations: unwrapping pasted text, quoting it in errors, parsing cells."""

import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping, Sequence

from puzzle.bounds import Bounds
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError, SizeError
from puzzle.grid import square_grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.rules import PLAIN, Rules

_LANGUAGE_TAG = re.compile(r"[A-Za-z][\w+-]{0,30} *\n", re.ASCII)
_WRAPPERS = (("```", "```"), ("``", "``"), ("`", "`"), ("<", ">"), ("||", "||"))
_MAX_WRAPPERS = 3  # nested, as in a code fence around <…> around a URL
KNOWN_NOTATIONS = lazy(
    "give an address of puzz.link or penpa-edit, a Loopy game ID such as 3x3:3h, or rows such as "
    "3../.2./..1"
)
"""The remedy in the error for a text in no known notation."""
PAST_LAST_CELL = lazy("shorten the clues, or make the size larger")
NO_CLUE = lazy("write a digit from 0 to 4 for a clue and a dot for a blank cell")
OUT_OF_RANGE = lazy("a cell has four edges, so a clue is 0, 1, 2, 3 or 4")

MOST_LINES = 4
"""The number of edges of a square."""
_CLUES = {str(clue): clue for clue in range(MOST_LINES + 1)}


UTF_8 = "utf-8-sig"
"""UTF-8, with or without a byte order mark."""


def encoding_of(start: bytes) -> str:
    """The encoding of a text by its first bytes: UTF-16 with a byte order mark, else UTF-8.

    >>> encoding_of(b"3."), encoding_of("3.".encode("utf-16"))
    ('utf-8-sig', 'utf-16')
    """
    return "utf-16" if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else UTF_8


def unwrap(text: str, bounds: Bounds) -> str:
    """Remove the wrappers that chat clients and editors put around pasted text.

    Line ends become newlines. Removes a byte order mark, a code fence with its language tag,
    backticks, `<…>` around a link, the `||` of a spoiler, and line breaks at both ends. Raises
    `NotationError` when the text is longer than `bounds.max_text` characters, or contains only
    white space.

    >>> unwrap("```text\\n3..\\n.2.\\n```\\n", Bounds())
    '3..\\n.2.'
    """
    check_length(text, bounds)
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    for _ in range(_MAX_WRAPPERS):
        text = _unwrap_once(text.strip("\n"))
    if not text.strip():
        raise no_puzzle()
    return text


def no_puzzle() -> NotationError:
    """The error for a text without a puzzle."""
    return NotationError("", lazy("There is no puzzle in the text"), remedy=KNOWN_NOTATIONS)


def check_length(text: str, bounds: Bounds) -> None:
    """Raise `NotationError` when a text is longer than `bounds.max_text` characters."""
    if len(text) > bounds.max_text:
        raise NotationError(
            "",
            lazy("The text has {count:,} characters", count=len(text)),
            remedy=lazy("at most {most:,} are read", most=bounds.max_text),
        )


def _unwrap_once(text: str) -> str:
    bare = text.strip()
    for opening, closing in _WRAPPERS:
        if len(bare) < len(opening + closing):
            continue
        if bare.startswith(opening) and bare.endswith(closing):
            inside = bare[len(opening) : -len(closing)]
            if opening in {"||", "`"} and opening[0] in inside:  # a table, or several of these
                return text
            tag = _LANGUAGE_TAG.match(inside) if opening == "```" else None
            return inside[tag.end() :] if tag else inside
    return text


_INVISIBLE = {" ": lazy("a space"), "\n": lazy("a line break"), "\t": lazy("a tab")}


def describe(text: str) -> LazyMessage:
    """A quotation of user input for an error: at most 16 characters, in printable ASCII.

    >>> describe("!"), describe("\\uff13"), describe("\\n")
    ('"!"', 'the character FULLWIDTH DIGIT THREE', 'a line break')
    >>> describe("a very long piece of text")
    '"a very long piec…"'
    """
    if len(text) == 1 and not "!" <= text <= "~":
        if text in _INVISIBLE:
            return _INVISIBLE[text]
        return lazy("the character {name}", name=unicodedata.name(text, f"U+{ord(text):04X}"))
    shown = "".join(char if " " <= char <= "~" else "…" for char in text[:16])
    return lazy('"{text}"', text=f"{shown}…" if len(text) > 16 else shown)


def cells(count: int) -> LazyMessage:
    """The phrase for a number of cells.

    >>> cells(1), cells(0)
    ('1 cell', '0 cells')
    """
    return lazy_plural("{count:,} cell", "{count:,} cells", count)


def in_row(row: int) -> LazyMessage:
    """The phrase "in row N", counted from 1."""
    return lazy("in row {row}", row=row)


def in_line(line: int) -> LazyMessage:
    """The phrase "in line N", counted from 1."""
    return lazy("in line {line}", line=line)


def at_character(index: int) -> LazyMessage:
    """The phrase for the place of a character of the clues; `index` counts from 0."""
    return lazy("at character {number} of the clues", number=index + 1)


def excess_clues_error(notation: str, count: int, index: int) -> NotationError:
    """The error for clues that continue, at character `index`, after the last of `count` cells."""
    problem = lazy("the clues run past the last of {cells}", cells=cells(count))
    return NotationError(notation, problem, at_character(index), PAST_LAST_CELL)


def bad_clue_error(notation: str, text: str, place: str, remedy: str) -> NotationError:
    """The error for a text that is no cell, with a special remedy for digits in or beyond ASCII."""
    digit = unicodedata.digit(text, None) if len(text) == 1 and not text.isascii() else None
    if digit is not None:
        remedy = lazy("write the plain digit {digit}", digit=digit)
    elif text.isascii() and text.isdigit():
        problem = lazy("the clue {clue} is out of range", clue=text[:16])
        return NotationError(notation, problem, place, OUT_OF_RANGE)
    problem = lazy("{text} is not a cell", text=describe(text))
    return NotationError(notation, problem, place, remedy)


def read_cell(
    notation: str, text: str, row: int, col: int, numbers: Mapping[str, int] = _CLUES
) -> Clue:
    """The clue in one cell of a table, None for a blank cell; `row` and `col` count from 0.

    Blank cells are `.`, `-`, `_`, `?` and -1. Raises `NotationError` for another text than those
    and the `numbers`.
    """
    clue = numbers.get(text)
    if clue is None and text not in {".", "-", "_", "?", "-1"}:
        raise _bad_cell(notation, text, row, col)
    return clue


def _bad_cell(notation: str, text: str, row: int, col: int) -> NotationError:
    place = lazy("in row {row}, column {column}", row=row + 1, column=col + 1)
    return bad_clue_error(notation, text, place, NO_CLUE)


def read_size(cols: str, rows: str, bounds: Bounds) -> tuple[int, int]:
    """Rows and columns as integers; raises `SizeError` when they are outside `bounds`."""
    if max(len(cols), len(rows)) > 9:
        cols, rows = (side if len(side) <= 9 else f"{side[:9]}…" for side in (cols, rows))
        reason = lazy("no side may be over {most} cells", most=bounds.max_side)
        raise SizeError(f"{cols}x{rows}", reason)
    size = int(rows), int(cols)
    bounds.check(*size)
    return size


def table_puzzle(
    notation: str,
    table: Sequence[Sequence[str]],
    bounds: Bounds,
    cols: int | None = None,
    rules: Rules = PLAIN,
) -> Puzzle:
    """The puzzle in a table with `cols` columns, by default as many as the first row.

    Animals have the numbers of puzz.link.

    Raises `NotationError` for an invalid cell or a row of another length, and `SizeError` when
    the size is outside `bounds`.
    """
    cols = len(table[0]) if cols is None else cols
    bounds.check(len(table), cols)
    clues: list[Clue] = []
    numbers = _CLUES | {str(number): clue for number, clue in rules.variant.numbers.items()}
    for row, texts in enumerate(table):
        clues += [read_cell(notation, text, row, col, numbers) for col, text in enumerate(texts)]
        if len(texts) != cols:
            raise wrong_width(notation, len(texts), cols, in_row(row + 1))
    return Puzzle(square_grid(len(table), cols), tuple(clues), rules)


def wrong_width(notation: str, width: int, right: int, place: str) -> NotationError:
    """The error for a row with another number of cells than the right one."""
    return NotationError(
        notation,
        lazy_plural(
            "there is {count:,} cell instead of {right:,}",
            "there are {count:,} cells instead of {right:,}",
            width,
            right=right,
        ),
        place,
        lazy("give every row {cells}, with dots for blank ones", cells=cells(right)),
    )


def check_rows(notation: str, puzzle: Puzzle) -> None:
    """Raise `NotationError` for a puzzle that is not a plain one on squares.

    Every notation but those that name the rules calls it.
    """
    check_squares(notation, puzzle)
    check_plain(notation, puzzle)


def check_plain(notation: str, puzzle: Puzzle) -> None:
    """Raise `NotationError` for rules that a notation cannot name."""
    if not puzzle.rules.is_plain:
        raise NotationError(
            "",
            lazy(
                "Only puzzles with the plain rules can be written as {notation}", notation=notation
            ),
            remedy=lazy("write this one as a puzz.link address, a pzprv3 file or a game ID"),
        )


def check_squares(notation: str, puzzle: Puzzle) -> None:
    """Raise `NotationError` for a puzzle that a notation for square cells cannot write."""
    if not puzzle.grid.is_square:
        raise NotationError(
            "",
            lazy("Only puzzles of square cells can be written as {notation}", notation=notation),
            remedy=lazy("write this one as a Loopy game ID"),
        )


def clue_text(clue: Clue) -> str:
    """A clue as text: its digit, or `.` for a blank cell.

    >>> clue_text(3), clue_text(None)
    ('3', '.')
    """
    return "." if clue is None else str(clue)
