"""The easy steps that stayed open while harder strokes were drawn."""

from collections.abc import Mapping

from msgspec import Struct

from puzzle.model import Board, EdgeState
from solver.explain.choice import Easy
from solver.explain.direct import RuleDeduction, apply_rule
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph, States, board_of
from solver.explain.steps import step_of_easy
from solver.review.judgement import OpenStep
from solver.review.known_marks import leaves_out_crosses
from solver.review.visible_marks import VisibleMarks, forced_by

MAX_OPEN_STEPS = 3
"""Maximum number of easy steps that stayed open."""
MIN_PASSED = 2
"""Minimum number of harder strokes that passed while a step was open."""


class Seen(Struct, frozen=True):
    """What is easy to see before a stroke: copies of the fields of `VisibleMarks`."""

    states: States
    easy: Mapping[int, Easy]

    @classmethod
    def of(cls, visible: VisibleMarks) -> "Seen":
        """What is easy to see now."""
        return cls(visible.states.copy(), visible.easy.copy())


class _Opened(Struct, frozen=True):
    """The first harder stroke that passed an edge, with what was seen before it."""

    number: int
    seen: Seen
    drawn: Mapping[int, EdgeState]


class OpenSteps:
    """Counts the harder strokes that pass each edge while an easy step forces it."""

    def __init__(self, graph: RuleGraph) -> None:
        self._graph = graph
        self._opened: dict[int, _Opened] = {}
        self._passed: dict[int, set[int]] = {}

    def pass_by(self, number: int, seen: Seen, drawn: Mapping[int, EdgeState]) -> None:
        """Note a harder stroke, which draws some right marks, and what was easy before it."""
        opened = _Opened(number, seen, drawn)
        for edge in seen.easy.keys() - drawn.keys():
            self._opened.setdefault(edge, opened)
            self._passed.setdefault(edge, set()).add(number)

    def end(self, board: Board) -> None:
        """Forget the steps that are open on a board, as what passes them is counted no more."""
        marks = board.marks
        self._opened = {edge: one for edge, one in self._opened.items() if marks[edge]}

    def longest(self, board: Board) -> tuple[OpenStep, ...]:
        """The steps that stayed open longest until they were drawn, as the last board shows.

        No two of them have an edge in common. A cross that is never drawn is left out on purpose,
        and so are all crosses of a player who draws few.
        """
        few = leaves_out_crosses(board)
        drawn = board.lines if few else board.lines | board.crosses
        steps = [self._step(edge, few=few) for edge in sorted(self._opened.keys() & drawn)]
        found: list[OpenStep] = []
        taken: set[int] = set()
        for one in sorted(steps, key=lambda one: (-one.passed, one.since)):
            if one.passed >= MIN_PASSED and taken.isdisjoint(one.step.forced):
                taken.update(one.step.forced)
                found.append(one)
        return tuple(found[:MAX_OPEN_STEPS])

    def _step(self, edge: int, *, few: bool) -> OpenStep:
        """The easy step for an edge before the first harder stroke that passed it.

        A stroke counts if it passed all edges of the step.
        """
        graph, opened = self._graph, self._opened[edge]
        easy, states = opened.seen.easy[edge], opened.seen.states.copy()
        for each, (state, _) in forced_by(easy).items():
            if each in opened.drawn:
                states[each] = state
            elif each in opened.seen.easy and (state == LINE or not few):
                states[each] = UNKNOWN
        if isinstance(easy, RuleDeduction) and easy.rule < graph.loop_rule:
            easy = apply_rule(graph, states, easy.rule) or easy
        board = board_of(graph.puzzle, states)
        step = step_of_easy(graph, board, states, easy)
        passed = set.intersection(*(self._passed[each] for each in step.forced))
        return OpenStep(step, board, opened.number, len(passed))
