"""Boards as text: box-drawing characters for a terminal, alt text for screen readers."""

import pytest
from hypothesis import given

from i18n.catalogues import localizer_for
from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from renderer.alt import MAX_ALT_LENGTH, alt_text
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.text import board_text
from tests.support.renderer.boards import solved_board
from tests.support.renderer.states import STATES
from tests.support.strategies import boards
from tests.support.texts import BRACKETING, english_words, outside_brackets


def test_art_of_a_solved_board() -> None:
    assert board_text(solved_board()).split("\n") == [
        "┏━━━━━━━┓   ·",
        "┃ 2     ┃ 2",
        "┃   ·   ┗━━━┓",
        "┃     1   3 ┃",
        "┗━━━━━━━━━━━┛",
    ]


def test_art_has_signs_in_the_middle_of_edges() -> None:
    board = Board.blank(Puzzle(square_grid(1, 2), (3, None)))
    assert board_text(board, {1: "①", 4: "②", 6: "③"}).split("\n") == [
        "·   · ① ·",
        "② 3     ③",
        "·   ·   ·",
    ]


def test_art_has_labels_of_cells_or_dots() -> None:
    board = Board.blank(Puzzle(square_grid(1, 28), (3, *(None,) * 27)))
    above, dots, row, _ = board_text(board, labels=Labels.CELLS).split("\n")
    assert (above[:12], above[-10:]) == ("    A   B   ", "Z   AA  AB")
    assert (dots[:7], row) == ("  ·   ·", "1   3")
    assert all(above[dots.index("·", 2 + 4 * col) + 2] == "ABC"[col] for col in range(3))
    above, dots, row, last = board_text(board, labels=Labels.DOTS).split("\n")
    assert (above[:11], dots[:7], row, last[:7]) == ("  A   B   C", "1 ·   ·", "    3", "2 ·   ·")


def test_labels_of_many_rows_are_right_justified() -> None:
    board = Board.blank(Puzzle(square_grid(10, 1), (1, *(None,) * 8, 2)))
    lines = board_text(board, labels=Labels.CELLS).split("\n")
    assert (lines[0], lines[2], lines[20]) == ("     A", " 1   1", "10   2")


def test_art_of_loose_ends_crosses_and_branchings() -> None:
    grid = square_grid(2, 3)
    lines = edges_from_rows(grid, ["010", "111", "000"], ["0100", "0010"])
    crosses = dict.fromkeys((0, 6, grid.edge_between(0, 4) or 0), EdgeState.CROSS)
    board = Board.of_lines(Puzzle(grid, (None,) * 6), lines).mark(crosses)
    assert board_text(board).split("\n") == [
        "· \N{MULTIPLICATION SIGN} ┏━━━╸   ·",
        "\N{MULTIPLICATION SIGN}   ┃",
        "╺━━━┻━━━┳━━━╸",
        "        ┃",
        "· \N{MULTIPLICATION SIGN} ·   ╹   ·",
    ]


@given(boards())
def test_art_shows_every_mark_and_clue(board: Board) -> None:
    grid = board.puzzle.grid
    art = [line.ljust(4 * grid.cols + 1) for line in board_text(board).split("\n")]
    assert len(art) == 2 * grid.rows + 1
    assert {len(line) for line in art} == {4 * grid.cols + 1}
    symbols = {
        EdgeState.LINE: "━┃",
        EdgeState.CROSS: "\N{MULTIPLICATION SIGN}",
        EdgeState.UNKNOWN: " ",
    }
    for edge, state in enumerate(board.marks):
        (row0, col0), (row1, col1) = (grid.dots[dot] for dot in grid.edge_dots[edge])
        assert art[int(row0 + row1)][int(2 * (col0 + col1))] in symbols[state]
    for (row, col), clue in zip(grid.cells, board.puzzle.clues, strict=True):
        assert art[int(2 * row)][int(4 * col)] == (" " if clue is None else str(clue))


