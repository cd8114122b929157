"""A text notation for marks: paths of dots, with a prefix for crosses and erasures.

`A1-A4-C4` draws lines from A1 down to A4 and on to C4; `x A1-B1` marks an edge with a cross.
Each leg of a path is straight and of any length. Spaces, commas or line breaks separate the
paths, and a prefix applies to the one path after it. `parse_changes` also reads `erase A1-B1`
or `e A1-B1`, which removes marks.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from puzzle.errors import NotationError
from puzzle.grid import Grid, dot_at, dot_name, edge_name
from puzzle.lazy_messages import lazy
from puzzle.model import EdgeState

NAME = lazy("marks")
CROSS_WORD = "x"
ERASE_WORDS = ("erase", "e")
EXAMPLE = lazy("write A1-A4-C4 for lines and x A1-B1 for a cross")

CHARACTERS_PER_EDGE = 16
"""Maximum number of characters of one crossed edge with its x, on the largest board."""
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
_SEPARATORS = re.compile(r"[\s,]+")


def parse_marks(text: str, grid: Grid) -> dict[int, EdgeState]:
    """The state of each edge that a text marks, in order of the edges.

    Raises `NotationError`, with a message of one sentence, when a part of the text is not a path
    on this grid, when an edge would have two states, and when the text is too long. The time is
    linear in the size of the text and of the board.

    >>> from puzzle.grid import square_grid
    >>> parse_marks("A1-A3, x A1-B1", square_grid(2, 1))
    {0: <EdgeState.CROSS: 2>, 3: <EdgeState.LINE: 1>, 5: <EdgeState.LINE: 1>}
    """
    return _parse(text, grid, _MARK_SIGNS)


def parse_changes(text: str, grid: Grid) -> dict[int, EdgeState]:
    """Like `parse_marks`; the edges of paths after `erase` or `e` become unknown.

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
    for path, state in _paths(text, signs):
        for edge in _path_edges(grid, path):
            remaining -= 1
            if remaining < 0:
                problem = lazy("the paths go over the same edges again and again")
                raise NotationError(NAME, problem, remedy=lazy("name each edge once"))
            if (other := marks.setdefault(edge, state)) is not state:
                one, two = (_NAMES[each] for each in sorted((state, other)))
                name = edge_name(grid, edge)
                problem = lazy("{edge} would be {one} and {two}", edge=name, one=one, two=two)
                raise NotationError(NAME, problem, remedy=lazy("make it one of them"))
    return dict(sorted(marks.items()))


def _paths(text: str, signs: _Signs) -> Iterator[tuple[str, EdgeState]]:
    """Each path as text, with the state that its prefix gives to its edges."""
    sign = ""
    for word in filter(None, _SEPARATORS.split(text)):
        if word.lower() not in signs:
            yield word, signs[sign] if sign else EdgeState.LINE
            sign = ""
        elif sign:
            raise NotationError(
                NAME,
                lazy("an {word} follows an {sign}", word=word.lower(), sign=sign),
                remedy=EXAMPLE,
            )
        else:
            sign = word.lower()
    if sign:
        raise NotationError(
            NAME, lazy("an {sign} has no path behind it", sign=sign), remedy=EXAMPLE
        )


def _path_edges(grid: Grid, path: str) -> Iterator[int]:
    """The edges of a path, in order along its legs."""
    names = path.split("-")
    if len(names) < 2:
        dot_at(grid, path)
        raise NotationError(NAME, lazy("{path} is a single dot", path=path), remedy=EXAMPLE)
    if "" in names:
        raise NotationError(NAME, lazy("a dash has no dot on one side"), remedy=EXAMPLE)
    start = dot_at(grid, names[0])
    for name in names[1:]:
        end = dot_at(grid, name)
        yield from _leg_edges(grid, start, end)
        start = end


def _leg_edges(grid: Grid, start: int, end: int) -> Iterator[int]:
    """The edges of a straight leg from one dot to another in the same row or column."""
    (row, col), (last_row, last_col) = grid.dots[start], grid.dots[end]
    down, right = last_row - row, last_col - col
    if bool(down) == bool(right):
        a, b = dot_name(grid, start), dot_name(grid, end)
        problem = (
            lazy("{a} and {b} are not in one row or column", a=a, b=b)
            if down
            else lazy("{a}-{b} leads nowhere", a=a, b=b)
        )
        raise NotationError(NAME, problem, remedy=lazy("a path turns at dots, A1-A4-C4"))
    steps = int(abs(down + right))
    for step in range(1, steps + 1):
        dot = grid.dot_index[row + down / steps * step, col + right / steps * step]
        yield grid.edge_index[min(start, dot), max(start, dot)]
        start = dot


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
        if heading is not None and heading not in ways:
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
