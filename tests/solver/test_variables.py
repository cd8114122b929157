"""The encoding with variables of cells says what the one with variables of edges says."""

from collections.abc import Container, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import Grid, square_grid
from puzzle.model import EdgeState, Puzzle, Solution
from solver.agreement import Agreement
from solver.bitboard.layout import BitLayout, positions_of
from solver.connectivity.separators import Separators
from solver.encoding import Clause, Formula, local_rules
from solver.loops import LoopWalker, inside_cells
from solver.options import BACKENDS, CutPolicy, Options, fitted, has_few_clues
from solver.parts import border, parts_of
from solver.presolve import NOTHING_KNOWN, bit_layout, presolve
from solver.search import open_search, solve
from solver.session import SatAnswer, Session
from solver.variables import CellVariables, cell_rules
from tests.support.solver.expected import ALL
from tests.support.solver.models import loops, models
from tests.support.solver.puzzles import sparse_puzzles

EDGES = Options(cells=False, propagate=False)


def line_sets(
    rules: Formula, variables: CellVariables | None, session: Session, edges: int
) -> set[frozenset[int]]:
    """The lines of all models of some rules, each excluded when it is found."""
    found: set[frozenset[int]] = set()
    session.add_formula(rules)
    while session.solve() is SatAnswer.SAT:
        literals = session.literals()
        if variables is None:
            found.add(frozenset(session.lines(edges)))
            session.add([[-literal for literal in literals[:edges]]])
        else:
            variables.subloops()
            found.add(frozenset(variables.lines()))
            session.add([[-literals[cell - 1] for cell in variables.layout.cells]])
    return found


def is_true(clause: Clause, values: Sequence[bool]) -> bool:
    return any(values[abs(literal) - 1] == (literal > 0) for literal in clause)


def values_of(grid: Grid, loop: frozenset[int]) -> list[bool]:
    """The values of the variables of cells and edges in a solution."""
    layout = bit_layout(grid)
    inside = layout.cell_bits(inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0]))
    return values_in(layout, inside, loop)


def values_in(layout: BitLayout, inside: int, lines: Container[int]) -> list[bool]:
    """The values of all variables with these cells inside and these lines."""
    cells = [bool(inside >> place & 1) for place in range(1, layout.shift)]
    return cells + [edge in lines for edge in range(len(layout.positions))]


@given(
    puzzle=sparse_puzzles().filter(lambda puzzle: len(puzzle.clues) <= 9),
    propagated=st.booleans(),
)
def test_the_local_rules_have_the_same_models(puzzle: Puzzle, propagated: bool) -> None:
    known = presolve(puzzle, {}) if propagated else NOTHING_KNOWN
    edges = len(puzzle.grid.edge_dots)
    with Session() as session:
        expected = line_sets(local_rules(puzzle), None, session, edges)
    if not isinstance(known, Agreement):
        return
    with Session() as session:
        variables = CellVariables(puzzle, session, ())
        found = line_sets(variables.rules(known), variables, session, edges)
    assert found == {
        lines for lines in expected if known.lines <= lines and known.crosses.isdisjoint(lines)
    }


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


def cuts_of(puzzle: Puzzle, inside: int, rounds: int = 1) -> list[Clause]:
    """The cuts of some rounds with the same model, all of whose parts count."""
    options = Options(policy=CutPolicy(enclosure=0), cells=True)
    with Session() as session:
        variables = CellVariables(puzzle, session, ())
        separators = Separators(puzzle, options, variables)
        variables.inside = inside
        parts = parts_of(variables.layout, inside)
        return [clause for _ in range(rounds) for clause in separators.cuts(parts)]


@given(loop=loops(7, 7), shown=st.sets(st.integers(0, 48)), data=st.data())
def test_separators_hold_in_every_solution_and_exclude_the_model(
    loop: Solution, shown: set[int], data: st.DataObject
) -> None:
    grid = square_grid(7, 7)
    layout = bit_layout(grid)
    inside = data.draw(models(layout, near=loop))
    counts = [len(loop.intersection(edges)) for edges in grid.cell_edges]
    puzzle = Puzzle(grid, tuple(k if c in shown else None for c, k in enumerate(counts)))
    parts = parts_of(layout, inside)
    surrounding = [layout.edge_numbers(border(layout, part.enclosed)) for part in parts]
    if len(parts) < 2 or loop in surrounding:
        return
    model = values_in(layout, inside, frozenset().union(*surrounding))
    first = cuts_of(puzzle, inside)
    assert not all(is_true(clause, model) for clause in first)
    assert all(is_true(clause, values_of(grid, loop)) for clause in cuts_of(puzzle, inside, 2))


def test_no_separator_needs_a_cell_beyond_that_the_subloop_encloses() -> None:
    """A ring of cells with a cell in its middle, while the solution is around all of them."""
    grid = square_grid(7, 7)
    layout = bit_layout(grid)
    block = [cell for cell in range(49) if cell // 7 in range(1, 6) and cell % 7 in range(1, 6)]
    middle = [16, 17, 18, 23, 25, 30, 31, 32]
    inside = layout.cell_bits(set(block) - set(middle))
    loop = layout.edge_numbers(border(layout, layout.cell_bits(block)))
    assert len(parts_of(layout, inside)) == 3
    for clause in cuts_of(Puzzle(grid, (None,) * 49), inside, 3):
        assert is_true(clause, values_of(grid, loop))


def test_the_largest_part_is_cut_when_it_stays() -> None:
    puzzle = Puzzle(square_grid(3, 6), (None,) * 18)
    layout = bit_layout(puzzle.grid)
    large = layout.cell_bits([4, 5, 10, 11])
    inside = large | layout.cell_bits([0])
    first, both = cuts_of(puzzle, inside), cuts_of(puzzle, inside, 2)
    assert both[:1] == both[1:2] == first
    (separator,) = both[2:]
    (part,) = (part for part in parts_of(layout, inside) if part.cells == large)
    assert set(map(abs, separator)).issuperset(positions_of(part.ring & layout.area))
    assert not is_true(separator, values_in(layout, inside, ()))


@pytest.mark.parametrize("clue", [1, 3])
def test_a_search_with_few_clues_starts_with_long_loops(clue: int) -> None:
    blank: list[int | None] = [None] * 398
    puzzle = Puzzle(square_grid(20, 20), (clue, *blank, clue))
    assert has_few_clues(puzzle)
    with open_search(puzzle) as search:
        assert len(next(search.solutions())) > 50
        assert search.stats.calls <= 2


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
