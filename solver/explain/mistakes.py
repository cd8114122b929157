"""Which marks of a board are wrong, and why.

With one solution, a mark is wrong that the solution does not have. With several, no mark is
wrong by itself, but some may be that no solution has all of.
"""

from dataclasses import dataclass
from enum import Enum

from puzzle.model import Board, EdgeState
from solver.core import find_mark_core
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer, states_of
from solver.explain.refutation import REFUTATION_BUDGET, refutation
from solver.explain.step import Contradiction, Step
from solver.report import Limits, Outcome

CORE_LIMITS = Limits(seconds=None, propagations=2_000_000)
"""What finding marks that no solution has all of may take."""


class CheckOutcome(Enum):
    """What is known of the marks of a board."""

    RIGHT = "a solution has all marks"
    WRONG = "the solution does not have all marks"
    NOT_TOGETHER = "no solution has all marks, and there is not just one to compare them with"
    NO_SOLUTION = "the puzzle has no solution"
    UNDECIDED = "it was not found out within the limits"


@dataclass(frozen=True, slots=True)
class Check:
    """What was found out about the marks of a board.

    - `wrong`: the edges with a wrong mark; where the outcome is NOT_TOGETHER, a few marked edges
      such that no solution has all these marks, but has all without any one of them, if there
      was time to see to that.
    - `conflict`: what can be seen to be wrong on the board at once.
    - `refutation`: where nothing can be seen, steps from the right marks, with the wrong ones
      taken off, to a deduction that contradicts a wrong mark. Empty where that takes too many.
    """

    outcome: CheckOutcome
    wrong: frozenset[int] = frozenset()
    conflict: Contradiction | None = None
    refutation: tuple[Step, ...] = ()

    @property
    def count(self) -> int:
        """How many marks are wrong: what can be told without giving anything away."""
        return len(self.wrong) if self.outcome is CheckOutcome.WRONG else 0

    @property
    def refuted(self) -> int | None:
        """The edge with the wrong mark that the last step of the refutation contradicts."""
        found = {deduction.edge for step in self.refutation[-1:] for deduction in step.deductions}
        return min(found & self.wrong, default=None)


def check(
    explainer: Explainer,
    board: Board,
    *,
    explain: bool = True,
    units: int | None = REFUTATION_BUDGET,
) -> Check:
    """Check the marks of a board of the explainer's puzzle.

    Without `explain`, which is quicker, there is no refutation; it may take so many `units` of
    work (`solver.explain.budget`).

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> found = check(Explainer(puzzle), Board.blank(puzzle).mark({0: EdgeState.CROSS}))
    >>> found.count, sorted(found.wrong), [step.technique.name for step in found.refutation]
    (1, [0], ['corner-3'])
    """
    conflict = find_conflict(explainer.field, states_of(board))
    outcome, wrong = _outcome(explainer, board)
    if outcome is not CheckOutcome.WRONG or conflict is not None or not explain:
        return Check(outcome, wrong, conflict)
    right = board.mark(dict.fromkeys(wrong, EdgeState.UNKNOWN))
    return Check(outcome, wrong, refutation=refutation(explainer, right, wrong, units))


def _outcome(explainer: Explainer, board: Board) -> tuple[CheckOutcome, frozenset[int]]:
    """Whether the marks are right, and those that are not."""
    if explainer.report.outcome is Outcome.NONE:
        return CheckOutcome.NO_SOLUTION, frozenset()
    solution = explainer.solution
    if solution is not None:
        wrong = (board.lines - solution) | (board.crosses & solution)
        return (CheckOutcome.WRONG if wrong else CheckOutcome.RIGHT), wrong
    return _check_jointly(board)


def _check_jointly(board: Board) -> tuple[CheckOutcome, frozenset[int]]:
    """Whether some solution has all marks; if none does, a few that none has all of."""
    marks = {edge: mark for edge, mark in enumerate(board.marks) if mark}
    report = find_mark_core(board.puzzle, CORE_LIMITS, assume=marks)
    if report.core is not None and not report.core.marks:
        return CheckOutcome.NO_SOLUTION, frozenset()
    if report.core is not None:
        return CheckOutcome.NOT_TOGETHER, frozenset(edge for edge, _ in report.core.marks)
    return (CheckOutcome.RIGHT if report.solutions else CheckOutcome.UNDECIDED), frozenset()
