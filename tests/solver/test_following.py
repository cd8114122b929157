"""Only solutions are followed, and a solution that differs by one cell always is."""

from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import is_solved
from solver.following import MAX_MOVES, LoopFollower
from solver.loops import LoopWalker, Subloop, inside_cells
from solver.search import open_search
from solver.variables import CellVariables
from tests.support.oracle import simple_cycles
from tests.support.solver.expected import as_solution
from tools.bench.boards import sparse_board

GRID = square_grid(3, 4)
CELLS = st.integers(0, len(GRID.cells) - 1)


@cache
def loops() -> list[Subloop]:
    """All loops on the grid."""
    walker = LoopWalker(GRID)
    return [
        loop for cycle in simple_cycles(3, 4) for loop in walker.walk([*as_solution(GRID, cycle)])
    ]


def lines_around(inside: set[int]) -> Solution:
    """The edges that have one of these cells on one side only."""
    sides = enumerate(GRID.edge_cells)
    return frozenset(edge for edge, (a, b) in sides if (a in inside) != (b in inside))


def flags(inside: set[int]) -> list[bool]:
    """Which cells are inside, as followers take it."""
    return [cell in inside for cell in range(len(GRID.cells))] + [False]


@st.composite
def followed(draw: st.DrawFn) -> tuple[Puzzle, LoopFollower, set[int]]:
    """A puzzle with a few clues, a follower of one of its solutions, and the cells inside."""
    loop = draw(st.sampled_from(loops()))
    clued = draw(st.sets(CELLS, max_size=3))
    clues = (
        len(edges & set(loop)) if cell in clued else None
        for cell, edges in enumerate(map(frozenset, GRID.cell_edges))
    )
    puzzle = Puzzle(GRID, tuple(clues))
    follower, inside = LoopFollower(puzzle), inside_cells(GRID, loop)
    follower.start(flags(inside), loop, None)
    return puzzle, follower, inside


@given(start=followed(), moves=st.lists(st.sets(CELLS, min_size=1, max_size=3), max_size=20))
def test_what_is_followed_is_a_solution(
    start: tuple[Puzzle, LoopFollower, set[int]], moves: list[set[int]]
) -> None:
    puzzle, follower, inside = start
    for move in moves:
        changed = inside ^ move
        lines = lines_around(changed)
        found = follower.follow(flags(changed))
        if len(move) == 1:
            assert (found is not None) == is_solved(puzzle, lines)
        if found is None:
            follower.start(flags(inside), sorted(lines_around(inside)), None)
            continue
        assert found == lines
        assert is_solved(puzzle, found)
        assert set(follower.beside()) == {cell for e in found for cell in GRID.edge_cells[e]}
        inside = changed


@given(start=followed(), moves=st.lists(st.sets(CELLS, min_size=1, max_size=3), max_size=20))
def test_beside_other_loops_the_solution_is_followed(
    start: tuple[Puzzle, LoopFollower, set[int]], moves: list[set[int]]
) -> None:
    puzzle, follower, inside = start
    solution = lines_around(inside)
    follower.start(flags(inside), sorted(solution), ())
    for move in moves:
        changed = inside ^ move
        found = follower.follow(flags(changed))
        if found is None:
            follower.start(flags(inside), sorted(solution), lines_around(inside) - solution)
            continue
        assert found <= lines_around(changed)
        assert is_solved(puzzle, found)
        assert set(follower.beside()) == {cell for e in found for cell in GRID.edge_cells[e]}
        inside, solution = changed, found


def test_a_loop_that_is_no_part_of_the_solution_comes_moves_and_goes() -> None:
    follower = LoopFollower(Puzzle(GRID, (3, *(None,) * 11)))
    solution = lines_around({0, 1})
    follower.start(flags({0, 1}), sorted(solution), ())
    for other in ({10}, {10, 11}, {11}, set()):
        assert follower.follow(flags({0, 1} | other)) == solution
    assert follower.follow(flags({0, 1, 8})) == solution
    assert follower.follow(flags({0, 1, 4, 8})) is None  # the loops would be joined


def test_nothing_is_followed_before_the_start_and_after_a_miss() -> None:
    follower = LoopFollower(Puzzle(GRID, (None,) * 12))
    assert follower.follow(flags({5})) is None
    follower.start(flags({0}), [*GRID.cell_edges[0]], None)
    assert follower.follow(flags({0, 5})) is None  # two loops
    assert follower.follow(flags({0, 1})) is None
    follower.start(flags({0}), [*GRID.cell_edges[0]], None)
    assert follower.follow(flags(set(range(MAX_MOVES + 2)))) is None
    follower.start(flags({0}), [*GRID.cell_edges[0]], None)
    assert follower.follow(flags({0, 1})) == lines_around({0, 1})


def test_most_solutions_of_a_sparse_board_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, walked = sparse_board(10, 10, 0.45, seed=4), []
    lines = CellVariables.lines

    def counted(variables: CellVariables) -> list[int]:
        walked.append(variables)
        return lines(variables)

    monkeypatch.setattr(CellVariables, "lines", counted)
    with open_search(puzzle) as search:
        found = list(islice(search.solutions(), 300))
    assert len(found) == len(set(found)) == 300
    assert all(is_solved(puzzle, solution) for solution in found)
    assert len(walked) < 100
