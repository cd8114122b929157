"""Series of puzzles have no duplicates."""

from solver.explain.step import Difficulty
from solver.generate.generate import (
    GeneratedPuzzle,
    NotGenerated,
    SeriesEnded,
    generate,
    series,
    specs,
)
from solver.generate.spec import GenerationSpec

SMALL = GenerationSpec(3, 3, Difficulty.EASY, seed=0)


def test_a_series_has_no_duplicates_and_consecutive_seeds() -> None:
    made = list(series(GenerationSpec(5, 4, Difficulty.NORMAL, seed=10), 12))
    assert all(isinstance(one, GeneratedPuzzle) for one in made)
    puzzles = [one for one in made if isinstance(one, GeneratedPuzzle)]
    assert len({one.puzzle.canonical_key for one in puzzles}) == 12
    seeds = [one.seed for one in puzzles]
    assert seeds[0] == 10
    assert seeds == sorted(set(seeds))
    for one in puzzles:
        assert generate(one.spec) == one


def test_a_small_board_runs_out() -> None:
    *found, last = series(SMALL, 1000)
    assert isinstance(last, SeriesEnded)
    assert last.found == len(found) > 2
    assert last.reason.startswith(f"Only {len(found)} different 3x3 puzzles of level easy")


def test_a_series_ends_when_a_generation_fails() -> None:
    never = GenerationSpec(3, 3, Difficulty.EXTREME, seed=0, attempts=1)
    answers = list(series(never, 5))
    assert isinstance(answers[-1], NotGenerated)
    assert not any(isinstance(one, NotGenerated) for one in answers[:-1])


def test_puzzles_may_be_generated_elsewhere() -> None:
    spec = GenerationSpec(4, 5, Difficulty.EASY, seed=2)
    assert list(series(spec, 3, map(generate, specs(spec)))) == list(series(spec, 3))
