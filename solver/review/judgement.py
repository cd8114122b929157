"""The values of a review: what is said about each change of an edge."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct, field

from puzzle.model import Board, EdgeState
from puzzle.strokes import Stroke
from solver.explain.choice import Easy
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.shrink import Forced
from solver.explain.step import Step
from solver.explain.steps import step_of_easy, step_of_forced


class Kind(Enum):
    """What a change of an edge is, compared with the solution and with what could be deduced.

    `FOLLOWED` marks follow from the marks before them by reasons that a person can be expected to
    see, `AHEAD` ones only by longer reasons. A `CONSEQUENCE` is a wrong mark that a single reason
    forces where an earlier mark is wrong. `GIVEN` marks are not the player's own decision. Those
    that are `OPEN` were not judged, as the work for the review was used up.
    """

    FOLLOWED = "followed"
    AHEAD = "ahead"
    MISTAKE = "mistake"
    CONSEQUENCE = "consequence"
    CORRECTION = "correction"
    ERASED = "erased"
    GIVEN = "given"
    OPEN = "open"


class Effort(Struct, frozen=True):
    """What a person has to see to deduce an edge: the effort is least for one reason.

    - `reasons`: the most reasons of a step; 0 where no steps were found.
    - `hidden`: lines that have to be thought of first and were not drawn.
    - `joint_steps`: steps of several reasons.
    """

    reasons: int = 1
    hidden: int = 0
    joint_steps: int = 0

    @property
    def is_within_sight(self) -> bool:
        """Whether a person can be expected to have seen it."""
        return (
            0 < self.reasons <= MAX_REASONS
            and self.hidden <= MAX_HIDDEN
            and self.joint_steps <= MAX_JOINT_STEPS
        )


MAX_REASONS, MAX_HIDDEN, MAX_JOINT_STEPS = 4, 2, 1
"""The most effort that a person is expected to make without a note.

In simulated games, narrower limits called up to 8 % of the strokes that followed *ahead of the
reasons*, these up to 2 %.
"""


class Derivation(Struct, frozen=True):
    """What forces an edge on a board; the step is made from it when it is shown."""

    board: Board
    found: Easy | Forced | Step

    def step(self, graph: RuleGraph) -> Step:
        """The step with its technique and its argument."""
        match self.found:
            case Step():
                return self.found
            case Forced():
                return step_of_forced(graph, self.board, self.found, most=0)
        return step_of_easy(graph, self.board, states_of(self.board), self.found)


class Judgement(Struct, frozen=True):
    """What is said about a change of an edge.

    `derivation` is how it can be deduced, None if no way was found, and `effort` what that takes.
    """

    kind: Kind
    edge: int
    effort: Effort = field(default_factory=Effort)
    derivation: Derivation | None = None


class JudgedStroke(Struct, frozen=True):
    """A stroke, the board before it, and what is said about its edges."""

    stroke: Stroke
    before: Board
    judgements: tuple[Judgement, ...]

    def of(self, *kinds: Kind) -> tuple[Judgement, ...]:
        """The judgements of some kinds."""
        return tuple(one for one in self.judgements if one.kind in kinds)


class OpenStep(Struct, frozen=True):
    """An easy step that stayed open while harder strokes were drawn.

    A stroke is harder if one of its right marks follows by no easy step from what is easy to see
    before it and from its other marks.

    - `since`: the number of the first harder stroke before which it was open.
    - `passed`: the number of harder strokes before which all edges of the step were open.
    - `board`: the board at the first of them, with the crosses that are easy to see.
    """

    step: Step
    board: Board
    since: int
    passed: int


class NotReviewed(Enum):
    """Why strokes cannot be reviewed."""

    INCOMPLETE = "the strokes do not lead from a blank board to the solution"
    SEVERAL_SOLUTIONS = "the puzzle does not have exactly one solution"


class Review(Struct, frozen=True):
    """All strokes of a solved board with what is said about them.

    - `solution`: the edges of the loop.
    - `open_steps`: the easy steps that stayed open longest while harder ones were drawn.
    - `pauses`: the numbers of strokes after a long pause, the longest first.
    """

    solution: frozenset[int]
    strokes: Sequence[JudgedStroke]
    open_steps: Sequence[OpenStep]
    pauses: Sequence[int]

    def count(self, *kinds: Kind) -> int:
        """The number of changes of some kinds."""
        return sum(len(judged.of(*kinds)) for judged in self.strokes)

    def seconds_before(self, number: int) -> int:
        """Seconds between a stroke and the one before it, or since the board was shown."""
        before = self.strokes[number - 1].stroke.seconds if number else 0
        return self.strokes[number].stroke.seconds - before


def is_right(state: EdgeState, edge: int, solution: frozenset[int]) -> bool:
    """Whether a state of an edge is that of the solution; no mark is right everywhere."""
    return state is EdgeState.UNKNOWN or (state is EdgeState.LINE) == (edge in solution)


def without_wrong(board: Board, solution: frozenset[int]) -> Board:
    """A board without the marks that the solution does not have."""
    marks = enumerate(board.marks)
    wrong = [edge for edge, mark in marks if not is_right(mark, edge, solution)]
    return board.mark(dict.fromkeys(wrong, EdgeState.UNKNOWN)) if wrong else board
