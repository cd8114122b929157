"""Propagation before a search changes its speed, never its results."""

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from solver.agreement import Agreement
from solver.connectivity import METHODS
from solver.encoding import edge_variable, forbid, local_rules, remaining_rules
from solver.options import Options
from solver.presolve import NOTHING_KNOWN, NoSolution, OnlySolution, presolve
from solver.report import Limits, Outcome
from solver.search import open_search, solve
from tests.support.long import some_examples
from tests.support.solver.expected import ALL
from tests.support.solver.puzzles import blank, sparse_puzzles

UNIQUE = parse_puzzle("6x6:b0a312e2a11a10a12a3e202a2b")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("inside", [None, False, True])
@some_examples(5)
@given(puzzle=sparse_puzzles())
def test_solutions_are_the_same_with_and_without(
    method: str, inside: bool | None, puzzle: Puzzle
) -> None:
    found = [
        solve(puzzle, ALL, Options(method, inside=inside, propagate=propagate))
        for propagate in (False, True)
    ]
    assert set(found[0].solutions) == set(found[1].solutions)
    assert found[0].outcome is found[1].outcome
    assert found[0].complete
    assert found[1].complete


def test_a_puzzle_for_people_takes_no_call() -> None:
    report = solve(UNIQUE, Limits(seconds=None, calls=0))
    assert report.outcome is Outcome.UNIQUE
    assert report.stats.calls == 0
    assert report.stats.known == len(UNIQUE.grid.edge_dots)


def test_one_solution_is_complete_when_it_is_known_to_be_the_only_one() -> None:
    report = solve(UNIQUE, Limits(solutions=1))
    assert report.complete
    assert report.outcome is Outcome.UNIQUE


def test_an_impossible_puzzle_takes_no_call() -> None:
    report = solve(Puzzle(square_grid(2, 2), (4, 4, None, None)), Limits(calls=0))
    assert (report.outcome, report.complete, report.stats.calls) == (Outcome.NONE, True, 0)


def test_published_methods_do_not_propagate_unless_told_to() -> None:
    for method in METHODS:
        known = solve(UNIQUE, ALL, Options(method)).stats.known
        assert (known > 0) == (method == "cuts")
        told = solve(UNIQUE, ALL, Options(method, propagate=True)).stats
        assert (told.known, told.calls) == (len(UNIQUE.grid.edge_dots), 0)


def test_marks_that_exclude_each_other_leave_no_solution() -> None:
    marks = {0: EdgeState.CROSS, 1: EdgeState.CROSS, 2: EdgeState.LINE}
    assert presolve(Puzzle(square_grid(1, 1), (None,)), marks) == NoSolution()
    assert solve(Puzzle(square_grid(1, 1), (None,)), ALL, assume=marks).outcome is Outcome.NONE


def test_a_required_clause_or_bound_excludes_the_only_solution() -> None:
    only = presolve(UNIQUE, {})
    assert isinstance(only, OnlySolution)
    with open_search(UNIQUE) as search:
        search.require(forbid(only.lines))
        assert list(search.solutions()) == []
        assert search.complete
    literals = tuple(edge_variable(edge) for edge in sorted(only.lines))
    for most, found in ((len(literals) - 1, []), (len(literals), [only.lines])):
        with open_search(UNIQUE) as search:
            search.require_bound((literals, most))
            search.cut_last_model()
            assert list(search.solutions()) == found


def test_the_remaining_rules_leave_out_what_is_known() -> None:
    puzzle = blank(2, 2)
    assert remaining_rules(puzzle, NOTHING_KNOWN) == local_rules(puzzle)
    every = frozenset(range(len(puzzle.grid.edge_dots)))
    lines = frozenset(puzzle.grid.cell_edges[0])
    rules = remaining_rules(puzzle, Agreement(lines, every - lines))
    assert len(rules.clauses) == len(every)
    assert all(len(clause) == 1 for clause in rules.clauses)
