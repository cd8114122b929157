"""Drafts for tests of the generator, and a check by the oracle."""

from collections.abc import Collection

from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.rules import PLAIN
from puzzle.symmetry import Symmetry, orbits
from solver.generate.draft import Draft
from solver.generate.generate import with_animals
from solver.generate.loops import full_loop, random_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GENERATED, GenerationSpec
from tests.support.oracle import solutions


def draft_of(rows: int, cols: int, seed: int, symmetry: Symmetry = Symmetry.NONE) -> Draft:
    grid = square_grid(rows, cols)
    return Draft(grid, random_loop(grid, SeededRandom(seed)), orbits(rows, cols, symmetry))


def variant_draft_of(rows: int, cols: int, seed: int, symmetry: Symmetry, name: str) -> Draft:
    spec = GenerationSpec(rows, cols, symmetry=symmetry, rules=GENERATED[name])
    grid, rng = square_grid(rows, cols), SeededRandom(seed)
    loop = full_loop(grid, rng) if spec.rules.variant.visits_every_dot else random_loop(grid, rng)
    assert loop is not None
    return with_animals(Draft(grid, loop, spec.groups, spec.rules), rng)


@st.composite
def variant_drafts(draw: st.DrawFn) -> Draft:
    """Drafts of small boards under other rules than the plain ones, with any possible symmetry."""
    rows, cols = draw(st.sampled_from([(3, 3), (3, 4), (4, 3)]))
    fitting = [one for one in Symmetry if one is not Symmetry.ROT90 or rows == cols]
    name = draw(st.sampled_from([name for name in GENERATED if name != PLAIN.name]))
    return variant_draft_of(
        rows, cols, draw(st.integers(0, 99)), draw(st.sampled_from(fitting)), name
    )


@st.composite
def drafts(draw: st.DrawFn, smallest: int = 2, largest: int = 4) -> Draft:
    """Drafts of small boards with any possible symmetry."""
    rows, cols = draw(st.integers(smallest, largest)), draw(st.integers(smallest, largest))
    fitting = [one for one in Symmetry if one is not Symmetry.ROT90 or rows == cols]
    return draft_of(rows, cols, draw(st.integers(0, 10**6)), draw(st.sampled_from(fitting)))


def is_unique(draft: Draft, kept: Collection[int]) -> bool:
    """Whether exactly one loop satisfies these groups, by trying all loops of the board."""
    rows, cols, clues = draft.grid.rows, draft.grid.cols, draft.puzzle(kept).clues
    return len(solutions(rows, cols, clues, draft.rules.name)) == 1
