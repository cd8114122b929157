"""Game IDs of Loopy in Simon Tatham's Portable Puzzle Collection, for square grids.

The format is `COLSxROWS[tTYPE][dDIFFICULTY]:CLUES`, as in `7x7t0dh:a3d23b30…`. In the clues, a
digit is a clue and a letter is a run of blank cells (a is 1 cell, z is 26). A size of one number
means a square board. puzzle-loop.com calls the clues without the size a task.

Source: https://www.chiark.greenend.org.uk/~sgtatham/puzzles/doc/loopy.html
"""

import re
from collections.abc import Iterator
from itertools import groupby
from math import isqrt
from urllib.parse import unquote

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.lazy_messages import lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.notation.text import (
    at_character,
    bad_clue_error,
    cells,
    describe,
    excess_clues_error,
    read_size,
    unwrap,
)

NAME = lazy("a Loopy game ID")

TILINGS = (
    "squares",
    "triangular",
    "honeycomb",
    "snub-square",
    "Cairo",
    "great-hexagonal",
    "octagonal",
    "kites",
    "floret",
    "dodecagonal",
    "great-dodecagonal",
    "Penrose kite/dart",
    "Penrose rhombs",
    "great-great-dodecagonal",
    "Kagome",
    "compass-dodecagonal",
    "hats",
    "spectres",
)
"""The names of Loopy's tilings t0, t1, … in order."""

_ID = re.compile(
    r"(?P<cols>-?\d+)(?: ?[xX\u00d7] ?(?P<rows>-?\d+))?"
    r"(?P<kind>[^:#]*)(?P<mark>[:#]?)(?P<clues>.*)",
    re.ASCII | re.DOTALL,
)
_KIND = re.compile(r"(?:t(?P<type>\d+))?(?:d(?P<level>.?))?", re.ASCII | re.DOTALL)
_SIZE = re.compile(r"-?\d+[xX]-?\d", re.ASCII)


