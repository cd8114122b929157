"""Strategies for loops and for models of several subloops on square grids."""

from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Solution
from solver.bitboard.layout import BitLayout
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.loops import LoopWalker, inside_cells


def loops(rows: int, cols: int) -> st.SearchStrategy[Solution]:
    """Loops of all shapes on a grid."""
    rng = st.integers(0, 10**6).map(SeededRandom)
    return st.builds(random_loop, st.just(square_grid(rows, cols)), rng)


@st.composite
def models(draw: st.DrawFn, layout: BitLayout, near: Solution) -> int:
    """The cells that are inside in a model; half of the models differ from a loop by a few cells.

    No two lines cross at a dot.
    """
    cells = st.sets(st.sampled_from(layout.cells))
    flipped = sum(1 << place for place in draw(cells))
    if draw(st.booleans()):
        (loop,) = LoopWalker(layout.grid).walk(sorted(near))
        flipped ^= layout.cell_bits(inside_cells(layout.grid, loop))
    return without_crossings(layout, flipped)


def without_crossings(layout: BitLayout, inside: int) -> int:
    """These cells, with others put inside until no two lines cross at a dot."""
    width = layout.width
    while True:
        falling = inside & inside >> width + 1 & ~(inside >> 1 | inside >> width)
        rising = inside << 1 & inside << width & ~(inside | inside << width + 1)
        if not falling | rising:
            return inside
        inside |= falling << 1 | rising
