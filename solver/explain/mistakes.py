"""The check of a board: which marks are wrong, and why.

When the puzzle has one solution, a mark is wrong if the solution does not have it. When it has
several, no single mark is wrong, but there may be marks that no solution has together.
"""

from dataclasses import dataclass
from enum import Enum

from puzzle.model import Board, EdgeState
from solver.core import find_mark_core
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer
from solver.explain.refutation import REFUTATION_BUDGET, refutation
from solver.explain.rule_graph import states_of
from solver.explain.step import Contradiction, Step
from solver.report import Limits, Outcome

CORE_LIMITS = Limits(seconds=None, propagations=2_000_000)
"""The limits of the search for marks that no solution has together."""


class CheckOutcome(Enum):
    """The possible results of a check."""

    RIGHT = "a solution has all marks"
    WRONG = "the solution does not have all marks"
    NOT_TOGETHER = "no solution has all marks, and there is not just one to compare them with"
    NO_SOLUTION = "the puzzle has no solution"
    UNDECIDED = "it was not found out within the limits"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check of a board.

    - `wrong`: the edges with wrong marks. With the outcome NOT_TOGETHER, marked edges such that no
      solution has all of these marks; the set is minimal unless a limit was reached.
    - `conflict`: a contradiction that is visible on the board; None without one.
    - `culprits`: the edges with wrong marks that cause the conflict; there is at least one.
    - `refutation`: without a conflict, steps from the board without the wrong marks to a deduction
      that contradicts one of them. Empty when none is found that is short enough.
    """

    outcome: CheckOutcome
    wrong: frozenset[int] = frozenset()
    conflict: Contradiction | None = None
    refutation: tuple[Step, ...] = ()
    culprits: frozenset[int] = frozenset()

    @property
    def count(self) -> int:
        """The number of wrong marks, which reveals nothing of the solution; 0 unless WRONG."""
        return len(self.wrong) if self.outcome is CheckOutcome.WRONG else 0

    @property
    def refuted(self) -> int | None:
        """The edge with the wrong mark that the last step of the refutation contradicts."""
        found = {deduction.edge for step in self.refutation[-1:] for deduction in step.deductions}
        return min(found & self.wrong, default=None)

    @property
    def is_explained(self) -> bool:
        """Whether it has a reason why a mark is wrong."""
        return self.conflict is not None or self.refuted is not None

    @property
    def explained(self) -> frozenset[int]:
        """The edges with the wrong marks that the conflict or the refutation is about."""
        return self.culprits if self.refuted is None else frozenset({self.refuted})


def check(
    explainer: Explainer,
    board: Board,
    *,
    explain: bool = True,
    units: int | None = REFUTATION_BUDGET,
) -> Check:
    """Check the marks of a board of the explainer's puzzle.

    With `explain`, also search for a refutation, with at most `units` of work (see
    `solver.explain.budget`).

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> found = check(Explainer(puzzle), Board.blank(puzzle).mark({0: EdgeState.CROSS}))
    >>> found.count, sorted(found.wrong), [step.technique.name for step in found.refutation]
    (1, [0], ['corner-3'])
    """
    conflict = find_conflict(explainer.graph, states_of(board))
    outcome, wrong = _outcome(explainer, board)
    if outcome is not CheckOutcome.WRONG or conflict is not None or not explain:
        fact = None if conflict is None else conflict.fact
        given = frozenset() if conflict is None else frozenset(conflict.given)
        culprits = wrong & given if outcome is CheckOutcome.WRONG else frozenset()
        return Check(outcome, wrong, fact, culprits=culprits)
    right = board.mark(dict.fromkeys(wrong, EdgeState.UNKNOWN))
    return Check(outcome, wrong, refutation=refutation(explainer, right, wrong, units))


def _outcome(explainer: Explainer, board: Board) -> tuple[CheckOutcome, frozenset[int]]:
    """The outcome, and the edges with wrong marks."""
    if explainer.report.outcome is Outcome.NONE:
        return CheckOutcome.NO_SOLUTION, frozenset()
    solution = explainer.solution
    if solution is not None:
        wrong = (board.lines - solution) | (board.crosses & solution)
        return (CheckOutcome.WRONG if wrong else CheckOutcome.RIGHT), wrong
    return _check_jointly(board)


def _check_jointly(board: Board) -> tuple[CheckOutcome, frozenset[int]]:
    """The outcome when the solution is not unique, and marks that no solution has together."""
    marks = {edge: mark for edge, mark in enumerate(board.marks) if mark}
    report = find_mark_core(board.puzzle, CORE_LIMITS, assume=marks)
    if report.core is not None and not report.core.marks:
        return CheckOutcome.NO_SOLUTION, frozenset()
    if report.core is not None:
        return CheckOutcome.NOT_TOGETHER, frozenset(edge for edge, _ in report.core.marks)
    return (CheckOutcome.RIGHT if report.solutions else CheckOutcome.UNDECIDED), frozenset()
