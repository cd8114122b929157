"""What is ordered from the generator, as text: sizes, levels, symmetries, masks, clues."""

import re
from collections.abc import Iterable
from pathlib import Path

from cli.errors import UnreadableFileError, UsageError
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.spec import LEVELS, MAX_SIDE, SYMMETRIES

CLUED, BLANK = "#", "."
_PATTERN = re.compile(r"[#./]+")
_MAX_TEXT = (MAX_SIDE + 2) ** 2
"""A longer mask fits no board."""


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns of a size that is written as columns x rows, or as one side of a square.

    >>> parse_size("12x10"), parse_size("7")
    ((10, 12), (7, 7))
    """
    parts = text.lower().replace("\N{MULTIPLICATION SIGN}", "x").split("x")
    if len(parts) <= 2 and all(it.isascii() and it.isdigit() and len(it) <= 4 for it in parts):
        return int(parts[-1]), int(parts[0])
    raise UsageError(f"The size {text!r} is none; give columns x rows, such as 10x12.")


def parse_level(text: str) -> Difficulty:
    """The level of a name; `UsageError` lists them.

    >>> parse_level("hard").name
    'HARD'
    """
    if text not in LEVELS:
        raise UsageError(f"There is no level {text!r}; choose {_or(LEVELS)}.")
    return LEVELS[text]


def parse_symmetry(text: str) -> Symmetry:
    """The symmetry of a name; `UsageError` lists them.

    >>> parse_symmetry("rot180").name
    'ROT180'
    """
    if text not in SYMMETRIES:
        raise UsageError(f"There is no symmetry {text!r}; choose {_or(SYMMETRIES)}.")
    return SYMMETRIES[text]


def parse_values(text: str) -> frozenset[int]:
    """The clues that may be shown, as digits.

    >>> sorted(parse_values("13"))
    [1, 3]
    """
    if not text or not set(text) <= set("0123"):
        raise UsageError(f"The clues {text!r} are none; write some of the digits 0123, such as 13.")
    return frozenset(map(int, text))


def parse_mask(text: str, rows: int, cols: int) -> frozenset[int]:
    """The cells that may hold a clue: `#` in rows of `#` and `.`.

    Rows with `/` between are a pattern that is repeated over the board; anything else names a
    file, whose rows must be as many and as long as those of the board.

    >>> sorted(parse_mask("#./.#", 2, 3))
    [0, 2, 4]
    """
    if _PATTERN.fullmatch(text):
        return _cells(_rows_of(text.split("/"), "The mask"), rows, cols)
    path = Path(text)
    lines = _rows_of(_read(path).split(), f"The mask in {path}")
    if (len(lines), len(lines[0])) != (rows, cols):
        found = f"{len(lines[0])}x{len(lines)}"
        raise UsageError(f"The mask in {path} is {found}; it must be {cols}x{rows}, as the board.")
    return _cells(lines, rows, cols)


def _rows_of(lines: list[str], what: str) -> list[str]:
    if not lines or len(set(map(len, lines))) > 1 or not lines[0]:
        raise UsageError(f"{what} needs rows of one length, made of {CLUED} and {BLANK}.")
    if not set().union(*lines) <= {CLUED, BLANK}:
        raise UsageError(f"{what} has other signs than {CLUED} (may hold a clue) and {BLANK}.")
    return lines


def _cells(lines: list[str], rows: int, cols: int) -> frozenset[int]:
    places = ((row, col) for row in range(rows) for col in range(cols))
    tall, wide = len(lines), len(lines[0])
    return frozenset(r * cols + c for r, c in places if lines[r % tall][c % wide] == CLUED)


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as stream:
            return stream.read(_MAX_TEXT)
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or "").lower()) from None
    except UnicodeDecodeError:
        raise UnreadableFileError(path, "it is not UTF-8 text") from None


def _or(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}"
