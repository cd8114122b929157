"""Names by the rows and columns in which the places of a board of any tiling lie."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from puzzle.names import AxisLabels, Coord, column_name

TOLERANCE = 0.1
"""Places this much apart, in shortest edges, are in one row or column if all names differ then."""


class AxisNames:
    """Names of letters by the distinct columns and numbers by the distinct rows of the places.

    Cells and dots are counted apart. On a honeycomb, cells of neighbouring columns are half a
    cell apart, so they have different rows: A1 is beside B2, and there is no B1.

    >>> names = AxisNames([(1.0, 1.0), (2.0, 2.5)], [(0.0, 0.0)])
    >>> names.cell((2.0, 2.5)), names.cell_place("a1"), names.cell_place("A2")
    ('B2', (1.0, 1.0), None)
    """

    def __init__(self, cells: Sequence[Coord], dots: Sequence[Coord]) -> None:
        self._cells = _names(cells)
        self._dots = _names(dots)
        self._cell_places = {name: place for place, name in self._cells.items()}
        self._dot_places = {name: place for place, name in self._dots.items()}

    def cell(self, place: Coord) -> str:
        """The column and row of a cell."""
        return self._cells[place]

    def dot(self, place: Coord) -> str:
        """The column and row of a dot."""
        return self._dots[place]

    def cell_place(self, name: str) -> Coord | None:
        """The centre of the cell in a column and row; None where there is none."""
        return self._cell_places.get(name.upper())

    def dot_place(self, name: str) -> Coord | None:
        """The position of the dot in a column and row; None where there is none."""
        return self._dot_places.get(name.upper())

    def labels(self, places: Iterable[Coord]) -> AxisLabels:
        """The numbers of rows and the letters of columns, at the first place in each."""
        rows: dict[str, float] = {}
        columns: dict[str, float] = {}
        for place in sorted(places):
            name = self._cells.get(place) or self._dots[place]
            letters = name.rstrip("0123456789")
            rows.setdefault(name.removeprefix(letters), place[0])
            columns.setdefault(letters, place[1])
        by_column = sorted(columns.items(), key=lambda item: item[1])
        return AxisLabels(
            {row: text for text, row in rows.items()}, {col: text for text, col in by_column}
        )


def _names(places: Sequence[Coord]) -> Mapping[Coord, str]:
    """The name of each place; no two have the same."""
    for halved in count():
        tolerance = TOLERANCE / 2**halved
        rows, cols = (_numbers([place[axis] for place in places], tolerance) for axis in (0, 1))
        names = {place: f"{column_name(cols[place[1]])}{rows[place[0]] + 1}" for place in places}
        if len(set(names.values())) == len(names):
            return names
    raise AssertionError("places differ")


def _numbers(values: Iterable[float], tolerance: float) -> dict[float, int]:
    """For each value its number from 0, the same for those within a tolerance of the least."""
    numbers: dict[float, int] = {}
    number, least = -1, -tolerance
    for value in sorted(set(values)):
        if number < 0 or value - least > tolerance:
            number, least = number + 1, value
        numbers[value] = number
    return numbers
