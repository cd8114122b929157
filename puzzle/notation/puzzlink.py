"""URLs of puzz.link and of sites with the same format: pzv.jp, pzprxs, pzplus, Kanpen.

The format is `…?GENRE/[v:RULES/][FLAGS/]COLS/ROWS/BODY`. The genre is `slither`, or that of a
variant of the clues; the flag `f` says that the loop visits every dot. Each character of the body
stands for one or more cells, row by row:

- 0-4: that clue;
- 5-9: a clue 0-4, then one blank cell;
- a-e: a clue 0-4, then two blank cells;
- g-z: 1 to 20 blank cells;
- `.`: a cell with a "?", which is read as blank.

With sheep and wolves, each digit is one cell, 5 a sheep and 6 a wolf, and a-z are 1 to 26 blanks.

Blank cells at the end may be omitted, which `read_puzzlink` remarks, and the blanks after the last
clue may exceed the board. The part before the `?` is ignored and may be missing. Kanpen writes
`slitherlink.html?problem=ROWS/COLS/3_._./…`, with the rows first.

Source: https://github.com/robx/pzprjs, src/variety-common/Encode.js and src/pzpr/parser.js
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import unquote

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.notation.addresses import check_address
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import (
    MOST_LINES,
    at_character,
    bad_clue_error,
    check_squares,
    clue_text,
    describe,
    excess_clues_error,
    read_size,
    table_puzzle,
    unwrap,
)
from puzzle.rules import PLAIN, VARIANTS, Rules, Variant
from puzzle.rules.full import FLAG

NAME = lazy("a puzz.link address")

GENRES: Mapping[str, Variant] = MappingProxyType(
    {
        **{each.genre: each for each in VARIANTS.values() if not each.flag},
        "slitherlink": PLAIN.variant,
    }
)
"""The variants of the clues by their genres."""

_BEGINNING = re.compile(r"[a-z][a-z0-9+.-]*://|\??[a-z][\w.:-]*[/?]", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+", re.ASCII)
_PAGE = re.compile(r"(\w{1,40})(?:\.html|/s[ac]/[\w.]{0,40})$", re.ASCII)
_CLUE_WITH_BLANKS = re.compile(r"([0-4])(\.{0,2})")
_BLANKS = re.compile(r"\.{1,20}")
_MORE_BLANKS = re.compile(r"\.{1,26}")
_EXAMPLE = lazy("write it as puzz.link/p?slither/5/5/ and then the clues")


class _Address(Struct, frozen=True):
    """The parts of a URL: its genre, the fields after it, and whether they are Kanpen's."""

    genre: str
    parts: list[str]
    kanpen: bool = False


def is_address(text: str) -> bool:
    """Whether a text begins as an address, or with a genre.

    Raises `NotationError`, with what to copy instead, for an address that holds no clues.

    >>> is_address("https://puzz.link/p?slither/3/2/dg2"), is_address("slither/3/2/dg2")
    (True, True)
    """
    start = text.strip()
    check_address(start)
    return bool(_BEGINNING.match(start))


