"""Loops, insides, boundaries and minimum cuts, checked against their definitions."""

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import Grid, square_grid
from puzzle.model import Puzzle
from puzzle.rules import find_loops
from solver.loops import LoopWalker, boundary, enclosed_dots, inside_cells, loop_dots
from solver.separation import impossible_edges, minimum_cut_side
from tests.support.oracle import simple_cycles


def edges_of(grid: Grid, cycle: frozenset[tuple[tuple[int, int], tuple[int, int]]]) -> list[int]:
    found = [grid.edge_between(grid.dot_index[a], grid.dot_index[b]) for a, b in cycle]
    return sorted(edge for edge in found if edge is not None)


@st.composite
def loops_on_grids(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    grid = square_grid(rows, cols)
    return grid, edges_of(grid, draw(st.sampled_from(simple_cycles(rows, cols))))


def cells_inside_by_ray(grid: Grid, lines: list[int]) -> set[int]:
    """Cells from which a ray to the left crosses the loop an odd number of times."""
    inside = set()
    for cell, (row, col) in enumerate(grid.cells):
        crossed = 0
        for a, b in (grid.edge_dots[edge] for edge in lines):
            (r1, c1), (r2, c2) = grid.dots[a], grid.dots[b]
            crossed += c1 == c2 and c1 < col and min(r1, r2) < row < max(r1, r2)
        if crossed % 2:
            inside.add(cell)
    return inside


@given(loops_on_grids())
def test_a_loop_is_walked_once_round(case: tuple[Grid, list[int]]) -> None:
    grid, lines = case
    (loop,) = LoopWalker(grid).walk(lines)
    dots = loop_dots(grid, loop)
    assert sorted(loop) == lines
    assert len(set(dots)) == len(dots) == len(lines)
    for i, edge in enumerate(loop):
        assert set(grid.edge_dots[edge]) == {dots[i], dots[(i + 1) % len(dots)]}


@given(loops_on_grids())
def test_the_inside_agrees_with_ray_casting(case: tuple[Grid, list[int]]) -> None:
    grid, lines = case
    (loop,) = LoopWalker(grid).walk(lines)
    inside = inside_cells(grid, loop)
    assert inside == cells_inside_by_ray(grid, lines)
    expected = set(loop_dots(grid, loop)).union(*(grid.cell_dots[cell] for cell in inside))
    assert enclosed_dots(grid, loop) == expected


def test_several_loops_are_split_as_by_the_rules() -> None:
    grid = square_grid(3, 5)
    rings = [edge for cell in (0, 4, 12) for edge in grid.cell_edges[cell]]
    walker = LoopWalker(grid)
    walked = {frozenset(loop) for loop in walker.walk(sorted(rings))}
    assert walked == {frozenset(loop) for loop in walker.walk(sorted(rings))}
    assert walked == {frozenset(loop.edges) for loop in find_loops(grid, rings)}
    assert len(walked) == 3


@given(st.data())
def test_the_boundary_has_one_end_inside(data: st.DataObject) -> None:
    grid = square_grid(data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6)))
    dots = data.draw(st.sets(st.integers(0, len(grid.dots) - 1)))
    expected = [e for e, (a, b) in enumerate(grid.edge_dots) if (a in dots) != (b in dots)]
    assert boundary(grid, dots) == expected


@given(st.data())
def test_a_narrow_side_is_a_smallest_separation(data: st.DataObject) -> None:
    """Checked against every set of dots between source and sink."""
    grid = square_grid(data.draw(st.integers(1, 2)), data.draw(st.integers(1, 3)))
    last = len(grid.dots) - 1
    closed = data.draw(st.sets(st.integers(0, len(grid.edge_dots) - 1)))
    middle = range(1, last)
    widths = []
    for choice in range(1 << len(middle)):
        side = {0} | {dot for i, dot in enumerate(middle) if choice >> i & 1}
        widths.append(len(set(boundary(grid, side)) - closed))
    best = min(widths)
    found = minimum_cut_side(grid, [0], {last}, closed, width=best)
    assert found is not None
    assert 0 in found
    assert last not in found
    assert len(set(boundary(grid, found)) - closed) == best
    if best > 0:
        assert minimum_cut_side(grid, [0], {last}, closed, width=best - 1) is None


@given(st.data())
def test_an_impossible_edge_is_in_no_solution(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    clues = tuple(data.draw(st.sampled_from((None, None, 0))) for _ in range(rows * cols))
    grid = square_grid(rows, cols)
    gone = impossible_edges(Puzzle(grid, clues))
    zeros = {e for cell, clue in enumerate(clues) if clue == 0 for e in grid.cell_edges[cell]}
    assert zeros <= gone
    for cycle in simple_cycles(rows, cols):
        lines = set(edges_of(grid, cycle))
        if not lines & zeros:
            assert not lines & gone
