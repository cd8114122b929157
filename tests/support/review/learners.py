"""Simulated players who lack some techniques, and how well uses of techniques tell which."""

import random
from collections.abc import Collection, Iterator, Mapping
from math import exp, log

from puzzle.model import Board, EdgeState, Puzzle
from puzzle.strokes import Stroke
from solver.explain.explainer import Explainer
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import board_of, states_of
from solver.explain.step import Step
from solver.explain.steps import step_of_easy
from solver.review.known_marks import VisibleMarks
from tests.support.review.players import Marks

COMMON = (
    "three-at-closed-corner",
    "one-at-closed-corner",
    "two-at-closed-corner",
    "line-arriving-3",
    "line-arriving-2",
    "forced-turn-1",
    "forced-turn-2",
    "forced-turn-3",
    "adjacent-3-3",
    "diagonal-3-3",
    "three-diagonal-to-zero",
    "three-next-to-zero",
    "line-through-2",
    "corner-3",
    "corner-2",
)
"""Techniques of which a simulated player lacks some."""
SEEN = 6
"""The number of easy steps that a player sees at once."""
LACKING_SECONDS, SPREAD = 45, 0.6
"""The usual time of a step that is lacking, and the spread of the logarithms of all times."""


class Learner:
    """Draws the nearest easy step that they do not lack; else they need long.

    With `Marks.SEVERAL`, they draw lines only, one edge at a time.
    """

    def __init__(self, lacking: Collection[str], marks: Marks, seed: int) -> None:
        self.lacking = lacking
        self._marks = marks
        self._random = random.Random(seed)

    def strokes(self, puzzle: Puzzle) -> list[Stroke]:
        """The strokes up to the solution."""
        return [*self._strokes(Explainer(puzzle))]

    def _strokes(self, explainer: Explainer) -> Iterator[Stroke]:
        board, seconds = Board.blank(explainer.puzzle), 0.0
        near: list[tuple[int, ...]] = []
        while seen := [*self._seen(explainer, board, near)]:
            known = [step for step in seen if step.technique.name not in self.lacking]
            step = (known or seen)[0]
            usual = 4 + 2 * (step.cost - 1) if known else LACKING_SECONDS
            seconds += exp(self._random.gauss(log(usual), SPREAD))
            drawn = self._shown(step.forced)
            board, near = board.mark(drawn), [tuple(drawn), *near[:2]]
            parts = [drawn]
            if self._marks is Marks.SEVERAL:
                parts = [{edge: state} for edge, state in drawn.items()]
            for part in parts:
                yield Stroke(round(seconds), part)

    def _shown(self, forced: Mapping[int, EdgeState]) -> dict[int, EdgeState]:
        lines = [edge for edge, state in forced.items() if state is EdgeState.LINE]
        is_whole = self._marks is Marks.ALL or not lines
        return dict(forced) if is_whole else dict.fromkeys(lines, EdgeState.LINE)

    def _seen(
        self, explainer: Explainer, board: Board, near: list[tuple[int, ...]]
    ) -> Iterator[Step]:
        states = VisibleMarks(explainer, states_of(board)).states
        if self._marks is Marks.ALL:
            states = states_of(board)
        board, taken = board_of(explainer.puzzle, states), set[int]()
        count, nearness = 0, Nearness(explainer.puzzle.grid, near)
        for easy in explainer.easy.at(states, nearness):
            step = step_of_easy(explainer.graph, board, states, easy)
            if count < SEEN and taken.isdisjoint(step.forced):
                taken.update(step.forced)
                count += 1
                yield step
        harder = None if count else explainer.next_step(board, near=near)
        if isinstance(harder, Step):
            yield harder


def ranked_above(weak: Mapping[str, float], lacking: Collection[str]) -> float | None:
    """The part of pairs of a lacking technique and another one in which it is the weaker.

    None if there is no such pair.
    """
    lack = [weak[name] for name in COMMON if name in weak and name in lacking]
    known = [weak[name] for name in COMMON if name in weak and name not in lacking]
    pairs = [(one > other) + 0.5 * (one == other) for one in lack for other in known]
    return sum(pairs) / len(pairs) if pairs else None
