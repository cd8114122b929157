"""The boards of all tilings are those of Loopy, and are discs."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import SizeError
from puzzle.grid import OUTSIDE, GridKey, square_grid
from puzzle.notation import format_loopy, parse_loopy
from puzzle.places import cell_at, cell_name, dot_at, dot_name
from puzzle.rules import is_solved
from puzzle.tilings.catalogue import TILINGS, build_grid
from solver.search import Outcome, solve
from tests.support.long import some_or_all
from tests.support.pickling import pickled
from tests.support.readings import find_puzzle
from tests.support.tilings import LOOPY, OTHERS, LoopyBoard, loopy_boards, tiled_keys


@pytest.fixture(scope="module")
def published(shared: Path | None) -> list[LoopyBoard]:
    """Eight boards of each tiling."""
    found = loopy_boards(shared)
    if not found:
        pytest.skip("the boards are in the shared folder")
    assert Counter(board.number for board in found) == dict.fromkeys(LOOPY, 8)
    return found


def first_of_each(boards: list[LoopyBoard], count: int) -> Iterator[LoopyBoard]:
    """The first boards of each tiling."""
    seen: Counter[int] = Counter()
    for board in boards:
        seen[board.number] += 1
        if seen[board.number] <= count:
            yield board


@some_or_all("count", 2, 8)
def test_boards_of_loopy_are_read_and_written_edge_by_edge(
    published: list[LoopyBoard], count: int
) -> None:
    read: Counter[int] = Counter()
    for board in first_of_each(published, count):
        puzzle = parse_loopy(board.game_id)
        grid, edges = puzzle.grid, board.edges_on(puzzle.grid)
        assert len(grid.dots) == len(board.dots)
        assert sorted(edges) == list(range(len(grid.edge_dots)))
        for face, around in zip(board.faces, grid.cell_edges, strict=True):
            assert sorted(edges[edge] for edge in face) == sorted(around), board.game_id
        assert [-1 if clue is None else clue for clue in puzzle.clues] == board.clues
        without_grade = re.sub("d[enth]:", ":", board.game_id.replace("t0", ""))
        assert format_loopy(puzzle) == without_grade
        assert find_puzzle(f"Try {board.game_id}, please.") == puzzle
        read[board.number] += 1
    assert read == dict.fromkeys(LOOPY, count)


@some_or_all("count", 2, 8)
def test_boards_of_loopy_have_their_solution_alone(published: list[LoopyBoard], count: int) -> None:
    for board in first_of_each(published, count):
        puzzle = parse_loopy(board.game_id)
        edges, report = board.edges_on(puzzle.grid), solve(puzzle)
        assert report.outcome is Outcome.UNIQUE, board.game_id
        assert report.solutions == (frozenset(edges[edge] for edge in board.solution),)
        assert is_solved(puzzle, report.solutions[0])


EDGES = {
    "honeycomb": (3, 2, -1),
    "snub-square": (5, 0, -1),
    "cairo": (5, 0, -4),
    "great-hexagonal": (12, -4, 2),
    "octagonal": (6, 1, 0),
    "kites": (12, 4, -2),
    "dodecagonal": (9, 2, -1),
    "great-dodecagonal": (18, -4, 2),
    "great-great-dodecagonal": (30, -14, 10),
    "kagome": (6, 2, -4),
    "compass-dodecagonal": (14, -3, 4),
}
"""Edges per place of the lattice, per row and column, and more."""


@given(key=tiled_keys())
def test_grids_of_all_sizes_are_discs(key: GridKey) -> None:
    grid = build_grid(key)
    dots, edges, cells = len(grid.dots), len(grid.edge_dots), len(grid.cells)
    assert cells <= TILINGS[key.tiling].faces(key)
    if TILINGS[key.tiling].is_periodic:
        assert cells == TILINGS[key.tiling].faces(key)
    assert dots == edges - cells + 1
    if key.tiling in EDGES:
        per_place, per_side, more = EDGES[key.tiling]
        assert edges == per_place * key.cols * key.rows + per_side * (key.cols + key.rows) + more
    border = [edge for edge, beside in enumerate(grid.edge_cells) if OUTSIDE in beside]
    at_dots = Counter(dot for edge in border for dot in grid.edge_dots[edge])
    assert set(at_dots.values()) == {2}
    assert {min(beside) for beside in grid.edge_cells} >= {OUTSIDE}
    assert all(one != other for one, other in grid.edge_cells)
    for cell, around in enumerate(grid.cell_edges):
        assert all(cell in grid.edge_cells[edge] for edge in around)
        for dot, edge in zip(grid.cell_dots[cell], around, strict=True):
            assert dot in grid.edge_dots[edge]


@given(key=tiled_keys())
def test_cells_lie_on_the_right_of_their_sides(key: GridKey) -> None:
    grid = build_grid(key)
    for cell, corners in enumerate(grid.cell_dots):
        ways = list(zip(corners, (*corners[1:], corners[0]), strict=True))
        places = [(grid.dots[one], grid.dots[other]) for one, other in ways]
        assert sum(col * end[0] - end[1] * row for (row, col), end in places) > 0  # clockwise
        for (one, other), edge in zip(ways, grid.cell_edges[cell], strict=True):
            assert grid.edge_cells[edge][one < other] == cell


@given(key=tiled_keys())
def test_every_cell_and_dot_has_a_name_that_leads_back(key: GridKey) -> None:
    grid = build_grid(key)
    assert [cell_at(grid, cell_name(grid, cell)) for cell in range(len(grid.cells))] == [
        *range(len(grid.cells))
    ]
    assert [dot_at(grid, dot_name(grid, dot).lower()) for dot in range(len(grid.dots))] == [
        *range(len(grid.dots))
    ]


@given(key=tiled_keys())
def test_a_grid_is_known_by_its_key(key: GridKey) -> None:
    grid = build_grid(key)
    assert grid.key == key
    assert pickled(grid) == grid
    assert grid != square_grid(key.rows, key.cols)
    assert min(row for row, _ in grid.dots) == min(col for _, col in grid.dots) == 0


@pytest.mark.parametrize("name", OTHERS)
def test_sizes_are_checked_before_anything_is_built(name: str) -> None:
    tiling = TILINGS[name]
    with pytest.raises(SizeError, match="no side may be over 200"):
        tiling.check(201, 201, DEFAULT_BOUNDS)
    with pytest.raises(SizeError, match="at most 20 cells"):
        tiling.check(6, 6, Bounds(max_cells=20))
    if tiling.shortest > 1:
        with pytest.raises(SizeError, match=f"no side may be under {tiling.shortest}"):
            tiling.check(tiling.shortest - 1, 6, DEFAULT_BOUNDS)
    if tiling.longest > tiling.shortest:
        with pytest.raises(SizeError, match=f"one side must be {tiling.longest} or more"):
            tiling.check(tiling.shortest, tiling.shortest, DEFAULT_BOUNDS)


def test_cells_are_counted_not_places() -> None:
    TILINGS["honeycomb"].check(10, 10, Bounds(max_cells=100))
    with pytest.raises(SizeError, match="at most 100 cells"):
        TILINGS["kites"].check(10, 10, Bounds(max_cells=100))
