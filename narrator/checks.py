"""What was found out about somebody's marks, told as far as they want to know."""

from enum import Enum

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import (
    close_walkthrough,
    count_mistakes,
    explain_conflict,
    explain_no_step,
    open_walkthrough,
    point_at_mistakes,
    tell_marks,
)
from puzzle.model import Board, EdgeState
from solver.explain.explainer import NoStep
from solver.explain.mistakes import Check, CheckOutcome


class Detail(Enum):
    """How much to tell: how many marks are wrong, which, or also why one is."""

    COUNT = "count"
    WHERE = "where"
    WHY = "why"


def tell_check(
    board: Board, found: Check, detail: Detail, localizer: Localizer = ENGLISH
) -> Narration:
    """Tell what was found out about the marks of a board.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> from solver.explain.mistakes import check
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> board = Board.blank(puzzle).mark({0: EdgeState.CROSS})
    >>> found = check(Explainer(puzzle), board)
    >>> print(tell_check(board, found, Detail.COUNT).text)
    One of your marks is wrong.
    >>> print(tell_check(board, found, Detail.WHERE).text)
    One of your marks is wrong. The cross from A1 to B1 is wrong.
    """
    match found.outcome:
        case CheckOutcome.NO_SOLUTION:
            told = [explain_no_step(NoStep.NO_SOLUTION, localizer)]
        case CheckOutcome.UNDECIDED:
            told = [localizer.say(english.NOT_CHECKED)]
        case CheckOutcome.NOT_TOGETHER:
            marks = tell_marks(board, found.wrong, localizer)
            told = [localizer.sentence(english.NOT_TOGETHER, len(found.wrong), marks=marks)]
        case _:
            told = [count_mistakes(board, found.count, localizer)]
    if not found.count or detail is Detail.COUNT:
        return Narration.told_by(localizer, None, told)
    told.append(point_at_mistakes(board, sorted(found.wrong), localizer))
    if detail is Detail.WHERE:
        return Narration.told_by(localizer, None, told)
    return Narration.told_by(localizer, None, [*told, *_why(board, found, localizer)])


def _why(board: Board, found: Check, localizer: Localizer) -> list[str]:
    """What can be seen to be wrong, or the steps that show it."""
    if found.conflict is not None:
        return [explain_conflict(board.puzzle, found.conflict, localizer)]
    wrong = found.refuted
    if wrong is None:
        return [localizer.say(english.NO_SHORT_REASON)]
    told = [open_walkthrough(board, wrong, len(found.refutation), localizer)]
    place = board.mark(dict.fromkeys(found.wrong, EdgeState.UNKNOWN))
    for number, step in enumerate(found.refutation, start=1):
        told.append(f"({number}) {narrate(place, step, Level.STEP, localizer).line}")
        place = place.mark({deduction.edge: deduction.state for deduction in step.deductions})
    return [*told, close_walkthrough(board, wrong, localizer)]
