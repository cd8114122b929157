"""Hill climbing: change a loop until its allowed clues suffice to find it.

When a mask or values allow only some clues, these rarely determine a random loop. So cells with
unknown edges change between inside and outside, one at a time. A change is kept when propagation of
corners leaves no more edges unknown than before.
"""

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.explain.propagation import Propagation
from solver.explain.rule_graph import UNKNOWN
from solver.generate.draft import Draft
from solver.generate.loops import region_of
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec
from solver.generate.style import StyleBounds, style_of
from solver.loops import LoopWalker, inside_cells

CHANGES_PER_CELL, MAX_CHANGES = 4, 2_000
"""Maximum number of changes that are tried: per cell of the board, and in total."""


def allowed_draft(spec: GenerationSpec, grid: Grid, loop: Solution) -> Draft:
    """The draft of a loop with the groups of clues that the specification allows."""
    draft = Draft(grid, loop, spec.groups)
    if spec.is_unrestricted:
        return draft
    clues, values = draft.clues, spec.shown_values
    shown = [cells for cells in spec.groups if all(clues[cell] in values for cell in cells)]
    return Draft(grid, loop, shown)


def hill_climb(spec: GenerationSpec, draft: Draft, rng: SeededRandom) -> Draft | None:
    """Change the draft's loop until propagation of its allowed clues solves it; None on failure."""
    grid = draft.grid
    bounds = StyleBounds.for_cells(len(grid.cells))
    region = region_of(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(draft.loop))[0]))
    run = _propagate_all(draft)
    for _ in range(min(MAX_CHANGES, CHANGES_PER_CELL * len(grid.cells))):
        if run.solved:
            return draft
        cell = rng.pick(_unsettled_cells(grid, run))
        if not region.is_movable(cell):
            continue
        region.flip(cell)
        changed = allowed_draft(spec, grid, region.border())
        other = _propagate_all(changed)
        if other.unknown <= run.unknown and bounds.allow(style_of(grid, changed.loop)):
            draft, run = changed, other
        else:
            region.flip(cell)
    return draft if run.solved else None


def _propagate_all(draft: Draft) -> Propagation:
    """The result of propagation with all clues of the draft."""
    run = Propagation(draft.grid, draft.puzzle(range(len(draft.groups))).clues)
    run.run()
    return run


def _unsettled_cells(grid: Grid, run: Propagation) -> list[int]:
    """The cells with an unknown edge."""
    return [
        cell
        for cell, edges in enumerate(grid.cell_edges)
        if any(run.states[edge] == UNKNOWN for edge in edges)
    ]
