"""Specifications that no puzzle satisfies, and the seeds of attempts."""

import pytest
from msgspec.structs import replace

from puzzle.errors import PuzzleError
from puzzle.rules import Rules
from puzzle.symmetry import Symmetry
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate.spec import GENERATED, GenerationSpec
from tests.support.solver.specs import FULL, tiled_spec

SPEC = GenerationSpec(4, 6, Difficulty.HARD, Symmetry.MIRROR, seed=7)
MINI = GenerationSpec(5, 5, Difficulty.EXPERT, short=True)
TILED = tiled_spec("honeycomb")
OF_FULL = GenerationSpec(7, 7, symmetry=Symmetry.NONE, rules=FULL)


REFUSED: tuple[tuple[GenerationSpec, dict[str, object], str], ...] = (
    (SPEC, {"rows": 2}, "A puzzle of 6x2 cannot be made; a side has from 3 to 60 cells."),
    (SPEC, {"cols": 61}, "A puzzle of 61x4 cannot be made; a side has from 3 to 60 cells."),
    (SPEC, {"values": frozenset()}, "A puzzle with clues of none cannot be made; choose some"),
    (SPEC, {"values": frozenset({4})}, "A puzzle with clues of 4 cannot be made; choose some"),
    (SPEC, {"attempts": 0}, "A puzzle in 0 attempts cannot be made; take from 1 to 10000."),
    (SPEC, {"seconds": -1.0}, "A puzzle in -1.0 seconds cannot be made; give zero or more."),
    (SPEC, {"seconds": float("nan")}, "A puzzle in nan seconds cannot be made"),
    (
        SPEC,
        {"recipe": 1},
        "A puzzle of recipe 1 cannot be made; this version of Ouro has recipe 6",
    ),
    (SPEC, {"mask": frozenset({24})}, "it names cells that are not on a 6x4 board."),
    (SPEC, {"mask": frozenset({0, 1, 2})}, "no cells that belong together by the symmetry are all"),
    (SPEC, {"short": True}, "of 6x4 with a short loop cannot be made; a side has 4 or 5 cells."),
    (MINI, {"values": frozenset({1, 3})}, "needs all cells and clues"),
    (TILED, {"tiling": "hats"}, "A puzzle on the tiling 'hats' cannot be made; choose square, tri"),
    (TILED, {"rows": 2}, "of 5x2 honeycomb cannot be made; no side may be under 3 on this tiling."),
    (TILED, {"rows": 60, "cols": 60}, "cannot be made; a board may have at most 1000 cells."),
    (TILED, {"symmetry": Symmetry.ROT180}, "with symmetry rot180 cannot be made; on other tilings"),
    (TILED, {"values": frozenset({6})}, "with clues of 6 cannot be made; choose some of 0 to 5."),
    (TILED, {"mask": frozenset({30})}, "names cells that are not on a 5x6 honeycomb board."),
    (TILED, {"short": True}, "A puzzle with a short loop cannot be made; it needs squares."),
    (OF_FULL, {"rules": Rules("touch")}, "of Touch Slitherlink cannot be made; choose standard"),
    (OF_FULL, {"rows": 8, "cols": 8}, "of 8x8 full cannot be made; a loop that visits every dot"),
    (
        OF_FULL,
        {"tiling": "kagome"},
        "Full Slitherlink on the tiling 'kagome' cannot be made; it",
    ),
    (
        OF_FULL,
        {"mask": frozenset({0})},
        "of Full Slitherlink cannot be made; it needs all cells",
    ),
    (OF_FULL, {"values": frozenset({1, 2})}, "it needs all cells and clues, and no short loop."),
    (OF_FULL, {"rows": 5, "cols": 5, "short": True}, "all cells and clues, and no short loop."),
)


@pytest.mark.parametrize(("spec", "change", "sentence"), REFUSED)
def test_impossible_specs_are_refused(
    spec: GenerationSpec, change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(SpecError) as told:
        replace(spec, **change)  # type: ignore[arg-type]
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
        MINI,
        *(tiled_spec(name) for name in ("kites", "kagome", "floret")),
        *(replace(MINI, short=False, rules=rules) for rules in GENERATED.values()),
    ]
    seeds = {spec.attempt_seed(attempt) for spec in others for attempt in (0, 1)}
    assert len(seeds) == 2 * len(others)
    assert replace(SPEC, seconds=5.0, attempts=3).attempt_seed(0) == SPEC.attempt_seed(0)
    some = replace(tiled_spec("kites", 4), values=frozenset({1, 2}))
    assert some.attempt_seed(0) == "4/3x3/NORMAL/none/1,2/kites/0"
    assert MINI.attempt_seed(0).endswith("/short/0")
