"""Drafts for tests of the generator, and a check by the oracle."""

from collections.abc import Collection

from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.symmetry import Symmetry, orbits
from solver.generate.draft import Draft
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.oracle import solutions


def draft_of(rows: int, cols: int, seed: int, symmetry: Symmetry = Symmetry.NONE) -> Draft:
    grid = square_grid(rows, cols)
    return Draft(grid, random_loop(grid, SeededRandom(seed)), orbits(rows, cols, symmetry))


@st.composite
def drafts(draw: st.DrawFn, smallest: int = 2, largest: int = 4) -> Draft:
    """Drafts of small boards with any possible symmetry."""
    rows, cols = draw(st.integers(smallest, largest)), draw(st.integers(smallest, largest))
    fitting = [one for one in Symmetry if one is not Symmetry.ROT90 or rows == cols]
    return draft_of(rows, cols, draw(st.integers(0, 10**6)), draw(st.sampled_from(fitting)))


def is_unique(draft: Draft, kept: Collection[int]) -> bool:
    """Whether exactly one loop satisfies these groups, by trying all loops of the board."""
    return len(solutions(draft.grid.rows, draft.grid.cols, draft.puzzle(kept).clues)) == 1
