"""Parses options of the generator: sizes, levels, symmetries, masks and clue values."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from cli.errors import UsageError
from cli.streams import open_text
from puzzle.errors import alternatives
from puzzle.rules import Rules
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.spec import GENERATED, LEVELS, MAX_SIDE, SIZES, SYMMETRIES

Value = TypeVar("Value")

CLUED, BLANK = "#", "."
"""Characters of a mask: a cell that may hold a clue, and one that may not."""
_PATTERN = re.compile(r"[#./]+")
_MAX_MASK_LENGTH = (MAX_SIDE + 2) ** 2
"""Maximum number of characters of a mask in a file, with line breaks."""


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns of a size, written as columns x rows or as the side of a square.

    Raises `UsageError` for any other text.

    >>> parse_size("12x10"), parse_size("7")
    ((10, 12), (7, 7))
    """
    parts = text.lower().replace("\N{MULTIPLICATION SIGN}", "x").split("x")
    if len(parts) <= 2 and all(
        part.isascii() and part.isdigit() and len(part) <= 4 for part in parts
    ):
        return int(parts[-1]), int(parts[0])
    raise UsageError(f"The size {text!r} is none; give columns x rows, such as 10x12.")


def parse_level(text: str) -> Difficulty:
    """The level of a name; raises `UsageError`, which lists the levels, for any other text.

    >>> parse_level("hard").name
    'HARD'
    """
    return _chosen(LEVELS, text, "There is no level")


def parse_symmetry(text: str) -> Symmetry:
    """The symmetry of a name; raises `UsageError`, which lists them, for any other text.

    >>> parse_symmetry("rot180").name
    'ROT180'
    """
    return _chosen(SYMMETRIES, text, "There is no symmetry")


def parse_values(text: str) -> frozenset[int]:
    """The clue values that may be shown, from a text of digits, or of numbers with commas.

    Raises `UsageError` for another text.

    >>> sorted(parse_values("13")), sorted(parse_values("2,10"))
    ([1, 3], [2, 10])
    """
    values = text.split(",") if "," in text else list(text)
    if not values or not all(v.isascii() and v.isdigit() and len(v) <= 2 for v in values):
        raise UsageError(
            f"The clues {text!r} are none; write digits, such as 13, or numbers with commas."
        )
    return frozenset(map(int, values))


def parse_tiling(text: str) -> str:
    """The name of a tiling; raises `UsageError`, which lists them, for any other text.

    >>> parse_tiling("kagome")
    'kagome'
    """
    _chosen(SIZES, text, "No puzzles are made on the tiling")
    return text


def parse_rules(text: str) -> Rules:
    """The rules of a name; raises `UsageError`, which lists them, for any other text.

    >>> parse_rules("full")
    Rules(name='full')
    """
    return _chosen(GENERATED, text, "No puzzles are made of the rules")


def _chosen(choices: Mapping[str, Value], text: str, problem: str) -> Value:
    if text not in choices:
        raise UsageError(f"{problem} {text!r}; choose {alternatives(choices)}.")
    return choices[text]


def parse_mask(text: str, rows: int, cols: int) -> frozenset[int]:
    """The indices of the cells that may hold a clue, marked by `#` in rows of `#` and `.`.

    Rows separated by `/` are a pattern that is repeated over the board. Any other text is the path
    of a file with one row of characters for each row of the board.

    Raises `UsageError` when the mask is malformed or the file has another size than the board, and
    `UnreadableFileError` when the file cannot be read.

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


def _rows_of(lines: list[str], subject: str) -> list[str]:
    """Check that lines are rows of a mask; `subject` begins the sentence of the error."""
    if not lines or len(set(map(len, lines))) > 1 or not lines[0]:
        raise UsageError(f"{subject} needs rows of one length, made of {CLUED} and {BLANK}.")
    if not set().union(*lines) <= {CLUED, BLANK}:
        raise UsageError(f"{subject} has other signs than {CLUED} (may hold a clue) and {BLANK}.")
    return lines


def _cells(lines: list[str], rows: int, cols: int) -> frozenset[int]:
    """The indices of the cells under `#` when the rows are repeated over the board."""
    cells = ((row, col) for row in range(rows) for col in range(cols))
    height, width = len(lines), len(lines[0])
    return frozenset(r * cols + c for r, c in cells if lines[r % height][c % width] == CLUED)


def _read(path: Path) -> str:
    with open_text(path) as stream:
        return stream.read(_MAX_MASK_LENGTH)
