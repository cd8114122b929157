"""Small sets of reasons found by SAT alone: their windows, and the end of the search."""

from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.places import edge_name
from solver.explain.budget import Budget
from solver.explain.rule_graph import LINE, RuleGraph, states_of
from solver.explain.smallest import HOPS, find_cores, impossible_states, window
from solver.search import solve

PARTED = "6x3:2b22a23e222b"
PARTED_MARKS = "C1-E1 C2-E2 A3-A4-G4-G3 C3-E3 x D1-D4 x B3-B4 x C3-C4 x E3-E4 x F3-F4"
"""Marks that leave unknown edges in two regions without a common clue or dot."""


def parted_board() -> Board:
    puzzle = parse_puzzle(PARTED, DEFAULT_BOUNDS)
    return Board.blank(puzzle).mark(parse_marks(PARTED_MARKS, puzzle.grid))


def test_reasons_reach_over_marks_that_part_the_board() -> None:
    board = parted_board()
    graph, states = RuleGraph(board.puzzle), states_of(board)
    edge = next(e for e in range(graph.edges) if edge_name(board.puzzle.grid, e) == "E2-E3")
    (core,) = find_cores(graph, states, [(edge, LINE)], Budget())
    widest = max(hops for hops in HOPS if hops)
    near = window(graph, states, edge, widest)
    assert near == window(graph, states, edge, widest + 1)
    assert graph.loop_rule in core.rules
    assert core.rules - near > {graph.loop_rule}


def test_the_search_ends_with_the_budget() -> None:
    puzzle = parse_puzzle("5x4:a3b2a3a2a1b2f", DEFAULT_BOUNDS)
    (solution,) = solve(puzzle).solutions
    states = states_of(Board.blank(puzzle))
    impossible = impossible_states(solution, states)
    assert find_cores(RuleGraph(puzzle), states, impossible, Budget(0)) == []
    assert find_cores(RuleGraph(puzzle), states, impossible, Budget())
