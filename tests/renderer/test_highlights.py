"""Highlights are shapes with their own roles; marks that they restyle are not drawn twice."""

from collections.abc import Sized
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.model import Board, EdgeState
from renderer.alt import MAX_ALT_LENGTH
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.limits import ImageLimits
from renderer.picture import Picture
from renderer.raster import Palette
from renderer.scene import build_scene, satisfied_clues
from renderer.shapes import (
    ORDER_ROLES,
    PERSON_ROLES,
    Area,
    EdgeStroke,
    Path,
    Shape,
    ShapeRole,
    Symbol,
    Text,
)
from renderer.theme import THEMES, theme_named
from tests.support.long import some_examples
from tests.support.renderer.boards import solved_board
from tests.support.renderer.states import STATES
from tests.support.strategies import boards


def shapes(board: Board, highlights: Highlights, *roles: ShapeRole) -> list[Shape]:
    return [s for s in build_scene(board, highlights=highlights).shapes if s.role in roles]


def test_a_hint_shows_where_why_and_what_follows() -> None:
    board = solved_board().mark({8: EdgeState.CROSS})
    grid = board.puzzle.grid
    edge = grid.edge_between(0, 1)
    assert edge == 0
    hint = Highlights(
        region=frozenset({5}),
        reason_cells=frozenset({0}),
        reason_dots=frozenset({5}),
        known=frozenset({0}),
        forced_lines=frozenset({3}),
        forced_crosses=frozenset({4}),
    )
    roles = {
        ShapeRole.REGION,
        ShapeRole.REASON,
        ShapeRole.REASON_CELL,
        ShapeRole.REASON_DOT,
        ShapeRole.KNOWN,
    }
    roles |= {ShapeRole.FORCED_LINE, ShapeRole.FORCED_CROSS}
    found = {shape.role: shape for shape in shapes(board, hint, *roles)}
    assert found.keys() == roles
    assert found[ShapeRole.REASON] == Symbol(ShapeRole.REASON, (0.5, 0.5))
    assert found[ShapeRole.REASON_CELL] == Symbol(ShapeRole.REASON_CELL, (0.5, 0.5))
    assert found[ShapeRole.REASON_DOT] == Symbol(ShapeRole.REASON_DOT, (1.0, 1.0))
    assert found[ShapeRole.KNOWN] == Path(ShapeRole.KNOWN, ((0.0, 0.0), (1.0, 0.0)))
    assert found[ShapeRole.FORCED_LINE] == EdgeStroke(ShapeRole.FORCED_LINE, (0.0, 1.0), (1.0, 1.0))
    assert found[ShapeRole.FORCED_CROSS] == Symbol(ShapeRole.FORCED_CROSS, (1.5, 1.0))


def test_wrong_marks_are_drawn_once_and_unlike_right_ones() -> None:
    board = solved_board().mark({2: EdgeState.CROSS})
    wrong = Highlights(wrong=frozenset({0, 2, 4}))  # edge 4 holds no mark
    assert shapes(board, wrong, ShapeRole.WRONG_LINE) == [
        EdgeStroke(ShapeRole.WRONG_LINE, (0.0, 0.0), (1.0, 0.0))
    ]
    assert shapes(board, wrong, ShapeRole.WRONG_CROSS) == [
        Symbol(ShapeRole.WRONG_CROSS, (2.5, 0.0))
    ]
    assert not shapes(board, wrong, ShapeRole.CROSS, ShapeRole.INSIDE)
    (path,) = shapes(board, wrong, ShapeRole.LINE)
    assert isinstance(path, Path)
    assert not path.closed
    assert {path.corners[0], path.corners[-1]} == {(0.0, 0.0), (1.0, 0.0)}


