"""Every kind of visible contradiction has an example board."""

import pytest
from hypothesis import given

from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.places import cell_name, dot_name, edge_name
from puzzle.rules import ViolationCode, is_solved, violations
from solver.explain.conflicts import find_conflict
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.step import Branch, Contradiction, DeadEnd, Subloop, TooFew, TooMany
from tests.support.strategies import boards

BLANK: tuple[Clue, ...] = (None,) * 6


def conflict(board: Board) -> Contradiction | None:
    found = find_conflict(RuleGraph(board.puzzle), states_of(board))
    return None if found is None else found.fact


def on_board(clues: tuple[Clue, ...], marks: str) -> Board:
    grid = square_grid(2, 3)
    return Board.blank(Puzzle(grid, clues)).mark(parse_marks(marks, grid))


def place(board: Board, fact: Contradiction) -> str:
    """The place of a conflict, by the names of `puzzle.grid`."""
    grid = board.puzzle.grid
    match fact:
        case TooMany(cell, lines) | TooFew(cell, lines):
            return f"{cell_name(grid, cell)}: {lines}"
        case Branch(dot) | DeadEnd(dot):
            return dot_name(grid, dot)
        case Subloop(edges, unmet, outside):
            end = "" if unmet is None else f" leaves {cell_name(grid, unmet)}"
            end += "" if outside is None else f" without {edge_name(grid, outside)}"
            return f"{len(edges)} edges{end}"
    raise AssertionError(fact)


@pytest.mark.parametrize(
    ("clues", "marks", "kind", "where"),
    [
        ((None, 1, *BLANK[2:]), "B1-C1-C2", TooMany, "B1: 2"),
        ((None, 0, *BLANK[2:]), "B1-C1", TooMany, "B1: 1"),
        ((None, 3, *BLANK[2:]), "x B1-B2 x C1-C2", TooFew, "B1: 2"),
        ((None, 1, *BLANK[2:]), "x B1-C1-C2-B2-B1", TooFew, "B1: 0"),
        (BLANK, "A2-C2 B1-B2", Branch, "B2"),
        (BLANK, "A1-B1 x A1-A2", DeadEnd, "A1"),
        (BLANK, "A2-B2 x B1-B3 x B2-C2", DeadEnd, "B2"),
        (BLANK, "A1-B1-B2-A2-A1 C1-D1", Subloop, "4 edges without C1-D1"),
        ((*BLANK[:5], 3), "A1-B1-B2-A2-A1", Subloop, "4 edges leaves C2"),
    ],
)
def test_a_board_for_each_conflict(
    clues: tuple[Clue, ...], marks: str, kind: type[Contradiction], where: str
) -> None:
    board = on_board(clues, marks)
    found = conflict(board)
    assert isinstance(found, kind)
    assert place(board, found) == where


@pytest.mark.parametrize(
    ("clues", "marks"),
    [
        (BLANK, ""),
        (BLANK, "A1-B1-B2-A2-A1"),
        ((None, 2, *BLANK[2:]), "B1-C1-C2"),
        ((None, 2, *BLANK[2:]), "x B1-C1-C2"),
        (BLANK, "A2-C2 x A1-D1"),
    ],
)
def test_a_board_that_can_be_completed_has_no_conflict(clues: tuple[Clue, ...], marks: str) -> None:
    assert conflict(on_board(clues, marks)) is None


CONFLICT_OF = {
    ViolationCode.TOO_MANY: TooMany,
    ViolationCode.BRANCH: Branch,
    ViolationCode.SEVERAL_LOOPS: Subloop,
}


@given(board=boards(max_side=4))
def test_a_conflict_is_true_and_none_is_missed(board: Board) -> None:
    """A conflict breaks a rule however the board is completed; permanent violations are found."""
    broken = violations(board.puzzle, board.lines)
    found = conflict(board)
    grid = board.puzzle.grid
    match found:
        case TooMany(cell, lines):
            assert lines == len(board.lines.intersection(grid.cell_edges[cell]))
            assert lines > (board.puzzle.clues[cell] or 0)
        case TooFew(cell, lines):
            assert lines == 4 - len(board.crosses.intersection(grid.cell_edges[cell]))
            assert lines < (board.puzzle.clues[cell] or 0)
        case Branch(dot):
            assert len(board.lines.intersection(grid.dot_edges[dot])) > 2
        case DeadEnd(dot):
            around = grid.dot_edges[dot]
            assert len(board.lines.intersection(around)) == 1
            assert len(board.crosses.intersection(around)) == len(around) - 1
        case Subloop(edges, _, outside):
            assert set(edges) <= board.lines
            assert outside is None or outside in board.lines.difference(edges)
            assert not is_solved(board.puzzle, frozenset(edges)) or outside is not None
        case _:
            assert not {violation.code for violation in broken}.intersection(CONFLICT_OF)
