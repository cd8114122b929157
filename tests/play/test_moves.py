"""Lines of text as actions, and a sentence for each mistake."""

import pytest

from play.history import Clear, Mark
from play.moves import parse_command
from play.pen import MoveTo, Pad
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.places import dot_at, dot_name, edge_name
from renderer.labels import Labels, label_layout

GRID = square_grid(3, 2)


def marks(text: str) -> tuple[dict[str, str], str]:
    action = parse_command(text, GRID)
    assert isinstance(action, Mark)
    assert action.pen is not None
    states = {edge_name(GRID, edge): state.name for edge, state in action.states.items()}
    pad = Pad.fresh(Puzzle(GRID, (None,) * 6)).apply(action)
    return states, dot_name(GRID, pad.pen)


def test_paths_draw_cross_out_and_erase_and_take_the_pen_along() -> None:
    assert marks("A1-A3-B3") == (dict.fromkeys(("A1-A2", "A2-A3", "A3-B3"), "LINE"), "B3")
    assert marks("x A1-A2") == ({"A1-A2": "CROSS"}, "A2")
    assert marks("erase a1-b1,\n") == ({"A1-B1": "UNKNOWN"}, "B1")
    text = "X a1-b1 E b1-c1 ERASE c1-c2 c3-b3"
    expected = {"A1-B1": "CROSS", "B1-C1": "UNKNOWN", "C1-C2": "UNKNOWN", "B3-C3": "LINE"}
    assert marks(text) == (expected, "B3")


def test_sides_leave_the_pen_where_it_is() -> None:
    action = parse_command("A1-B1 x B2 top", GRID)
    assert isinstance(action, Mark)
    assert action.pen is None
    assert sorted(action.states.values()) == [EdgeState.LINE, EdgeState.CROSS]


@pytest.mark.parametrize(
    ("text", "dot"),
    [
        ("go B3", "B3"),
        ("go B3 bottom right", "C4"),
        ("go b3br", "C4"),
        ("go the top-right corner of B3", "C3"),
        ("go A1 left bottom", "A2"),
    ],
)
def test_the_pen_goes_to_corners_of_cells(text: str, dot: str) -> None:
    assert parse_command(text, GRID) == MoveTo(dot_at(GRID, dot))


@pytest.mark.parametrize("text", ["go B3 top", "go B3 top bottom", "go A1:B1tl", "go top left"])
def test_the_pen_goes_to_one_corner_only(text: str) -> None:
    with pytest.raises(NotationError, match="go takes the name of one dot"):
        parse_command(text, GRID)


def test_go_and_clear_stand_alone() -> None:
    assert parse_command(" Go c4 ", GRID) == MoveTo(dot_at(GRID, "C4"))
    assert parse_command("CLEAR", GRID) == Clear()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Read as moves: there is nothing; write D2 top or A1-A4-C4 for lines"),
        (" , ", "Read as moves: there is nothing"),
        ("go", "Read as moves: go takes the name of one dot; write go C3 or go C3 bottom right."),
        ("go A1 B1", "go takes the name of one dot"),
        ("go Z9", "There is no dot Z9; this board has the dots A1 to C4."),
        ("go A1-A2", "'A1-A2' is not a dot"),
        ("clear A1", "clear stands alone"),
        ("A1-D1", "There is no dot D1"),
        ("A1-B2", "A1 and B2 are not in one row or column"),
        ("undo", "'undo' is no move"),
        ("e", "an e has nothing behind it"),
        ("erase x A1-A2", "an x follows an erase"),
        ("A1-B1 e A1-B1", "A1 top would be erased and a line; make it one of them."),
        ("x A1-B1 e A1-B1", "A1 top would be erased and a cross; make it one of them."),
    ],
)
def test_mistakes_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_command(text, GRID)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_text_for_a_large_board_is_bounded() -> None:
    with pytest.raises(NotationError, match="this board takes 1408"):
        parse_command("A1-A2 " * 100_000, GRID)
    with pytest.raises(NotationError) as caught:
        parse_command("go " + "A" * 1_000_000, GRID)
    assert len(str(caught.value)) < 200


def test_dots_beyond_the_last_row_and_column_of_cells_have_names() -> None:
    last = len(GRID.dots) - 1
    name = dot_name(GRID, last)
    labels = label_layout(GRID, Labels.DOTS, 0.5).labels
    columns, rows = (
        [each.text for each in labels if each.text.isalpha() is alpha] for alpha in (True, False)
    )
    assert name == columns[-1] + rows[-1]
    assert parse_command(f"go {name}", GRID) == MoveTo(last)
    action = parse_command(f"{columns[-1]}1-{name}", GRID)
    assert isinstance(action, Mark)
    assert (len(action.states), action.pen) == (len(rows) - 1, last)
