"""Drills as short texts, so that a button can hold the whole drill and nothing is stored.

A text is base64 for addresses, without padding, of these bytes: the rows and columns, a half byte
each; two bytes of a checksum that names the technique, which stay when the table of techniques
grows; and a number of fixed length, with a digit for each cell (a clue from 0 to 3, or 4 for none)
and for each edge (its mark, or 3 and 4 for a line and a cross that follow). Where there are
animals, 5 is a sheep and 6 a wolf. A 6x6 drill has 51 characters, one with animals 62.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import Rules
from solver.drills.drill import SIZES, Drill
from solver.errors import DrillTextError
from solver.explain.step import Deduction
from solver.explain.techniques import TABLE, rules_of

BLANK = 4
FOLLOWING = MappingProxyType({3: EdgeState.LINE, 4: EdgeState.CROSS})
HEAD = 3
"""Number of bytes before the number."""

MAX_TEXT = 100
"""Maximum number of characters that are read at all; Discord allows no more in a `custom_id`."""


def pack(drill: Drill) -> str:
    """A drill as a text, which `unpack` reads.

    Raises `DrillTextError` for a drill with another size, clue or technique than drills have.
    """
    puzzle, answer = drill.board.puzzle, drill.answer
    grid = puzzle.grid
    checksum = _checksum(drill.technique)
    is_readable = (
        grid.rows in SIZES
        and grid.cols in SIZES
        and _techniques().get(checksum) == drill.technique
        and puzzle.rules == rules_of(drill.technique)
        and BLANK not in puzzle.clues
        and drill.deductions
    )
    if not is_readable:
        raise DrillTextError
    number, base, signs = 0, _base(puzzle.rules), puzzle.rules.variant.signs
    for clue in puzzle.clues:
        digit = BLANK if clue is None else clue if clue >= 0 else signs[clue].number
        number = number * base + digit
    for edge, mark in enumerate(drill.board.marks):
        digit = int(mark) if edge not in answer else 2 + int(answer[edge])
        number = number * base + digit
    head = bytes([grid.rows * 16 + grid.cols]) + checksum.to_bytes(2, "big")
    data = head + number.to_bytes(_length(grid, base), "big")
    return urlsafe_b64encode(data).decode().rstrip("=")


def unpack(text: str) -> Drill:
    """The drill of a text; raises `DrillTextError` for a text that `pack` cannot have written.

    Whether the answer is forced is not checked.
    """
    data = _bytes(text)
    if len(data) < HEAD:
        raise DrillTextError
    rows, cols = divmod(data[0], 16)
    technique = _techniques().get(int.from_bytes(data[1:HEAD], "big"))
    if rows not in SIZES or cols not in SIZES or technique is None:
        raise DrillTextError
    grid = square_grid(rows, cols)
    rules, cells, edges = rules_of(technique), len(grid.cells), len(grid.edge_dots)
    number, base = int.from_bytes(data[HEAD:], "big"), _base(rules)
    if len(data) != HEAD + _length(grid, base) or number >= base ** (cells + edges):
        raise DrillTextError
    digits = [*_digits(number, cells + edges, base)][::-1]
    animals = {sign.number: clue for clue, sign in rules.variant.signs.items()}
    clues = tuple(None if digit == BLANK else animals.get(digit, digit) for digit in digits[:cells])
    if max(digits[cells:]) > max(FOLLOWING):
        raise DrillTextError
    marks, deductions = list[EdgeState](), list[Deduction]()
    for edge, digit in enumerate(digits[cells:]):
        marks.append(EdgeState(digit) if digit not in FOLLOWING else EdgeState.UNKNOWN)
        if digit in FOLLOWING:
            deductions.append(Deduction(edge, FOLLOWING[digit]))
    if not deductions:
        raise DrillTextError
    return Drill(Board(Puzzle(grid, clues, rules), tuple(marks)), technique, tuple(deductions))


def _bytes(text: str) -> bytes:
    """The bytes of a text in the only form that `pack` writes."""
    if len(text) > MAX_TEXT or not text.isascii():
        raise DrillTextError
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise DrillTextError from None
    if urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise DrillTextError
    return data


def _base(rules: Rules) -> int:
    """The number of digits that a cell may have."""
    return 1 + max((sign.number for sign in rules.variant.signs.values()), default=BLANK)


def _digits(number: int, count: int, base: int) -> Iterator[int]:
    """The digits of a number, the last first."""
    for _ in range(count):
        number, digit = divmod(number, base)
        yield digit


def _length(grid: Grid, base: int) -> int:
    """The number of bytes that the largest number for a grid needs."""
    largest: int = base ** (len(grid.cells) + len(grid.edge_dots)) - 1
    return (largest.bit_length() + 7) // 8


def _checksum(technique: str) -> int:
    return binascii.crc_hqx(technique.encode(), 0)


@lru_cache(maxsize=1)
def _techniques() -> Mapping[int, str]:
    return MappingProxyType({_checksum(row.name): row.name for row in TABLE})
