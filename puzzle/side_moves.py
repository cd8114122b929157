"""Moves by cell and side: `D2 top`, `top D2`, `D2t`, `D2 top left`, `D2tl`, `C4:E4 bottom`.

A word names cells or sides. Sides may come before a cell or after it; words such as "the", "of" and
"and" may stand between them. `D2 top-left` is one side where the cell has one there, and otherwise
two, as on squares. Where directions do not tell the sides of a cell apart, `D2 5` is the one at
5 o'clock, or the fifth (`puzzle.places.SideNaming`). On squares, `C4:E4` is a run of cells in a row
or column.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.names import DIRECTIONS, is_name
from puzzle.places import SideNaming, cell_at, cell_name, side_names, side_naming

FILLERS = frozenset({"the", "of", "and", "side", "sides", "at", "o'clock"})
"""Words that change nothing."""
_LETTERS = MappingProxyType(
    {
        "t": "top",
        "r": "right",
        "b": "bottom",
        "l": "left",
        "上": "top",
        "右": "right",
        "下": "bottom",
        "左": "left",
    }
)
"""Sides by a letter, in English and Japanese."""
_JOINED = MappingProxyType({frozenset(way.value.split("-")): way.value for way in DIRECTIONS})
"""The names of directions by their words, of which diagonal ones have two."""
_NUMBER = re.compile(r"[1-9][0-9]?")
"""An hour, or the number of a side."""
_ENDING = re.compile(r"(.*?[0-9])(?:の)?([trbl]{1,4}|[上右下左]{1,4})", re.IGNORECASE)
"""A cell with the letters of sides behind it, as in D2tl."""
_RUN = ":"


@dataclass(slots=True)
class Sides:
    """The words about one cell or run of cells that are read so far."""

    cells: str = ""
    words: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether there are both cells and sides."""
        return bool(self.cells and self.words)

    def edges(self, grid: Grid, notation: str, example: str) -> Iterator[int]:
        """The sides of the cells; raises `NotationError` where there are none."""
        if not self.cells:
            problem = lazy("{side} has no cell", side=self.words[0])
            raise NotationError(notation, problem, remedy=example)
        for cell in cells_named(grid, self.cells, notation):
            if not self.words:
                problem = lazy("{cell} has no side", cell=self.cells.upper())
                raise NotationError(notation, problem, remedy=example)
            around = side_names(grid, cell)
            for side in _sides_meant(self.words, around):
                if side not in around:
                    problem = lazy(
                        "{cell} has no side {side}", cell=cell_name(grid, cell), side=side
                    )
                    raise NotationError(notation, problem, remedy=_sides_there(grid, cell))
                yield around[side]


def _sides_meant(words: list[str], around: Mapping[str, int]) -> Iterator[str]:
    """The names of the sides that words mean for a cell: `top left` can be one side or two."""
    left = words[::-1]
    while left:
        word = left.pop()
        joined = _JOINED.get(frozenset((word, left[-1]))) if left else None
        if joined is not None and joined in around and not around.keys() >= {word, left[-1]}:
            left.pop()
            yield joined
        elif word in around:
            yield word
        else:
            parts = word.split("-")
            yield from parts if around.keys() >= {*parts} else [word]


def _sides_there(grid: Grid, cell: int) -> LazyMessage:
    """A remedy that says which sides a cell has."""
    names = list(side_names(grid, cell))
    match side_naming(grid, cell):
        case SideNaming.DIRECTIONS:
            return lazy("its sides are {names}", names=", ".join(names))
        case SideNaming.HOURS:
            name = f"{cell_name(grid, cell)} {names[0]}"
            return lazy("name its sides by the hours of a clock, {name}", name=name)
    return lazy("number its sides clockwise from its highest corner, 1 to {last}", last=len(names))


def side_words(word: str) -> list[str]:
    """The names of the sides that a word names, in any case; empty for any other word.

    >>> side_words("left-top"), side_words("TL"), side_words("5"), side_words("D2")
    (['top-left'], ['top', 'left'], ['5'], [])
    """
    word = word.lower()
    parts = word.split("-")
    if frozenset(parts) in _JOINED and len(parts) <= 2:
        return [_JOINED[frozenset(parts)]]
    if all(frozenset({part}) in _JOINED for part in parts):
        return parts
    if len(word) <= len(_LETTERS) and all(letter in _LETTERS for letter in word):
        return [_LETTERS[letter] for letter in word]
    return [word] if _NUMBER.fullmatch(word) else []


def cell_word(word: str) -> Sides | None:
    """A word that names a cell or a run of cells, with the sides behind it; None for any other.

    >>> cell_word("D2tl"), cell_word("D2-D4")
    (Sides(cells='D2', words=['top', 'left']), None)
    """
    if _names_cells(word):
        return Sides(word)
    match = _ENDING.fullmatch(word)
    if match is not None and _names_cells(match[1]):
        return Sides(match[1], side_words(match[2]))
    return None


def _names_cells(text: str) -> bool:
    return all(map(is_name, text.split(_RUN, 1)))


def cells_named(grid: Grid, text: str, notation: str) -> Iterator[int]:
    """The cells of a name or of a run, in order; raises `NotationError` when one is missing.

    >>> from puzzle.grid import square_grid
    >>> list(cells_named(square_grid(2, 3), "c2:a2", ""))
    [5, 4, 3]
    """
    if _RUN in text and not grid.is_square:
        problem = lazy("{text} is a run of cells", text=text.upper())
        raise NotationError(notation, problem, remedy=lazy("only boards of squares have runs"))
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
