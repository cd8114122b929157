"""Changing a loop until the clues that may be shown are enough to find it.

Where a mask or the values allow only some clues, hardly any loop by chance is the only one that
has them. So cells beside what deduction leaves open change sides, one after another, as long as
it leaves no more open than before (hill climbing).
"""

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.explain.field import UNKNOWN
from solver.explain.propagation import Propagation
from solver.generate.draft import Draft
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec
from solver.generate.style import StyleBounds, style_of
from solver.loops import LoopWalker, inside_cells

CHANGES_PER_CELL, MAX_CHANGES = 4, 2_000
"""How many changes are tried."""


def allowed_draft(spec: GenerationSpec, grid: Grid, loop: Solution) -> Draft:
    """A loop with the groups of clues that an order allows to show of it."""
    draft = Draft(grid, loop, spec.groups)
    if spec.is_unrestricted:
        return draft
    clues, values = draft.clues, spec.values
    shown = [cells for cells in spec.groups if all(clues[cell] in values for cell in cells)]
    return Draft(grid, loop, shown)


def hill_climb(spec: GenerationSpec, draft: Draft, rng: SeededRandom) -> Draft | None:
    """A loop like the draft's whose allowed clues are enough for corners; None if none is met."""
    grid = draft.grid
    bounds = StyleBounds.for_cells(len(grid.cells))
    region = Region(grid, inside_cells(grid, LoopWalker(grid).walk(sorted(draft.loop))[0]))
    run = _propagate_all(draft)
    for _ in range(min(MAX_CHANGES, CHANGES_PER_CELL * len(grid.cells))):
        if run.solved:
            return draft
        place = region.places[rng.pick(_unsettled_cells(grid, run))]
        if not region.neighbourhood(place).movable:
            continue
        region.inside[place] ^= 1
        changed = allowed_draft(spec, grid, region.border())
        other = _propagate_all(changed)
        if other.unknown <= run.unknown and bounds.allow(style_of(grid, changed.loop)):
            draft, run = changed, other
        else:
            region.inside[place] ^= 1
    return draft if run.solved else None


def _propagate_all(draft: Draft) -> Propagation:
    """The board as far as corners solve it with all clues of the draft."""
    run = Propagation(draft.grid, draft.puzzle(range(len(draft.groups))).clues)
    run.run()
    return run


def _unsettled_cells(grid: Grid, run: Propagation) -> list[int]:
    """The cells with an edge that is not known."""
    return [
        cell
        for cell, edges in enumerate(grid.cell_edges)
        if any(run.states[edge] == UNKNOWN for edge in edges)
    ]
