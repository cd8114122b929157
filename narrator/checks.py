"""Reports the result of checking a player's marks, in the detail that the player chooses."""

from enum import Enum

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import (
    conclude_walkthrough,
    describe_mistake_count,
    describe_mistakes,
    explain_conflict,
    explain_no_step,
    introduce_walkthrough,
    name_marks,
)
from puzzle.model import Board, EdgeState
from solver.explain.explainer import NoStep
from solver.explain.mistakes import Check, CheckOutcome


class Detail(Enum):
    """Detail of a report: the number of wrong marks, their places, or also the reason for one."""

    COUNT = "count"
    WHERE = "where"
    WHY = "why"


def tell_check(
    board: Board, result: Check, detail: Detail, localizer: Localizer = ENGLISH
) -> Narration:
    """Report the result of checking the marks of a board.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> from solver.explain.mistakes import check
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> board = Board.blank(puzzle).mark({0: EdgeState.CROSS})
    >>> result = check(Explainer(puzzle), board)
    >>> print(tell_check(board, result, Detail.COUNT).text)
    One of your marks is wrong.
    >>> print(tell_check(board, result, Detail.WHERE).text)
    One of your marks is wrong. The cross at the top of A1 is wrong.
    """
    match result.outcome:
        case CheckOutcome.NO_SOLUTION:
            sentences = [explain_no_step(NoStep.NO_SOLUTION, localizer)]
        case CheckOutcome.UNDECIDED:
            sentences = [localizer.say(english.NOT_CHECKED)]
        case CheckOutcome.NOT_TOGETHER:
            marks = name_marks(board, result.wrong, localizer)
            sentences = [localizer.sentence(english.NOT_TOGETHER, len(result.wrong), marks=marks)]
        case _:
            sentences = [describe_mistake_count(board, result.count, localizer)]
    if not result.count or detail is Detail.COUNT:
        return Narration.told_by(localizer, None, sentences)
    sentences.append(describe_mistakes(board, sorted(result.wrong), localizer))
    if detail is Detail.WHERE:
        return Narration.told_by(localizer, None, sentences)
    return Narration.told_by(localizer, None, [*sentences, *_reasons(board, result, localizer)])


def _reasons(board: Board, result: Check, localizer: Localizer) -> list[str]:
    """The broken rule, or else the steps that refute one wrong mark, as sentences."""
    if result.conflict is not None:
        return [explain_conflict(board.puzzle, result.conflict, localizer)]
    wrong = result.refuted
    if wrong is None:
        return [localizer.say(english.NO_SHORT_REASON)]
    sentences = [introduce_walkthrough(board, wrong, len(result.refutation), localizer)]
    current = board.mark(dict.fromkeys(result.wrong, EdgeState.UNKNOWN))
    for number, step in enumerate(result.refutation, start=1):
        sentences.append(f"({number}) {narrate(current, step, Level.STEP, localizer).line}")
        current = current.mark({deduction.edge: deduction.state for deduction in step.deductions})
    return [*sentences, conclude_walkthrough(board, wrong, localizer)]
