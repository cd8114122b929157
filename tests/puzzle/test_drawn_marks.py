"""Marks of a picture are judged by the only solution, and asked about if they are in doubt."""

from random import Random

import pytest

from puzzle.drawn_marks import DrawnMarks, file_marks, judged
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from solver.search import solve

PUZZLE = parse_puzzle("12x5:a32a12c2d2b12111020232a23a21132221312b1d3c12a22a")
SOLUTION = solve(PUZZLE).solutions[0]
OTHERS = frozenset(range(len(PUZZLE.grid.edge_dots))) - SOLUTION
ONE_CELL = parse_puzzle("1x1:4")


def some(edges: frozenset[int], count: int, seed: int = 1) -> frozenset[int]:
    return frozenset(Random(seed).sample(sorted(edges), count))


def wrong(board: Board) -> frozenset[int]:
    return (board.lines - SOLUTION) | (board.crosses & SOLUTION)


def test_marks_that_agree_are_kept_whatever_their_doubts() -> None:
    lines, crosses = some(SOLUTION, 20), some(OTHERS, 20)
    drawn = DrawnMarks(lines, crosses, doubts=lines | crosses, gaps=crosses)
    board, asked = judged(drawn, PUZZLE, SOLUTION, certain=False)
    assert (board.lines, board.crosses, asked) == (lines, crosses, frozenset())


@pytest.mark.parametrize("in_doubt", [False, True])
def test_a_wrong_line_is_a_mistake_unless_it_is_in_doubt(in_doubt: bool) -> None:
    mistake = some(OTHERS, 1)
    lines = some(SOLUTION, 20) | mistake
    drawn = DrawnMarks(lines, doubts=mistake if in_doubt else frozenset())
    board, asked = judged(drawn, PUZZLE, SOLUTION)
    assert (wrong(board), asked) == (mistake, mistake if in_doubt else frozenset())


def test_nothing_is_a_mistake_where_a_clue_is_in_doubt() -> None:
    drawn = DrawnMarks(some(SOLUTION, 20) | some(OTHERS, 1))
    board, asked = judged(drawn, PUZZLE, SOLUTION, certain=False)
    assert asked == wrong(board) != frozenset()


def test_a_kind_that_is_often_wrong_is_a_wrong_reading() -> None:
    lines = some(SOLUTION, 10) | some(OTHERS, 3)
    drawn = DrawnMarks(lines, some(OTHERS - lines, 10) | some(SOLUTION - lines, 1))
    board, asked = judged(drawn, PUZZLE, SOLUTION)
    assert asked == board.lines - SOLUTION
    assert wrong(board) - asked == board.crosses & SOLUTION


def test_gaps_that_are_often_wrong_are_no_crosses() -> None:
    gaps, crosses = some(OTHERS, 10) | some(SOLUTION, 2), some(OTHERS, 10, seed=2)
    drawn = DrawnMarks(some(SOLUTION - gaps, 5), gaps | crosses, gaps=gaps)
    board, asked = judged(drawn, PUZZLE, SOLUTION)
    assert (board.crosses, asked) == (crosses - gaps, frozenset())


# In files


@pytest.mark.parametrize("puzzle", [PUZZLE, parse_puzzle("3x3t2:i")])
def test_marks_in_a_file_are_those_of_the_board(puzzle: Puzzle) -> None:
    edges = len(puzzle.grid.edge_dots)
    rng = Random(1)
    board = Board.blank(puzzle).mark({edge: rng.choice(list(EdgeState)) for edge in range(edges)})
    drawn = DrawnMarks.of_file(file_marks(board), edges)
    assert drawn == DrawnMarks(board.lines, board.crosses)


@pytest.mark.parametrize("text", [None, "", "1", "1" * 200_000, ("bytes",)])
def test_wrong_marks_in_a_file_are_none(text: object) -> None:
    assert not DrawnMarks.of_file(text, 4)


def test_a_solution_is_not_in_a_file() -> None:
    assert file_marks(Board.of_lines(PUZZLE, SOLUTION)) == ""
    assert file_marks(Board.of_lines(ONE_CELL, frozenset({0, 1, 2}))) == "1110"
