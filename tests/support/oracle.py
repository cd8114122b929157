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


def solutions(
    rows: int, cols: int, clues: tuple[int | None, ...], rules: str = "standard"
) -> set[Cycle]:
    """The cycles that meet every clue under the rules of a name.

    `clues` are in row order, None for a blank cell, -2 for a sheep and -3 for a wolf.
    """
    wanted = [(i, clue) for i, clue in enumerate(clues) if clue is not None]
    kind, dots = rules.removesuffix("full").removesuffix("-"), (rows + 1) * (cols + 1)
    animals = {-2: True, -3: False}
    return {
        cycle
        for cycle, (counts, inside) in _clues_of_cycles(rows, cols, kind).items()
        if (not rules.endswith("full") or len(cycle) == dots)
        and all((inside[i] is animals[c]) if c < 0 else counts[i] == c for i, c in wanted)
    }


_Facts = tuple[tuple[int, ...], tuple[bool, ...]]


@lru_cache
def _clues_of_cycles(rows: int, cols: int, kind: str) -> dict[Cycle, _Facts]:
    """For every cycle, what clues count around each cell, and whether it is inside."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    count = {"vertex": _visited, "touch": _touches}.get(kind, _lines)
    return {
        cycle: (
            tuple(count(cycle, *cell) for cell in cells),
            tuple(_is_inside(cycle, *cell) for cell in cells),
        )
        for cycle in simple_cycles(rows, cols)
    }


def _lines(cycle: Cycle, row: int, col: int) -> int:
    return len(cycle & _around(row, col))


def _visited(cycle: Cycle, row: int, col: int) -> int:
    return len({dot for edge in cycle for dot in edge} & _corners(row, col))


def _touches(cycle: Cycle, row: int, col: int) -> int:
    """The connected parts of the border of a cell that the cycle is on."""
    left = {dot for edge in cycle for dot in edge} & _corners(row, col)
    parts = 0
    while left:
        part = [left.pop()]
        for dot in part:
            beside = {d for edge in cycle & _around(row, col) if dot in edge for d in edge} & left
            left -= beside
            part.extend(beside)
        parts += 1
    return parts


def _is_inside(cycle: Cycle, row: int, col: int) -> bool:
    """Whether a way to the left from a cell crosses an odd number of edges."""
    return sum(((row, c), (row + 1, c)) in cycle for c in range(col + 1)) % 2 == 1


def _corners(row: int, col: int) -> set[Dot]:
    return {(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)}


def _around(row: int, col: int) -> Cycle:
    a, b, c, d = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
    return frozenset({(a, b), (a, c), (b, d), (c, d)})
