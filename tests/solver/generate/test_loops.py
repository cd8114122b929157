"""Random loops, the regions they surround, and the loops near them."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from solver.generate.draft import near_loops
from solver.generate.loops import random_loop
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom
from solver.generate.style import StyleBounds, style_of
from solver.loops import LoopWalker, inside_cells
from tests.support.oracle import Cycle, simple_cycles
from tests.support.solver.drafts import draft_of
from tests.support.solver.expected import as_cycle

sides = st.integers(2, 12)


@given(sides, sides, st.integers(0, 10**6))
def test_loops_are_single_loops(rows: int, cols: int, seed: int) -> None:
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(seed))
    (walked,) = LoopWalker(grid).walk(sorted(loop))
    assert set(walked) == loop
    assert random_loop(grid, SeededRandom(seed)) == loop


@given(sides, sides, st.integers(0, 10**6))
def test_a_region_has_its_loop_for_a_border(rows: int, cols: int, seed: int) -> None:
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(seed))
    region = Region(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0]))
    assert region.border() == loop
    for cell, edges in enumerate(grid.cell_edges):
        assert region.line_count(region.places[cell]) == len(loop.intersection(edges))


@given(st.integers(3, 8), st.integers(3, 8), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_cell_that_may_change_sides_leaves_a_single_loop(
    rows: int, cols: int, seed: int, pick: int
) -> None:
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(seed))
    region = Region(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(loop))[0]))
    movable = [place for place in region.places if region.neighbourhood(place).movable]
    if movable:
        region.inside ^= 1 << movable[pick % len(movable)]
        assert len(LoopWalker(grid).walk(sorted(region.border()))) == 1


@cache
def clues_of_cycles(rows: int, cols: int) -> dict[Cycle, list[int]]:
    """The clues that each loop of a board would have, of all its cells."""
    grid = square_grid(rows, cols)
    ends = [tuple(grid.dots[dot] for dot in dots) for dots in grid.edge_dots]
    return {
        cycle: [sum(ends[edge] in cycle for edge in around) for around in grid.cell_edges]
        for cycle in simple_cycles(rows, cols)
    }


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (4, 3), (4, 4)])
def test_near_loops_are_loops_with_other_clues_there(size: tuple[int, int], seed: int) -> None:
    draft = draft_of(*size, seed)
    grid = draft.grid
    every = clues_of_cycles(*size)
    own = as_cycle(grid, draft.loop)
    differing = {
        frozenset(cell for cell, clue in enumerate(clues) if clue != draft.clues[cell])
        for cycle, clues in every.items()
        if cycle != own
    }
    near = set(near_loops(grid, draft.loop))
    assert near
    assert near <= differing


@pytest.mark.parametrize("size", [(3, 60), (60, 4), (10, 60), (5, 30)])
def test_loops_fill_long_boards(size: tuple[int, int]) -> None:
    grid = square_grid(*size)
    bounds = StyleBounds.for_cells(len(grid.cells))
    loops = [random_loop(grid, SeededRandom(seed)) for seed in range(12)]
    assert sum(bounds.allow(style_of(grid, loop)) for loop in loops) >= 10
