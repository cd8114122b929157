"""Loops among lines, and the choices of a clue or dot that close one too early."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import is_solved
from solver.explain.chains import LoopFinder, closing_edges
from solver.explain.direct import close
from solver.explain.loop_choices import refute_by_loop
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph, States, states_of
from solver.search import solve
from tests.support.strategies import grids
from tools.bench.boards import minimal_board


@given(grids(max_side=5), st.data())
def test_the_first_loop_is_closed_by_the_first_line_that_can(
    grid: Grid, data: st.DataObject
) -> None:
    edges = st.lists(st.integers(0, len(grid.edge_dots) - 1), unique=True)
    lines = data.draw(edges)
    known = data.draw(st.integers(0, len(lines)))
    loop = LoopFinder(RuleGraph(blank(grid)), lines[:known]).find(lines[known:])
    prefixes = [lines[: number + 1] for number in range(len(lines))]
    closed = next((prefix for prefix in prefixes if has_loop(grid, prefix)), None)
    assert (loop is None) == (closed is None)
    if loop is not None and closed is not None:
        assert loop[0] == closed[-1]
        assert set(loop) <= set(closed)
        assert sorted(degrees(grid, loop).values()) == [2] * len(loop)
        assert len(set(loop)) == len(loop)


def blank(grid: Grid) -> Puzzle:
    return Puzzle(grid, (None,) * len(grid.cells))


def degrees(grid: Grid, lines: list[int]) -> dict[int, int]:
    """The number of lines at each dot."""
    found: dict[int, int] = {}
    for dot in itertools.chain.from_iterable(grid.edge_dots[edge] for edge in lines):
        found[dot] = found.get(dot, 0) + 1
    return found


def has_loop(grid: Grid, lines: list[int]) -> bool:
    """Whether lines are left after removing loose ends again and again."""
    left = list(lines)
    while left:
        at = degrees(grid, left)
        kept = [edge for edge in left if min(at[dot] for dot in grid.edge_dots[edge]) > 1]
        if len(kept) == len(left):
            return True
        left = kept
    return False


def test_closing_edges_come_in_the_order_of_the_first_lines_of_their_chains() -> None:
    """Each of two chains goes round three sides of a cell."""
    grid = square_grid(2, 4)
    top, left = 0, 3
    states = states_of(Board.blank(blank(grid)))
    for cell, open_side in ((left, 0), (top, 1)):
        for edge in grid.cell_edges[cell][:open_side] + grid.cell_edges[cell][open_side + 1 :]:
            states[edge] = LINE
    found = [edge for edge, _ in closing_edges(blank(grid), states)]
    lines = [edge for edge, state in enumerate(states) if state == LINE]
    assert set(found) == {grid.cell_edges[left][0], grid.cell_edges[top][1]}
    firsts = [
        next(line for line in lines if grid.edge_dots[edge][0] in grid.edge_dots[line])
        for edge in found
    ]
    assert firsts == sorted(firsts)


@given(st.integers(0, 40), st.sets(st.integers(0, 30), max_size=20))
def test_choices_are_refuted_by_a_premature_loop_and_never_by_the_solution(
    seed: int, hidden: set[int]
) -> None:
    puzzle = minimal_board(3, 4, seed)
    (solution,) = solve(puzzle).solutions
    states = states_of(Board.blank(puzzle))
    for edge in range(len(puzzle.grid.edge_dots)):
        if edge not in hidden:
            states[edge] = int(EdgeState.LINE if edge in solution else EdgeState.CROSS)
    graph = RuleGraph(puzzle)
    for _ in close(graph, states):
        pass
    for found in refute_by_loop(graph, states):
        assert (found.edge in solution) == (found.supposed != LINE)
        (rule,) = found.rules - {graph.loop_rule}
        assert every_choice_fails(graph, states, rule, found.edge, found.supposed)


def every_choice_fails(
    graph: RuleGraph, states: States, rule: int, edge: int, supposed: int
) -> bool:
    """Whether a state of an edge leaves a rule only choices that close a premature loop."""
    grid, sides = graph.puzzle.grid, graph.layout.real_edges[rule]
    open_ = sorted({side for side in sides if states[side] == UNKNOWN} | {edge})
    known = [line for line in range(graph.edges) if states[line] == LINE]
    for choice in itertools.product((False, True), repeat=len(open_)):
        drawn = [side for side, line in zip(open_, choice, strict=True) if line]
        lines = [*known, *drawn]
        count = len(set(lines).intersection(sides))
        wanted = {0, 2} if rule >= graph.cells else {graph.clues[rule]}
        if count in wanted and (edge in drawn) == (supposed == LINE):
            solved = is_solved(graph.puzzle, frozenset(lines))
            if solved or not has_loop(grid, lines):
                return False
    return True
