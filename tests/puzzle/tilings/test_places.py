"""Names and moves on other tilings: every edge has a name that is read back, and an arrow."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.grid import Grid, GridKey
from puzzle.model import EdgeState
from puzzle.moves import examples, format_marks, parse_marks
from puzzle.names import DIRECTIONS, Direction, turn
from puzzle.places import (
    SideNaming,
    cell_at,
    cell_name,
    side_name,
    side_names,
    side_naming,
    ways,
)
from puzzle.tilings.catalogue import TILINGS, build_grid
from puzzle.tilings.tiles import Tile, assemble
from tests.support.tilings import OTHERS, small_grid, tiled_keys

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
HONEYCOMB = build_grid(GridKey("honeycomb", 3, 4))
DODECAGONS = build_grid(GridKey("dodecagonal", 2, 2))
BLADE = tuple((10 * i, -i * i if i < 12 else 20) for i in range(13))
"""A cell of so many sides, on a curve, that hours do not tell them apart."""


def _marks(grid: Grid) -> st.SearchStrategy[dict[int, EdgeState]]:
    edges = st.integers(0, len(grid.edge_dots) - 1)
    return st.dictionaries(edges, st.sampled_from([LINE, CROSS]))


@given(tiled_keys(), st.data())
def test_marks_are_written_and_read_back(key: GridKey, data: st.DataObject) -> None:
    grid = build_grid(key)
    marks = data.draw(_marks(grid))
    assert parse_marks(format_marks(grid, marks), grid) == marks
    signs = {LINE: "", CROSS: "x "}
    text = " ".join(f"{signs[state]}{side_name(grid, edge)}" for edge, state in marks.items())
    assert parse_marks(text, grid) == marks


@pytest.mark.parametrize("name", OTHERS)
def test_all_edges_of_a_board_are_named_within_the_longest_text(name: str) -> None:
    grid = small_grid(name)
    edges = range(len(grid.edge_dots))
    crosses = dict.fromkeys(edges, CROSS)
    assert parse_marks(", ".join(f"x {side_name(grid, edge)}" for edge in edges), grid) == crosses
    assert parse_marks(" ".join(examples(grid)), grid)


@given(tiled_keys())
def test_every_edge_at_a_dot_has_an_arrow_of_its_own(key: GridKey) -> None:
    grid = build_grid(key)
    for dot, edges in enumerate(grid.dot_edges):
        found = ways(grid, dot)
        assert sorted(found.values()) == sorted(edges)
        for way, edge in found.items():
            assert _away(grid, dot, edge, way) < (22.5 if TILINGS[key.tiling].is_periodic else 30)


def test_arrows_are_spread_where_edges_share_a_direction() -> None:
    """Two edges that leave a dot 18 degrees from the bottom, as at dots of rhombs of Penrose."""
    ends = [(1000, 0), (309, 951), (-309, 951), (-1000, 0), (309, -951)]
    tiles: list[Tile] = [((0, 0), one, other) for one, other in pairwise(ends)]
    grid = assemble(GridKey("fan", 1, 1), tiles, build_grid)
    found = ways(grid, 0)
    assert sorted(found.values()) == sorted(grid.dot_edges[0])
    assert all(_away(grid, 0, edge, way) < 30 for way, edge in found.items())


def _away(grid: Grid, dot: int, edge: int, way: Direction) -> float:
    """By how many degrees an edge leaves a dot in another direction."""
    leaves = turn(grid.dots[dot], grid.dots[grid.other_end(edge, dot)]) * 360
    return abs((leaves - DIRECTIONS.index(way) * 45 + 180) % 360 - 180)


def test_names_of_the_sides_of_a_cell() -> None:
    hexagon = ["top", "top-right", "bottom-right", "bottom", "bottom-left", "top-left"]
    for cell in range(len(HONEYCOMB.cells)):
        assert set(side_names(HONEYCOMB, cell)) == {*hexagon}
    kinds = {
        len(edges): (side_naming(DODECAGONS, cell), set(side_names(DODECAGONS, cell)))
        for cell, edges in enumerate(DODECAGONS.cell_edges)
    }
    assert kinds[12] == (SideNaming.HOURS, {str(hour) for hour in range(1, 13)})
    assert kinds[3][0] is SideNaming.DIRECTIONS
    blade = assemble(GridKey("blade", 1, 1), [BLADE], build_grid)
    assert side_naming(blade, 0) is SideNaming.NUMBERS
    assert list(side_names(blade, 0)) == [str(number) for number in range(1, 14)]
    top = side_names(blade, 0)["1"]
    assert (
        blade.dots[blade.edge_dots[top][0]][0] == 0 or blade.dots[blade.edge_dots[top][1]][0] == 0
    )


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("B2 top-right", "top-right"),
        ("right-top B2", "top-right"),
        ("B2 top right", "top-right"),
        ("the top and left sides of B2", "top-left"),
        ("B2bl", "bottom-left"),
        ("B2の右上", "top-right"),
        ("B2 bottom", "bottom"),
    ],
)
def test_a_diagonal_side_is_one_side(text: str, side: str) -> None:
    edge = side_names(HONEYCOMB, cell_at(HONEYCOMB, "B2"))[side]
    assert parse_marks(text, HONEYCOMB) == {edge: LINE}


def test_sides_by_hours() -> None:
    cell = next(cell for cell, edges in enumerate(DODECAGONS.cell_edges) if len(edges) == 12)
    name, edges = cell_name(DODECAGONS, cell), side_names(DODECAGONS, cell)
    for text in (f"{name} 5", f"5 {name}", f"the side of {name} at 5 o'clock"):
        assert parse_marks(text, DODECAGONS) == {edges["5"]: LINE}
    both = parse_marks(f"{name} 12 5", DODECAGONS)
    assert both == dict(sorted({edges["12"]: LINE, edges["5"]: LINE}.items()))


@pytest.mark.parametrize(
    ("grid", "text", "sentence"),
    [
        (HONEYCOMB, "B2 left", "B2 has no side left; its sides are top, top-right, bottom-right,"),
        (HONEYCOMB, "B2 5", "B2 has no side 5; its sides are top"),
        (HONEYCOMB, "A1:A3 top", "A1:A3 is a run of cells; only boards of squares have runs."),
        (HONEYCOMB, "A2 top", "There is no cell A2; its columns and rows of cells end at D6"),
        (HONEYCOMB, "B1-C1-C3", "no edge joins C1 and C3; a path names every dot"),
        (HONEYCOMB, "B1-B1", "B1-B1 leads nowhere; a path names every dot that it comes to."),
        (HONEYCOMB, "B2", "B2 has no side; write "),
        (DODECAGONS, "A1 top", "A1 has no side top; name its sides by the hours of a clock, A1 "),
    ],
)
def test_mistakes_get_one_sentence(grid: Grid, text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_marks(text, grid)
    assert sentence in str(caught.value)


def test_an_example_of_a_message_is_read() -> None:
    line, path, cross = examples(HONEYCOMB)
    with pytest.raises(NotationError, match=f"write {line} for a line, {path} for a path and x"):
        parse_marks("nonsense", HONEYCOMB)
    found = parse_marks(f"{line} {path} x {cross}", HONEYCOMB)
    assert sorted(found.values()) == [LINE, LINE, CROSS]
