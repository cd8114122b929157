"""Patterns of two clues: their arguments use both clues, and every reason is needed."""

import pytest

from puzzle.model import Board
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, Inference, PairIs, Reason, Step
from tests.support.explain.judge import marks_of
from tests.support.explain.truth import Truth

PUZZLES = (
    "7x7:c22a1313a3b2222a1c1a2c2a3311b2a2110a32c",
    "5x5:b1c3a12a02d1a2c32",
    "5x5:b1a312c20a2a3a3a1e",
    "4x4:3c3d22b2a1",
)


def carries_over(inferences: tuple[Inference, ...]) -> bool:
    """Whether an inference uses a relation that another reason has shown."""
    shown: dict[PairIs, Reason] = {}
    for each in inferences:
        if any(shown.get(pair, each.reason) != each.reason for pair in each.pairs):
            return True
        if isinstance(each.fact, PairIs):
            shown[each.fact] = each.reason
    return False


@pytest.mark.parametrize("text", PUZZLES)
def test_a_pattern_of_two_clues_uses_both(text: str) -> None:
    explainer = Explainer(parse_loopy(text))
    board, found = Board.blank(explainer.puzzle), 0
    with Truth(explainer.puzzle) as truth:
        for step in explainer.walkthrough():
            if not isinstance(step, Step):
                break
            cells = {reason.cell for reason in step.reasons if isinstance(reason, ClueReason)}
            if step.technique.name.startswith(("adjacent-", "diagonal-")) and step.pattern is None:
                found += 1
                used = {each.reason for each in step.argument.all_inferences()}
                assert {ClueReason(cell) for cell in cells} <= used
                assert step.argument.supposed is None
                assert carries_over(step.argument.inferences)
            if len(cells) == 2:
                for reason in step.reasons:
                    rest = [other for other in step.reasons if other != reason]
                    marks = marks_of(board)
                    needed = [d for d in step.deductions if not truth.forces(rest, marks, d)]
                    assert needed, "a reason is idle"
            board = board.mark(step.forced)
    assert found or text != PUZZLES[0]
