"""All simple cycles of a small board by depth-first search, and which of them meet the clues.

It shares no code with the project: dots are (row, col) pairs, edges are pairs of dots.
"""

from collections.abc import Iterator
from functools import lru_cache

Dot = tuple[int, int]
Edge = tuple[Dot, Dot]
Cycle = frozenset[Edge]


@lru_cache
def simple_cycles(rows: int, cols: int) -> tuple[Cycle, ...]:
    """Every simple cycle on the dots of a board of `rows` by `cols` cells, each once."""
    dots = [(r, c) for r in range(rows + 1) for c in range(cols + 1)]
    return tuple(cycle for start in dots for cycle in _cycles_from(start, rows, cols))


def _cycles_from(start: Dot, rows: int, cols: int) -> Iterator[Cycle]:
    """Cycles whose smallest dot is `start`, each in one of its two directions."""

    def extend(walk: list[Dot]) -> Iterator[list[Dot]]:
        row, col = walk[-1]
        for dot in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
            if not (0 <= dot[0] <= rows and 0 <= dot[1] <= cols):
                continue
            if dot == start and len(walk) > 2 and walk[1] < walk[-1]:
                yield walk
            elif dot > start and dot not in walk:
                yield from extend([*walk, dot])

    for walk in extend([start]):
        yield frozenset(_edge(a, b) for a, b in zip(walk, [*walk[1:], start], strict=True))


def _edge(a: Dot, b: Dot) -> Edge:
    return (a, b) if a < b else (b, a)


def solutions(rows: int, cols: int, clues: tuple[int | None, ...]) -> set[Cycle]:
    """The cycles that meet every clue; `clues` are in row order, None for a blank cell."""
    wanted = [(i, clue) for i, clue in enumerate(clues) if clue is not None]
    return {
        cycle
        for cycle, counts in _clues_of_cycles(rows, cols).items()
        if all(counts[i] == clue for i, clue in wanted)
    }


@lru_cache
def _clues_of_cycles(rows: int, cols: int) -> dict[Cycle, tuple[int, ...]]:
    """For every cycle, the number of its edges around each cell, in row order."""
    cells = [_around(row, col) for row in range(rows) for col in range(cols)]
    return {c: tuple(len(c & cell) for cell in cells) for c in simple_cycles(rows, cols)}


def _around(row: int, col: int) -> Cycle:
    a, b, c, d = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
    return frozenset({(a, b), (a, c), (b, d), (c, d)})
