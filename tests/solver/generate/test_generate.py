"""Generated puzzles satisfy everything that their specification promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.generate import NotGenerated, Rejection, generate
from solver.generate.spec import GenerationSpec
from solver.generate.style import StyleBounds, widest_gap
from solver.rating import BOUNDS
from solver.report import Outcome
from solver.search import solve
from tests.support.long import some_examples
from tests.support.solver.specs import (
    ANIMALS,
    BOTH,
    CHECKERS,
    EASY,
    EXPERT,
    EXTREME,
    FULL,
    HARD,
    NORMAL,
    made,
    satisfied,
    tiled_spec,
)

PINNED = (
    (GenerationSpec(10, 10, EASY, seed=1), "a6faa8545428ad07453d065d59efee32"),
    (GenerationSpec(10, 10, NORMAL, seed=1), "c8ba271e52d514523b870105536875a1"),
    (GenerationSpec(10, 10, HARD, seed=1), "87771360350411098af881670da65b0c"),
    (GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1), "d6105bdbe1f4fbabae5e6152792b42b8"),
    (GenerationSpec(7, 9, EXTREME, Symmetry.NONE, seed=1), "f22460017eaf1749a71c14d6bc4ccc7b"),
    (
        GenerationSpec(8, 8, HARD, seed=1, values=frozenset({1, 3})),
        "f7fec54980560ab0346ecb4c25ec6511",
    ),
    (GenerationSpec(8, 8, NORMAL, seed=3, mask=CHECKERS), "412ae386a55985ba20c83fa7582a0984"),
    (
        GenerationSpec(4, 5, NORMAL, Symmetry.NONE, 1, short=True),
        "7dca76542f56f44e64e213db979b1d59",
    ),
    (GenerationSpec(4, 5, HARD, Symmetry.NONE, 1, short=True), "6851b83f6b63469ae0c0f57313bc9ce2"),
    (tiled_spec("honeycomb", 1, EASY), "2fd91a7006ea9b0a98cdb3a7a4318597"),
    (tiled_spec("cairo", 1, NORMAL), "f992df6500f77baf9945afcf152dcdbe"),
    (tiled_spec("dodecagonal", 1, HARD), "0f8d31638db8e987b7a1753dec744bc3"),
    (tiled_spec("kites", 1, EXPERT), "ef3cb40b1b1e4c80705d0ae47245b214"),
    (tiled_spec("triangular", 1, EXTREME), "617cb1cf16b498a84667666afe84053e"),
    (GenerationSpec(7, 7, EASY, seed=1, rules=FULL), "ea96b8645d108f4971c9abdb1c0f5041"),
    (
        GenerationSpec(7, 6, NORMAL, Symmetry.NONE, seed=1, rules=ANIMALS),
        "f299c3b709b4d49491afd363194cf864",
    ),
    (
        GenerationSpec(5, 5, HARD, Symmetry.MIRROR, seed=1, rules=BOTH),
        "444b9e618a5048de4265874606cd9fa5",
    ),
    (
        GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1, rules=FULL),
        "972a9e3a7d5874bfb1935f2ee129a828",
    ),
    (GenerationSpec(6, 6, EXTREME, seed=1, rules=ANIMALS), "f1b91f904fba7faa66ca5b387238dd80"),
)
"""Specifications, and the canonical key of the puzzle that each must always give."""


@st.composite
def specs(draw: st.DrawFn) -> GenerationSpec:
    rows, cols = draw(st.integers(5, 9)), draw(st.integers(5, 9))
    fitting = [one for one in Symmetry if one is not Symmetry.ROT90 or rows == cols]
    level = draw(st.sampled_from(Difficulty))
    return GenerationSpec(
        rows, cols, level, draw(st.sampled_from(fitting)), draw(st.integers(0, 10**9))
    )


@given(specs())
@some_examples(10)
def test_a_puzzle_satisfies_its_spec(spec: GenerationSpec) -> None:
    answer = satisfied(spec)
    if answer.rating is None:
        assert not answer.certificate.steps
    else:
        bound = next(bound for bound in BOUNDS if bound.level is spec.level)
        assert max(answer.certificate.steps) == answer.rating.hardest
        assert answer.rating.hardest <= bound.reasons or spec.level is EXPERT


@pytest.mark.parametrize("seed", range(4))
def test_extreme_puzzles_have_no_group_too_many(seed: int) -> None:
    spec = GenerationSpec(6, 6, EXTREME, seed=seed)
    puzzle = made(spec).puzzle
    for cells in spec.groups:
        if puzzle.clues[cells[0]] is not None:
            clues = tuple(None if c in cells else clue for c, clue in enumerate(puzzle.clues))
            assert solve(Puzzle(puzzle.grid, clues)).outcome is Outcome.MULTIPLE


@pytest.mark.parametrize(("spec", "key"), PINNED, ids=lambda value: str(value)[:40])
def test_a_seed_always_gives_the_same_puzzle(spec: GenerationSpec, key: str) -> None:
    assert made(spec).puzzle.canonical_key == key


def test_clues_respect_the_mask_and_the_values() -> None:
    spec = GenerationSpec(8, 8, NORMAL, Symmetry.NONE, seed=3)
    assert set(made(replace(spec, mask=CHECKERS)).puzzle.clue_cells) <= CHECKERS
    spec = GenerationSpec(8, 8, HARD, Symmetry.ROT180, seed=3)
    assert set(made(replace(spec, values=frozenset({1, 3}))).puzzle.clues) == {None, 1, 3}


def test_a_mask_may_leave_a_larger_gap_than_there_would_be() -> None:
    hole = {8 * row + col for row in range(2, 6) for col in range(2, 6)}
    spec = GenerationSpec(8, 8, NORMAL, Symmetry.NONE, seed=2, mask=frozenset(range(64)) - hole)
    assert widest_gap(made(spec).puzzle) == 4 > StyleBounds.for_cells(64).gap


def test_a_failed_generation_gives_a_reason() -> None:
    too_small = generate(GenerationSpec(3, 3, EXTREME, Symmetry.MIRROR, attempts=5))
    assert isinstance(too_small, NotGenerated)
    assert too_small.attempts == 5
    assert Rejection.EASIER in too_small.rejected
    assert too_small.reason.startswith("No 3x3 puzzle of level extreme was found in 5 attempts (")
    assert too_small.reason.endswith("try a larger board or an easier level.")
    only_twos = generate(GenerationSpec(6, 6, NORMAL, values=frozenset({2}), attempts=2))
    assert isinstance(only_twos, NotGenerated)
    assert "(even all clues allowed were too few: 2); allow more cells or more" in only_twos.reason
    few_ways = generate(GenerationSpec(3, 3, EXTREME, Symmetry.NONE, seed=1, attempts=40))
    assert isinstance(few_ways, NotGenerated)
    assert Rejection.HARDER not in few_ways.rejected
    one_corner = generate(
        GenerationSpec(5, 5, EASY, Symmetry.NONE, mask=frozenset({0}), attempts=1)
    )
    assert isinstance(one_corner, NotGenerated)
    assert "in 1 attempt (" in one_corner.reason


def test_a_time_limit_ends_the_generation_and_changes_nothing_else() -> None:
    spec = GenerationSpec(6, 6, NORMAL, seed=5)
    at_once = generate(replace(spec, seconds=0.0))
    assert isinstance(at_once, NotGenerated)
    assert at_once.out_of_time
    assert at_once.reason.endswith("in 0 attempts, and then the time was over; allow more.")
    assert made(replace(spec, seconds=1000.0)).puzzle == made(spec).puzzle


@pytest.mark.parametrize("size", [(3, 60), (60, 3), (3, 4), (20, 15)])
def test_sizes_long_and_short(size: tuple[int, int]) -> None:
    answer = made(GenerationSpec(*size, NORMAL, seed=2))
    assert answer.puzzle.grid == square_grid(*size)
    assert solve(answer.puzzle).outcome is Outcome.UNIQUE