def test_an_argument_shows_what_is_supposed_and_what_follows_by_number() -> None:
    shown = Highlights(
        supposed_lines=frozenset({3}),
        supposed_crosses=frozenset({4}),
        then_lines=((0, 2),),
        then_crosses=((5, 13),),
        culprits=frozenset({1}),
    )
    roles = (
        ShapeRole.SUPPOSED_LINE,
        ShapeRole.SUPPOSED_CROSS,
        ShapeRole.SUPPOSED_RING,
        ShapeRole.THEN_LINE,
        ShapeRole.THEN_CROSS,
        ShapeRole.NUMBER_PLATE,
        ShapeRole.NUMBER,
        ShapeRole.CULPRIT,
    )
    blank = Board.blank(solved_board().puzzle)
    assert shapes(blank, shown, *roles) == [
        EdgeStroke(ShapeRole.SUPPOSED_LINE, (0.0, 1.0), (1.0, 1.0)),
        Symbol(ShapeRole.SUPPOSED_CROSS, (1.5, 1.0)),
        Symbol(ShapeRole.SUPPOSED_RING, (0.5, 1.0)),
        Symbol(ShapeRole.SUPPOSED_RING, (1.5, 1.0)),
        EdgeStroke(ShapeRole.THEN_LINE, (0.0, 0.0), (1.0, 0.0)),
        Symbol(ShapeRole.NUMBER_PLATE, (0.5, 0.0)),
        Text(ShapeRole.NUMBER, (0.5, 0.0), "2"),
        Symbol(ShapeRole.THEN_CROSS, (2.3, 1.0)),
        Text(ShapeRole.NUMBER, (2.68, 1.0), "13"),
        Symbol(ShapeRole.CULPRIT, (1.5, 0.0)),
    ]
    alt = Picture(blank, highlights=shown).alt
    assert "Supposed lines: the top of A2. Supposed crosses: the top of B2." in alt
    follows = "(2) a line at the top of A1, (13) a cross at the top of C2"
    assert f"Then follows: {follows}. Explained: the top of B1." in alt


def test_the_second_case_and_relations_have_forms_of_their_own() -> None:
    shown = Highlights(
        forced_lines=frozenset({3}),
        then_lines=((3, 4), (0, 2)),
        case_lines=((0, 6), (1, 7)),
        case_crosses=((5, 0),),
        ones=((9, 3, 1),),
        alikes=((0, 9, 0),),
    )
    grid = solved_board().puzzle.grid
    assert {*grid.edge_dots[0]} & {*grid.edge_dots[9]} == {0}
    blank = Board.blank(solved_board().puzzle)
    roles = ShapeRole.CASE_LINE, ShapeRole.CASE_CROSS, ShapeRole.CASE_NUMBER, ShapeRole.THEN_LINE
    assert shapes(blank, shown, *roles) == [
        EdgeStroke(ShapeRole.THEN_LINE, (0.0, 0.0), (1.0, 0.0)),  # the forced edge is no such line
        EdgeStroke(ShapeRole.CASE_LINE, (0.0, 0.0), (1.0, 0.0)),
        EdgeStroke(ShapeRole.CASE_LINE, (1.0, 0.0), (2.0, 0.0)),
        Text(ShapeRole.CASE_NUMBER, (1.5, 0.0), "7"),
        Symbol(ShapeRole.CASE_CROSS, (2.5, 1.0)),
    ]
    arcs = shapes(blank, shown, ShapeRole.ONE_ARC, ShapeRole.ALIKE_ARC)
    assert [shape.role for shape in arcs] == [
        ShapeRole.ONE_ARC,
        ShapeRole.ALIKE_ARC,
        ShapeRole.ALIKE_ARC,
    ]
    alt = Picture(blank, highlights=shown).alt
    second = "a cross at the top of C2, (6) a line at the top of A1, (7) a line at the top of B1"
    assert f"In the second case: {second}." in alt
    assert "Exactly one is a line: (1) the bottom and left of A1." in alt
    assert "Both lines or both crosses: the top and left of A1." in alt


def test_cells_inside_and_outside_are_shaded_and_signed() -> None:
    blank = Board.blank(solved_board().puzzle)
    sides = Highlights(inside_cells=frozenset({0}), outside_cells=frozenset({1}))
    inside, outside = shapes(blank, sides, ShapeRole.INSIDE, ShapeRole.OUTSIDE)
    assert isinstance(inside, Area)
    assert isinstance(outside, Area)
    assert min(inside.corners) == (0.0, 0.0)
    assert min(outside.corners) == (1.0, 0.0)
    signs = shapes(blank, sides, ShapeRole.INSIDE_SIGN, ShapeRole.OUTSIDE_SIGN)
    assert [shape.role for shape in signs] == [ShapeRole.INSIDE_SIGN, ShapeRole.OUTSIDE_SIGN]
    assert "Inside: the 2 at A1. Outside: the cell at B1." in Picture(blank, highlights=sides).alt


