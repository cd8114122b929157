"""Verdicts, progress and answers go by the rules of the puzzle."""

import pytest

from play.pen import Arrow, Pad
from play.race import progress
from play.submission import parse_submission
from play.verdict import judge
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.notation import format_board, parse_loopy
from puzzle.rules import Rules, ViolationCode

GRID = square_grid(1, 2)
LEFT = frozenset(GRID.cell_edges[0])


@pytest.mark.parametrize(
    ("name", "clues", "codes"),
    [
        ("full", (None, None), {ViolationCode.UNVISITED}),
        ("sheep-wolf", (-3, -2), {ViolationCode.WOLF_INSIDE, ViolationCode.SHEEP_OUTSIDE}),
        ("touch", (2, 0), {ViolationCode.WRONG_TOUCHES}),
        ("vertex", (3, 3), {ViolationCode.TOO_MANY, ViolationCode.TOO_FEW}),
    ],
)
def test_a_closed_loop_that_breaks_a_rule_is_final(
    name: str, clues: tuple[int | None, ...], codes: set[ViolationCode]
) -> None:
    rules = Rules(name)
    verdict = judge(Puzzle(GRID, clues, rules), LEFT)
    assert {violation.code for violation in verdict.shown} == codes
    assert not verdict.unfinished
    assert verdict.left == ()


def test_progress_counts_clues_as_the_rules_do() -> None:
    for name, clues, done in (("vertex", (4, 2), 100), ("touch", (1, 2), 50), ("touch", (2, 2), 0)):
        assert progress(Board.of_lines(Puzzle(GRID, clues, Rules(name)), LEFT)) == done
    animals = Puzzle(GRID, (-2, -3), Rules("sheep-wolf"))
    assert progress(Board.of_lines(animals, LEFT)) == 0


def test_the_pen_passes_clues_that_count_no_lines() -> None:
    """A clue that has its lines bars the pen; other clues say nothing of lines."""
    for rules, clues in (("touch", (1, 1)), ("vertex", (1, 1)), ("sheep-wolf", (-2, -3))):
        pad = Pad.fresh(Puzzle(GRID, clues, Rules(rules)))
        assert pad.apply(Arrow.RIGHT).board.lines


def test_a_file_of_another_variant_is_another_puzzle() -> None:
    touch = parse_loopy("2x1:touch_11")
    for other, told in (
        ("2x1:vertex_11", "it is another puzzle, Vertex Slitherlink; this one is Touch"),
        ("2x1:touch_12", "it has the clue 2 at B1, where this one has the clue 1"),
    ):
        text = format_board(Board.blank(parse_loopy(other)), "pzpr")
        with pytest.raises(NotationError, match=told):
            parse_submission(text, touch)
    text = format_board(Board.of_lines(touch, LEFT), "pzpr")
    assert parse_submission(text, touch).lines == LEFT
