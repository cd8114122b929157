"""Game IDs of Loopy in Simon Tatham's Portable Puzzle Collection.

The format is `COLSxROWS[tTYPE][dDIFFICULTY]:[PATCH_]CLUES`, as in `7x7t0dh:a3d23b30…`. The type is
the number of a tiling, t0 for squares; some tilings describe their patch of the plane before the
clues. In the clues, a digit is a clue, as is a capital letter (A is 10), and a small letter is a
run of blank cells (a is 1 cell, z is 26). A size of one number means a square board.
Before the clues of squares, where other tilings have their patch, stands the name of the rules if
they are not the plain ones, as in `5x5:full_…` or `5x5:sheep-wolf_…`, where S is a sheep and W a
wolf. Loopy refuses such an ID, as it knows no patch of squares.
Dots may stand between the rows of squares, and clues may be written as in rows, with a dot for a
blank cell and, between rows, nothing, spaces or `/`. puzzle-loop.com calls the clues without the
size a task.

Source: https://www.chiark.greenend.org.uk/~sgtatham/puzzles/doc/loopy.html
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from math import isqrt
from string import ascii_uppercase, digits
from types import MappingProxyType
from urllib.parse import unquote

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError, RulesError
from puzzle.grid import Grid, GridKey
from puzzle.lazy_messages import lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import (
    at_character,
    bad_clue_error,
    cells,
    describe,
    excess_clues_error,
    in_row,
    read_size,
    unwrap,
    wrong_width,
)
from puzzle.rules import PLAIN, Rules, rules_named, squares_only
from puzzle.tilings.catalogue import BY_NUMBER, TILINGS, Tiling, build_grid

NAME = lazy("a Loopy game ID")
PNG_KEYWORD = "Ouro puzzle"
"""The keyword under which PNG files of boards hold the game ID, so that it need not be read."""

_ID = re.compile(
    r"(?P<cols>-?\d+)(?: ?[xX\u00d7] ?(?P<rows>-?\d+))?"
    r"(?P<kind>[^:#]*)(?P<mark>[:#]?)(?P<clues>.*)",
    re.ASCII | re.DOTALL,
)
_KIND = re.compile(r"(?:t(?P<type>\d+))?(?:d(?P<level>.?))?", re.ASCII | re.DOTALL)
_SIZE = re.compile(r"-?\d+[xX]-?\d", re.ASCII)
_PAGE = re.compile(r"https?://[^\s#?]{0,200}loopy[^\s#]{0,200}#", re.ASCII | re.IGNORECASE)
_BEGINNING = re.compile(
    r"-?\d+(?:[a-z][a-z0-9]*[:#]|[:#](?!\s|[^\n]*\n))|-?\d+ ?[xX\u00d7] ?-?\d", re.ASCII
)
_SIGNS = digits + ascii_uppercase
"""The signs of the clues 0, 1, 2 …"""
_SIGN_OF: Mapping[int, str] = MappingProxyType(dict(enumerate(_SIGNS)))
_CLUES: Mapping[str, int] = MappingProxyType({sign: clue for clue, sign in enumerate(_SIGNS)})


def is_loopy(text: str) -> bool:
    """Whether a text begins as a game ID, or as an address of a page with one, or is a task.

    >>> is_loopy("3x3:i"), is_loopy("3a2c"), is_loopy("slither/3/3")
    (True, True, False)
    """
    start = text.strip()
    return bool(_PAGE.match(start) or _BEGINNING.match(start)) or is_task(start)


def parse_loopy(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a game ID; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_loopy("3x2t0dh:3a2c").clue_rows
    [(3, None, 2), (None, None, None)]
    """
    text = _after_address(unwrap(text, bounds).strip())
    if is_task(text):
        raise no_size(text)
    found = _ID.fullmatch(text)
    if not found:
        raise NotationError(
            NAME,
            lazy("it does not begin with a size"),
            remedy=lazy("begin with columns x rows, as in 5x5:"),
        )
    tiling = _read_kind(found["kind"])
    if found["mark"] != ":":
        raise _no_clues(found["mark"])
    rows, cols = read_size(found["cols"], found["rows"] or found["cols"], bounds)
    tiling.check(rows, cols, bounds)
    patch, rules, signs = _read_patch(tiling, found["clues"].strip())
    key = GridKey(tiling.name, rows, cols, patch)
    if tiling.number == 0 and "." in signs:
        signs = _without_dots(signs, rows, cols, rules)
    if tiling.is_periodic:
        clues = _read_clues(signs, tiling.faces(key), rules)
        _check_count(clues, tiling.faces(key))
        grid = build_grid(key)
    else:  # the number of cells depends on the patch
        grid = build_grid(key)
        clues = _read_clues(signs, len(grid.cells), rules)
        _check_count(clues, len(grid.cells))
    bounds.check_edges(f"{cols}x{rows}", len(grid.edge_dots))
    _check_range(signs, grid, rules)
    return Puzzle(grid, clues, rules)


