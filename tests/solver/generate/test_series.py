"""Runs of puzzles without twins."""

from solver.explain.step import Difficulty
from solver.generate.generate import Made, NotMade, generate
from solver.generate.order import Order
from solver.generate.series import RunOut, orders, series

SMALL = Order(3, 3, Difficulty.EASY, seed=0)


def test_a_run_has_no_twins_and_counts_seeds_on() -> None:
    made = list(series(Order(5, 4, Difficulty.NORMAL, seed=10), 12))
    assert all(isinstance(one, Made) for one in made)
    puzzles = [one for one in made if isinstance(one, Made)]
    assert len({one.puzzle.canonical_key for one in puzzles}) == 12
    seeds = [one.seed for one in puzzles]
    assert seeds[0] == 10
    assert seeds == sorted(set(seeds))
    for one in puzzles:
        assert generate(one.order) == one


def test_a_small_board_runs_out() -> None:
    *found, last = series(SMALL, 1000)
    assert isinstance(last, RunOut)
    assert last.found == len(found) > 2
    assert last.reason.startswith(f"Only {len(found)} different 3x3 puzzles of level easy")


def test_a_run_ends_where_no_puzzle_is_made() -> None:
    never = Order(3, 3, Difficulty.EXTREME, seed=0, attempts=1)
    answers = list(series(never, 5))
    assert isinstance(answers[-1], NotMade)
    assert not any(isinstance(one, NotMade) for one in answers[:-1])


def test_answers_may_be_made_elsewhere() -> None:
    order = Order(4, 5, Difficulty.EASY, seed=2)
    assert list(series(order, 3, map(generate, orders(order)))) == list(series(order, 3))
