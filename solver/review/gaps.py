"""Which techniques a player lacks and which they know well, by the strokes of their last boards.

Before each stroke, the nearest easy steps are found. If the stroke draws an edge of one, it takes
this step. That it leaves the others says little of one stroke, and much of many.

A technique is weak if it takes a player long or is left beside others, compared with the same
player's other techniques: who is slow at everything lacks nothing for that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from statistics import median
from typing import TypeAlias

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
from solver.review.known_marks import VisibleMarks, leaves_out_crosses

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
    with_crosses = not leaves_out_crosses(end)
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


BOARDS = 10
"""The number of last solved boards that count."""
MIN_BOARDS = 2
"""Minimum number of boards by which a gap is told."""
MIN_NEAR = 3
"""Minimum number of strokes before which a technique was near; of others, nothing is said."""
UNTAKEN = 1.4
"""What a technique that was never taken counts as: the logarithm of a time over the usual one."""
LEFT = 1.5
"""What the part of strokes that took something else is multiplied with."""
MARGIN = 1.2
"""How much weaker than the median of all techniques a lacking one is."""
MOST = 3
"""Maximum number of techniques that are named."""

Uses: TypeAlias = Mapping[str, Use]
"""The uses of techniques on one board or several, by the names of the techniques."""


class Gap(Struct, frozen=True):
    """A technique that a player lacks, who passed by `passed` steps of it on `boards` boards.

    `over` is how many seconds a board its steps took them over par, where that is the gap.
    """

    technique: str
    passed: int
    boards: int
    over: float = 0


def all_uses(boards: Sequence[Uses]) -> dict[str, Use]:
    """The uses on several boards together.

    >>> all_uses([{"zero": Use(2, 1, 0, 4.0)}, {"zero": Use(3, 1, 1, 9.0)}])
    {'zero': Use(near=5, taken=2, passed=1, seconds=6.0)}
    """
    found: dict[str, Use] = {}
    for uses in boards:
        for name, use in uses.items():
            found[name] = _sum(found[name], use) if name in found else use
    return found


def _sum(one: Use, other: Use) -> Use:
    taken = one.taken + other.taken
    logs = sum(use.taken * log(use.seconds) for use in (one, other) if use.taken)
    seconds = round(exp(logs / taken), 1) if taken else 0.0
    return Use(one.near + other.near, taken, one.passed + other.passed, seconds)


def weaknesses(uses: Uses) -> dict[str, float]:
    """How weak a player is at each technique that was near often enough; more is weaker."""
    enough = {name: use for name, use in uses.items() if use.near >= MIN_NEAR}
    times = [log(use.seconds) for use in enough.values() if use.taken]
    usual = median(times) if times else 0.0
    return {
        name: (log(use.seconds) - usual if use.taken else UNTAKEN)
        + LEFT * (1 - use.taken / use.near)
        for name, use in enough.items()
    }


def gaps(boards: Sequence[Uses]) -> tuple[Gap, ...]:
    """The techniques that a player lacks, the weakest first.

    >>> known = {"zero": Use(9, 8, 0, 4.0), "corner-3": Use(5, 4, 0, 4.0)}
    >>> gaps([{**known, "corner-1": Use(9, 1, 3, 40.0)}, known])
    (Gap(technique='corner-1', passed=3, boards=2, over=0),)
    """
    uses = all_uses(boards)
    found = weaknesses(uses)
    if len(boards) < MIN_BOARDS or not found:
        return ()
    least = median(found.values()) + MARGIN
    weak = sorted((name for name in found if found[name] > least), key=lambda name: -found[name])
    return tuple(Gap(name, uses[name].passed, len(boards)) for name in weak[:MOST])


def strengths(boards: Sequence[Uses]) -> tuple[str, ...]:
    """The techniques that a player takes often and quickly, the strongest first.

    >>> known = {"zero": Use(9, 8, 0, 4.0), "corner-3": Use(5, 4, 0, 4.0)}
    >>> strengths([{**known, "corner-1": Use(9, 1, 3, 40.0)}])
    ('zero', 'corner-3')
    """
    uses = all_uses(boards)
    found = {name: weak for name, weak in weaknesses(uses).items() if uses[name].taken >= MIN_NEAR}
    return tuple(sorted(found, key=lambda name: found[name])[:MOST])
