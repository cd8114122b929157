"""The topology: incidence, coordinates, names; a non-square board before any other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import OUTSIDE, Grid, GridKey, edge_rows, edges_from_rows, square_grid
from puzzle.names import column_name
from puzzle.places import cell_name, dot_name
from puzzle.tilings.catalogue import build_grid
from tests.support.strategies import grids


def test_two_rows_of_three_cells() -> None:
    grid = square_grid(2, 3)
    assert (grid.rows, grid.cols) == (2, 3)
    assert (len(grid.dots), len(grid.edge_dots), len(grid.cells)) == (12, 17, 6)
    assert grid.dots[11] == (2.0, 3.0)
    assert grid.cells[5] == (1.5, 2.5)
    # The last cell: above, right, below, left; and the dots from its top left, clockwise.
    assert grid.cell_edges[5] == (5, 16, 8, 15)
    assert grid.cell_dots[5] == (6, 7, 11, 10)
    assert grid.dot_edges[6] == (4, 5, 11, 15)


@given(grids())
def test_euler_formula(grid: Grid) -> None:
    faces = len(grid.cells) + 1
    assert len(grid.dots) - len(grid.edge_dots) + faces == 2


@given(grids())
def test_edges_run_round_each_cell(grid: Grid) -> None:
    for cell, (edges, dots) in enumerate(zip(grid.cell_edges, grid.cell_dots, strict=True)):
        for index, edge in enumerate(edges):
            ends = dots[index], dots[(index + 1) % len(dots)]
            assert set(grid.edge_dots[edge]) == set(ends)
            assert cell in grid.edge_cells[edge]


@given(grids())
def test_edges_know_their_dots_and_cells(grid: Grid) -> None:
    for edge, (ends, cells) in enumerate(zip(grid.edge_dots, grid.edge_cells, strict=True)):
        assert ends[0] < ends[1]
        assert all(edge in grid.dot_edges[dot] for dot in ends)
        assert all(edge in grid.cell_edges[cell] for cell in cells if cell != OUTSIDE)
        assert cells[0] != cells[1]
    assert sum(map(len, grid.dot_edges)) == 2 * len(grid.edge_dots)
    bounded = [cell for cells in grid.edge_cells for cell in cells if cell != OUTSIDE]
    assert sorted(bounded) == sorted(cell for cell in range(len(grid.cells)) for _ in range(4))


@given(grids())
def test_first_cell_is_on_the_left_hand(grid: Grid) -> None:
    for (start, end), cells in zip(grid.edge_dots, grid.edge_cells, strict=True):
        (row, col), (to_row, to_col) = grid.dots[start], grid.dots[end]
        middle = ((row + to_row) / 2, (col + to_col) / 2)
        # Seen with rows growing downwards, turning left maps (down, right) to (-right, down).
        left = (-(to_col - col) / 2, (to_row - row) / 2)
        places = [(middle[0] + sign * left[0], middle[1] + sign * left[1]) for sign in (1, -1)]
        for cell, place in zip(cells, places, strict=True):
            inside = 0 < place[0] < grid.rows and 0 < place[1] < grid.cols
            assert (cell != OUTSIDE) == inside
            assert cell == OUTSIDE or grid.cells[cell] == place


@given(grids())
def test_lookups_invert_the_tables(grid: Grid) -> None:
    assert [grid.dot_index[place] for place in grid.dots] == list(range(len(grid.dots)))
    for edge, (a, b) in enumerate(grid.edge_dots):
        assert grid.edge_between(a, b) == grid.edge_between(b, a) == edge
        assert (grid.other_end(edge, a), grid.other_end(edge, b)) == (b, a)
    assert grid.edge_between(0, len(grid.dots) - 1) is None


@given(grids(), st.data())
def test_edges_survive_as_rows(grid: Grid, data: st.DataObject) -> None:
    edges = data.draw(st.frozensets(st.integers(0, len(grid.edge_dots) - 1)))
    horizontal, vertical = edge_rows(grid, edges)
    assert [len(row) for row in horizontal] == [grid.cols] * (grid.rows + 1)
    assert [len(row) for row in vertical] == [grid.cols + 1] * grid.rows
    assert edges_from_rows(grid, horizontal, vertical) == edges


def test_rows_of_another_shape_are_refused() -> None:
    horizontal, vertical = edge_rows(square_grid(2, 3), ())
    with pytest.raises(ValueError, match="do not fit"):
        edges_from_rows(square_grid(3, 2), horizontal, vertical)


def test_names() -> None:
    grid = square_grid(2, 30)
    assert [dot_name(grid, dot) for dot in (0, 1, 26, 30, 31)] == ["A1", "B1", "AA1", "AE1", "A2"]
    assert [cell_name(grid, cell) for cell in (0, 29, 30)] == ["A1", "AD1", "A2"]
    assert len({column_name(col) for col in range(1000)}) == 1000


def test_equality_is_that_of_tiling_and_size() -> None:
    assert square_grid(2, 3) != square_grid(3, 2)
    assert square_grid(2, 3) != (2, 3)
    assert build_grid(GridKey("square", 2, 3)) == square_grid(2, 3)
    assert repr(square_grid(2, 3)) == "<square grid, 2 rows by 3 columns>"


@pytest.mark.parametrize(("rows", "cols"), [(0, 3), (3, 0), (-1, 2)])
def test_no_grid_without_cells(rows: int, cols: int) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        square_grid(rows, cols)


def test_unknown_tiling_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'heptagons' is not known"):
        build_grid(GridKey("heptagons", 2, 3))
