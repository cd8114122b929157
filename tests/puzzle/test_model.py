"""Puzzles and boards are immutable values that check themselves."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from tests.support.pickling import pickled
from tests.support.strategies import boards

BLANK = Puzzle(square_grid(2, 3), (None,) * 6)


def test_clue_rows_and_cells() -> None:
    puzzle = Puzzle(square_grid(2, 3), (0, None, 4, None, 1, None))
    assert puzzle.clue_rows == [(0, None, 4), (None, 1, None)]
    assert puzzle.clue_cells == (0, 2, 4)


@pytest.mark.parametrize(("clue", "message"), [(5, "clue 5 at C2"), (-1, "clue -1 at C2")])
def test_a_clue_out_of_range_is_named_with_its_place(clue: int, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(square_grid(2, 3), (None, None, None, None, None, clue))


def test_as_many_clues_as_cells() -> None:
    with pytest.raises(PuzzleError, match="5 clues given for 6 cells"):
        Puzzle(square_grid(2, 3), (None,) * 5)


def test_as_many_marks_as_edges() -> None:
    with pytest.raises(PuzzleError, match="3 marks given for 17 edges"):
        Board(BLANK, (EdgeState.LINE,) * 3)


def test_marking_gives_a_new_board() -> None:
    empty = Board.blank(BLANK)
    marked = empty.mark({16: EdgeState.LINE, 0: EdgeState.CROSS})
    assert (marked.lines, marked.crosses) == (frozenset({16}), frozenset({0}))
    assert (empty.lines, empty.crosses) == (frozenset(), frozenset())
    assert marked.mark({16: EdgeState.UNKNOWN}).lines == frozenset()


def test_a_copy_has_the_same_fields() -> None:
    assert replace(BLANK, clues=(3,) * 6) == Puzzle(BLANK.grid, (3,) * 6)
    with pytest.raises(TypeError, match="sides"):
        replace(BLANK, sides=())  # type: ignore[call-arg]  # mypy knows the fields, by a plugin


@given(boards())
def test_boards_survive_pickling_and_split_by_state(board: Board) -> None:
    assert pickled(board) == board
    assert not board.lines & board.crosses
    rebuilt = Board.of_lines(board.puzzle, board.lines)
    assert rebuilt.mark(dict.fromkeys(board.crosses, EdgeState.CROSS)) == board
