"""The check of a board: which marks are wrong, and why.

When the puzzle has one solution, a mark is wrong if the solution does not have it. When it has
several, no single mark is wrong, but there may be marks that no solution has together.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from puzzle.model import Board, EdgeState
from puzzle.rules import Capability
from solver.core import find_mark_core
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer
from solver.explain.refutation import REFUTATION_BUDGET, refutation
from solver.explain.rule_graph import states_of
from solver.explain.step import Contradiction, Step, with_crosses
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


class Check(Struct, frozen=True):
    """The result of a check of a board.

    - `wrong`: the edges with wrong marks. With the outcome NOT_TOGETHER, marked edges such that no
      solution has all of these marks; the set is minimal unless a limit was reached.
    - `conflict`: a contradiction that is visible on the board; None without one.
    - `culprits`: the edges with wrong marks that cause the conflict; there is at least one.
    - `refutation`: without a conflict, steps from the board without the wrong marks to a deduction
      that contradicts one of them. Empty when none is found that is short enough.
    - `refuted`: the edge with the wrong mark that the last step of the refutation contradicts.
    - `first`: the edge that got its wrong mark before all others; None if that is not known, or if
      a conflict is explained.
    - `in_mind`: the crosses that the reasons use, and that are in mind and not drawn.
    """

    outcome: CheckOutcome
    wrong: frozenset[int] = frozenset()
    conflict: Contradiction | None = None
    refutation: tuple[Step, ...] = ()
    culprits: frozenset[int] = frozenset()
    refuted: int | None = None
    first: int | None = None
    in_mind: frozenset[int] = frozenset()

    def told_on(self, board: Board) -> Board:
        """The board with the crosses in mind, of which texts and pictures are."""
        return with_crosses(board, self.in_mind)

    @property
    def count(self) -> int:
        """The number of wrong marks, which reveals nothing of the solution; 0 unless WRONG."""
        return len(self.wrong) if self.outcome is CheckOutcome.WRONG else 0

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
    made: Sequence[int] = (),
) -> Check:
    """Check the marks of a board of the explainer's puzzle.

    With `explain`, also search for a refutation, with at most `units` of work (see
    `solver.explain.budget`). Where `made`, the marked edges in the order in which they were marked,
    tells which wrong mark was made first, that one is refuted; another one, or a conflict without
    it, is explained only if no refutation of the first is found, after as much work again. Under
    rules without hints, wrong marks have no reasons.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> found = check(Explainer(puzzle), Board.blank(puzzle).mark({0: EdgeState.CROSS}))
    >>> found.count, sorted(found.wrong), [step.technique.name for step in found.refutation]
    (1, [0], ['corner-3'])
    """
    reasons = board.puzzle.rules.supports(Capability.HINTS)
    conflict = find_conflict(explainer.graph, states_of(board)) if reasons else None
    outcome, wrong = _outcome(explainer, board)
    fact = None if conflict is None else conflict.fact
    if outcome is not CheckOutcome.WRONG:
        return Check(outcome, wrong, fact)
    culprits = frozenset[int]() if conflict is None else wrong.intersection(conflict.given)
    first = next((edge for edge in made if edge in wrong), None)
    visible = Check(outcome, wrong, fact, culprits=culprits)
    if not (explain and reasons) or (conflict is not None and (first is None or first in culprits)):
        return visible
    right = board.mark(dict.fromkeys(wrong, EdgeState.UNKNOWN))
    for targets in _targets(wrong, first):
        if steps := refutation(explainer, right, targets, units):
            refuted = min(targets.intersection(steps[-1].forced))
            return Check(outcome, wrong, refutation=steps, refuted=refuted, first=first)
        if conflict is not None:
            return visible
    return Check(outcome, wrong, first=first)


def _targets(wrong: frozenset[int], first: int | None) -> tuple[frozenset[int], ...]:
    """The wrong marks of which one is refuted; if none of them can be, those to try after them."""
    if first is None or len(wrong) == 1:
        return (wrong,)
    return frozenset({first}), wrong - {first}


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
