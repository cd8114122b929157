"""A text notation for marks: sides of cells or paths of dots, after a prefix for crosses.

`D2 top` draws a line at the top of the cell D2, `x D2 left` marks an edge with a cross; `top D2`,
`D2t`, `D2 top left`, `D2tl` and `C4:E4 bottom` do the same in fewer or more words. `A1-A4-C4` draws
lines from dot to dot: from A1 down to A4 and on to C4. In a path, a name is that of the top left
corner of the cell; each leg is straight and of any length. On other tilings than squares, dots have
names of their own, and each leg is one edge. Spaces, commas or line breaks separate all these, and
a prefix applies to the one after it. `parse_changes` also reads `erase D2 top` or `e A1-B1`, which
removes marks.

A word names cells or sides. Sides may come before a cell or after it; words such as "the", "of" and
"and" may stand between them. `D2 top-left` is one side where the cell has one there, and otherwise
two, as on squares. Where directions do not tell the sides of a cell apart, `D2 5` is the one at
5 o'clock, or the fifth (`puzzle.places.SideNaming`). On squares, `C4:E4` is a run of cells in a row
or column.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct, field

from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import EdgeState
from puzzle.names import DIRECTIONS, is_name
from puzzle.places import (
    SideNaming,
    cell_at,
    cell_name,
    dot_at,
    dot_name,
    side_name,
    side_names,
    side_naming,
)

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


class Sides(Struct):
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


NAME = lazy("marks")
CROSS_WORD = "x"
ERASE_WORDS = ("erase", "e")

CHARACTERS_PER_EDGE = 24
"""Maximum number of characters of one crossed edge with its x: x AQ30 bottom-right, a comma."""
MAX_TRAVERSALS = 4
"""Maximum number of edges that all paths together contain, as a multiple of the board's edges."""

_Signs: TypeAlias = Mapping[str, EdgeState]
"""The prefixes of a path, and the state that each gives to the edges of the path."""

_MARK_SIGNS: _Signs = MappingProxyType({CROSS_WORD: EdgeState.CROSS})
_CHANGE_SIGNS: _Signs = MappingProxyType(
    {**_MARK_SIGNS, **dict.fromkeys(ERASE_WORDS, EdgeState.UNKNOWN)}
)
_NAMES = MappingProxyType(
    {
        EdgeState.UNKNOWN: lazy("erased"),
        EdgeState.LINE: lazy("a line"),
        EdgeState.CROSS: lazy("a cross"),
    }
)
_COMMA = ","
_WORDS = re.compile(r",|[^\s,]+")


def parse_marks(text: str, grid: Grid) -> dict[int, EdgeState]:
    """The state of each edge that a text marks, in order of the edges.

    Raises `NotationError`, with a message of one sentence, when a part of the text is neither a
    side nor a path on this grid, when an edge would have two states, and when the text is too
    long. The time is linear in the size of the text and of the board.

    >>> from puzzle.grid import square_grid
    >>> parse_marks("A1-A3, x A1 top", square_grid(2, 1))
    {0: <EdgeState.CROSS: 2>, 3: <EdgeState.LINE: 1>, 5: <EdgeState.LINE: 1>}
    """
    return _parse(text, grid, _MARK_SIGNS)


def parse_changes(text: str, grid: Grid) -> dict[int, EdgeState]:
    """Like `parse_marks`; edges after `erase` or `e` become unknown.

    >>> from puzzle.grid import square_grid
    >>> parse_changes("erase A1-B1 x A1-A2", square_grid(1, 1))
    {0: <EdgeState.UNKNOWN: 0>, 2: <EdgeState.CROSS: 2>}
    """
    return _parse(text, grid, _CHANGE_SIGNS)


def _parse(text: str, grid: Grid, signs: _Signs) -> dict[int, EdgeState]:
    """The state of each edge in a text whose paths may have the prefixes in `signs`."""
    edges = len(grid.edge_dots)
    if len(text) > (longest := CHARACTERS_PER_EDGE * edges + 1000):
        problem = lazy("there are {count} characters", count=len(text))
        raise NotationError(NAME, problem, remedy=lazy("this board takes {most}", most=longest))
    marks: dict[int, EdgeState] = {}
    remaining = MAX_TRAVERSALS * edges
    for edges_named, state in _Reader(grid, signs).read(text):
        for edge in edges_named:
            remaining -= 1
            if remaining < 0:
                problem = lazy("the same edges come again and again")
                raise NotationError(NAME, problem, remedy=lazy("name each edge once"))
            if (other := marks.setdefault(edge, state)) is not state:
                one, two = (_NAMES[each] for each in sorted((state, other)))
                name = side_name(grid, edge)
                problem = lazy("{edge} would be {one} and {two}", edge=name, one=one, two=two)
                raise NotationError(NAME, problem, remedy=lazy("make it one of them"))
    return dict(sorted(marks.items()))


