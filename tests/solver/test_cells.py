"""The encoding with variables of cells says what the one with variables of edges says."""

import itertools
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import OUTSIDE, Grid, square_grid
from puzzle.model import EdgeState, Puzzle
from solver.backends import BACKENDS
from solver.cells import cell_clauses, cell_rules
from solver.connectivity.separators import Separators
from solver.encoding import Clause, Formula, local_rules
from solver.loops import LoopWalker, inside_cells
from solver.options import CutPolicy, Options, fitted, has_few_clues
from solver.presolve import NOTHING_KNOWN, KnownEdges, presolve
from solver.search import open_search, solve
from solver.session import SatAnswer, Session
from solver.variables import CellVariables
from tests.support.oracle import solutions
from tests.support.solver.expected import ALL, found_cycles
from tests.support.solver.puzzles import sparse_puzzles

EDGES = Options(cells=False, propagate=False)


def line_sets(
    rules: Formula, variables: CellVariables | None, session: Session, edges: int
) -> set[frozenset[int]]:
    """The lines of all models of some rules, each excluded when it is found."""
    found: set[frozenset[int]] = set()
    session.add_formula(rules)
    while session.solve() is SatAnswer.SAT:
        lines = session.lines(edges) if variables is None else variables.lines()
        found.add(frozenset(lines))
        size = edges if variables is None else len(variables.inside) - 1
        session.add([[-literal for literal in session.literals()[:size]]])
    return found


def is_true(clause: Clause, values: Sequence[bool]) -> bool:
    return any(values[abs(literal) - 1] == (literal > 0) for literal in clause)


def values_of(grid: Grid, loop: frozenset[int]) -> list[bool]:
    """The values of the variables of cells and edges in a solution."""
    inside = inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0])
    cells = [cell in inside for cell in range(len(grid.cells))]
    return cells + [edge in loop for edge in range(len(grid.edge_dots))]


@given(
    puzzle=sparse_puzzles().filter(lambda puzzle: len(puzzle.clues) <= 9),
    propagated=st.booleans(),
)
def test_the_local_rules_have_the_same_models(puzzle: Puzzle, propagated: bool) -> None:
    known = presolve(puzzle, {}) if propagated else NOTHING_KNOWN
    edges = len(puzzle.grid.edge_dots)
    with Session() as session:
        expected = line_sets(local_rules(puzzle), None, session, edges)
    if not isinstance(known, KnownEdges):
        return
    with Session() as session:
        variables = CellVariables(puzzle, session)
        found = line_sets(variables.rules(known), variables, session, edges)
    assert found == {
        lines for lines in expected if known.lines <= lines and known.crosses.isdisjoint(lines)
    }


@pytest.mark.parametrize("backend", BACKENDS)
@given(puzzle=sparse_puzzles(), propagate=st.booleans(), keep=st.booleans())
def test_every_backend_agrees_with_the_oracle(
    backend: str, puzzle: Puzzle, propagate: bool, keep: bool
) -> None:
    options = Options(backend=backend, propagate=propagate, keep_unconstrained=keep)
    report = solve(puzzle, ALL, options)
    assert report.complete
    expected = solutions(puzzle.grid.rows, puzzle.grid.cols, puzzle.clues)
    assert found_cycles(puzzle, report) == expected


@given(
    puzzle=sparse_puzzles(),
    policy=st.builds(
        CutPolicy, *[st.integers(0, 2)] * 2, st.just(8), st.just(2), st.integers(0, 2)
    ),
)
def test_no_policy_of_cuts_changes_the_solutions(puzzle: Puzzle, policy: CutPolicy) -> None:
    found = solve(puzzle, ALL, Options(policy=policy, propagate=False))
    assert set(found.solutions) == set(solve(puzzle, ALL, EDGES).solutions)


@given(
    puzzle=sparse_puzzles(), marks=st.dictionaries(st.integers(0, 3), st.sampled_from(EdgeState))
)
def test_assumed_marks_mean_the_same(puzzle: Puzzle, marks: dict[int, EdgeState]) -> None:
    for propagate in (False, True):
        found = solve(puzzle, ALL, Options(propagate=propagate), marks)
        assert set(found.solutions) == set(solve(puzzle, ALL, EDGES, marks).solutions)


@given(
    puzzle=sparse_puzzles(),
    clauses=st.lists(
        st.lists(st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4]), min_size=1, max_size=4)
    ),
    most=st.integers(0, 4),
)
def test_required_clauses_and_bounds_of_edges_mean_the_same(
    puzzle: Puzzle, clauses: list[list[int]], most: int
) -> None:
    found = []
    for options in (Options(propagate=False), EDGES):
        with open_search(puzzle, ALL, options) as search:
            for clause in clauses:
                search.require(clause)
            search.require_bound(((1, 2, -3, 4), most))
            found.append({loop for loop in search.solutions() if meets(loop, clauses, most)})
    assert found[0] == found[1]


def meets(loop: frozenset[int], clauses: list[list[int]], most: int) -> bool:
    """Whether a loop satisfies what was required: a part of a model may not."""
    values = [edge in loop for edge in range(4)]
    lines = sum(is_true([literal], values) for literal in (1, 2, -3, 4))
    return lines <= most and all(is_true(clause, values) for clause in clauses)


