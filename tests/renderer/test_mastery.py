"""The picture of mastered techniques, and letters on edges."""

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from renderer.alt import alt_text
from renderer.highlights import Highlights
from renderer.mastery import MASTERED, NEW, MasteryGrid
from renderer.positions import positions_of
from renderer.scene import build_scene
from renderer.shapes import Area, Path, ShapeRole, Symbol, Text

ROWS = st.lists(
    st.lists(st.integers(NEW, 5), min_size=1, max_size=9).map(tuple), min_size=1, max_size=7
).map(tuple)


@given(ROWS)
def test_states_differ_in_more_than_colour(rows: tuple[tuple[int, ...], ...]) -> None:
    """Mastered techniques have a ground and a loop around them, new ones no number."""
    due = frozenset({(0, 0)})
    shapes = MasteryGrid(rows, due).scene.shapes
    boxes = [box for row in rows for box in row]
    grounds = [s for s in shapes if isinstance(s, Area) and s.role is ShapeRole.INSIDE]
    numbers = [s.text for s in shapes if isinstance(s, Text) and s.role is not ShapeRole.LABEL]
    assert len(grounds) == sum(box >= MASTERED for box in boxes)
    assert numbers == [str(box) for box in boxes if box != NEW]
    assert any(isinstance(s, Path) for s in shapes) == bool(grounds)
    rings = [s for s in shapes if s.role is ShapeRole.REASON_CELL]
    assert rings == [Symbol(ShapeRole.REASON_CELL, (0.5, 0.5))]


def test_edges_of_a_question_have_signs() -> None:
    board = Board.blank(Puzzle(square_grid(1, 2), (3, None)))
    asked = Highlights(asked=(2, 0, 5))
    numbers = [
        (shape.text, shape.at)
        for shape in build_scene(board, highlights=asked).shapes
        if isinstance(shape, Text) and shape.role is ShapeRole.NUMBER
    ]
    at = positions_of(board.puzzle.grid)
    assert numbers == [
        (number, at.middle(edge)) for number, edge in zip("123", asked.asked, strict=True)
    ]
    assert "Which one is decided: ① the bottom of A1; ② the top of A1; ③ " in alt_text(board, asked)
