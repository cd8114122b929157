"""What is written or drawn as text can be read back."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ouro
from puzzle.grid import square_grid
from puzzle.notation import NOTATIONS
from puzzle.places import edge_name
from tests.support.readings import is_kept
from tests.support.strategies import boards, puzzles

CROSS = "\N{MULTIPLICATION SIGN}"


def looked_at(drawn: str) -> ouro.Board:
    """The board of a drawing: dots are 4 columns and 2 lines apart, edges and clues between."""
    lines = drawn.split("\n")
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    grid = square_grid(len(lines) // 2, width // 4)
    signs = [lines[int(2 * row)][int(4 * col)] for row, col in grid.cells]
    puzzle = ouro.Puzzle(grid, tuple(None if sign == " " else int(sign) for sign in signs))
    marks = []
    for edge in range(len(grid.edge_dots)):
        (row, col), (last_row, last_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
        sign = lines[int(row + last_row)][int(2 * (col + last_col))]
        state = "LINE" if sign in "━┃" else "CROSS" if sign == CROSS else "UNKNOWN"
        marks.append(ouro.EdgeState[state])
    return ouro.Board(puzzle, tuple(marks))


@pytest.mark.parametrize("kind", [str, Path])
def test_a_picture_is_read_by_its_path(kind: Callable[[Path], str | Path], tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    data = ouro.render("4x4:3c3d22b2a1", format="png")
    path.write_bytes(data)
    assert ouro.read_picture(kind(path)) == ouro.read_picture(data)


@given(puzzles(), st.sampled_from([*NOTATIONS]))
def test_a_puzzle_that_is_written_is_read_back(puzzle: ouro.Puzzle, notation: str) -> None:
    assert is_kept(ouro.write(puzzle, notation), puzzle)


@given(boards(), st.sampled_from([*NOTATIONS]))
def test_saved_files_keep_marks_and_other_notations_do_not(
    board: ouro.Board, notation: str
) -> None:
    text = ouro.write(board, notation)
    assert is_kept(text, board.puzzle)
    if NOTATIONS[notation].write_marks:
        assert ouro.read_board(text) == board


@given(boards())
def test_marks_are_read_by_the_names_of_their_edges(board: ouro.Board) -> None:
    grid = board.puzzle.grid
    words = [edge_name(grid, edge) for edge in sorted(board.lines)]
    words += [f"x {edge_name(grid, edge)}" for edge in sorted(board.crosses)]
    assert ouro.read_board(ouro.write(board.puzzle), " ".join(words)) == board


@given(boards())
def test_a_drawing_in_characters_shows_the_board(board: ouro.Board) -> None:
    assert looked_at(ouro.render(board, format="text")) == board


@given(puzzles())
def test_a_blank_board_with_labels_is_read_back(puzzle: ouro.Puzzle) -> None:
    assume(min(puzzle.grid.rows, puzzle.grid.cols) > 1)
    assert is_kept(ouro.render(puzzle, format="text", labels=True), puzzle)


@given(puzzles())
def test_a_puzzle_is_drawn_as_its_blank_board(puzzle: ouro.Puzzle) -> None:
    assert looked_at(ouro.render(puzzle, format="text")) == ouro.Board.blank(puzzle)
    assert ouro.render(puzzle) == ouro.render(ouro.Board.blank(puzzle))


@given(puzzles(4))
def test_a_picture_of_shapes_has_every_clue(puzzle: ouro.Puzzle) -> None:
    drawn = ET.fromstring(ouro.render(puzzle))  # noqa: S314 - our own text
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    clues = [str(clue) for clue in puzzle.clues if clue is not None]
    assert sorted(filter(None, texts)) == sorted(clues)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_of_pixels_are_the_same_each_time(theme: str) -> None:
    board = ouro.read_board("3x2:3c2a", "A1-B1 x B1-C1")
    one, two = (ouro.render(board, format="png", theme=theme) for _ in range(2))
    assert one == two
