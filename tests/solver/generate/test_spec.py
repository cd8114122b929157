"""Specifications that no puzzle satisfies, and the seeds of attempts."""

import pytest
from msgspec.structs import replace

from puzzle.errors import PuzzleError
from puzzle.symmetry import Symmetry
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from tests.support.pickling import pickled

SPEC = GenerationSpec(4, 6, Difficulty.HARD, Symmetry.MIRROR, seed=7)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rows": 2}, "A puzzle of 6x2 cannot be made; a side has from 3 to 60 cells."),
        ({"cols": 61}, "A puzzle of 61x4 cannot be made; a side has from 3 to 60 cells."),
        ({"values": frozenset()}, "A puzzle with clues of none cannot be made; choose some"),
        ({"values": frozenset({4})}, "A puzzle with clues of 4 cannot be made; choose some"),
        ({"attempts": 0}, "A puzzle in 0 attempts cannot be made; take from 1 to 10000."),
        ({"seconds": -1.0}, "A puzzle in -1.0 seconds cannot be made; give zero or more."),
        ({"seconds": float("nan")}, "A puzzle in nan seconds cannot be made"),
        ({"recipe": 1}, "A puzzle of recipe 1 cannot be made; this version of Ouro has recipe 5."),
        ({"mask": frozenset({24})}, "it names cells that are not on a 6x4 board."),
        ({"mask": frozenset()}, "no cells that belong together by the symmetry are all in it."),
        ({"mask": frozenset({0, 1, 2})}, "no cells that belong together by the symmetry"),
    ],
)
def test_impossible_specs_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(SpecError) as told:
        replace(SPEC, **change)  # type: ignore[arg-type]
    assert sentence in str(told.value)


def test_quarter_turns_need_a_square() -> None:
    with pytest.raises(PuzzleError, match="make it square, or use rot180"):
        replace(SPEC, symmetry=Symmetry.ROT90)


def test_groups_are_within_the_mask() -> None:
    assert replace(SPEC, mask=frozenset({0, 5, 6, 7, 10})).groups == ((0, 5), (7, 10))


def test_the_seed_of_an_attempt_depends_on_all_fields() -> None:
    others = [
        SPEC,
        replace(SPEC, seed=8),
        replace(SPEC, rows=6, cols=4),
        replace(SPEC, level=Difficulty.EASY),
        replace(SPEC, symmetry=Symmetry.NONE),
        replace(SPEC, mask=frozenset({0, 5})),
        replace(SPEC, mask=frozenset({1, 4})),
        replace(SPEC, values=frozenset({1, 3})),
    ]
    seeds = {spec.attempt_seed(attempt) for spec in others for attempt in (0, 1)}
    assert len(seeds) == 2 * len(others)
    assert replace(SPEC, seconds=5.0, attempts=3).attempt_seed(0) == SPEC.attempt_seed(0)


def test_specs_survive_pickling() -> None:
    assert pickled(SPEC) == SPEC
