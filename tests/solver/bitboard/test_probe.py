"""One-step look-ahead on bitboards is sound, bounded, and finds more than propagation."""

import pytest

from puzzle.notation.rows import parse_rows
from puzzle.rules import is_solved
from solver.bitboard.probe import probe
from solver.bitboard.propagate import propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import Contradiction, Solved, Stuck
from tests.support.long import some_or_all
from tests.support.solver.bitboards import known_edges, marked, random_marked_boards
from tests.support.solver.expected import expected, fits
from tools.bench.boards import minimal_board

COMMON_AT_ONCE = 3
"""Propagations of one trial: a line, a cross, and what they have in common."""


@pytest.mark.parametrize("max_steps", [1, 8, 1000])
@some_or_all("count", 150, 5000)
def test_look_ahead_agrees_with_the_oracle(count: int, max_steps: int) -> None:
    for puzzle, marks in random_marked_boards(count, seed=7):
        rules = BitRules.of_puzzle(puzzle)
        found = propagate(rules, marked(rules, marks))
        probed = probe(rules, found, max_steps)
        before, known = known_edges(rules, found), known_edges(rules, probed.result)
        solutions = expected(puzzle, marks)
        assert probed.steps < max_steps + COMMON_AT_ONCE
        assert probed.complete or isinstance(probed.result, Stuck)
        if isinstance(probed.result, Solved):
            assert solutions == {probed.result.solution(rules.layout)}
        elif known is None or before is None:
            assert isinstance(probed.result, Contradiction)
            assert not solutions
        else:
            assert known.items() >= before.items()
            assert all(fits(solution, known) for solution in solutions)


def test_look_ahead_finds_a_contradiction() -> None:
    rules = BitRules.of_puzzle(parse_rows(".2./2.3/.22"))
    found = propagate(rules)
    assert isinstance(found, Stuck)
    assert isinstance(probe(rules, found, 2).result, Contradiction)


def test_without_steps_nothing_is_tried() -> None:
    rules = BitRules.of_puzzle(parse_rows(".../.../..."))
    found = propagate(rules)
    probed = probe(rules, found, 0)
    assert (probed.result, probed.steps, probed.complete) == (found, 0, False)


def test_look_ahead_solves_boards_that_propagation_does_not() -> None:
    solved = 0
    for seed in range(10):
        puzzle = minimal_board(5, 6, seed)
        rules = BitRules.of_puzzle(puzzle)
        found = propagate(rules)
        result = probe(rules, found, 500).result
        assert not isinstance(result, Contradiction)
        if isinstance(result, Solved):
            assert is_solved(puzzle, result.solution(rules.layout))
            solved += isinstance(found, Stuck)
    assert solved
