"""Marks as text: parsing, messages of one sentence about mistakes, and round trips."""

import contextlib
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError, PuzzleError
from puzzle.grid import Grid, mark_rows, square_grid
from puzzle.model import Board, EdgeState
from puzzle.moves import format_marks, parse_marks
from puzzle.places import dot_at, dot_name, edge_name, side_name
from tests.support.strategies import boards, grids
from tests.support.work import lines_run

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
GRID = square_grid(3, 2)


def named(grid: Grid, marks: Mapping[int, EdgeState]) -> dict[str, EdgeState]:
    return {edge_name(grid, edge): state for edge, state in marks.items()}


def test_a_path_draws_all_edges_along_it() -> None:
    marks = parse_marks("A1-A4-C4", GRID)
    assert set(named(GRID, marks)) == {"A1-A2", "A2-A3", "A3-A4", "A4-B4", "B4-C4"}
    assert set(marks.values()) == {LINE}
    assert parse_marks("c4-a4-a1", GRID) == marks


def test_an_x_applies_to_the_next_path_only() -> None:
    for text in ("x A1-B1-B2 A1-A2", "X A1-B1-B2,A1-A2", "A1-A2\n,x\tA1-B1-B2,\n"):
        expected = {"A1-B1": CROSS, "B1-B2": CROSS, "A1-A2": LINE}
        assert named(GRID, parse_marks(text, GRID)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B2 top", "B2 top"),
        ("top B2", "B2 top"),
        ("b2t", "B2 top"),
        ("B2 TOP LEFT", "B2 top, B2 left"),
        ("B2tl", "B2 top, B2 left"),
        ("B2 t l", "B2 top, B2 left"),
        ("B2 top-left", "B2 top, B2 left"),
        ("top left B2 A1 left", "B2 top, B2 left, A1 left"),
        ("the top and left sides of B2", "B2 top, B2 left"),
        ("B2上左", "B2 top, B2 left"),
        ("B2の上", "B2 top"),
        ("B2, top", "B2 top"),
        ("B2 top, left A1", "B2 top, A1 left"),
        ("A2:B2 top", "A2 top, B2 top"),
        ("B2:A2t", "A2 top, B2 top"),
        ("A1 right", "B1 left"),
        ("B3 bottom right", "B3 bottom, B3 right"),
        ("A2 top A1-A2", "A2 top, A1 left"),
    ],
)
def test_sides_of_cells(text: str, expected: str) -> None:
    marks = parse_marks(text, GRID)
    assert {side_name(GRID, edge) for edge in marks} == set(expected.split(", "))
    assert set(marks.values()) == {LINE}


def test_an_x_applies_to_all_sides_of_the_next_cell_only() -> None:
    states = {side_name(GRID, e): s for e, s in parse_marks("x B2 top left B3 left", GRID).items()}
    assert states == {"B2 top": CROSS, "B2 left": CROSS, "B3 left": LINE}


def test_marks_may_be_repeated_or_missing() -> None:
    assert named(GRID, parse_marks("A1-B1 B1-A1", GRID)) == {"A1-B1": LINE}
    assert parse_marks(" ,\n", GRID) == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A1-D1", "There is no dot D1; this board has the dots A1 to C4."),
        ("A1-A5", "There is no dot A5; this board has the dots A1 to C4."),
        ("A1-ZZZ99999", "There is no dot ZZZ99999; this board"),
        ("A1-1A", "'1A' is not a dot; write the letters of its column, then its row, A1."),
        ("A1-A0", "'A0' is not a dot"),
        ("A1-\uff212", "'\uff212' is not a dot"),
        ("A1-B2", "Read as marks: A1 and B2 are not in one row or column; a path turns at dots"),
        ("A1-A1", "Read as marks: A1-A1 leads nowhere"),
        ("A1", "Read as marks: A1 has no side; write D2 top for a line"),
        ("top", "Read as marks: top has no cell; write D2 top for a line"),
        ("B2 left C2 top", "There is no cell C2; this board has the cells A1 to B3."),
        ("A1:B2 top", "Read as marks: A1 and B2 are not in one row or column; write a run"),
        ("A1 top, bottom", "Read as marks: bottom has no cell"),
        ("B2 upwards", "Read as marks: B2 has no side"),
        ("A1-", "Read as marks: a dash has no dot on one side"),
        ("x", "Read as marks: an x has nothing behind it"),
        ("x x A1-A2", "Read as marks: an x follows an x"),
        (
            "A1-A3 x A2-A3",
            "Read as marks: A2 left would be a line and a cross; make it one of",
        ),
        ("x A1-A2 A1-A2", "A1 left would be a line and a cross"),
        ("xA1-A2", "There is no dot XA1"),
        ("-".join(["A1", "A4"] * 20), "the same edges come again and again"),
        (" " * 100_000, "there are 100000 characters; this board takes 1408."),
    ],
)
def test_mistakes_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_marks(text, GRID)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_paths_may_go_over_the_board_four_times() -> None:
    cell = square_grid(1, 1)
    paths = ["A1-B1-B2-A2-A1"] * 4
    assert len(parse_marks(" ".join(paths), cell)) == 4
    with pytest.raises(NotationError, match="again and again"):
        parse_marks(" ".join([*paths, "A1-B1"]), cell)


