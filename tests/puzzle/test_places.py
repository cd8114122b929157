"""Names of cells, sides, corners and dots, and the places of names."""

import pytest
from hypothesis import given

from puzzle.errors import NotationError
from puzzle.grid import Grid, square_grid
from puzzle.names import Direction
from puzzle.places import (
    cell_at,
    cell_at_corner,
    cell_beside,
    corners,
    side_name,
    side_of,
    sides,
    way_from,
)
from tests.support.strategies import grids

GRID = square_grid(3, 2)
SIDES = [Direction.TOP, Direction.RIGHT, Direction.BOTTOM, Direction.LEFT]
CORNERS = [
    Direction.TOP_LEFT,
    Direction.TOP_RIGHT,
    Direction.BOTTOM_RIGHT,
    Direction.BOTTOM_LEFT,
]


@given(grids())
def test_a_square_cell_has_four_sides_and_four_corners(grid: Grid) -> None:
    for cell in range(len(grid.cells)):
        assert list(sides(grid, cell)) == SIDES
        assert tuple(sides(grid, cell).values()) == grid.cell_edges[cell]
        assert list(corners(grid, cell)) == CORNERS
        assert tuple(corners(grid, cell).values()) == grid.cell_dots[cell]


@given(grids())
def test_every_edge_has_a_name_of_its_own(grid: Grid) -> None:
    names = [side_name(grid, edge) for edge in range(len(grid.edge_dots))]
    assert len(set(names)) == len(names)
    for edge in range(len(grid.edge_dots)):
        cell = cell_beside(grid, edge)
        assert sides(grid, cell)[side_of(grid, cell, edge)] == edge


@given(grids())
def test_every_dot_is_a_corner_of_the_cell_that_names_it(grid: Grid) -> None:
    for dot in range(len(grid.dots)):
        assert dot in corners(grid, cell_at_corner(grid, dot)).values()


def test_places_are_at_the_top_left_of_their_cell_where_there_is_one() -> None:
    names = {side_name(GRID, edge).split()[1] for edge in range(len(GRID.edge_dots))}
    assert names == {"top", "left", "bottom", "right"}
    assert [side_name(GRID, edge) for edge in (0, 1, 2, 6, 7)] == [
        "A1 top",
        "B1 top",
        "A2 top",
        "A3 bottom",
        "B3 bottom",
    ]


def test_edges_leave_a_dot_in_four_directions() -> None:
    assert {way_from(GRID, 4, edge) for edge in GRID.dot_edges[4]} == set(SIDES)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("C1", "There is no cell C1; this board has the cells A1 to B3."),
        ("A4", "There is no cell A4; this board has the cells A1 to B3."),
        ("1A", "'1A' is not a cell; write the letters of its column, then its row, A1."),
    ],
)
def test_a_cell_that_is_not_there_gets_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        cell_at(GRID, name)
    assert str(caught.value) == sentence