def test_satisfied_clues_are_dimmed_unless_they_are_reasons() -> None:
    board = solved_board()
    assert satisfied_clues(board) == {0, 2, 4, 5}
    dimmed = shapes(board, Highlights(dim_satisfied=True), ShapeRole.DIMMED_CLUE)
    assert len(dimmed) == 4
    spared = Highlights(dim_satisfied=True, reason_cells=frozenset({0}))
    assert len(shapes(board, spared, ShapeRole.DIMMED_CLUE)) == 3
    assert not shapes(board, Highlights(), ShapeRole.DIMMED_CLUE)


@st.composite
def highlighted(draw: st.DrawFn) -> Picture:
    """Boards with arbitrary highlights, whether or not these make sense."""
    board = draw(boards(4))
    grid = board.puzzle.grid

    def some(of: Sized) -> st.SearchStrategy[frozenset[int]]:
        return st.frozensets(st.integers(0, len(of) - 1))

    edges, cells, dots = some(grid.edge_dots), some(grid.cells), some(grid.dots)
    dot = st.none() | st.integers(0, len(grid.dots) - 1)
    edge = st.integers(0, len(grid.edge_dots) - 1)
    numbered = st.lists(st.tuples(edge, st.integers(1, 99)), max_size=6).map(tuple)
    found = [
        (one, two)
        for around in grid.dot_edges
        for one, two in combinations(around, 2)
        if any({one, two} <= {*sides} for sides in grid.cell_edges)
    ]
    corner = st.tuples(st.sampled_from(found), st.integers(0, 99))
    corners = st.lists(corner.map(lambda each: (*each[0], each[1])), max_size=6).map(tuple)
    highlights = st.builds(
        Highlights,
        **dict.fromkeys(("region", "reason_cells", "conflict_cells"), cells),
        **dict.fromkeys(("inside_cells", "outside_cells"), cells),
        **dict.fromkeys(("reason_dots", "conflict_dots"), dots),
        **dict.fromkeys(("known", "forced_lines", "forced_crosses", "wrong"), edges),
        **dict.fromkeys(("conflict_edges", "tried", "only_first", "only_second"), edges),
        **dict.fromkeys(("supposed_lines", "supposed_crosses", "culprits"), edges),
        **dict.fromkeys(("then_lines", "then_crosses", "case_lines", "case_crosses"), numbered),
        **dict.fromkeys(("ones", "alikes"), corners),
        **dict.fromkeys(("start", "finish", "cursor"), dot),
        dim_satisfied=st.booleans(),
    )
    theme, footer = draw(st.sampled_from(list(THEMES))), draw(st.text(max_size=40))
    return Picture(board, theme, draw(st.sampled_from(Labels)), draw(highlights), footer)


@given(highlighted())
@some_examples(15)
def test_any_highlights_can_be_drawn_and_described(picture: Picture) -> None:
    assert picture.png(ImageLimits(max_side=300)).startswith(b"\x89PNG")
    assert ET.fromstring(picture.svg()).tag.endswith("svg")  # noqa: S314 (our own)
    assert len(picture.alt) <= MAX_ALT_LENGTH


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", STATES)
def test_every_state_has_enough_shades(theme: str, state: str) -> None:
    board, highlights = STATES[state]
    scene = build_scene(board(), labels=Labels.CELLS, highlights=highlights, footer="No. 1")
    palette = Palette([shape.role for shape in scene.shapes], theme_named(theme))
    assert palette.shades >= 6
    assert len(palette.colours()) <= 3 * 256


def test_a_footer_is_below_the_board() -> None:
    plain, noted = (build_scene(solved_board(), footer=f) for f in ("", "  No. 5\nHard "))
    assert noted.box == (*plain.box[:3], 3.2)
    footer = noted.shapes[-1]
    assert isinstance(footer, Text)
    assert (footer.text, footer.max_width) == ("No. 5 Hard", 3.8000000000000003)
    assert plain.box[3] < footer.at[1] < noted.box[3]


def test_every_role_of_a_board_at_once_still_fits_a_palette() -> None:
    alone = {*ORDER_ROLES, *PERSON_ROLES}  # other highlights are not drawn with these
    roles = [role for role in ShapeRole if role not in alone]
    palette = Palette(roles, theme_named("light"))
    assert palette.shades >= 4
    assert len(palette.colours()) <= 3 * 256