@given(boards())
def test_marks_round_trip(board: Board) -> None:
    grid = board.puzzle.grid
    marks = dict(enumerate(board.marks))
    known = {edge: state for edge, state in marks.items() if state is not EdgeState.UNKNOWN}
    assert parse_marks(format_marks(grid, marks), grid) == known


@given(boards())
def test_marks_by_sides_round_trip(board: Board) -> None:
    grid = board.puzzle.grid
    marks = dict(enumerate(board.marks))
    known = {edge: state for edge, state in marks.items() if state is not EdgeState.UNKNOWN}
    signs = {EdgeState.LINE: "", EdgeState.CROSS: "x "}
    text = ", ".join(f"{signs[state]}{side_name(grid, edge)}" for edge, state in known.items())
    assert parse_marks(text, grid) == known
    assert parse_marks(text.replace(",", ""), grid) == known


@given(grids(), st.data())
def test_every_form_of_a_side_reads_back(grid: Grid, data: st.DataObject) -> None:
    edge = data.draw(st.integers(0, len(grid.edge_dots) - 1))
    cell, side = side_name(grid, edge).split()
    forms = (f"{cell} {side}", f"{side} {cell}", f"{cell}{side[0]}", f"the {side} of {cell}")
    for text in forms:
        assert parse_marks(text, grid) == {edge: LINE}


def test_a_loop_is_written_as_one_path_of_its_turns() -> None:
    grid = square_grid(4, 5)
    text = "A1-C1-C2-F2-F5-A5-A1"
    assert format_marks(grid, parse_marks(text, grid)) == text


def test_straight_runs_are_merged() -> None:
    grid = square_grid(3, 3)
    apart = "A2-B2 B2-C2 C2-D2 B1-B2 B2-B3 x A1-B1 x B1-C1"
    assert format_marks(grid, parse_marks(apart, grid)) == "B1-B3 A2-D2 x A1-C1"


def test_every_edge_of_a_large_board_reads_back() -> None:
    grid = square_grid(60, 60)
    states = {edge: (LINE, CROSS)[edge % 2] for edge in range(len(grid.edge_dots))}
    assert parse_marks(format_marks(grid, states), grid) == states
    apart = " ".join(f"x {edge_name(grid, edge)}" for edge in states)
    assert set(parse_marks(apart, grid).values()) == {CROSS}


@pytest.mark.parametrize(
    "piece",
    [
        "A1-BI1-",
        "A1-B1 ",
        "A1 top ",
        "A1:BH1t ",
        "top ",
        "the ",
        "A1",
        "x ",
        "x",
        "-",
        "A",
        "1",
        ",",
    ],
)
def test_the_work_on_a_text_grows_with_its_length(piece: str) -> None:
    grid = square_grid(60, 60)

    def work(length: int) -> int:
        text = piece * (length // len(piece))

        def read() -> None:
            with contextlib.suppress(PuzzleError):
                parse_marks(text, grid)

        return lines_run(read)

    work(1_000)  # names of dots are kept
    assert work(2_000) < 2.5 * work(1_000)


@given(grids(30))
def test_dots_are_found_by_their_names(grid: Grid) -> None:
    for dot in range(len(grid.dots)):
        assert dot_at(grid, dot_name(grid, dot)) == dot


@pytest.mark.parametrize("name", ["", "A", "1", "A1 ", "A01", "A1\n", "AAAA1", "A" * 10**6])
def test_an_invalid_dot_is_refused_with_a_short_message(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        dot_at(GRID, name)
    assert len(str(caught.value)) < 120


@given(boards())
def test_marks_in_rows_show_every_edge(board: Board) -> None:
    horizontal, vertical = mark_rows(board.puzzle.grid, board.lines, board.crosses)
    signs = "".join(horizontal) + "".join(vertical)
    assert tuple("?10".index(sign) for sign in signs) == board.marks
