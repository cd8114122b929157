"""Static methods: soundness, sizes and limits."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import Grid, square_grid
from puzzle.model import Puzzle
from solver.connectivity import METHODS, STATIC_METHODS
from solver.connectivity.static import longest_loop, neighbours, root_candidates
from solver.encoding import Clause, edge_variable, local_rules
from solver.errors import FormulaSizeError, UnsoundAnswerError
from solver.options import Options
from solver.search import Limits, Outcome, solve
from solver.session import SatAnswer, Session
from tests.support.solver.expected import ALL, expected
from tests.support.solver.puzzles import blank, sparse_puzzles

SIZES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "encodings.md"


def around(grid: Grid, *cells: int) -> set[int]:
    """The border of some cells: the edges that belong to one of them."""
    lines: set[int] = set()
    for cell in cells:
        lines ^= set(grid.cell_edges[cell])
    return lines


def naive_closure(grid: Grid) -> Iterator[Clause]:
    """Any two lines are connected: when they share a dot, or when one is connected to a
    neighbour of the other. Both directions are said, as an equivalence.
    """
    edges = range(len(grid.edge_dots))
    connected = {
        pair: len(grid.edge_dots) + 1 + number
        for number, pair in enumerate(itertools.permutations(edges, 2))
    }
    steps = itertools.count(len(grid.edge_dots) + 1 + len(connected))
    for (i, j), both in connected.items():
        yield [-edge_variable(i), -edge_variable(j), both]
        yield [-both, edge_variable(i)]
        yield [-both, edge_variable(j)]
        if j in neighbours(grid)[i]:
            continue
        reasons = []
        for k in neighbours(grid)[j]:
            reasons.append(step := next(steps))
            yield [-step, connected[i, k]]
            yield [-step, edge_variable(j)]
            yield [step, -connected[i, k], -edge_variable(j)]
            yield [-step, both]
        yield [-both, *reasons]


def accepts(puzzle: Puzzle, method: Iterator[Clause], lines: set[int]) -> bool:
    """Whether exactly these lines are a model of the local rules and of the method."""
    edges = range(len(puzzle.grid.edge_dots))
    with Session() as session:
        session.add_formula(local_rules(puzzle))
        session.add(method)
        given = [edge_variable(e) if e in lines else -edge_variable(e) for e in edges]
        return session.solve(given) is SatAnswer.SAT


def test_the_naive_closure_accepts_two_loops() -> None:
    puzzle = blank(1, 3)
    assert accepts(puzzle, naive_closure(puzzle.grid), around(puzzle.grid, 0))
    assert accepts(puzzle, naive_closure(puzzle.grid), around(puzzle.grid, 0, 2))


@pytest.mark.parametrize(
    ("shape", "cells", "single"),
    [
        ((1, 3), (0,), True),
        ((1, 3), (0, 1, 2), True),
        ((1, 3), (0, 2), False),
        ((2, 4), (2, 3, 6, 7), True),
        ((2, 4), (0, 2, 3, 6, 7), False),  # 8 lines could count round and round in 3 bits
        ((4, 2), (0, 4, 5, 6, 7), False),
    ],
)
@pytest.mark.parametrize("name", STATIC_METHODS)
def test_the_encodings_accept_one_loop_and_reject_two(
    name: str, shape: tuple[int, int], cells: tuple[int, ...], single: bool
) -> None:
    puzzle = blank(*shape)
    clauses = STATIC_METHODS[name](puzzle, Options(name)).clauses()
    assert accepts(puzzle, clauses, around(puzzle.grid, *cells)) is single


@given(puzzle=sparse_puzzles())
def test_every_solution_has_a_root_candidate_and_at_most_the_longest_loop(puzzle: Puzzle) -> None:
    candidates, longest = root_candidates(puzzle), longest_loop(puzzle)
    for solution in expected(puzzle):
        assert not solution.isdisjoint(candidates)
        assert len(solution) <= longest


def test_the_highest_clue_leaves_the_fewest_candidates() -> None:
    grid = square_grid(1, 2)
    for clues, count in (((None, 4), 1), ((1, 3), 2), ((2, 0), 3), ((1, None), 4), ((0, None), 7)):
        assert len(root_candidates(Puzzle(grid, clues))) == count


@pytest.mark.parametrize("name", STATIC_METHODS)
@given(puzzle=sparse_puzzles(), generations=st.none() | st.integers(0, 9))
def test_sizes_are_known_before_building(
    name: str, puzzle: Puzzle, generations: int | None
) -> None:
    method = STATIC_METHODS[name](puzzle, Options(name, generations=generations))
    clauses = list(method.clauses())
    first = len(puzzle.grid.edge_dots) + len(puzzle.grid.cells) + 1
    own = {abs(v) for clause in clauses for v in clause if abs(v) >= first}
    assert own == set(range(first, first + method.size.variables))
    assert len(clauses) == method.size.clauses
    assert sum(map(len, clauses)) == method.size.literals


def corner_three(side: int) -> Puzzle:
    return Puzzle(square_grid(side, side), (3, *(None,) * (side**2 - 1)))


SIZES = {
    (5, "transitive-closure"): (3_958, 18_540),
    (5, "automaton"): (1_142, 2_288),
    (5, "distance"): (1_318, 6_140),
    (10, "transitive-closure"): (49_818, 266_180),
    (10, "automaton"): (13_422, 26_848),
    (10, "distance"): (5_598, 27_972),
    (20, "transitive-closure"): (711_238, 4_040_760),
    (20, "automaton"): (185_642, 371_288),
    (20, "distance"): (26_638, 142_616),
}


@pytest.mark.parametrize(("side", "name"), SIZES)
def test_sizes_are_those_that_the_page_of_methods_states(side: int, name: str) -> None:
    size = STATIC_METHODS[name](corner_three(side), Options(name)).size
    assert (size.variables, size.clauses) == SIZES[side, name]
    page = SIZES_PAGE.read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| {side}x{side} | `{name}`"))
    assert row.split("|")[3:5] == [f" {size.variables:,} ", f" {size.clauses:,} "]


@pytest.mark.parametrize("name", sorted(set(METHODS) - set(STATIC_METHODS)))
def test_lazy_methods_begin_without_variables_of_their_own(name: str) -> None:
    puzzle = Puzzle(square_grid(30, 30), ((2,) * 10 + (None,) * 890))
    edges = len(puzzle.grid.edge_dots)
    clauses = list(METHODS[name](puzzle, Options(name)).clauses())
    assert bool(clauses) is (name == "cuts")
    assert all(abs(literal) <= edges for clause in clauses for literal in clause)


@pytest.mark.parametrize("name", STATIC_METHODS)
def test_boards_too_large_for_a_method_are_refused_at_once(name: str) -> None:
    with pytest.raises(FormulaSizeError, match=f"The method {name} would need .* million"):
        solve(blank(200, 200), options=Options(name))


@pytest.mark.parametrize("name", STATIC_METHODS)
def test_a_static_method_that_is_asked_for_cuts_is_unsound(name: str) -> None:
    with pytest.raises(UnsoundAnswerError):
        STATIC_METHODS[name](blank(1, 3), Options(name)).cuts([[0, 7, 3, 6], [2, 9, 5, 8]])


def test_time_is_limited_while_clauses_are_loaded() -> None:
    report = solve(blank(20, 20), Limits(seconds=0.3), Options("transitive-closure"))
    assert (report.outcome, report.stats.conflicts) == (Outcome.LIMIT, 0)
    assert report.stats.seconds < 20


def test_few_generations_find_short_loops_and_prove_nothing() -> None:
    board = blank(2, 3)
    found = [
        solve(board, ALL, Options("automaton", generations=generations)) for generations in range(7)
    ]
    for generations, report in enumerate(found):
        within = {loop for loop in expected(board) if len(loop) <= 2 * generations + 1}
        assert set(report.solutions) == within
        assert report.complete is (generations >= 6)


@pytest.mark.parametrize(
    ("generations", "outcome"), [(1, Outcome.LIMIT), (2, Outcome.UNIQUE), (99, Outcome.UNIQUE)]
)
def test_too_few_generations_are_a_limit(generations: int, outcome: Outcome) -> None:
    puzzle = Puzzle(square_grid(1, 1), (4,))
    assert solve(puzzle, ALL, Options("automaton", generations=generations)).outcome is outcome


def test_too_few_generations_do_not_prove_that_there_is_no_solution() -> None:
    impossible = Puzzle(square_grid(2, 2), (3, None, None, 0))
    assert solve(impossible, ALL, Options("automaton")).outcome is Outcome.NONE
    assert solve(impossible, ALL, Options("automaton", generations=0)).outcome is Outcome.LIMIT
