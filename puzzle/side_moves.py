"""Moves by cell and side: `D2 top`, `top D2`, `D2t`, `D2 top left`, `D2tl`, `C4:E4 bottom`.

A word names cells or sides. Sides may come before a cell or after it; words such as "the", "of" and
"and" may stand between them. `C4:E4` is a run of cells in a row or column.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType

from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import lazy
from puzzle.names import DIRECTIONS, Direction
from puzzle.places import cell_at, cell_name, sides

FILLERS = frozenset({"the", "of", "and", "side", "sides"})
"""Words that change nothing."""
_LETTERS = MappingProxyType(
    {
        "t": Direction.TOP,
        "r": Direction.RIGHT,
        "b": Direction.BOTTOM,
        "l": Direction.LEFT,
        "上": Direction.TOP,
        "右": Direction.RIGHT,
        "下": Direction.BOTTOM,
        "左": Direction.LEFT,
    }
)
"""Sides by a letter, in English and Japanese."""
_WORDS = MappingProxyType({way.value: way for way in DIRECTIONS if "-" not in way.value})
"""Sides by their names."""
_ENDING = re.compile(r"(.*?[0-9])(?:の)?([trbl]{1,4}|[上右下左]{1,4})", re.IGNORECASE)
"""A cell with the letters of sides behind it, as in D2tl."""
_RUN = ":"


@dataclass(slots=True)
class Sides:
    """The words about one cell or run of cells that are read so far."""

    cells: str = ""
    ways: list[Direction] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether there are both cells and sides."""
        return bool(self.cells and self.ways)

    def edges(self, grid: Grid, notation: str, example: str) -> Iterator[int]:
        """The sides of the cells; raises `NotationError` where there are none."""
        if not self.cells:
            problem = lazy("{side} has no cell", side=self.ways[0].value)
            raise NotationError(notation, problem, remedy=example)
        for cell in cells_named(grid, self.cells, notation):
            if not self.ways:
                problem = lazy("{cell} has no side", cell=self.cells.upper())
                raise NotationError(notation, problem, remedy=example)
            around = sides(grid, cell)
            for way in self.ways:
                if way not in around:
                    name = cell_name(grid, cell)
                    problem = lazy("{cell} has no side {side}", cell=name, side=way.value)
                    raise NotationError(notation, problem, remedy=example)
                yield around[way]


def side_words(word: str) -> list[Direction]:
    """The sides that a word names, in any case; empty for any other word.

    >>> [way.value for way in side_words("top-left")], side_words("D2")
    (['top', 'left'], [])
    """
    parts = word.lower().split("-")
    if all(part in _WORDS for part in parts):
        return [_WORDS[part] for part in parts]
    if len(word) <= len(_LETTERS) and all(letter in _LETTERS for letter in word.lower()):
        return [_LETTERS[letter] for letter in word.lower()]
    return []


def cell_word(grid: Grid, word: str) -> Sides | None:
    """A word that names a cell or a run of cells, with the sides behind it; None for any other.

    >>> from puzzle.grid import square_grid
    >>> cell_word(square_grid(4, 4), "D2tl").cells, cell_word(square_grid(4, 4), "D2-D4")
    ('D2', None)
    """
    if _names_cells(grid, word):
        return Sides(word)
    match = _ENDING.fullmatch(word)
    if match is not None and _names_cells(grid, match[1]):
        return Sides(match[1], side_words(match[2]))
    return None


def _names_cells(grid: Grid, text: str) -> bool:
    return all(grid.names.cell_place(name) is not None for name in text.split(_RUN, 1))


def cells_named(grid: Grid, text: str, notation: str) -> Iterator[int]:
    """The cells of a name or of a run, in order; raises `NotationError` when one is missing.

    >>> from puzzle.grid import square_grid
    >>> list(cells_named(square_grid(2, 3), "c2:a2", ""))
    [5, 4, 3]
    """
    first, *others = (cell_at(grid, name) for name in text.split(_RUN, 1))
    yield first
    for last in others:
        (row, col), (last_row, last_col) = grid.cells[first], grid.cells[last]
        down, right = last_row - row, last_col - col
        if down and right:
            a, b = cell_name(grid, first), cell_name(grid, last)
            problem = lazy("{a} and {b} are not in one row or column", a=a, b=b)
            raise NotationError(notation, problem, remedy=lazy("write a run of cells as C4:E4"))
        steps = int(abs(down + right))
        for step in range(1, steps + 1):
            yield grid.cell_index[row + down / steps * step, col + right / steps * step]
