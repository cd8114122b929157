"""The parts of a model are those around which its subloops run."""

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import OUTSIDE, square_grid
from solver.loops import LoopWalker, inside_cells
from solver.parts import Part, border, parts_of
from solver.presolve import bit_layout
from tests.support.solver.models import loops, models

GRID = square_grid(6, 7)
LAYOUT = bit_layout(GRID)


@given(near=loops(6, 7), data=st.data())
def test_each_subloop_of_a_model_surrounds_one_part(
    near: frozenset[int], data: st.DataObject
) -> None:
    inside = data.draw(models(LAYOUT, near))
    parts = {
        LAYOUT.edge_numbers(border(LAYOUT, part.enclosed)): part
        for part in parts_of(LAYOUT, inside)
    }
    subloops = LoopWalker(GRID).walk(sorted(LAYOUT.edge_numbers(border(LAYOUT, inside))))
    assert sorted(map(sorted, parts)) == sorted(map(sorted, subloops))
    for loop in subloops:
        check(parts[frozenset(loop)], loop, inside)


def check(part: Part, loop: list[int], inside: int) -> None:
    """Check a part against its subloop and the cells that are inside in the model."""
    enclosed = LAYOUT.cell_bits(inside_cells(GRID, loop))
    sides = {cell for edge in loop for cell in GRID.edge_cells[edge]}
    beside = LAYOUT.cell_bits(sides - {OUTSIDE})
    assert part.enclosed == enclosed
    assert part.beside & LAYOUT.area == beside
    assert part.ring & LAYOUT.area == beside & ~enclosed
    assert bool(part.ring & LAYOUT.outer) == (OUTSIDE in sides)
    assert part.cells & ~(enclosed & (inside if part.is_inside else ~inside)) == 0
    assert beside & enclosed & ~part.cells == 0


def test_parts_in_holes_of_parts() -> None:
    ring = LAYOUT.cell_bits([*range(8, 13), 15, 19, 22, 26, 29, 33, *range(36, 41)])
    middle = LAYOUT.cell_bits([24])
    hole, around, within = parts_of(LAYOUT, ring | middle)
    assert (hole.is_inside, around.is_inside, within.is_inside) == (False, True, True)
    assert (around.cells, within.cells) == (ring, middle)
    assert hole.enclosed == hole.cells | middle
    assert around.enclosed == hole.enclosed | ring