def parse_puzzlink(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """Parse a URL; raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> parse_puzzlink("https://puzz.link/p?slither/3/2/dg2").clue_rows
    [(3, None, None), (None, 2, None)]
    """
    return read_puzzlink(text, bounds).puzzle


def read_puzzlink(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Like `parse_puzzlink`, with a remark when blank cells at the end are omitted.

    An address that was cut looks the same. Another remark tells of a flag that means nothing.

    Raises `NotationError` and `SizeError` like `parse_puzzlink`.

    >>> read_puzzlink("https://puzz.link/p?slither/3/2/dg").remarks
    ('the last 2 cells are read as blank',)
    """
    address = _split_address(unwrap(text, bounds).strip())
    variant = read_genre(NAME, address.genre)
    flag, parts = _split_flag(address.parts)
    rules, remarks = read_rules(variant, flag)
    if len(parts) < 2 or not _NUMBER.fullmatch(parts[1]):
        raise NotationError(NAME, lazy("the size is missing"), lazy("after the genre"), _EXAMPLE)
    if address.kanpen:
        return RemarkedPuzzle(_read_kanpen(parts, bounds, rules))
    rows, cols = read_size(parts[0], parts[1], bounds)
    body = "/".join(parts[2:]).rstrip("/")
    clues = _read_body(body, rows * cols, rules)
    missing = rows * cols - len(clues)
    puzzle = Puzzle(square_grid(rows, cols), clues + (None,) * missing, rules)
    return RemarkedPuzzle(puzzle, (*remarks, *((_missing_remark(missing),) if missing else ())))


def format_puzzlink(puzzle: Puzzle) -> str:
    """Format a puzzle as a URL of puzz.link, with the same body as that site writes.

    Raises `NotationError` for other cells than squares.

    >>> format_puzzlink(parse_puzzlink("slither/3/2/3..g2g"))
    'https://puzz.link/p?slither/3/2/dgc'
    """
    check_squares(NAME, puzzle)
    variant, grid = puzzle.rules.variant, puzzle.grid
    kind = f"{variant.genre}/{variant.flag}" if variant.flag else variant.genre
    return f"https://puzz.link/p?{kind}/{grid.cols}/{grid.rows}/{_format_body(puzzle)}"


PUZZLINK = Notation("puzzlink", NAME, is_address, read_puzzlink, format_puzzlink)
"""Addresses of puzz.link."""


def _split_address(text: str) -> _Address:
    """Split a URL into its parts; raises `NotationError` when it contains no puzzle."""
    page, mark, query = text.partition("#")[0].partition("?")
    if not mark and "://" in page:
        raise NotationError(NAME, lazy("there is no puzzle in it"), remedy=_EXAMPLE)
    if not mark:
        genre, *parts = page.split("/")
        return _Address(genre, parts)
    for item in query.split("&"):
        key, equals, value = item.partition("=")
        parts = unquote(value or key).split("/")
        if not equals and _NUMBER.fullmatch(parts[0]):
            return _Address(_page_name(page), parts)
        if not equals and len(parts) > 1:
            return _Address(parts[0], parts[1:])
        if equals and key in {"problem", "pzpr"}:
            return _Address(_page_name(page), parts, kanpen=key == "problem")
    raise NotationError(NAME, lazy("there is no puzzle"), lazy('after the "?"'), _EXAMPLE)


def _page_name(page: str) -> str:
    """The genre in the part of a URL before its "?"; empty when there is none."""
    found = _PAGE.search(page[-100:])
    return found[1] if found else ""


def read_genre(notation: LazyMessage, genre: str, place: str = "") -> Variant:
    """The variant of a genre; raises `NotationError` when it is no Slitherlink that is known."""
    name = genre.lower().removesuffix("_edit").removesuffix("_play")
    if name in GENRES:
        return GENRES[name]
    if name and name.isascii() and name.isalnum():
        problem = lazy("it is a puzzle of the genre {genre}", genre=describe(name))
    else:
        problem = lazy("it does not name a genre")
    remedy = lazy("the genres {genres} can be read, as in slither/5/5/…", genres=", ".join(GENRES))
    raise NotationError(notation, problem, place, remedy)


def _split_flag(parts: list[str]) -> tuple[str, list[str]]:
    """The flag, and the parts from the size on; raises `NotationError` for rules in words."""
    flag = ""
    for index, part in enumerate(parts):
        if _NUMBER.fullmatch(part):
            return flag, parts[index:]
        if part.startswith("v:"):
            raise NotationError(
                NAME,
                lazy("the puzzle has rules of its own, told in words"),
                lazy("before the size"),
                lazy("leave out v: and what follows it, up to the next /, to ignore them"),
            )
        if part and (flag or part != FLAG):
            raise bad_flag(NAME, part, lazy("before the size"))
        flag = flag or part
    return flag, []


def bad_flag(notation: LazyMessage, flag: str, place: str) -> NotationError:
    """The error for a flag that selects unknown rules."""
    problem = lazy("the variant flag {flag} is not supported", flag=describe(flag))
    remedy = lazy("the only flag that can be read is f, for a loop that visits every dot")
    return NotationError(notation, problem, place, remedy)


def read_rules(variant: Variant, flag: str) -> tuple[Rules, tuple[LazyMessage, ...]]:
    """The rules of a variant and a flag, and a remark when the flag means nothing."""
    if not flag:
        return Rules(variant.name), ()
    for each in VARIANTS.values():
        if (each.genre, each.flag) == (variant.genre, flag):
            return Rules(each.name), ()
    return Rules(variant.name), (lazy("the flag f means nothing in {rules}", rules=variant.title),)


def _read_kanpen(parts: list[str], bounds: Bounds, rules: Rules) -> Puzzle:
    rows, cols = read_size(parts[1], parts[0], bounds)
    lines = parts[2:]
    while lines and not lines[-1]:
        lines.pop()
    table = [line.rstrip("_").split("_") for line in lines]
    if len(table) != rows:
        raise NotationError(
            NAME,
            lazy_plural(
                "there is {count:,} row instead of {right:,}",
                "there are {count:,} rows instead of {right:,}",
                len(table),
                right=rows,
            ),
            remedy=lazy("Kanpen writes rows/columns/ and then each row, as in 2/3/3_._./._2_./"),
        )
    return table_puzzle(NAME, table, bounds, cols, rules)


def _read_body(body: str, cells: int, rules: Rules) -> tuple[Clue, ...]:
    clues: list[Clue] = []
    for index, char in enumerate(body):
        clue, blanks = _read_char(char, index, rules)
        run = [None] * blanks if clue is None else [clue] + [None] * blanks
        room = cells - len(clues)
        if room < (len(run) if clue is None else 1):
            raise excess_clues_error(NAME, cells, index)
        clues.extend(run[:room])
    return tuple(clues)


def _missing_remark(count: int) -> LazyMessage:
    return lazy_plural(
        "the last cell is read as blank", "the last {count:,} cells are read as blank", count
    )


def _read_char(char: str, index: int, rules: Rules) -> tuple[Clue, int]:
    """The clue of a character of the body, or None, and the number of blank cells after it."""
    if rules.variant.signs:
        return _read_number(char, index, rules)
    if "0" <= char <= "9":
        blanks, clue = divmod(int(char), 5)
        return clue, blanks
    if "a" <= char <= "e":
        return ord(char) - ord("a"), 2
    if "g" <= char <= "z":
        return None, ord(char) - ord("g") + 1
    if char == ".":
        return None, 1
    place = at_character(index)
    if "A" <= char <= "Z":
        problem = lazy('"{text}" is a capital letter', text=char)
        raise NotationError(NAME, problem, place, lazy("write the clues in lower case"))
    raise bad_clue_error(
        NAME,
        char,
        place,
        lazy(
            "use 0 to 4 for a clue, 5 to 9 for a clue and a blank, a to e for a clue and two "
            "blanks, g to z for 1 to 20 blanks"
        ),
    )


def _read_number(char: str, index: int, rules: Rules) -> tuple[Clue, int]:
    """Like `_read_char`, where each digit is one cell."""
    numbers = rules.variant.numbers
    if "0" <= char <= "9":
        number = int(char)
        if number in numbers or number <= MOST_LINES:
            return numbers.get(number, number), 0
    if "a" <= char <= "z":
        return None, ord(char) - ord("a") + 1
    if char == ".":
        return None, 1
    raise NotationError(
        NAME,
        lazy("{text} is not a cell", text=describe(char)),
        at_character(index),
        lazy("use 0 to 4 for a clue, 5 for a sheep, 6 for a wolf, a to z for 1 to 26 blanks"),
    )


def number_text(clue: Clue, rules: Rules) -> str:
    """A clue as puzz.link writes it: its number, or `.` for a blank cell."""
    sign = rules.variant.sign(clue)
    return str(sign.number) if sign else clue_text(clue)


def _format_body(puzzle: Puzzle) -> str:
    cells = "".join(number_text(clue, puzzle.rules) for clue in puzzle.clues)
    if puzzle.rules.variant.signs:
        return _MORE_BLANKS.sub(lambda found: chr(ord("a") + len(found[0]) - 1), cells)
    return _BLANKS.sub(_blanks_char, _CLUE_WITH_BLANKS.sub(_clue_char, cells))


def _clue_char(found: re.Match[str]) -> str:
    at_end = found.end() == len(found.string)  # puzz.link counts cells past the end as blank
    return f"{int(found[1]) + 5 * (2 if at_end else len(found[2])):x}"


def _blanks_char(found: re.Match[str]) -> str:
    return chr(ord("g") + len(found[0]) - 1)
