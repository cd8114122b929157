"""Answer set programming with clingo: all lines must be reachable from one of them."""

import time

import clingo

from puzzle.grid import Grid
from puzzle.model import Puzzle

PROGRAM = """
{ line(E) } :- edge(E, _, _).
end(E, D) :- edge(E, D, _).
end(E, D) :- edge(E, _, D).
:- dot(D), 1 #count { E : line(E), end(E, D) } 1.
:- dot(D), 3 #count { E : line(E), end(E, D) }.
:- clue(C, N), not N #count { E : line(E), around(C, E) } N.

earlier(I + 1) :- candidate(I, E), line(E).
earlier(I + 1) :- candidate(I, _), earlier(I).
first(E) :- candidate(I, E), line(E), not earlier(I).
:- not first(E) : candidate(_, E).

reached(D) :- first(E), end(E, D).
reached(B) :- reached(A), line(E), end(E, A), end(E, B).
:- line(E), end(E, D), not reached(D).

#show line/1.
"""
"""At least one of the candidate edges is a line in every solution. Reachability starts at the
first of them that is a line, so that each loop is exactly one answer set."""


def clingo_reachability(puzzle: Puzzle, seconds: float) -> int | None:
    """The number of answer sets, at most two; the time includes grounding."""
    deadline = time.perf_counter() + seconds
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], PROGRAM + "\n".join(_facts(puzzle)))
    control.ground([("base", [])])
    found = 0

    def count(_: clingo.Model) -> None:
        nonlocal found
        found += 1

    with control.solve(on_model=count, async_=True) as handle:
        in_time = handle.wait(max(0.0, deadline - time.perf_counter()))
        if not in_time:
            handle.cancel()
        result = handle.get()
    return found if found == 2 or result.exhausted else None


def _facts(puzzle: Puzzle) -> list[str]:
    grid = puzzle.grid
    facts = [f"dot({dot})." for dot in range(len(grid.dots))]
    facts += [f"edge({edge}, {a}, {b})." for edge, (a, b) in enumerate(grid.edge_dots)]
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            facts.append(f"clue({cell}, {clue}).")
            facts += [f"around({cell}, {edge})." for edge in grid.cell_edges[cell]]
    candidates = _some_line_among(grid, puzzle)
    return facts + [f"candidate({rank}, {edge})." for rank, edge in enumerate(candidates)]


def _some_line_among(grid: Grid, puzzle: Puzzle) -> tuple[int, ...]:
    """The edges of the cell with the highest clue; all edges if no clue is above 0."""
    best = max(range(len(puzzle.clues)), key=lambda cell: puzzle.clues[cell] or 0)
    return grid.cell_edges[best] if puzzle.clues[best] else tuple(range(len(grid.edge_dots)))
