"""Marks as text: paths of dots for lines, the same behind an x for crosses.

`A1-A4-C4` draws lines from A1 down to A4 and on to C4; `x A1-B1` crosses an edge out. Each
leg of a path is straight, of any length. Moves stand apart by spaces, commas or new lines,
and an x speaks of the one path that follows it.
"""

import re
from collections.abc import Iterator, Mapping

from puzzle.errors import NotationError
from puzzle.grid import Grid, dot_at, dot_name, edge_name
from puzzle.model import EdgeState

NAME = "marks"
CROSSING = "x"
EXAMPLE = "write A1-A4-C4 for lines and x A1-B1 for a cross"

CHARACTERS_PER_EDGE = 16
"""What the longest name of a crossed edge takes on the largest board, with its x."""
ROUNDS = 4
"""A text may go over as many edges as the board has so many times; more is no use."""

_SEPARATORS = re.compile(r"[\s,]+")


def parse_marks(text: str, grid: Grid) -> dict[int, EdgeState]:
    """The marks that a text makes on a grid, in order of their edges.

    Raises `NotationError`, in one sentence, for anything that is not a path on this grid
    and for an edge that would be both. Takes time in proportion to the text and the board.

    >>> from puzzle.grid import square_grid
    >>> parse_marks("A1-A3, x A1-B1", square_grid(2, 1))
    {0: <EdgeState.CROSS: 2>, 3: <EdgeState.LINE: 1>, 5: <EdgeState.LINE: 1>}
    """
    edges = len(grid.edge_dots)
    if len(text) > (longest := CHARACTERS_PER_EDGE * edges + 1000):
        problem = f"there are {len(text)} characters"
        raise NotationError(NAME, problem, remedy=f"this board takes {longest}")
    marks: dict[int, EdgeState] = {}
    spare = ROUNDS * edges
    for path, state in _paths(text):
        for edge in _along(grid, path):
            spare -= 1
            if spare < 0:
                problem = "the paths go over the same edges again and again"
                raise NotationError(NAME, problem, remedy="name each edge once")
            if marks.setdefault(edge, state) is not state:
                problem = f"{edge_name(grid, edge)} would be a line and a cross"
                raise NotationError(NAME, problem, remedy="make it one of them")
    return dict(sorted(marks.items()))


def _paths(text: str) -> Iterator[tuple[str, EdgeState]]:
    """Each path, as text, with the state it gives to its edges."""
    state = EdgeState.LINE
    for word in filter(None, _SEPARATORS.split(text)):
        if word.lower() != CROSSING:
            yield word, state
            state = EdgeState.LINE
        elif state is EdgeState.CROSS:
            raise NotationError(NAME, "an x follows an x", remedy=EXAMPLE)
        else:
            state = EdgeState.CROSS
    if state is EdgeState.CROSS:
        raise NotationError(NAME, "an x has no path behind it", remedy=EXAMPLE)


def _along(grid: Grid, path: str) -> Iterator[int]:
    """The edges of a path, leg by leg."""
    names = path.split("-")
    if len(names) < 2:
        dot_at(grid, path)
        raise NotationError(NAME, f"{path} is a single dot", remedy=EXAMPLE)
    if "" in names:
        raise NotationError(NAME, "a dash has no dot on one side", remedy=EXAMPLE)
    start = dot_at(grid, names[0])
    for name in names[1:]:
        end = dot_at(grid, name)
        yield from _straight(grid, start, end)
        start = end


def _straight(grid: Grid, start: int, end: int) -> Iterator[int]:
    """The edges from one dot to another in the same row or column."""
    (row, col), (last_row, last_col) = grid.dots[start], grid.dots[end]
    down, right = last_row - row, last_col - col
    if bool(down) == bool(right):
        a, b = dot_name(grid, start), dot_name(grid, end)
        problem = f"{a} and {b} are not in one row or column" if down else f"{a}-{b} leads nowhere"
        raise NotationError(NAME, problem, remedy="a path turns at dots, A1-A4-C4")
    steps = int(abs(down + right))
    for step in range(1, steps + 1):
        dot = grid.dot_index[row + down / steps * step, col + right / steps * step]
        yield grid.edge_index[min(start, dot), max(start, dot)]
        start = dot


def format_marks(grid: Grid, marks: Mapping[int, EdgeState]) -> str:
    """Marks as text that `parse_marks` reads back: lines first, legs and paths joined up.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> format_marks(grid, parse_marks("x B1-B2 C1-B1 B1-A1 A1-A2", grid))
    'C1-A1-A2 x B1-B2'
    """
    words: list[str] = []
    for state, sign in ((EdgeState.LINE, ""), (EdgeState.CROSS, f"{CROSSING} ")):
        trails = _trails(grid, {edge for edge, mark in marks.items() if mark is state})
        words += (sign + "-".join(dot_name(grid, dot) for dot in turns) for turns in trails)
    return " ".join(words)


def _trails(grid: Grid, edges: set[int]) -> Iterator[list[int]]:
    """Walks over every edge once, as the dots where they start, turn and end.

    Those from dots with an odd number of edges come first, so that few are needed.
    """
    left: dict[int, set[int]] = {}
    for edge in edges:
        for dot in grid.edge_dots[edge]:
            left.setdefault(dot, set()).add(edge)
    dots = sorted(left)
    for dot in dots:
        if len(left[dot]) % 2:
            yield _walk(grid, left, dot)
    for dot in dots:
        while left[dot]:
            yield _walk(grid, left, dot)


def _walk(grid: Grid, left: dict[int, set[int]], dot: int) -> list[int]:
    """One walk, straight on where it can, taking its edges out of `left`."""
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
    (row, col), (end_row, end_col) = grid.dots[dot], grid.dots[grid.other_end(edge, dot)]
    return end_row - row, end_col - col
