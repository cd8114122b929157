"""Generated puzzles on other tilings than squares."""

import pytest
from msgspec.structs import replace

from puzzle.bounds import Bounds
from puzzle.rules import is_one_loop
from puzzle.tilings.catalogue import TILINGS, build_grid
from solver.explain.step import Difficulty
from solver.generate.loops import TiledRegion, random_tiled_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.settle import allowed_draft
from solver.generate.spec import SIZES
from solver.generate.uniqueness import NotUnique, open_uniqueness
from solver.loops import LoopWalker, inside_cells
from tests.support.long import some_or_all
from tests.support.solver.specs import EXTREME, HARD, made, satisfied, tiled_spec
from tests.support.tilings import PERIODIC


@some_or_all("seeds", 1, 100)
@pytest.mark.parametrize("name", PERIODIC)
def test_a_puzzle_satisfies_its_spec(name: str, seeds: int) -> None:
    first = PERIODIC.index(name)
    for seed in range(seeds):
        level = list(Difficulty)[(first + seed) % len(Difficulty)]
        puzzle = satisfied(tiled_spec(name, seed, level)).puzzle
        sides = map(len, puzzle.grid.cell_edges)
        assert all(
            clue is None or clue < number for clue, number in zip(puzzle.clues, sides, strict=True)
        )


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


@pytest.mark.parametrize("name", SIZES)
def test_suggested_sizes_suit_a_chat(name: str) -> None:
    sizes = SIZES[name]
    assert sizes.usual in sizes.suggested
    for size in sizes.suggested:
        cols, rows = map(int, size.split("x"))
        tiling = TILINGS[name]
        tiling.check(rows, cols, Bounds(max_cells=400 if name == "square" else 125))
        assert len(build_grid(tiling.key(rows, cols)).cells) >= 25