def models(rows: int, cols: int) -> Iterator[list[bool]]:
    """Some ways to put the cells of a board inside and outside, also in several parts."""
    ways = itertools.product((False, True), repeat=rows * cols)
    return map(list, itertools.islice(ways, None, None, 61))


@pytest.mark.parametrize("negation", [0, 9])
@given(loop_rank=st.integers(0, 10**6), shown=st.sets(st.integers(0, 19)))
def test_separators_hold_in_every_solution_and_exclude_the_model(
    negation: int, loop_rank: int, shown: set[int]
) -> None:
    grid = square_grid(4, 5)
    blank = Puzzle(grid, (None,) * 20)
    loop = nth_loop(grid, loop_rank)
    values = values_of(grid, loop)
    counts = [sum(edge in loop for edge in edges) for edges in grid.cell_edges]
    puzzle = Puzzle(grid, tuple(k if c in shown else None for c, k in enumerate(counts)))
    options = Options(policy=CutPolicy(negation, enclosure=0), cells=True)
    for inside in itertools.islice(models(4, 5), loop_rank % 97, None, 97):
        with Session() as session:
            variables = CellVariables(blank, session)
            session.add([[cell + 1 if inside[cell] else ~cell] for cell in range(20)])
            session.add(itertools.chain(*cell_clauses(grid).crossings))
            if session.solve() is SatAnswer.UNSAT:
                continue
            subloops = LoopWalker(grid).walk(variables.lines())
            if not subloops:
                continue
            lines = set(itertools.chain(*subloops))
            separators = Separators(puzzle, options, variables)
            cuts = [clause for _ in range(2) for clause in separators.cuts(subloops)]
        if len(subloops) > 1 and loop not in map(frozenset, subloops):
            assert all(is_true(clause, values) for clause in cuts)
            model = [*inside, *(edge in lines for edge in range(len(grid.edge_dots)))]
            assert not all(is_true(clause, model) for clause in cuts)


def test_the_longest_subloop_is_cut_when_it_stays() -> None:
    puzzle = Puzzle(square_grid(3, 6), (None,) * 18)
    inside = [cell in (0, 4, 5, 10, 11) for cell in range(18)]
    with Session() as session:
        variables = CellVariables(puzzle, session)
        session.add([[cell + 1 if inside[cell] else ~cell] for cell in range(18)])
        assert session.solve() is SatAnswer.SAT
        subloops = LoopWalker(puzzle.grid).walk(variables.lines())
        separators = Separators(puzzle, Options(policy=CutPolicy()), variables)
        first, second = list(separators.cuts(subloops)), list(separators.cuts(subloops))
    (longest,) = (loop for loop in subloops if len(loop) == 8)
    assert second[: len(first)] == first
    negation, separator = second[len(first) :]
    assert sorted(map(abs, negation)) == sorted(
        c + 1 for c in variables.beside(longest) - {OUTSIDE}
    )
    assert not any(is_true(clause, inside) for clause in (negation, separator))


@pytest.mark.parametrize("clue", [1, 3])
def test_a_search_with_few_clues_starts_with_long_loops(clue: int) -> None:
    blank: list[int | None] = [None] * 398
    puzzle = Puzzle(square_grid(20, 20), (clue, *blank, clue))
    assert has_few_clues(puzzle)
    with open_search(puzzle) as search:
        assert len(next(search.solutions())) > 50
        assert search.stats.calls <= 2


def nth_loop(grid: Grid, rank: int) -> frozenset[int]:
    """A loop, by growing from a cell by the digits of a number."""
    cells = {rank % len(grid.cells)}
    for _ in range(8):
        rank = rank * 7919 % 1_000_003
        cell = sorted(cells)[rank % len(cells)]
        beside = [sum(grid.edge_cells[edge]) - cell for edge in grid.cell_edges[cell]]
        grown = cells | {beside[rank % 4]} - {OUTSIDE}
        edges: set[int] = set()
        for part in grown:
            edges.symmetric_difference_update(grid.cell_edges[part])
        ends = [dot for edge in edges for dot in grid.edge_dots[edge]]
        if max(map(ends.count, ends)) == 2 and len(LoopWalker(grid).walk(sorted(edges))) == 1:
            cells = grown
    edges = set()
    for part in cells:
        edges.symmetric_difference_update(grid.cell_edges[part])
    return frozenset(edges)


def test_a_clue_that_no_loop_meets_leaves_no_model() -> None:
    puzzle = Puzzle(square_grid(1, 1), (3,))
    assert () in cell_rules(puzzle, NOTHING_KNOWN)
    for backend in BACKENDS:
        assert not solve(puzzle, ALL, Options(backend=backend, propagate=False)).solutions


def test_variables_of_cells_alone_are_the_default_of_cuts_only() -> None:
    blank = Puzzle(square_grid(3, 3), (None,) * 9)
    assert fitted(Options(), blank).cells
    assert not fitted(Options(inside=True), blank).cells
    assert not fitted(Options(cells=False), blank).cells
    assert fitted(Options(cells=True, inside=True), blank).cells
    assert not fitted(Options("negate-loops", cells=True), blank).cells
