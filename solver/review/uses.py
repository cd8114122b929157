"""Which techniques a player used on a board, and which they passed by, by their strokes alone.

Before each stroke, the nearest easy steps are found. If the stroke draws an edge of one, it takes
this step. That it leaves the others says little of one stroke, and much of many.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log

from msgspec import Struct

from puzzle.model import Board, EdgeState
from puzzle.rules import Capability, require
from puzzle.strokes import Stroke, drawn
from solver.explain.explainer import Explainer
from solver.explain.nearness import MAX_GROUPS, Nearness
from solver.explain.rule_graph import board_of, states_of
from solver.explain.step import Step
from solver.explain.steps import step_of_easy
from solver.review.judgement import is_right, without_wrong
from solver.review.known_marks import FEW_CROSSES
from solver.review.visible_marks import VisibleMarks

NEAREST = 6
"""The number of easy steps that a player is taken to choose from."""
PASSED_BY = 3
"""A step is passed by once it was near before so many strokes that did not take it."""
MAX_EDGES = 60_000
"""Maximum number of edges of the boards on which steps are looked for, all together."""


class Use(Struct, frozen=True, array_like=True):
    """How often a technique could have been used on a board, and was.

    - `near`: the strokes before which a step of it was near; `taken`: those that took one;
    - `passed`: its steps that were passed by;
    - `seconds`: the geometric mean of the times of the strokes that took one; 0 without any.
    """

    near: int
    taken: int
    passed: int
    seconds: float


def uses_of(explainer: Explainer, strokes: Sequence[Stroke]) -> dict[str, Use]:
    """The uses of techniques in strokes that lead to a solution, by the names of the techniques.

    Raises `RulesError` for rules without reviews.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> lines = [Stroke(3 + edge, {edge: EdgeState.LINE}) for edge in range(4)]
    >>> uses_of(Explainer(Puzzle(square_grid(1, 1), (4,))), lines)
    {'full-clue': Use(near=1, taken=1, passed=0, seconds=3.0)}
    """
    require(explainer.puzzle, Capability.REVIEWS)
    notes = defaultdict[str, _Notes](_Notes)
    for steps, taken, seconds in _choices(explainer, strokes):
        for name in {step.technique.name for step in steps}:
            notes[name].near += 1
        for step in steps:
            if step is not taken:
                notes[step.technique.name].left[tuple(sorted(step.forced))] += 1
        if taken is not None:
            notes[taken.technique.name].seconds.append(max(1, seconds))
    return {name: found.use for name, found in notes.items()}


class _Notes:
    """What is noted of a technique: in `left`, how often each step of it was not taken."""

    def __init__(self) -> None:
        self.near = 0
        self.left = defaultdict[tuple[int, ...], int](int)
        self.seconds: list[int] = []

    @property
    def use(self) -> Use:
        taken = len(self.seconds)
        passed = sum(strokes >= PASSED_BY for strokes in self.left.values())
        mean = exp(sum(map(log, self.seconds)) / taken) if taken else 0.0
        return Use(self.near, taken, passed, round(mean, 1))


def _choices(
    explainer: Explainer, strokes: Sequence[Stroke]
) -> Iterator[tuple[Sequence[Step], Step | None, int]]:
    """The steps that were near before each stroke, the one it took, and its seconds.

    Strokes that are not the player's own, that go on with a step, or that draw nothing right are
    left out. So are the crosses of a player who draws few: these are taken to be in mind.
    """
    end = drawn(explainer.puzzle, strokes)
    with_crosses = len(end.crosses) * FEW_CROSSES > len(end.lines)
    board, last, looks = Board.blank(explainer.puzzle), 0, 0
    near: list[tuple[int, ...]] = []
    going_on: Mapping[int, EdgeState] = {}
    for stroke in strokes:
        edges = {
            edge
            for edge, state in stroke.states.items()
            if state is EdgeState.LINE or (with_crosses and state is EdgeState.CROSS)
            if is_right(state, edge, end.lines)
        }
        goes_on = bool(edges) and edges <= going_on.keys()
        if edges and stroke.own and not goes_on:
            looks += len(board.marks)
            if looks > MAX_EDGES:
                return
            steps = _nearest(explainer, without_wrong(board, end.lines), near, with_crosses)
            taken = next((step for step in steps if edges & step.forced.keys()), None)
            going_on = {} if taken is None else taken.forced
            yield steps, taken, stroke.seconds - last
        board = board.mark(stroke.states)
        if goes_on:
            near[0] += tuple(stroke.states)
        else:
            near = [tuple(stroke.states), *near][:MAX_GROUPS]
        last = stroke.seconds if edges else last


def _nearest(
    explainer: Explainer, board: Board, near: Sequence[tuple[int, ...]], with_crosses: bool
) -> list[Step]:
    """The nearest easy steps on a board, no two of which have an edge in common."""
    graph = explainer.graph
    states = states_of(board)
    if not with_crosses:
        states = VisibleMarks(explainer, states).states
    board, seen = board_of(explainer.puzzle, states), set[int]()
    steps: list[Step] = []
    nearness = Nearness(explainer.puzzle.grid, near)
    for easy in explainer.easy.at(states, nearness):
        step = step_of_easy(graph, board, states, easy)
        if seen.isdisjoint(step.forced):
            seen.update(step.forced)
            steps.append(step)
            if len(steps) == NEAREST:
                break
    return steps
