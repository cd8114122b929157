"""Conversions between the oracle's cycles and the project's solutions."""

from collections.abc import Mapping
from functools import lru_cache

from hypothesis import strategies as st

from puzzle.grid import Grid, square_grid
from puzzle.model import EdgeState, Puzzle, Solution
from solver.search import Limits, Report
from tests.support.oracle import Cycle, Edge, simple_cycles, solutions
from tests.support.solver.puzzles import shown_cells

ALL = Limits(seconds=60, solutions=10_000)
"""Limits that allow all solutions of a small board."""


def _ends(grid: Grid, edge: int) -> Edge:
    (row_1, col_1), (row_2, col_2) = (grid.dots[dot] for dot in grid.edge_dots[edge])
    return (int(row_1), int(col_1)), (int(row_2), int(col_2))


@lru_cache
def _edges(grid: Grid) -> dict[Edge, int]:
    return {_ends(grid, edge): edge for edge in range(len(grid.edge_dots))}


def as_solution(grid: Grid, cycle: Cycle) -> Solution:
    edges = _edges(grid)
    return frozenset(edges[edge] for edge in cycle)


def fits(solution: Solution, marks: Mapping[int, EdgeState]) -> bool:
    return all(
        state is EdgeState.UNKNOWN or (edge in solution) is (state is EdgeState.LINE)
        for edge, state in marks.items()
    )


def expected(puzzle: Puzzle, marks: Mapping[int, EdgeState] = {}) -> set[Solution]:
    """All solutions that agree with the marks."""
    grid = puzzle.grid
    cycles = solutions(grid.rows, grid.cols, puzzle.clues, puzzle.rules.name)
    return {found for cycle in cycles if fits(found := as_solution(grid, cycle), marks)}


@st.composite
def marked_puzzles(draw: st.DrawFn, side: int = 3) -> tuple[Puzzle, dict[int, EdgeState]]:
    """Small boards with clues and marks from two cycles each; few of them have solutions.

    Clues and marks from different cycles make models with several loops likely.
    """
    rows, cols = draw(st.sampled_from([(2, 3), (3, 2), (side, side), (2, side), (1, side)]))
    grid = square_grid(rows, cols)
    cycles = st.sampled_from(simple_cycles(rows, cols)).map(lambda c: as_solution(grid, c))
    one, other = draw(cycles), draw(cycles)
    shown = draw(shown_cells(len(grid.cells)))
    clues = [
        len(one.intersection(edges)) if cell in shown else None
        for cell, edges in enumerate(grid.cell_edges)
    ]
    if draw(st.booleans()):
        clues[draw(st.integers(0, len(clues) - 1))] = draw(st.integers(0, 3))
    marked = draw(st.sets(st.integers(0, len(grid.edge_dots) - 1), max_size=4))
    marks = {
        edge: EdgeState.LINE if edge in (one | other) else EdgeState.CROSS
        for edge in sorted(marked)
    }
    return Puzzle(grid, tuple(clues)), marks


def as_cycle(grid: Grid, edges: Solution) -> Cycle:
    return frozenset(_ends(grid, edge) for edge in edges)


def found_cycles(puzzle: Puzzle, report: Report) -> set[Cycle]:
    cycles = {as_cycle(puzzle.grid, edges) for edges in report.solutions}
    assert len(cycles) == len(report.solutions), "a solution was reported twice"
    return cycles