def parse_loopy(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a game ID; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_loopy("3x2t0dh:3a2c").clue_rows
    [(3, None, 2), (None, None, None)]
    """
    text = _after_address(unwrap(text, bounds).strip())
    if is_task(text):
        raise _no_size(text)
    found = _ID.fullmatch(text)
    if not found:
        raise NotationError(
            NAME,
            lazy("it does not begin with a size"),
            remedy=lazy("begin with columns x rows, as in 5x5:"),
        )
    _check_kind(found["kind"])
    if found["mark"] != ":":
        raise _no_clues(found["mark"])
    rows, cols = read_size(found["cols"], found["rows"] or found["cols"], bounds)
    clues = _read_clues(found["clues"].strip(), rows * cols)
    return Puzzle(square_grid(rows, cols), clues)


def format_loopy(puzzle: Puzzle) -> str:
    """Format a puzzle as its shortest game ID, which is Ouro's canonical ID for puzzles.

    >>> format_loopy(parse_loopy("3x2t0dh:3a2aaa"))
    '3x2:3a2c'
    """
    parts = []
    for blank, run in groupby(puzzle.clues, key=lambda clue: clue is None):
        if blank:
            rounds, rest = divmod(len(list(run)), 26)
            parts.append("z" * rounds + (chr(ord("a") + rest - 1) if rest else ""))
        else:
            parts.extend(map(str, run))
    return f"{puzzle.size}:{''.join(parts)}"


def is_task(text: str) -> bool:
    """Whether a text could be the clues of a game ID without the size.

    >>> is_task("3a2c3b23"), is_task("5x5"), is_task("3120"), is_task("hello")
    (True, False, False, False)
    """
    if not (text.isascii() and text.isalnum()) or text.isdigit() or _SIZE.match(text):
        return False
    return len(text) == 1 or any(map(str.isdigit, text))


def _after_address(text: str) -> str:
    """The game ID in the URL of a Loopy page (`…/loopy.html#5x5:…`); other texts unchanged."""
    page, sharp, fragment = text.partition("#")
    return unquote(fragment) if sharp and "://" in page[:16] else text


def _check_kind(kind: str) -> None:
    """Check the type and difficulty after the size; raises `NotationError` if invalid."""
    found = _KIND.fullmatch(kind)
    if not found:
        raise NotationError(
            NAME,
            lazy("{text} means nothing", text=describe(kind)),
            lazy("after the size"),
            lazy("only a type and a difficulty can stand there, as in 7x7t0dh:"),
        )
    tiling = found["type"]
    if tiling and tiling.strip("0"):
        number = int(tiling) if len(tiling) < 4 else len(TILINGS)
        problem = (
            lazy("it is for the {tiling} tiling (t{number})", tiling=TILINGS[number], number=number)
            if number < len(TILINGS)
            else lazy("there is no tiling t{number}", number=tiling[:16])
        )
        raise NotationError(NAME, problem, remedy=lazy("only square grids (t0) can be read"))
    level = found["level"]
    if level is not None and level not in {"e", "n", "t", "h"}:
        raise NotationError(
            NAME,
            lazy("{text} is not a difficulty", text=describe(level))
            if level
            else lazy("the difficulty is missing"),
            lazy("after the d"),
            lazy("use de, dn, dt or dh (Easy, Normal, Tricky, Hard), or leave it out"),
        )


def _no_size(text: str) -> NotationError:
    """The error for clues without a size, with an example of a size that fits them."""
    total = sum(length for _, length in _runs(text))
    rows = next(side for side in range(isqrt(total), 0, -1) if total % side == 0)
    shown = text if len(text) <= 8 else f"{text[:8]}…"
    example = f"{total // rows}x{rows}:{shown}"
    return NotationError(
        NAME,
        lazy("the size of the board is missing for these {cells}", cells=cells(total)),
        remedy=lazy("write columns x rows and a colon in front, as in {example}", example=example)
        if rows > 1
        else lazy("write columns x rows and a colon in front"),
    )


def _no_clues(mark: str) -> NotationError:
    """The error for a game ID without clues; `mark` is the character after the size."""
    if mark:
        return NotationError(
            NAME,
            lazy(
                "it has a random seed (#) and no clues, so only Loopy can tell which puzzle it is"
            ),
            remedy=lazy("paste the ID with a colon that Loopy shows under Game, Specific"),
        )
    return NotationError(
        NAME,
        lazy("there are no clues after the size"),
        remedy=lazy("write a colon and the clues there"),
    )


def _runs(text: str) -> Iterator[tuple[Clue, int]]:
    """Each clue with length 1, and None with the length of each run of blanks; else raises."""
    for index, char in enumerate(text):
        if "a" <= char <= "z":
            yield None, ord(char) - ord("a") + 1
        elif "0" <= char <= "4":
            yield int(char), 1
        else:
            raise _bad_char(char, at_character(index))


def _bad_char(char: str, place: str) -> NotationError:
    if "A" <= char <= "Z":
        return NotationError(
            NAME,
            lazy(
                '"{text}" stands for a clue of {clue}, which is out of range',
                text=char,
                clue=ord(char) - ord("A") + 10,
            ),
            place,
            lazy(
                "a cell has four edges, so a clue is 0 to 4; runs of blanks are lower-case letters"
            ),
        )
    if char == "#":
        return NotationError(
            NAME,
            lazy("a random seed follows the clues"),
            place,
            lazy('leave out everything from the "#" on'),
        )
    remedy = lazy("use a digit from 0 to 4 for a clue and a letter from a to z for 1 to 26 blanks")
    return bad_clue_error(NAME, char, place, remedy)


def _read_clues(text: str, total: int) -> tuple[Clue, ...]:
    if "_" in text:
        raise NotationError(
            NAME,
            lazy("there is a description of the grid, which a square grid does not have"),
            lazy('before the "_"'),
            lazy('leave out everything up to the "_"'),
        )
    clues: list[Clue] = []
    for index, (clue, length) in enumerate(_runs(text)):
        if len(clues) + length > total:
            raise excess_clues_error(NAME, total, index)
        clues.extend([clue] * length)
    if len(clues) < total:
        raise NotationError(
            NAME,
            lazy("the clues end after {count:,} of {cells}", count=len(clues), cells=cells(total)),
            remedy=lazy_plural(
                "add {count:,} more cell, or make the size smaller",
                "add {count:,} more cells, or make the size smaller",
                total - len(clues),
            ),
        )
    return tuple(clues)
