"""Verdicts: which rules are broken and where, from the lines alone."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from play.verdict import MAX_SHOWN, judge, solves
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.places import cell_name, dot_name
from puzzle.rules import Violation, ViolationCode, is_solved, violations
from tests.support.strategies import boards

PUZZLE = parse_puzzle("3.3/.../2..")


def lines(text: str, puzzle: Puzzle = PUZZLE) -> frozenset[int]:
    return frozenset(parse_marks(text, puzzle.grid))


def place(violation: Violation) -> str:
    grid = PUZZLE.grid
    if violation.dot is not None:
        return dot_name(grid, violation.dot)
    return "" if violation.cell is None else cell_name(grid, violation.cell)


@pytest.mark.parametrize(
    ("text", "shown", "more", "unfinished"),
    [
        ("", [("no-line", "")], 0, True),
        ("A1-B1", [("dead-end", "A1"), ("dead-end", "B1"), ("too-few", "A1")], 2, True),
        ("A1-B1-B2-A2-A1", [("too-many", "A1"), ("too-few", "C1"), ("too-few", "A3")], 0, False),
        ("B2-D2 C1-C3", [("branch", "C2"), ("dead-end", "C1"), ("dead-end", "B2")], 5, False),
        (
            "B2-C2-C3-B3-B2 C4-D4-D3-C3",
            [("branch", "C3"), ("dead-end", "C4"), ("too-few", "A1")],
            2,
            False,
        ),
        (
            "A1-B1-B2-A2-A1 C3-D3-D4-C4-C3",
            [("too-many", "A1"), ("several-loops", ""), ("several-loops", "")],
            2,
            False,
        ),
    ],
)
def test_broken_rules_come_with_their_places_the_plainest_first(
    text: str, shown: list[tuple[str, str]], more: int, unfinished: bool
) -> None:
    verdict = judge(PUZZLE, lines(text))
    assert [(each.code.value, place(each)) for each in verdict.shown] == shown
    assert (verdict.more, verdict.unfinished, verdict.solved) == (more, unfinished, False)


def test_a_solution_is_solved_and_each_of_several_is() -> None:
    puzzle = Puzzle(square_grid(1, 2), (None, None))
    for text in ("A1-B1-B2-A2-A1", "B1-C1-C2-B2-B1", "A1-C1-C2-A2-A1"):
        verdict = judge(puzzle, lines(text, puzzle))
        assert verdict.solved
        assert not verdict.unfinished


@given(boards(4))
def test_a_verdict_is_of_the_lines_alone_and_names_what_the_rules_find(board: Board) -> None:
    verdict = judge(board.puzzle, board.lines)
    assert verdict.solved == is_solved(board.puzzle, board.lines)
    found = violations(board.puzzle, board.lines)
    if board.lines:
        assert set(verdict.shown) <= set(found)
        assert len(verdict.shown) + verdict.more == len(found)
    assert len(verdict.shown) <= MAX_SHOWN
    if verdict.unfinished and ViolationCode.NO_LINE not in {each.code for each in found}:
        assert all(each.code.value in {"dead-end", "too-few"} for each in found)


SQUARE = Puzzle(square_grid(2, 2), (2, 2, 2, 2))


@given(st.permutations(sorted(lines("A1-C1-C3-A3-A1", SQUARE))), st.data())
def test_the_last_line_solves_whatever_is_crossed_out(
    order: list[int], data: st.DataObject
) -> None:
    crossed = data.draw(st.sets(st.integers(0, 11)))
    board = Board.blank(SQUARE).mark(dict.fromkeys(crossed - set(order), EdgeState.CROSS))
    noticed = []
    for edge in order:
        after = board.mark({edge: EdgeState.LINE})
        noticed.append(solves(board, after))
        board = after
    assert noticed == [False] * 7 + [True]
    inner = data.draw(st.sampled_from(sorted(set(range(12)) - set(order))))
    assume(board.marks[inner] is EdgeState.UNKNOWN)
    assert not solves(board, board.mark({inner: EdgeState.CROSS}))  # it was solved before


def test_erasing_the_line_too_many_solves_too() -> None:
    wrong = Board.of_lines(SQUARE, lines("A1-C1-C3-A3-A1 A2-B2", SQUARE))
    right = wrong.mark(parse_marks("x A2-B2", SQUARE.grid))
    assert solves(wrong, right)
    assert not solves(right, wrong)


def test_a_closed_loop_that_leaves_a_clue_short_is_wrong_and_not_unfinished() -> None:
    puzzle = Puzzle(square_grid(2, 3), (None, None, None, None, None, 3))
    corner = frozenset(puzzle.grid.cell_edges[0])
    verdict = judge(puzzle, corner)
    assert [violation.code for violation in verdict.shown] == [ViolationCode.TOO_FEW]
    assert not verdict.unfinished
    assert judge(puzzle, frozenset(sorted(corner)[:3])).unfinished
