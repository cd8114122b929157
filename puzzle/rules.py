"""The rules of Slitherlink: a check whether lines solve a puzzle, and the violations if not."""

from collections.abc import Collection, Iterator, Mapping
from enum import Enum

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Puzzle


class ViolationCode(Enum):
    """The kinds of broken rules."""

    NO_LINE = "no-line"
    BRANCH = "branch"
    DEAD_END = "dead-end"
    TOO_MANY = "too-many"
    TOO_FEW = "too-few"
    SEVERAL_LOOPS = "several-loops"


class Violation(Struct, frozen=True):
    """A broken rule and where: a dot, the cell of a clue, or the edges of a subloop."""

    code: ViolationCode
    dot: int | None = None
    cell: int | None = None
    edges: frozenset[int] = frozenset()


class Loop(Struct, frozen=True):
    """A simple cycle in order: `dots[i]` and `dots[i + 1]` are the ends of `edges[i]`."""

    dots: tuple[int, ...]
    edges: tuple[int, ...]


def find_loops(grid: Grid, lines: Collection[int]) -> list[Loop]:
    """The connected components of `lines` that are simple cycles, by their smallest edges.

    >>> from puzzle.grid import square_grid
    >>> find_loops(square_grid(1, 1), {0, 1, 2, 3})
    [Loop(dots=(0, 1, 3, 2), edges=(0, 3, 1, 2))]
    >>> find_loops(square_grid(1, 1), {0, 1, 2})
    []
    """
    at = _lines_at_dots(grid, lines)
    seen: set[int] = set()
    loops = []
    for edge in sorted(lines):
        start = grid.edge_dots[edge][0]
        if start not in seen and len(at[start]) == 2:
            walked = _walk(grid, at, seen, edge)
            seen.update(walked.dots)
            if len(walked.dots) == len(walked.edges):
                loops.append(walked)
    return loops


def _lines_at_dots(grid: Grid, lines: Collection[int]) -> dict[int, list[int]]:
    """For each dot of the lines, the lines that end at it."""
    at: dict[int, list[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, []).append(edge)
    return at


def _walk(grid: Grid, at: Mapping[int, list[int]], seen: set[int], first: int) -> Loop:
    """The walk from the first dot of a line along it, until it comes back to this dot.

    A walk that reaches a dot seen before or without two lines ends there: it has a dot more than
    edges.
    """
    ends, edge = grid.edge_dots, first
    start, dot = ends[edge]
    dots, edges = [start], [edge]
    while dot != start:
        dots.append(dot)
        if dot in seen or len(at[dot]) != 2:
            break
        one, two = at[dot]
        edge = two if one == edge else one
        edges.append(edge)
        a, b = ends[edge]
        dot = b if dot == a else a
    return Loop(tuple(dots), tuple(edges))


def violations(puzzle: Puzzle, lines: frozenset[int]) -> list[Violation]:
    """Every rule that `lines` break as a complete answer; empty exactly when they solve the puzzle.

    >>> from puzzle.grid import square_grid
    >>> [v.code.value for v in violations(Puzzle(square_grid(1, 1), (3,)), frozenset({0, 1, 2}))]
    ['dead-end', 'dead-end']
    """
    return [
        *(() if lines else (Violation(ViolationCode.NO_LINE),)),
        *_dot_violations(puzzle.grid, lines),
        *_clue_violations(puzzle, lines),
        *_loop_violations(puzzle.grid, lines),
    ]


def _dot_violations(grid: Grid, lines: frozenset[int]) -> Iterator[Violation]:
    for dot, edges in sorted(_lines_at_dots(grid, lines).items()):
        if len(edges) == 1:
            yield Violation(ViolationCode.DEAD_END, dot=dot)
        elif len(edges) > 2:
            yield Violation(ViolationCode.BRANCH, dot=dot)


def _clue_violations(puzzle: Puzzle, lines: frozenset[int]) -> Iterator[Violation]:
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        count = len(lines.intersection(puzzle.grid.cell_edges[cell]))
        if count > clue:
            yield Violation(ViolationCode.TOO_MANY, cell=cell)
        elif count < clue:
            yield Violation(ViolationCode.TOO_FEW, cell=cell)


def _loop_violations(grid: Grid, lines: frozenset[int]) -> Iterator[Violation]:
    for loop in find_loops(grid, lines):
        if len(loop.edges) < len(lines):
            yield Violation(ViolationCode.SEVERAL_LOOPS, edges=frozenset(loop.edges))


def is_solved(puzzle: Puzzle, lines: frozenset[int]) -> bool:
    """Whether `lines` are a single loop that satisfies every clue.

    >>> from puzzle.grid import square_grid
    >>> is_solved(Puzzle(square_grid(1, 1), (4,)), frozenset({0, 1, 2, 3}))
    True
    """
    return _meets_clues(puzzle, lines) and is_one_loop(puzzle.grid, lines)


def _meets_clues(puzzle: Puzzle, lines: frozenset[int]) -> bool:
    common = lines.intersection
    for edges, clue in zip(puzzle.grid.cell_edges, puzzle.clues, strict=True):
        if clue is not None and len(common(edges)) != clue:
            return False
    return True


def is_one_loop(grid: Grid, lines: frozenset[int]) -> bool:
    """Whether `lines` are a single loop.

    >>> from puzzle.grid import square_grid
    >>> is_one_loop(square_grid(1, 1), frozenset({0, 1, 2, 3}))
    True
    """
    # Each used dot has two lines, and a walk from one dot returns over all of them. For each dot,
    # the sum of its two neighbours less the one before it is the one after it.
    ends, degrees, sums = grid.edge_dots, bytearray(len(grid.dots)), [0] * len(grid.dots)
    for edge in lines:
        a, b = ends[edge]
        degrees[a] += 1
        degrees[b] += 1
        sums[a] += b
        sums[b] += a
    if not lines or degrees.count(2) != len(lines):
        return False
    first, dot = ends[next(iter(lines))]
    before, steps = first, 1
    while dot != first:
        before, dot = dot, sums[dot] - before
        steps += 1
    return steps == len(lines)