def test_alt_text_of_a_solved_board() -> None:
    assert alt_text(solved_board()) == (
        "Slitherlink puzzle, 3 columns by 2 rows, with the loop drawn. Clues row by "
        "row: 2 blank 2; blank 1 3. Inside the loop: A1 to B1, A2 to C2."
    )


def test_alt_text_counts_marks_and_does_not_judge_them() -> None:
    puzzle = Puzzle(square_grid(1, 1), (0,))
    board = Board.blank(puzzle).mark({0: EdgeState.LINE, 1: EdgeState.CROSS, 2: EdgeState.CROSS})
    assert alt_text(board) == (
        "Slitherlink puzzle, 1 column by 1 row, with 1 line drawn and 2 crosses. "
        "Clues row by row: 0."
    )


def test_alt_text_shortens_the_clues_of_large_boards() -> None:
    def told(rows: int, cols: int) -> str:
        clues = tuple(2 if cell % 3 else None for cell in range(rows * cols))
        return alt_text(Board.blank(Puzzle(square_grid(rows, cols), clues)))

    assert "Clues row by row: blank 2 2" in told(10, 12)
    assert "Clues row by row, dots for blanks: .22.22" in told(20, 24)
    assert told(200, 200).endswith("26666 clues, too many to list here.")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (
            "hint",
            "Look at the area from B2 to C3. "
            "Reason: the 2 at B3, the 1 at C3; the top-left corner of C3. "
            "Known: the left of A2, all sides of C3 but the top. Must be lines: the tops of B3 and "
            "C3. Must be crosses: the left of C2.",
        ),
        ("wrong", "Wrong: the tops of C1 and B2."),
        (
            "conflict",
            "Conflict: the 2 at C2; the top-left corner of D3; all four sides of C2, the top of "
            "D3.",
        ),
        (
            "two",
            "Only in the first solution: all sides of D1 but the left. "
            "Only in the second solution: the left of D1.",
        ),
        (
            "places",
            "Start: the top-left corner of A1. Finish: the bottom-left corner of C3. "
            "Cursor: the top-left corner of D2.",
        ),
    ],
)
def test_alt_text_describes_highlights(state: str, told: str) -> None:
    board, highlights = STATES[state]
    assert f" {told} Clues row by row: " in alt_text(board(), highlights)


def test_alt_text_counts_places_if_there_are_too_many_to_name() -> None:
    board = Board.blank(Puzzle(square_grid(3, 4), (2,) * 12))
    told = alt_text(board, Highlights(reason_cells=frozenset(range(9)), known=frozenset({0})))
    assert "Reason: 9 cells. Known: the top of A1." in told


def test_alt_text_is_within_its_maximum_length_with_all_highlights() -> None:
    board = Board.blank(Puzzle(square_grid(200, 200), (3,) * 40_000))
    some, dots = frozenset(range(39_000, 39_008)), frozenset(range(40_000, 40_008))
    edges = frozenset(range(80_000, 80_008))
    every = Highlights(
        some,
        some,
        dots,
        *(edges,) * 5,
        *(tuple((each, 99) for each in sorted(edges)),) * 4,
        *(tuple((each, each + 1, 99) for each in sorted(edges)),) * 2,
        *(edges,) * 2,
        some,
        dots,
        edges,
        *(some,) * 2,
        *(edges,) * 2,
        cursor=0,
        start=1,
        finish=2,
        doubts=some,
    )
    text = alt_text(board, every)
    assert text.endswith("40000 clues, too many to list here.")
    assert len(text) <= MAX_ALT_LENGTH
    few = Highlights(reason_cells=some, known=edges)
    assert "Reason: the 3 at" in alt_text(board, few)


@pytest.mark.parametrize("state", STATES)
def test_alt_text_is_all_in_the_readers_language(state: str) -> None:
    board, highlights = STATES[state]
    bare = outside_brackets(alt_text(board(), highlights, BRACKETING))
    assert not bare.strip()
    japanese = alt_text(board(), highlights, localizer_for("ja"))
    assert not english_words(japanese)
    assert japanese.endswith("。")
    assert len(japanese) <= MAX_ALT_LENGTH
