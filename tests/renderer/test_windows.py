"""The part of a large board that a picture shows: what it is about, under its own names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.scene import build_scene
from renderer.shapes import Point, ShapeRole, Symbol, Text
from renderer.windows import MAX_SIDE, BoardPart, cut, window_around

GRID = square_grid(25, 30)
PUZZLE = Puzzle(GRID, tuple(cell % 4 if cell % 3 else None for cell in range(len(GRID.cells))))


Found = tuple[ShapeRole, Point, str]


def shapes(board: Board, highlights: Highlights, *roles: ShapeRole) -> set[Found]:
    """Symbols and texts of these roles, by their places."""
    found = build_scene(board, highlights=highlights).shapes
    return {
        (shape.role, shape.at, shape.text if isinstance(shape, Text) else "")
        for shape in found
        if isinstance(shape, Symbol | Text) and shape.role in roles
    }


ROLES = (
    ShapeRole.CLUE,
    ShapeRole.CROSS,
    ShapeRole.NUMBER,
    ShapeRole.THEN_CROSS,
    ShapeRole.CULPRIT,
    ShapeRole.CONFLICT_CELL,
    ShapeRole.CONFLICT_DOT,
    ShapeRole.REASON_CELL,
)


@given(
    st.builds(
        BoardPart,
        row=st.integers(0, 17),
        col=st.integers(0, 22),
        rows=st.integers(1, 8),
        cols=st.integers(1, 8),
    ),
    st.integers(0, 10**6),
)
def test_a_part_shows_what_the_whole_board_shows_there(part: BoardPart, seed: int) -> None:
    edges = [(seed * 7 + 13 * n) % len(GRID.edge_dots) for n in range(300)]
    cells = frozenset(edge % len(GRID.cells) for edge in edges[:40])
    dots = frozenset(edge % len(GRID.dots) for edge in edges[40:80])
    board = Board.blank(PUZZLE).mark(dict.fromkeys(edges, EdgeState.CROSS))
    shown = Highlights(
        reason_cells=cells,
        conflict_cells=cells,
        conflict_dots=dots,
        culprits=frozenset(edges[80:120]),
        then_crosses=tuple((edge, n) for n, edge in enumerate(dict.fromkeys(edges[120:160]))),
    )
    whole, (left, top) = shapes(board, shown, *ROLES), (float(part.col), float(part.row))
    right, bottom = left + part.cols, top + part.rows
    there = {
        (role, (x - left, y - top), text)
        for role, (x, y), text in whole
        if left <= x <= right and top <= y <= bottom
    }
    assert rounded(shapes(*cut(board, shown, part), *ROLES)) == rounded(there)


def rounded(found: set[Found]) -> set[Found]:
    return {(role, (round(x, 6), round(y, 6)), text) for role, (x, y), text in found}


@given(st.frozensets(st.integers(0, len(GRID.edge_dots) - 1), min_size=1, max_size=4))
def test_a_window_has_all_that_an_argument_supposes(edges: frozenset[int]) -> None:
    part = window_around(GRID, Highlights(supposed_lines=edges))
    if part is not None:
        _, shown = cut(Board.blank(PUZZLE), Highlights(supposed_lines=edges), part)
        assert len(shown.supposed_lines) == len(edges)
        assert max(part.rows, part.cols) <= MAX_SIDE
        assert part.row + part.rows <= GRID.rows
        assert part.col + part.cols <= GRID.cols


def test_known_marks_far_away_do_not_make_a_window_large() -> None:
    near, far = frozenset({0}), frozenset({len(GRID.edge_dots) - 1})
    assert window_around(GRID, Highlights(supposed_lines=near, known=far)) == window_around(
        GRID, Highlights(supposed_lines=near)
    )
    assert window_around(GRID, Highlights(supposed_lines=near | far)) is None


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Labels.NONE, {"Z", "AA", "AB", "AC", "11", "12", "13", "14", "15"}),
        (Labels.CELLS, {"Z", "AA", "AB", "AC", "11", "12", "13", "14", "15"}),
        (Labels.DOTS, {"Z", "AA", "AB", "AC", "AD", "11", "12", "13", "14", "15", "16"}),
    ],
)
def test_places_keep_their_names_and_the_alt_text_names_the_part(
    kind: Labels, expected: set[str]
) -> None:
    part = BoardPart(row=10, col=25, rows=5, cols=4)
    picture = Picture(Board.blank(PUZZLE), labels=kind, window=part)
    labels = {
        shape.text
        for shape in picture.scene.shapes
        if isinstance(shape, Text) and shape.role is ShapeRole.LABEL
    }
    assert labels == expected
    assert "Only the area from Z11 to AC15 is shown." in picture.alt
