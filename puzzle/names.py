"""How people name the places of a board: its cells, the sides and corners of cells, its dots.

A cell has a name (`D2`); an edge is a side of a cell (`D2 top`), and a dot is a corner of a cell.
Dots have names too, for paths (`A1-A4-C4`). A tiling has a `PlaceNames` for cells and dots; sides
and corners are named by their `Direction` from the centre of the cell, or by hours of a clock
(`puzzle.places`).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from math import atan2, pi
from typing import Protocol, TypeAlias

from msgspec import Struct

Coord: TypeAlias = tuple[float, float]
"""A position as (row, column), in cell sides; rows grow downwards."""


class Direction(Enum):
    """A direction on the board, clockwise from the top; the value is its name in moves."""

    TOP = "top"
    TOP_RIGHT = "top-right"
    RIGHT = "right"
    BOTTOM_RIGHT = "bottom-right"
    BOTTOM = "bottom"
    BOTTOM_LEFT = "bottom-left"
    LEFT = "left"
    TOP_LEFT = "top-left"


DIRECTIONS = tuple(Direction)


def direction(start: Coord, end: Coord) -> Direction:
    """The direction from one position to another, to the nearest eighth of a turn.

    >>> direction((0.5, 0.5), (0.5, 1.0)), direction((0.5, 0.5), (0.0, 0.0))
    (<Direction.RIGHT: 'right'>, <Direction.TOP_LEFT: 'top-left'>)
    """
    return DIRECTIONS[round(turn(start, end) * len(DIRECTIONS)) % len(DIRECTIONS)]


def hour(start: Coord, end: Coord) -> int:
    """The direction from one position to another as the nearest hour of a clock, 1 to 12.

    >>> hour((0.5, 0.5), (0.5, 1.0)), hour((0.5, 0.5), (0.0, 0.5))
    (3, 12)
    """
    return round(turn(start, end) * 12) % 12 or 12


def turn(start: Coord, end: Coord) -> float:
    """The direction from one position to another, in turns clockwise from the top, -0.5 to 0.5."""
    (row, col), (end_row, end_col) = start, end
    return atan2(end_col - col, row - end_row) / (2 * pi)


def mean_of(places: Collection[Coord]) -> Coord:
    """The mean of positions.

    >>> mean_of([(0.0, 0.0), (1.0, 3.0)])
    (0.5, 1.5)
    """
    (rows, cols), count = zip(*places, strict=True), len(places)
    return sum(rows) / count, sum(cols) / count


class AxisLabels(Struct, frozen=True):
    """The labels beside a board: texts by the position of their row, and of their column."""

    rows: Mapping[float, str]
    columns: Mapping[float, str]


class PlaceNames(Protocol):
    """The names of the cells and dots of a tiling, by their positions."""

    def cell(self, place: Coord) -> str:
        """The name of the cell with its centre at a position."""

    def dot(self, place: Coord) -> str:
        """The name of the dot at a position."""

    def cell_place(self, name: str) -> Coord | None:
        """The centre of the cell with a name, in any case; None or another place without one."""

    def dot_place(self, name: str) -> Coord | None:
        """The position of the dot with a name, in any case; None or another place without one."""

    def labels(self, places: Iterable[Coord]) -> AxisLabels:
        """The labels beside a board from which readers find these cells or dots."""


def is_name(text: str) -> bool:
    """Whether a text has the form of the name of a cell or dot, in any case: letters, then a row.

    >>> is_name("d2"), is_name("D"), is_name("D0")
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None


class SquareNames(Struct, frozen=True):
    """The names of a square board: the letters of a column, then a row counted from 1.

    Rows and columns of cells are counted apart from those of dots, so the name of a dot is that of
    the cell of which it is the top left corner.

    >>> names = SquareNames()
    >>> names.cell((1.5, 3.5)), names.dot((1.0, 3.0)), names.cell_place("d2")
    ('D2', 'D2', (1.5, 3.5))
    >>> names.labels([(0.5, 0.5), (0.5, 1.5)])
    AxisLabels(rows={0.5: '1'}, columns={0.5: 'A', 1.5: 'B'})
    """

    def cell(self, place: Coord) -> str:
        """The column and row of a cell."""
        return _square_name(place)

    def dot(self, place: Coord) -> str:
        """The column and row of a dot."""
        return _square_name(place)

    def cell_place(self, name: str) -> Coord | None:
        """The centre of the cell in a column and row."""
        place = self.dot_place(name)
        return None if place is None else (place[0] + 0.5, place[1] + 0.5)

    def dot_place(self, name: str) -> Coord | None:
        """The position of the dot in a column and row."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        return float(int(match[2]) - 1), float(_column(match[1].upper()))

    def labels(self, places: Iterable[Coord]) -> AxisLabels:
        """The numbers of rows and the letters of columns."""
        found = list(places)
        rows, cols = ({place[axis] for place in found} for axis in (0, 1))
        return AxisLabels(
            {row: str(int(row) + 1) for row in sorted(rows)},
            {col: column_name(int(col)) for col in sorted(cols)},
        )


_NAME = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,4})")


def _square_name(place: Coord) -> str:
    row, col = place
    return f"{column_name(int(col))}{int(row) + 1}"


def column_name(col: int) -> str:
    """The letters of a column, as in spreadsheets: A to Z, AA to ZZ, AAA and so on.

    Raises `ValueError` for a column below 0.

    >>> [column_name(col) for col in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    if col < 0:
        raise ValueError(f"columns are counted from 0, so there is no column {col}")
    name = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _column(letters: str) -> int:
    """The inverse of `column_name`, for capital letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
