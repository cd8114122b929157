"""The review of a solved board: its strokes judged, easy steps left open, and long pauses."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec.structs import replace

from puzzle.model import Board, EdgeState
from puzzle.strokes import Stroke, drawn
from solver.explain.budget import Budget
from solver.explain.choice import easy_choices
from solver.explain.explainer import Explainer
from solver.explain.nearness import Near, Nearness
from solver.explain.rule_graph import board_of
from solver.explain.step import Step
from solver.explain.steps import step_of_easy
from solver.review.judgement import JudgedStroke, NotReviewed, OpenStep, Review, without_wrong
from solver.review.known_marks import visible_states
from solver.review.reviewer import Reviewer

REVIEW_BUDGET = 40_000
"""Maximum units of work (see `solver.explain.budget`) of the searches for all strokes together."""
MAX_OPEN_STEPS = 3
"""Maximum number of easy steps that stayed open."""
MIN_PASSED = 2
"""Minimum number of harder strokes that passed while a step was open."""
MAX_LOOKS = 20
"""Maximum number of harder strokes before which all easy steps are looked for."""
LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS = 20, 4
"""A pause is long if it takes more seconds, and more times the median of all pauses."""
MAX_PAUSES = 5
"""Maximum number of long pauses."""


def review(
    explainer: Explainer, strokes: Sequence[Stroke], units: int = REVIEW_BUDGET
) -> Review | NotReviewed:
    """The review of strokes that lead to the solution, with at most `units` of work for searches.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> explainer = Explainer(Puzzle(square_grid(1, 1), (4,)))
    >>> lines = [Stroke(number, {number: EdgeState.LINE}) for number in range(4)]
    >>> found = review(explainer, lines)
    >>> found.strokes[0].judgements[0].derivation.step(explainer.graph).technique.name
    'full-clue'
    """
    solution = explainer.solution
    if solution is None:
        return NotReviewed.SEVERAL_SOLUTIONS
    if drawn(explainer.puzzle, strokes).lines != solution:
        return NotReviewed.INCOMPLETE
    reviewer = Reviewer(explainer, solution, Budget(units, strict=True))
    watch = _OpenSteps(explainer, solution)
    judged = []
    for number, stroke in enumerate(strokes):
        judged.append(reviewer.judge(stroke))
        watch.passed(number, judged[-1])
    return Review(solution, tuple(judged), watch.longest(), _long_pauses(strokes))


def easy_lines(explainer: Explainer, board: Board, near: Near = ()) -> Iterator[tuple[Step, Board]]:
    """The easy steps that draw a line on a board of right marks, each with the board before it.

    The board has the crosses that follow from its marks as well, so that all steps draw lines.
    """
    states = visible_states(explainer, board)
    seen = board_of(explainer.puzzle, states)
    nearness = Nearness(explainer.puzzle.grid, near)
    for easy in easy_choices(explainer.graph, explainer.patterns, states, nearness):
        yield step_of_easy(explainer.graph, seen, states, easy), seen


class _OpenSteps:
    """Counts the harder strokes that pass while an easy line is open."""

    def __init__(self, explainer: Explainer, solution: frozenset[int]) -> None:
        self._explainer = explainer
        self._solution = solution
        self._open: dict[int, OpenStep] = {}
        self._done: list[OpenStep] = []
        self._looks = 0

    def passed(self, number: int, judged: JudgedStroke) -> None:
        """Note a stroke."""
        for edge, state in judged.stroke.states.items():
            if state is EdgeState.LINE and edge in self._open:
                self._done.append(self._open.pop(edge))
        if not judged.is_hard or self._looks == MAX_LOOKS:
            return
        self._looks += 1
        right = without_wrong(judged.before, self._solution)
        open_now: dict[int, OpenStep] = {}
        for step, board in easy_lines(self._explainer, right):
            for edge in step.forced.keys() - judged.stroke.states.keys():
                open_now.setdefault(edge, OpenStep(step, board, number, 0))
        for edge, new in open_now.items():
            first = self._open.get(edge, new)
            self._open[edge] = replace(first, passed=first.passed + 1)

    def longest(self) -> tuple[OpenStep, ...]:
        """The steps that stayed open longest, no two of them with an edge in common.

        None is open any more at the end, when all lines are drawn.
        """
        found: list[OpenStep] = []
        taken: set[int] = set()
        for one in sorted(self._done, key=lambda one: (-one.passed, one.since)):
            if one.passed >= MIN_PASSED and taken.isdisjoint(one.step.forced):
                taken.update(one.step.forced)
                found.append(one)
        return tuple(found[:MAX_OPEN_STEPS])


def _long_pauses(strokes: Sequence[Stroke]) -> tuple[int, ...]:
    """The numbers of the strokes after long pauses, the longest first."""
    times = [0, *(stroke.seconds for stroke in strokes)]
    pauses = [after - before for before, after in pairwise(times)]
    least = max(LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS * median(pauses))
    long = [number for number, pause in enumerate(pauses) if pause > least]
    return tuple(sorted(long, key=lambda number: -pauses[number])[:MAX_PAUSES])
