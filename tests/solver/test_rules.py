"""All methods find the solutions of all variants that the oracle finds, and know when to refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.errors import RulesError
from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from puzzle.rules import ALL_RULES, Rules
from solver.backbone import find_backbone
from solver.bitboard.rules import BitRules
from solver.cnf import dimacs
from solver.connectivity import METHODS, STATIC_METHODS
from solver.core import find_core
from solver.enumeration import Enumeration, count_solutions
from solver.options import Options
from solver.patching import Patcher
from solver.presolve import NOTHING_KNOWN, presolve
from solver.search import Outcome, solve
from tests.support.long import some_examples, some_or_all, some_pairs
from tests.support.oracle import simple_cycles
from tests.support.solver.expected import ALL, as_solution, expected
from tests.support.solver.puzzles import only
from tests.support.variants import NAMES, sample, shared_variants

SMALL = 60
"""Number of cells from which static methods take long."""
SIZES = ((1, 3), (2, 2), (2, 3), (3, 3))


@st.composite
def marked(draw: st.DrawFn, rules: Rules) -> tuple[Puzzle, dict[int, EdgeState]]:
    """A puzzle with few clues, and marks of one or two cycles, so that some have solutions."""
    rows, cols = draw(st.sampled_from(SIZES))
    grid = square_grid(rows, cols)
    cycles = st.sampled_from(simple_cycles(rows, cols)).map(lambda c: as_solution(grid, c))
    one, other = draw(cycles), draw(cycles)
    clues: list[int | None] = [None] * len(grid.cells)
    values = [*range(5), *rules.variant.signs]
    for cell in draw(st.sets(st.integers(0, len(clues) - 1), max_size=4)):
        clues[cell] = draw(st.sampled_from(values))
    edges = draw(st.sets(st.integers(0, len(grid.edge_dots) - 1), max_size=2))
    marks = {e: EdgeState.LINE if e in one | other else EdgeState.CROSS for e in sorted(edges)}
    return Puzzle(grid, tuple(clues), rules), marks


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
@some_examples(8)
@given(data=st.data())
def test_methods_agree_with_the_oracle(rules: Rules, data: st.DataObject) -> None:
    puzzle, marks = data.draw(marked(rules))
    right = expected(puzzle, marks)
    lazy = [Options(method) for method in METHODS if method not in STATIC_METHODS]
    slow = data.draw(st.sampled_from([*STATIC_METHODS]))
    chosen = [*lazy, Options("negate-loops", keep_unconstrained=True)]
    if len(puzzle.clues) < 9:
        chosen.append(Options(slow))
    for options in chosen:
        report = solve(puzzle, ALL, options, marks)
        assert report.complete
        assert len(report.solutions) == len(right), options
        assert {*report.solutions} == right, options


@pytest.mark.parametrize("name", NAMES)
def test_other_searches_agree(name: str) -> None:
    puzzle = sample(name)
    report = solve(puzzle)
    assert report.outcome is Outcome.UNIQUE
    (solution,) = report.solutions
    assert {solution} == expected(puzzle)
    assert count_solutions(puzzle).found == 1
    backbone = find_backbone(puzzle)
    assert (backbone.outcome, backbone.edges.lines) == (Outcome.UNIQUE, solution)
    blank = replace(puzzle, clues=(None,) * len(puzzle.clues))
    walk = Enumeration(blank, part=5)
    assert {*walk.solutions()} == expected(blank)
    assert walk.complete
    open_edges = find_backbone(blank).edges
    assert open_edges.lines == frozenset.intersection(*expected(blank))


@pytest.mark.parametrize("name", NAMES)
def test_clues_that_contradict_each_other_are_found(name: str) -> None:
    puzzle = sample(name)
    for cell in puzzle.clue_cells:
        clues = tuple(0 if at == cell else clue for at, clue in enumerate(puzzle.clues))
        wrong = replace(puzzle, clues=clues)
        core = find_core(wrong, minimise=True).core
        assert (core is None) is bool(expected(wrong))
        if core is not None:
            assert core.minimal
            assert not expected(only(wrong, core.clues))
            assert all(expected(only(wrong, core.clues - {one})) for one in core.clues)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_of_odd_dots_has_no_full_loop(name: str) -> None:
    puzzle = Puzzle(square_grid(2, 2), (None,) * 4, sample(name).rules)
    report = solve(puzzle)
    assert (report.outcome is Outcome.NONE) == puzzle.rules.variant.visits_every_dot
    assert {*solve(puzzle, ALL).solutions} == expected(puzzle)


@some_pairs("method, name", STATIC_METHODS, NAMES)
def test_formulas_are_as_large_as_they_say(method: str, name: str) -> None:
    puzzle = sample(name)
    head, *_ = (line for line in dimacs(puzzle, Options(method)) if line.startswith("p cnf"))
    lines = [line for line in dimacs(puzzle, Options(method)) if line[0] not in "cp"]
    _, _, variables, clauses = head.split()
    assert len(lines) == int(clauses)
    assert max(abs(int(v)) for line in lines for v in line.split()) <= int(variables)


@pytest.mark.parametrize("name", NAMES)
def test_what_knows_plain_rules_only_refuses_or_finds_nothing(name: str) -> None:
    puzzle = sample(name)
    assert presolve(puzzle, {0: EdgeState.LINE}) is NOTHING_KNOWN
    fast = Options(cells=True, patch=4, propagate=True, inside=False)
    assert solve(puzzle, options=fast).solutions == solve(puzzle).solutions
    for refused in (
        lambda: BitRules.of_puzzle(puzzle),
        lambda: Patcher(puzzle, 4),
    ):
        with pytest.raises(RulesError):
            refused()


@some_or_all("count", 1, len(METHODS))
def test_puzzles_from_elsewhere_have_their_one_solution(count: int) -> None:
    for record in shared_variants():
        puzzle = parse_puzzle(record["url"])
        drawn = record["solution"]
        solution = edges_from_rows(puzzle.grid, drawn["h"], drawn["v"])
        methods = ["cuts", "negate-loops", "distance"]
        for method in methods[: min(count, 3 if len(puzzle.clues) < SMALL else 2)]:
            assert solve(puzzle, options=Options(method)).solutions == (solution,), record["id"]
