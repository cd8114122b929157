"""The review of a solved board: its strokes judged, easy steps left open, and long pauses."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from puzzle.model import Board
from puzzle.rules import Capability, require
from puzzle.strokes import Stroke, drawn
from solver.explain.explainer import Explainer
from solver.explain.nearness import Near, Nearness
from solver.explain.rule_graph import board_of, states_of
from solver.explain.step import Step
from solver.explain.steps import step_of_easy
from solver.review.judgement import NotReviewed, Review
from solver.review.reviewer import Reviewer
from solver.review.visible_marks import VisibleMarks

REVIEW_BUDGET = 120_000
"""Maximum units of work (see `solver.explain.budget`) of a review."""
LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS = 20, 4
"""A pause is long if it takes more seconds, and more times the median of all pauses."""
MAX_PAUSES = 5
"""Maximum number of long pauses."""


def review(
    explainer: Explainer, strokes: Sequence[Stroke], units: int = REVIEW_BUDGET
) -> Review | NotReviewed:
    """The review of strokes that lead to the solution, with at most about `units` of work.

    Raises `RulesError` for rules without reviews.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> explainer = Explainer(Puzzle(square_grid(1, 1), (4,)))
    >>> lines = [Stroke(number, {number: EdgeState.LINE}) for number in range(4)]
    >>> found = review(explainer, lines)
    >>> found.strokes[0].judgements[0].derivation.step(explainer.graph).technique.name
    'full-clue'
    """
    require(explainer.puzzle, Capability.REVIEWS)
    solution = explainer.solution
    if solution is None:
        return NotReviewed.SEVERAL_SOLUTIONS
    if drawn(explainer.puzzle, strokes).lines != solution:
        return NotReviewed.INCOMPLETE
    reviewer = Reviewer(explainer, solution, units)
    judged = tuple(reviewer.judge(stroke) for stroke in strokes)
    open_steps = reviewer.open_steps.longest(reviewer.knowledge.board)
    return Review(solution, judged, open_steps, _long_pauses(strokes))


def easy_lines(explainer: Explainer, board: Board, near: Near = ()) -> Iterator[tuple[Step, Board]]:
    """The easy steps that draw a line on a board of right marks, each with the board before it.

    The board has the crosses that follow from its marks as well, so that all steps draw lines.
    """
    states = VisibleMarks(explainer, states_of(board)).states
    seen = board_of(explainer.puzzle, states)
    nearness = Nearness(explainer.puzzle.grid, near)
    for easy in explainer.easy.at(states, nearness):
        yield step_of_easy(explainer.graph, seen, states, easy), seen


def _long_pauses(strokes: Sequence[Stroke]) -> tuple[int, ...]:
    """The numbers of the strokes after long pauses, the longest first."""
    times = [0, *(stroke.seconds for stroke in strokes)]
    pauses = [after - before for before, after in pairwise(times)]
    least = max(LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS * median(pauses))
    long = [number for number, pause in enumerate(pauses) if pause > least]
    return tuple(sorted(long, key=lambda number: -pauses[number])[:MAX_PAUSES])