def format_loopy(puzzle: Puzzle) -> str:
    """Format a puzzle as its shortest game ID, which is Ouro's canonical ID for puzzles.

    >>> format_loopy(parse_loopy("3x2t0dh:3a2aaa"))
    '3x2:3a2c'
    >>> format_loopy(parse_loopy("3x3t2dh:a5g"))
    '3x3t2:a5g'
    >>> format_loopy(parse_loopy("3x2:sheep-wolf_Sa2aWa"))
    '3x2:sheep-wolf_Sa2aWa'
    """
    rules, signs = puzzle.rules, _SIGN_OF
    if letters := rules.variant.letters:
        signs = {**_SIGN_OF, **{clue: letter for letter, clue in letters.items()}}
    patch = puzzle.grid.key.patch if rules.is_plain else rules.name
    parts = [f"{_size_and_type(puzzle)}:", f"{patch}_" if patch else ""]
    for blank, run in groupby(puzzle.clues, key=lambda clue: clue is None):
        if blank:
            rounds, rest = divmod(len(list(run)), 26)
            parts.append("z" * rounds + (chr(ord("a") + rest - 1) if rest else ""))
        else:
            parts.extend(signs[clue] for clue in run if clue is not None)
    return "".join(parts)


def _read(text: str, bounds: Bounds) -> RemarkedPuzzle:
    return RemarkedPuzzle(parse_loopy(text, bounds))


LOOPY = Notation("loopy", NAME, is_loopy, _read, format_loopy)
"""Game IDs of Loopy."""


def size_and_rules(puzzle: Puzzle) -> str:
    """The size, the type and other rules than the plain ones, as the canonical ID begins.

    >>> [size_and_rules(parse_loopy(text)) for text in ("3x2:3a2c", "3x3t2:a5g", "3x2:full_3a2c")]
    ['3x2', '3x3t2', '3x2:full']
    """
    rules, size = puzzle.rules, _size_and_type(puzzle)
    return size if rules.is_plain else f"{size}:{rules.name}"


def _size_and_type(puzzle: Puzzle) -> str:
    """What the canonical ID of a puzzle begins with, up to the colon."""
    number = TILINGS[puzzle.grid.tiling].number
    return f"{puzzle.size}t{number}" if number else puzzle.size


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


def _read_kind(kind: str) -> Tiling:
    """The tiling of the type and difficulty after the size; raises `NotationError` if invalid."""
    found = _KIND.fullmatch(kind)
    if not found:
        raise NotationError(
            NAME,
            lazy("{text} means nothing", text=describe(kind)),
            lazy("after the size"),
            lazy("only a type and a difficulty can stand there, as in 7x7t0dh:"),
        )
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
    number = found["type"] or "0"
    if len(number) > 9 or int(number) not in BY_NUMBER:
        problem = lazy("there is no tiling t{number}", number=number[:16])
        remedy = lazy("the tilings are t0 to t{last}", last=max(BY_NUMBER))
        raise NotationError(NAME, problem, remedy=remedy)
    return BY_NUMBER[int(number)]


def _read_patch(tiling: Tiling, text: str) -> tuple[str, Rules, str]:
    """The description of the patch, empty where there is none, the rules, and the clues behind."""
    patch, mark, clues = text.rpartition("_")
    if not mark or tiling.has_patch:
        return patch, PLAIN, clues
    rules = rules_named(patch)
    if rules is None or rules.is_plain:
        raise NotationError(
            NAME,
            lazy("there is a description of the grid, which this tiling does not have"),
            lazy('before the "_"'),
            lazy('leave out everything up to the "_"'),
        )
    if tiling.number:
        raise RulesError(squares_only(rules))
    return "", rules, clues


