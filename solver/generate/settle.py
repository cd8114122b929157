"""Hill climbing: change a loop until its allowed clues suffice to find it.

When a mask or values allow only some clues, these rarely determine a random loop. On other tilings
than squares, all clues together are rarely enough for Easy, and often not for Normal: cells with
many sides have few clues that say anything on their own. So cells with unknown edges change between
inside and outside, one at a time. A change is kept when small steps of the level, or beyond Normal
propagation of corners, leave no more edges unknown than before.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from puzzle.grid import SQUARE, Grid
from puzzle.model import Solution
from puzzle.rules import cells_inside
from solver.explain.propagation import Propagation
from solver.explain.rule_graph import UNKNOWN, States
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.loops import region_of
from solver.generate.recipes import MAX_REASONS
from solver.generate.seeded_random import SeededRandom
from solver.generate.small_steps import open_small_steps
from solver.generate.spec import GenerationSpec
from solver.generate.style import StyleBounds, style_of

Deduction: TypeAlias = Callable[[Draft], States]
"""A function that returns the states of the edges that all clues of a draft decide."""

CHANGES_PER_CELL, MAX_CHANGES = 4, 2_000
"""Maximum number of changes that are tried: per cell of the board, and in total."""


def allowed_draft(spec: GenerationSpec, grid: Grid, loop: Solution) -> Draft:
    """The draft of a loop with the groups of clues that the specification allows."""
    draft = Draft(grid, loop, spec.groups, spec.rules)
    if spec.is_unrestricted:
        return draft
    clues, values = draft.clues, spec.shown_values
    shown = [cells for cells in spec.groups if all(clues[cell] in values for cell in cells)]
    return Draft(grid, loop, shown)


def needs_settling(spec: GenerationSpec) -> bool:
    """Whether the allowed clues of a random loop are rarely enough."""
    is_plain = spec.is_unrestricted and spec.tiling == SQUARE
    return not is_plain and (not spec.is_unrestricted or spec.level <= Difficulty.NORMAL)


def hill_climb(spec: GenerationSpec, draft: Draft, rng: SeededRandom) -> Draft | None:
    """Change the draft's loop until its allowed clues solve it; None on failure."""
    with _deduction(spec, draft.grid) as deduced:
        return _climbed(spec, draft, rng, deduced)


def _climbed(
    spec: GenerationSpec, draft: Draft, rng: SeededRandom, deduced: Deduction
) -> Draft | None:
    grid = draft.grid
    bounds = StyleBounds.for_cells(len(grid.cells))
    region = region_of(grid, cells_inside(grid, draft.loop))
    states = deduced(draft)
    for _ in range(min(MAX_CHANGES, CHANGES_PER_CELL * len(grid.cells))):
        if UNKNOWN not in states:
            return draft
        cell = rng.pick(_unsettled_cells(grid, states))
        if not region.is_movable(cell):
            continue
        region.flip(cell)
        changed = allowed_draft(spec, grid, region.border())
        others = deduced(changed)
        is_better = others.count(UNKNOWN) <= states.count(UNKNOWN)
        if is_better and bounds.allow(style_of(grid, changed.loop)):
            draft, states = changed, others
        else:
            region.flip(cell)
    return None if UNKNOWN in states else draft


@contextmanager
def _deduction(spec: GenerationSpec, grid: Grid) -> Iterator[Deduction]:
    """Open what decides edges by all clues of a draft."""
    if spec.level <= Difficulty.NORMAL:
        with open_small_steps(grid, MAX_REASONS[spec.level]) as steps:
            yield lambda draft: steps.decided(draft.puzzle(range(len(draft.groups))).clues)
    else:
        yield _by_corners


def _by_corners(draft: Draft) -> States:
    run = Propagation(draft.grid, draft.puzzle(range(len(draft.groups))).clues)
    run.run()
    return run.states


def _unsettled_cells(grid: Grid, states: list[int]) -> list[int]:
    """The cells with an unknown edge."""
    return [
        cell
        for cell, edges in enumerate(grid.cell_edges)
        if any(states[edge] == UNKNOWN for edge in edges)
    ]
