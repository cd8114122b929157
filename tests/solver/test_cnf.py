"""DIMACS files are complete: another solver finds the same solutions in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.cnf import dimacs
from solver.connectivity import METHODS, STATIC_METHODS
from solver.errors import FormulaSizeError, NoFormulaError, UnknownMethodError
from solver.options import Options
from tests.support.oracle import solutions
from tests.support.solver.dimacs import Cnf, parse
from tests.support.solver.puzzles import blank

CLUES = st.lists(st.sampled_from([None, None, 0, 1, 2, 3]), min_size=6, max_size=6)


def formula(puzzle: Puzzle, options: Options) -> Cnf:
    return parse("\n".join(dimacs(puzzle, options)))


@pytest.mark.parametrize("method", STATIC_METHODS)
@given(clues=CLUES, shape=st.sampled_from([(2, 3), (3, 2), (1, 6)]), inside=st.booleans())
def test_another_solver_finds_the_same_solutions(
    method: str, clues: list[int | None], shape: tuple[int, int], inside: bool
) -> None:
    puzzle = Puzzle(square_grid(*shape), tuple(clues))
    cnf = formula(puzzle, Options(method, inside=inside))
    cycles = list(cnf.cycles())
    assert len(cycles) == len(set(cycles))
    assert set(cycles) == solutions(*shape, tuple(clues))


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("method", STATIC_METHODS)
def test_the_header_counts_what_follows(method: str, inside: bool) -> None:
    cnf = formula(blank(3, 5), Options(method, inside=inside))
    assert cnf.announced == len(cnf.clauses)
    assert cnf.variables == max(abs(v) for clause in cnf.clauses for v in clause)
    assert cnf.comments[:2] == [["Slitherlink", "5x3:o"], ["method", method]]
    assert sorted(cnf.edges()) == list(range(1, 39))


def test_comments_name_the_cells_when_they_have_variables() -> None:
    cnf = formula(Puzzle(square_grid(1, 2), (4, None)), Options("distance", inside=True))
    cells = {name: int(v) for kind, v, name in cnf.comments[2:] if kind == "inside"}
    model = cnf.solve()
    assert model is not None
    assert [name for name, variable in cells.items() if variable in model] == ["A1"]
    assert list(cells) == ["A1", "B1"]


def test_a_formula_of_too_few_generations_says_so() -> None:
    few = formula(blank(2, 2), Options("automaton", generations=1))
    assert few.solve() is None
    assert few.comments[2][-3:] == ["UNSAT", "proves", "nothing"]
    enough = formula(blank(2, 2), Options("automaton", generations=9))
    assert enough.comments[2][0] == "edge"


@pytest.mark.parametrize("method", sorted(set(METHODS) - set(STATIC_METHODS)))
def test_methods_that_add_clauses_during_the_search_have_no_formula(method: str) -> None:
    with pytest.raises(NoFormulaError, match="choose one of transitive-closure, automaton"):
        dimacs(blank(1, 1), Options(method))


def test_what_cannot_be_written_is_refused_before_the_first_line() -> None:
    with pytest.raises(UnknownMethodError, match="'magic'; choose one of transitive-closure"):
        dimacs(blank(1, 1), Options("magic"))
    with pytest.raises(FormulaSizeError):
        dimacs(blank(100, 100), Options("automaton"))