@lru_cache(maxsize=32)
def examples(grid: Grid) -> tuple[str, str, str]:
    """A side of a cell, a path, and another side, short ones that boards like this one have.

    >>> from puzzle.grid import square_grid
    >>> examples(square_grid(2, 2))
    ('D2 top', 'A1-A4-C4', 'D2 left')
    """
    if grid.is_square:
        return "D2 top", "A1-A4-C4", "D2 left"
    cell = min(range(len(grid.cells)), key=lambda cell: len(cell_name(grid, cell)))
    line, cross, *_ = sorted(side_names(grid, cell), key=len)
    name = cell_name(grid, cell)
    path = "-".join(dot_name(grid, dot) for dot in grid.cell_dots[cell][:3])
    return f"{name} {line}", path, f"{name} {cross}"


def _example(grid: Grid) -> LazyMessage:
    line, path, cross = examples(grid)
    return lazy(
        "write {line} for a line, {path} for a path and x {cross} for a cross",
        line=line,
        path=path,
        cross=cross,
    )


class _Reader:
    """Reads a text word by word, and yields edges with the state that their prefix gives them."""

    def __init__(self, grid: Grid, signs: _Signs) -> None:
        self._grid = grid
        self._signs = signs
        self._example = _example(grid)
        self._sign = ""
        self._sides: Sides | None = None

    def read(self, text: str) -> Iterator[tuple[Iterable[int], EdgeState]]:
        """The edges of each path, and of each cell or run of cells, in order."""
        for word in _WORDS.findall(text):
            yield from self._take(word)
        yield from self._close()
        if self._sign:
            problem = lazy("an {sign} has nothing behind it", sign=self._sign)
            raise NotationError(NAME, problem, remedy=self._example)

    def _take(self, word: str) -> Iterator[tuple[Iterable[int], EdgeState]]:
        if word == _COMMA:
            if self._sides is not None and self._sides.is_complete:
                yield from self._close()
        elif word.lower() in self._signs:
            yield from self._close()
            self._take_sign(word.lower())
        elif sides := side_words(word):
            self._sides = self._sides or Sides()
            self._sides.words += sides
        elif (named := cell_word(word)) is not None:
            yield from self._take_cells(named)
        elif word.lower() not in FILLERS:
            yield from self._close()
            yield _path_edges(self._grid, word), self._state()

    def _take_sign(self, sign: str) -> None:
        if self._sign:
            problem = lazy("an {word} follows an {sign}", word=sign, sign=self._sign)
            raise NotationError(NAME, problem, remedy=self._example)
        self._sign = sign

    def _take_cells(self, named: Sides) -> Iterator[tuple[Iterable[int], EdgeState]]:
        """Add cells to the sides before them; without such, sides can follow."""
        if self._sides is None or self._sides.cells:
            yield from self._close()
            self._sides = named
        else:
            self._sides = Sides(named.cells, self._sides.words + named.words)
            yield from self._close()

    def _close(self) -> Iterator[tuple[Iterable[int], EdgeState]]:
        """The edges of the sides read so far, if any."""
        if self._sides is not None:
            yield self._sides.edges(self._grid, NAME, self._example), self._state()
            self._sides = None

    def _state(self) -> EdgeState:
        """The state that the prefix gives; the prefix is used up."""
        sign, self._sign = self._sign, ""
        return self._signs[sign] if sign else EdgeState.LINE


def _path_edges(grid: Grid, path: str) -> Iterator[int]:
    """The edges of a path, in order along its legs."""
    names = path.split("-")
    if len(names) < 2:
        raise NotationError(
            NAME, lazy("{word!r} is no move", word=path[:20]), remedy=_example(grid)
        )
    if "" in names:
        raise NotationError(NAME, lazy("a dash has no dot on one side"), remedy=_example(grid))
    start = dot_at(grid, names[0])
    for name in names[1:]:
        end = dot_at(grid, name)
        yield from _leg_edges(grid, start, end)
        start = end