def no_size(text: str) -> NotationError:
    """The error for clues without a size, with an example of a size that fits them."""
    total = count_cells(text)
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


def count_cells(text: str) -> int:
    """The number of cells in the clues of a game ID; raises `NotationError` for other characters.

    >>> count_cells("3a2c")
    6
    """
    return _length(text, PLAIN)


def _length(text: str, rules: Rules) -> int:
    return sum(length for _, length in _runs(text, rules))


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


def _runs(text: str, rules: Rules = PLAIN) -> Iterator[tuple[Clue, int]]:
    """Each clue with length 1, and None with the length of each run of blanks; else raises."""
    letters = rules.variant.letters
    clues = {**_CLUES, **letters} if letters else _CLUES
    for index, char in enumerate(text):
        if "a" <= char <= "z":
            yield None, ord(char) - ord("a") + 1
        elif char in clues:
            yield clues[char], 1
        else:
            raise _bad_char(char, at_character(index))


def _bad_char(char: str, place: str) -> NotationError:
    if char == "#":
        return NotationError(
            NAME,
            lazy("a random seed follows the clues"),
            place,
            lazy('leave out everything from the "#" on'),
        )
    remedy = lazy("use a digit for a clue and a letter from a to z for 1 to 26 blanks")
    return bad_clue_error(NAME, char, place, remedy)


def _without_dots(text: str, rows: int, cols: int, rules: Rules) -> str:
    """The clues without dots: those between rows, or those for blank cells, also of rows apart."""
    animals = rules.variant.letters
    if len(text) == rows * cols and not any(c.isalpha() and c not in animals for c in text):
        return text.replace(".", "a")
    lines = text.replace(".", "a").replace("/", " ").split()
    if len(lines) == 1:
        lines = text.removesuffix(".").split(".")
    for number, line in enumerate(lines, start=1):
        width = _length(line, rules)
        if width != cols:
            raise wrong_width(NAME, width, cols, in_row(number))
    return "".join(lines)


def _read_clues(text: str, most: int, rules: Rules) -> tuple[Clue, ...]:
    """The clues of at most so many cells."""
    clues: list[Clue] = []
    for index, (clue, length) in enumerate(_runs(text, rules)):
        if len(clues) + length > most:
            raise excess_clues_error(NAME, most, index)
        clues.extend([clue] * length)
    return tuple(clues)


def _check_count(clues: tuple[Clue, ...], total: int) -> None:
    """Raise `NotationError` unless there are as many clues as cells."""
    missing = total - len(clues)
    if missing > 0:
        raise NotationError(
            NAME,
            lazy("the clues end after {count:,} of {cells}", count=len(clues), cells=cells(total)),
            remedy=lazy_plural(
                "add {count:,} more cell, or make the size smaller",
                "add {count:,} more cells, or make the size smaller",
                missing,
            ),
        )
    if missing < 0:
        problem = lazy("there are clues for {cells}", cells=cells(len(clues)))
        raise NotationError(
            NAME, problem, remedy=lazy("leave out {count:,} of them", count=-missing)
        )


def _check_range(text: str, grid: Grid, rules: Rules) -> None:
    """Raise `NotationError` for a clue above the number of edges of its cell."""
    cell = 0
    for index, (clue, length) in enumerate(_runs(text, rules)):
        sides = len(grid.cell_edges[cell])
        if clue is not None and clue > sides:
            raise _clue_out_of_range(text[index], clue, sides, at_character(index))
        cell += length


def _clue_out_of_range(sign: str, clue: int, sides: int, place: str) -> NotationError:
    problem = (
        lazy("the clue {clue} is out of range", clue=clue)
        if sign.isdigit()
        else lazy(
            '"{text}" stands for a clue of {clue}, which is out of range', text=sign, clue=clue
        )
    )
    remedy = lazy("a cell here has {count} edges, so its clue is 0 to {count}", count=sides)
    return NotationError(NAME, problem, place, remedy)
