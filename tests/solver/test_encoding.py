"""Clauses of the local rules, against the rules themselves."""

import itertools

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.encoding import Clause, edge_variable, exactly, grid_clauses, local_rules, none_or_two


def holds(clauses: list[Clause], true: set[int]) -> bool:
    return all(
        any((literal in true) == (literal > 0) for literal in clause if literal > 0)
        or any(-literal not in true for literal in clause if literal < 0)
        for clause in clauses
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6])
def test_cardinality_clauses_hold_for_the_right_counts(size: int) -> None:
    variables = tuple(range(1, size + 1))
    for chosen in itertools.product((False, True), repeat=size):
        true = {v for v, here in zip(variables, chosen, strict=True) if here}
        for count in range(size + 1):
            assert holds(exactly(count, variables), true) == (len(true) == count)
        assert holds(none_or_two(variables), true) == (len(true) in (0, 2))


def test_local_clauses_hold_for_unions_of_loops_and_nothing_else() -> None:
    puzzle = Puzzle(square_grid(1, 2), (3, None))
    edges = range(len(puzzle.grid.edge_dots))
    clauses = local_rules(puzzle).clauses
    accepted = []
    for chosen in itertools.product((False, True), repeat=len(edges)):
        lines = {edge for edge in edges if chosen[edge]}
        if holds(clauses, {edge_variable(edge) for edge in lines}):
            accepted.append(lines)
    assert accepted == [{0, 1, 2, 3, 4, 6}]


def test_clauses_of_a_grid_are_built_once() -> None:
    grid = square_grid(3, 4)
    assert grid_clauses(grid) is grid_clauses(square_grid(3, 4))
    assert grid_clauses(grid).clue(5, 2) is grid_clauses(grid).clue(5, 2)


def test_a_large_grid_keeps_no_clue_clauses() -> None:
    shared = grid_clauses(square_grid(60, 70))
    assert shared.clue(5, 2) is not shared.clue(5, 2)