def _leg_edges(grid: Grid, start: int, end: int) -> Iterator[int]:
    """The edge that joins two dots, or on squares all of a straight leg between them."""
    if (edge := grid.edge_between(start, end)) is not None:
        yield edge
        return
    (row, col), (last_row, last_col) = grid.dots[start], grid.dots[end]
    down, right = last_row - row, last_col - col
    if start == end or not grid.is_square or (down and right):
        raise _no_leg(grid, start, end)
    steps = int(abs(down + right))
    for step in range(1, steps + 1):
        dot = grid.dot_index[row + down / steps * step, col + right / steps * step]
        yield grid.edge_index[min(start, dot), max(start, dot)]
        start = dot


def _no_leg(grid: Grid, start: int, end: int) -> NotationError:
    """The error of a leg that does not lead along edges from one dot to another."""
    a, b = dot_name(grid, start), dot_name(grid, end)
    remedy = lazy("a path turns at dots, A1-A4-C4")
    if not grid.is_square:
        remedy = lazy("a path names every dot that it comes to")
    if start == end:
        problem = lazy("{a}-{b} leads nowhere", a=a, b=b)
    elif grid.is_square:
        problem = lazy("{a} and {b} are not in one row or column", a=a, b=b)
    else:
        problem = lazy("no edge joins {a} and {b}", a=a, b=b)
    return NotationError(NAME, problem, remedy=remedy)


def format_marks(grid: Grid, marks: Mapping[int, EdgeState]) -> str:
    """Marks as text that `parse_marks` reads: lines first, in few paths with few legs.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> format_marks(grid, parse_marks("x B1-B2 C1-B1 B1-A1 A1-A2", grid))
    'C1-A1-A2 x B1-B2'
    """
    words: list[str] = []
    for state, sign in ((EdgeState.LINE, ""), (EdgeState.CROSS, f"{CROSS_WORD} ")):
        trails = _trails(grid, {edge for edge, mark in marks.items() if mark is state})
        words += (sign + "-".join(dot_name(grid, dot) for dot in turns) for turns in trails)
    return " ".join(words)


def path_end(text: str, grid: Grid) -> int | None:
    """The last dot of a text that ends in a path; None where it ends in something else.

    The text must be one that `parse_changes` reads.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> path_end("A1 top, A1-B1", grid), path_end("A1-B1, A1 top", grid)
    (1, None)
    """
    words = [word for word in _WORDS.findall(text) if word != _COMMA]
    if not words or side_words(words[-1]) or "-" not in words[-1]:
        return None
    return dot_at(grid, words[-1].rpartition("-")[2])


def _trails(grid: Grid, edges: set[int]) -> Iterator[list[int]]:
    """Trails that together contain every edge once, as the dots where they start, turn and end.

    Trails from dots with an odd number of edges come first, which keeps their number small.
    """
    left: dict[int, set[int]] = {}
    for edge in edges:
        for dot in grid.edge_dots[edge]:
            left.setdefault(dot, set()).add(edge)
    dots = sorted(left)
    for dot in dots:
        if len(left[dot]) % 2:
            yield _take_trail(grid, left, dot)
    for dot in dots:
        while left[dot]:
            yield _take_trail(grid, left, dot)


def _take_trail(grid: Grid, left: dict[int, set[int]], dot: int) -> list[int]:
    """One trail from a dot, straight on where possible; removes its edges from `left`."""
    turns = [dot]
    heading: tuple[float, float] | None = None
    while left[dot]:
        ways = {_heading(grid, dot, edge): edge for edge in left[dot]}
        edge = ways[heading] if heading in ways else min(left[dot])
        if heading is not None and (heading not in ways or not grid.is_square):
            turns.append(dot)
        heading = _heading(grid, dot, edge)
        left[dot].remove(edge)
        dot = grid.other_end(edge, dot)
        left[dot].remove(edge)
    return [*turns, dot]


def _heading(grid: Grid, dot: int, edge: int) -> tuple[float, float]:
    """The direction of an edge away from one of its dots, as (rows, columns)."""
    (row, col), (end_row, end_col) = grid.dots[dot], grid.dots[grid.other_end(edge, dot)]
    return end_row - row, end_col - col
