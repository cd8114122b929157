"""Generated puzzles on other tilings than squares."""

import pytest
from msgspec.structs import replace

from puzzle.bounds import Bounds
from puzzle.rules import is_one_loop, is_solved
from puzzle.symmetry import Symmetry
from puzzle.tilings.catalogue import TILINGS, build_grid
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate.loops import TiledRegion, random_tiled_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.settle import allowed_draft
from solver.generate.spec import SIZES, GenerationSpec
from solver.generate.style import StyleBounds, style_of, widest_gap
from solver.generate.uniqueness import NotUnique, open_uniqueness
from solver.loops import LoopWalker, inside_cells
from solver.options import Options
from solver.rating import Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.long import some_or_all
from tests.support.pickling import pickled
from tests.support.solver.specs import EASY, EXPERT, EXTREME, HARD, NORMAL, made
from tests.support.tilings import PERIODIC

OTHER_SOLVER = Options(method="negate-loops", backend="glucose42")
"""A method and a backend that the generator does not use."""


def tiled_spec(name: str, seed: int = 0, level: Difficulty = NORMAL) -> GenerationSpec:
    """The specification of a board of the smallest size that is suggested."""
    cols, rows = map(int, SIZES[name].suggested[0].split("x"))
    return GenerationSpec(rows, cols, level, Symmetry.NONE, seed, tiling=name)


@some_or_all("seeds", 1, 100)
@pytest.mark.parametrize("name", PERIODIC)
def test_a_puzzle_satisfies_its_spec(name: str, seeds: int) -> None:
    first = PERIODIC.index(name)
    for seed in range(seeds):
        level = list(Difficulty)[(first + seed) % len(Difficulty)]
        spec = tiled_spec(name, seed, level)
        answer = made(spec)
        puzzle = answer.puzzle
        assert puzzle.grid.key == spec.grid_key
        assert is_solved(puzzle, answer.solution)
        report = solve(puzzle, options=OTHER_SOLVER)
        assert (report.outcome, report.solutions) == (Outcome.UNIQUE, (answer.solution,))
        sides = map(len, puzzle.grid.cell_edges)
        assert all(
            clue is None or clue < number for clue, number in zip(puzzle.clues, sides, strict=True)
        )
        bounds = StyleBounds.for_cells(len(puzzle.clues))
        assert bounds.allow(style_of(puzzle.grid, answer.solution))
        assert widest_gap(puzzle) <= bounds.gap
        rating = None if level is EXTREME else rate(puzzle)
        assert rating == answer.rating
        assert level is EXTREME or (isinstance(rating, Rating) and rating.level is level)


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        (tiled_spec("honeycomb", 1, EASY), "f310007f91c795a4e822028e43e09f4f"),
        (tiled_spec("cairo", 1, NORMAL), "ce4f8347b1ef3b1fc542bb667627f3d5"),
        (tiled_spec("dodecagonal", 1, HARD), "8b8f17c12418797146eb3f0c4050474b"),
        (tiled_spec("kites", 1, EXPERT), "ef3cb40b1b1e4c80705d0ae47245b214"),
        (tiled_spec("triangular", 1, EXTREME), "617cb1cf16b498a84667666afe84053e"),
        (
            replace(tiled_spec("octagonal", 1, HARD), values=frozenset({1, 2, 3, 4, 5})),
            "e57c9921ab048fa49f12c84a1fa5bfde",
        ),
    ],
)
def test_a_seed_always_gives_the_same_puzzle(spec: GenerationSpec, key: str) -> None:
    assert made(spec).puzzle.canonical_key == key


@pytest.mark.parametrize("name", PERIODIC)
def test_a_tiled_loop_is_the_border_of_its_inside(name: str) -> None:
    grid = build_grid(tiled_spec(name).grid_key)
    for seed in range(5):
        loop = random_tiled_loop(grid, SeededRandom(seed))
        assert is_one_loop(grid, loop)
        region = TiledRegion(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0]))
        assert region.border() == loop
        for cell in range(len(grid.cells)):
            before = len(region.border())
            longer, is_movable = region.longer_by(cell), region.is_movable(cell)
            region.flip(cell)
            assert len(region.border()) - before == longer
            assert not is_movable or is_one_loop(grid, region.border())
            region.flip(cell)


def test_extreme_puzzles_have_no_clue_too_many() -> None:
    spec = tiled_spec("cairo", 2, EXTREME)
    answer = made(spec)
    draft = allowed_draft(spec, answer.puzzle.grid, answer.solution)
    shown = answer.puzzle.clue_cells
    with open_uniqueness(draft) as unique:
        for cell in shown:
            assert isinstance(unique.check([c for c in shown if c != cell]), NotUnique)


def test_clues_respect_the_mask_and_the_values() -> None:
    spec = tiled_spec("honeycomb", 3, HARD)
    mask = frozenset(cell for cell in range(spec.cells) if cell % 6)
    assert set(made(replace(spec, mask=mask)).puzzle.clue_cells) <= mask
    values = frozenset({1, 2, 3, 4})
    assert set(made(replace(spec, values=values)).puzzle.clues) <= {None, *values}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tiling": "hats"}, "A puzzle on the tiling 'hats' cannot be made; choose square, tri"),
        ({"rows": 2}, "of 5x2 honeycomb cannot be made; no side may be under 3 on this tiling."),
        ({"rows": 60, "cols": 60}, "cannot be made; a board may have at most 1000 cells."),
        ({"symmetry": Symmetry.ROT180}, "with symmetry rot180 cannot be made; on other tilings"),
        ({"values": frozenset({6})}, "with clues of 6 cannot be made; choose some of 0 to 5."),
        ({"mask": frozenset({30})}, "names cells that are not on a 5x6 honeycomb board."),
        ({"short": True}, "A puzzle with a short loop cannot be made; it needs squares."),
    ],
)
def test_impossible_specs_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(SpecError) as told:
        replace(tiled_spec("honeycomb"), **change)  # type: ignore[arg-type]
    assert sentence in str(told.value)


def test_a_spec_survives_pickling_and_its_seed_has_the_tiling() -> None:
    spec = tiled_spec("kites", 4)
    assert pickled(spec) == spec
    seeds = {tiled_spec(name).attempt_seed(0) for name in ("kites", "kagome", "floret")}
    assert len(seeds) == 3
    some = replace(spec, values=frozenset({1, 2}))
    assert some.attempt_seed(0) == "4/3x3/NORMAL/none/1,2/kites/0"


@pytest.mark.parametrize("name", SIZES)
def test_suggested_sizes_suit_a_chat(name: str) -> None:
    sizes = SIZES[name]
    assert sizes.usual in sizes.suggested
    for size in sizes.suggested:
        cols, rows = map(int, size.split("x"))
        tiling = TILINGS[name]
        tiling.check(rows, cols, Bounds(max_cells=400 if name == "square" else 125))
        assert len(build_grid(tiling.key(rows, cols)).cells) >= 25
