"""Marks as text: parsing, messages of one sentence about mistakes, and round trips."""

import contextlib
import time
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError, PuzzleError
from puzzle.grid import Grid, mark_rows, square_grid
from puzzle.model import Board, EdgeState
from puzzle.moves import format_marks, parse_marks
from puzzle.places import dot_at, dot_name, edge_name
from tests.support.strategies import boards, grids

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


def test_marks_may_be_repeated_or_missing() -> None:
    assert named(GRID, parse_marks("A1-B1 B1-A1", GRID)) == {"A1-B1": LINE}
    assert parse_marks(" ,\n", GRID) == {}


def test_edges_come_in_order() -> None:
    assert list(parse_marks("C4-B4 A1-B1", GRID)) == sorted(parse_marks("C4-B4 A1-B1", GRID))


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
        (" " * 100_000, "there are 100000 characters; this board takes 1272."),
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


def test_a_loop_is_written_as_one_path_of_its_turns() -> None:
    grid = square_grid(4, 5)
    text = "A1-C1-C2-F2-F5-A5-A1"
    assert format_marks(grid, parse_marks(text, grid)) == text


def test_straight_runs_are_merged() -> None:
    grid = square_grid(3, 3)
    apart = "A2-B2 B2-C2 C2-D2 B1-B2 B2-B3 x A1-B1 x B1-C1"
    assert format_marks(grid, parse_marks(apart, grid)) == "B1-B3 A2-D2 x A1-C1"


def test_every_edge_of_the_largest_board_reads_back_in_time() -> None:
    grid = square_grid(200, 200)
    states = {edge: (LINE, CROSS)[edge % 2] for edge in range(len(grid.edge_dots))}
    assert parse_marks(format_marks(grid, states), grid) == states
    apart = " ".join(f"x {edge_name(grid, edge)}" for edge in states)
    assert set(parse_marks(apart, grid).values()) == {CROSS}


HOSTILE = st.one_of(
    st.text(max_size=40),
    st.text("ABCabcxX1234567890- ,\n\u2013\uff21", max_size=40),
    st.lists(st.sampled_from(["A1", "A3", "B2", "C4", "x", "-", " ", "D9"]), max_size=12).map(
        "".join
    ),
)


@given(HOSTILE, grids())
def test_any_text_is_marks_or_a_puzzle_error(text: str, grid: Grid) -> None:
    with contextlib.suppress(PuzzleError):
        marks = parse_marks(text, grid)
        assert all(0 <= edge < len(grid.edge_dots) for edge in marks)


@pytest.mark.parametrize("piece", ["A1-GS1-", "A1-B1 ", "x ", "x", "-", "A", "1", "A1", ","])
def test_long_text_takes_linear_time(piece: str) -> None:
    grid = square_grid(200, 200)
    text = (piece * 2_000_000)[:1_200_000]
    # Anything quadratic takes hours at this length; every one of these takes a second at most.
    start = time.process_time()
    with contextlib.suppress(PuzzleError):
        parse_marks(text, grid)
    assert time.process_time() - start < 60


@given(grids(30))
def test_dots_are_found_by_their_names(grid: Grid) -> None:
    for dot in range(len(grid.dots)):
        assert dot_at(grid, dot_name(grid, dot)) == dot


def test_dots_beyond_z() -> None:
    grid = square_grid(1, 199)
    assert dot_name(grid, dot_at(grid, "gr2")) == "GR2"


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
