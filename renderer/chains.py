"""Chains of lines, each of which is drawn as one stroke, and borders of groups of cells."""

from collections.abc import Collection, Iterator
from math import dist

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.names import Coord
from puzzle.rules import find_loops, lines_at_dots

STRAIGHT = 0.02
"""Sine of the largest turn, about 1 degree, after which a line counts as straight on."""


class Chain(Struct, frozen=True):
    """A maximal run of connected lines, as the dots where it starts, turns and ends.

    A closed chain also has lines from its last dot to its first.
    """

    dots: tuple[int, ...]
    closed: bool


def chains_of(grid: Grid, lines: frozenset[int]) -> tuple[Chain, ...]:
    """Split `lines` into chains: first the loops, then the runs between loose ends and branches.

    >>> from puzzle.grid import square_grid
    >>> chains_of(square_grid(1, 2), frozenset({0, 1, 2, 3, 4, 6}))
    (Chain(dots=(0, 2, 5, 3), closed=True),)
    >>> chains_of(square_grid(1, 2), frozenset({0, 1, 6}))
    (Chain(dots=(0, 2, 5), closed=False),)
    """
    loops = find_loops(grid, lines)
    runs = _runs(grid, lines.difference(*(loop.edges for loop in loops)))
    closed = [Chain(_turns(grid, loop.dots, closed=True), closed=True) for loop in loops]
    return (*closed, *(Chain(_turns(grid, run, closed=False), closed=False) for run in runs))


def border_of(grid: Grid, cells: Collection[int]) -> frozenset[int]:
    """The edges between these cells and others, or the outside.

    >>> from puzzle.grid import square_grid
    >>> sorted(border_of(square_grid(1, 2), {0}))
    [0, 2, 4, 5]
    """
    return frozenset(
        edge for edge, (one, two) in enumerate(grid.edge_cells) if (one in cells) != (two in cells)
    )


def _runs(grid: Grid, lines: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Walks, as dots, between dots with one line or more than two; each line is in one walk."""
    at = lines_at_dots(grid, sorted(lines))
    left = set(lines)
    for start in sorted(dot for dot, edges in at.items() if len(edges) != 2):
        for first in at[start]:
            if first in left:
                yield _walk(grid, at, left, start, first)


def _walk(
    grid: Grid, at: dict[int, list[int]], left: set[int], start: int, edge: int
) -> tuple[int, ...]:
    """The dots from `start` along `edge` to the next loose end or branch.

    Removes the lines that it passes from `left`; `at` has the lines at each dot.
    """
    dots = [start]
    while True:
        left.discard(edge)
        dots.append(grid.other_end(edge, dots[-1]))
        if len(at[dots[-1]]) != 2:
            return tuple(dots)
        one, two = at[dots[-1]]
        edge = two if one == edge else one


def _turns(grid: Grid, dots: tuple[int, ...], *, closed: bool) -> tuple[int, ...]:
    """The dots where a walk changes direction, and both ends of an open walk."""
    places = [grid.dots[dot] for dot in (dots[-1], *dots, dots[0])]
    turns = [
        dot
        for dot, before, here, after in zip(dots, places, places[1:], places[2:], strict=False)
        if _is_turn(before, here, after)
    ]
    if closed:
        return tuple(turns)
    return (dots[0], *(dot for dot in turns if dot not in (dots[0], dots[-1])), dots[-1])


def _is_turn(before: Coord, here: Coord, after: Coord) -> bool:
    """Whether a walk through three places turns by more than `STRAIGHT`."""
    (row0, col0), (row1, col1), (row2, col2) = before, here, after
    across = (row1 - row0) * (col2 - col1) - (col1 - col0) * (row2 - row1)
    return abs(across) > STRAIGHT * dist(before, here) * dist(here, after)
