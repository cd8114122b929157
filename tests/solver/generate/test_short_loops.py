"""Short loops, and the puzzles with such a loop that the mini dailies are."""

from collections import Counter

import pytest

from puzzle.grid import square_grid
from solver.explain.explainer import Explainer
from solver.explain.step import Difficulty, Step
from solver.generate.generate import GeneratedPuzzle
from solver.generate.seeded_random import SeededRandom
from solver.generate.short_loops import LONGEST, SHORTEST, short_loop
from solver.rating import Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.long import some_or_all
from tests.support.oracle import Cycle, simple_cycles, solutions
from tests.support.solver.expected import as_cycle
from tests.support.solver.specs import EASY, HARD, NORMAL, OTHER_SOLVER, made, mini_spec

SIZES = [(4, 4), (4, 5), (5, 4), (5, 5)]


def touches_all_sides(cycle: Cycle, rows: int, cols: int) -> bool:
    at = [dot for edge in cycle for dot in edge]
    down, across = {row for row, _ in at}, {col for _, col in at}
    return {0, rows} <= down and {0, cols} <= across


@pytest.mark.parametrize("size", SIZES)
def test_a_short_loop_is_one_loop_that_touches_all_sides(size: tuple[int, int]) -> None:
    grid = square_grid(*size)
    for seed in range(50):
        loop = short_loop(grid, SeededRandom(seed))
        assert loop == short_loop(grid, SeededRandom(seed))
        assert SHORTEST <= len(loop) <= LONGEST
        assert touches_all_sides(as_cycle(grid, loop), *size)


def test_every_short_loop_is_equally_likely() -> None:
    grid, rng, draws = square_grid(4, 4), SeededRandom(1), 2_000
    every = {
        cycle
        for cycle in simple_cycles(4, 4)
        if len(cycle) <= LONGEST and touches_all_sides(cycle, 4, 4)
    }
    drawn = Counter(as_cycle(grid, short_loop(grid, rng)) for _ in range(draws))
    assert drawn.keys() <= every
    # Of draws with equal probabilities, this many are expected to be different.
    expected = len(every) * (1 - (1 - 1 / len(every)) ** draws)
    assert abs(len(drawn) - expected) < 0.03 * expected
    lengths, drawn_lengths = Counter(map(len, every)), Counter(map(len, drawn.elements()))
    for length, count in lengths.items():
        assert abs(drawn_lengths[length] / draws - count / len(every)) < 0.03


@some_or_all("count", 2, 400)
@pytest.mark.parametrize("level", [EASY, NORMAL, HARD])
@pytest.mark.parametrize("size", [(4, 4), (4, 5), (5, 5)])
def test_minis_are_different_and_of_their_level(
    size: tuple[int, int], level: Difficulty, count: int
) -> None:
    keys = set()
    for seed in range(count + count // 10):
        answer = made(mini_spec(size, level, seed))
        keys.add(answer.puzzle.canonical_key)
        assert_is_mini(answer)
    assert len(keys) >= count


def assert_is_mini(answer: GeneratedPuzzle) -> None:
    """Check a mini with another solver than the generator's, and on small boards by enumeration."""
    puzzle, loop = answer.puzzle, answer.solution
    assert SHORTEST <= len(loop) <= LONGEST
    report = solve(puzzle, options=OTHER_SOLVER)
    assert (report.outcome, report.solutions) == (Outcome.UNIQUE, (loop,))
    if len(puzzle.grid.cells) <= 16:
        only = solutions(puzzle.grid.rows, puzzle.grid.cols, puzzle.clues)
        assert only == {as_cycle(puzzle.grid, loop)}
    rating = rate(puzzle)
    assert isinstance(rating, Rating)
    assert rating.level is answer.level
    steps = [step for step in Explainer(puzzle).walkthrough() if isinstance(step, Step)]
    assert any(step.pattern or step.cost > 1 for step in steps)


@pytest.mark.long
def test_minis_of_5x4_have_one_solution_by_enumeration() -> None:
    for level in (EASY, NORMAL, HARD):
        for seed in range(20):
            answer = made(mini_spec((4, 5), level, seed))
            only = solutions(4, 5, answer.puzzle.clues)
            assert only == {as_cycle(answer.puzzle.grid, answer.solution)}
