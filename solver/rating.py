"""The difficulty of a puzzle for people, from the steps with the fewest reasons that solve it.

The rating solves the puzzle from the blank board. It marks everything that single reasons force;
when they force nothing, it takes a step with as few reasons as possible. The level depends on the
number of reasons of the typical hard step, beside which few steps are harder, and on the score, a
sum over all steps. docs/difficulty.md compares the levels with those of the authors of puzzles.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from math import fsum, inf
from types import MappingProxyType
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.rules import Capability, require
from puzzle.symmetry import canonical
from solver.explain.budget import Budget
from solver.explain.crossings import explained_by_counting
from solver.explain.direct import RuleDeduction, close
from solver.explain.explainer import SHORT_WAY, TRUTH_LIMITS, Explainer
from solver.explain.geometry import Pattern
from solver.explain.rule_graph import EDGE_STATES, LINE, UNKNOWN, board_of, states_of
from solver.explain.shrink import Forced, forced_edges
from solver.explain.smallest import MIN_JOINT_REASONS, counted_reasons, easiest_reasons_next
from solver.explain.step import Argument, Deduction, Difficulty, Technique
from solver.explain.steps import MAX_RULES, step_of_forced
from solver.explain.techniques import TABLE, row_of
from solver.report import Limits, Outcome

MAX_NAMED = MAX_RULES
"""Maximum number of reasons of a step with a named technique; others count as `small-core`."""

MIN_CELLS = 25
"""Minimum number of cells in the score: on smaller boards a single step would count too much."""

CELLS_PER_EXCEPTION = 55
"""Number of cells for each step that may be harder than the level; every board may have one."""

MAX_COUNTED = 5
"""Maximum number of reasons of a step in the score, so that no single step decides it."""

SHARE_OF_LINES = 1 / 3
"""What a step that draws a line counts in the score, as a share of one that only sets crosses."""

SEARCH = 10
"""How many times more a step counts where one edge is open; where n are open, an n-th of it."""

OPEN_BEYOND = 0.2
"""The number of open edges, in the score, where the first search finds none."""

NO_ARGUMENT = Argument(())

RATING_BUDGET = 1_500_000
"""Maximum units of work (see `solver.explain.budget`) for all steps of a rating together."""

LARGE_RATING_BUDGET = 6 * RATING_BUDGET
"""The same for callers outside of chat, who can wait longer."""


class StepWeights(NamedTuple):
    """How many times more steps count in the score than on squares.

    - `pairs`: steps of two reasons.
    - `joint`: steps of more reasons.
    - `beyond`: those of them that the first search does not find.
    """

    pairs: float = 1.0
    joint: float = 1.0
    beyond: float = 1.0


WEIGHTS: Mapping[str, StepWeights] = MappingProxyType(
    {
        "square": StepWeights(),
        "triangular": StepWeights(1.3, 10, 1.2),
        "honeycomb": StepWeights(1, 1.4, 0.9),
        "snub-square": StepWeights(0.9, 2, 1.7),
        "cairo": StepWeights(0.8, 1.2, 0.9),
        "great-hexagonal": StepWeights(1, 1, 0.9),
        "octagonal": StepWeights(0.6, 2.2, 2.2),
        "kites": StepWeights(0.9, 2, 1.3),
        "floret": StepWeights(0.8, 3.5, 2.8),
        "dodecagonal": StepWeights(0.4, 1.2, 0.6),
        "great-dodecagonal": StepWeights(0.7, 1.1, 0.7),
        "penrose-kites": StepWeights(1, 1.6, 1.7),
        "penrose-rhombs": StepWeights(1.1, 3, 1.7),
        "great-great-dodecagonal": StepWeights(1, 1.4, 1),
        "kagome": StepWeights(0.6, 1.8, 0.3),
        "compass-dodecagonal": StepWeights(0.7, 1.4, 0.6),
        "hats": StepWeights(2.5, 3.5, 1),
        "spectres": StepWeights(1.5, 2, 1),
    }
)
"""The weights with which boards of each grade of Loopy score on a tiling what they do on squares.

They were fitted to boards of Loopy's generator; docs/difficulty.md compares the scores.
"""


class LevelBound(NamedTuple):
    """The bounds of a level: maximum number of reasons of a typical step, and maximum score."""

    level: Difficulty
    reasons: int
    score: float


BOUNDS = (
    LevelBound(Difficulty.EASY, 1, 0),
    LevelBound(Difficulty.NORMAL, 2, 30),
    LevelBound(Difficulty.HARD, 4, 300),
    LevelBound(Difficulty.EXPERT, 8, 1200),
)
"""The bounds of all levels but Extreme; docs/difficulty.md explains them."""

NO_BOUND = LevelBound(Difficulty.EXTREME, sys.maxsize, inf)


def level_of(reasons: int, score: float = 0) -> Difficulty:
    """The lowest level whose bounds hold; EXTREME when none do.

    >>> level_of(1).name, level_of(2, 13.0).name, level_of(2, 60.0).name, level_of(9, 60.0).name
    ('EASY', 'NORMAL', 'HARD', 'EXTREME')
    """
    fits = (bound.level for bound in BOUNDS if reasons <= bound.reasons and score <= bound.score)
    return next(fits, Difficulty.EXTREME)


def exceptions_allowed(cells: int) -> int:
    """Number of steps that may be harder than the level of a board with so many cells.

    >>> [exceptions_allowed(side * side) for side in (5, 7, 10, 20)]
    [1, 1, 1, 7]
    """
    return max(1, cells // CELLS_PER_EXCEPTION)


class RatedStep(NamedTuple):
    """A step of a rating: its `counted_reasons`, its technique, and what it adds to the score.

    >>> squares = WEIGHTS["square"]
    >>> [RatedStep.of(n, "", squares, draws=False, open_edges=5).work for n in (1, 2, 3, 17)]
    [0.0, 1.0, 6.0, 12.0]
    """

    size: int
    technique: str
    work: float = 0.0

    @classmethod
    def of(
        cls, size: int, technique: str, weights: StepWeights, *, draws: bool, open_edges: int
    ) -> Self:
        """A step that draws a line or does not, where a search finds steps for `open_edges`."""
        work = (min(size, MAX_COUNTED) - 1) * (SHARE_OF_LINES if draws else 1.0)
        if size <= MIN_JOINT_REASONS:
            return cls(size, technique, work * weights.pairs)
        work *= 1 + SEARCH / max(OPEN_BEYOND, open_edges)
        return cls(size, technique, work * (weights.joint if open_edges else weights.beyond))


class Rating(Struct, frozen=True):
    """The difficulty of a puzzle.

    - `score`: the sum of the work of all steps, per 100 cells.
    - `typical`: the number of reasons of the hardest step but for `exceptions_allowed` harder ones.
    - `hardest`: the number of reasons of the hardest step.
    - `sizes`: the number of steps by their number of reasons.
    - `techniques`: the number of steps by the name of their technique, most frequent first.
    """

    level: Difficulty
    score: float
    typical: int
    hardest: int
    sizes: Mapping[int, int]
    techniques: Mapping[str, int]

    @property
    def record(self) -> dict[str, object]:
        """All but the level, as JSON values; their keys are stable."""
        return {
            "score": self.score,
            "typical": self.typical,
            "hardest": self.hardest,
            "steps": {str(size): count for size, count in self.sizes.items()},
            "techniques": dict(self.techniques),
        }


class NotRated(Enum):
    """The reasons why a puzzle has no rating."""

    SEVERAL_SOLUTIONS = "it has several solutions"
    NO_SOLUTION = "it has no solution"
    TOO_HARD = "it was not solved step by step within the limits"


_UNSOLVED = {
    Outcome.MULTIPLE: NotRated.SEVERAL_SOLUTIONS,
    Outcome.NONE: NotRated.NO_SOLUTION,
    Outcome.LIMIT: NotRated.TOO_HARD,
}


def rate(
    puzzle: Puzzle, limits: Limits = TRUTH_LIMITS, units: int | None = RATING_BUDGET
) -> Rating | NotRated:
    """Rate a puzzle; all its rotations and reflections have the same rating.

    `limits` limit the search for the solution, and `units` of work (see `solver.explain.budget`)
    limit the search for steps. `limits.seconds` limit both; with them the result may depend on the
    speed of the machine.

    >>> from puzzle.grid import square_grid
    >>> rating = rate(Puzzle(square_grid(1, 2), (3, None)))
    >>> rating.level.name, rating.score, rating.hardest, rating.techniques["corner-3"]
    ('NORMAL', 1.3, 2, 1)
    >>> rate(Puzzle(square_grid(1, 2), (None, None)))
    <NotRated.SEVERAL_SOLUTIONS: 'it has several solutions'>
    """
    return rate_as_laid(canonical(puzzle), limits, units)


def rate_within(puzzle: Puzzle, seconds: float | None = None) -> Rating | NotRated:
    """The rating of a puzzle, within some seconds; without them within `LARGE_RATING_BUDGET`.

    Raises `LimitsError` for negative seconds.

    >>> from puzzle.grid import square_grid
    >>> rate_within(Puzzle(square_grid(1, 2), (3, None)), seconds=60).level.name
    'NORMAL'
    """
    if seconds is not None:
        return rate(puzzle, Limits(seconds), None)
    return rate(puzzle, units=LARGE_RATING_BUDGET)


def rate_as_laid(
    puzzle: Puzzle, limits: Limits = TRUTH_LIMITS, units: int | None = RATING_BUDGET
) -> Rating | NotRated:
    """Like `rate`, but without first turning the puzzle into its canonical orientation.

    The orientation decides which of several steps with equally few reasons is taken, so it can
    change the score. Raises `RulesError` for rules without ratings.
    """
    require(puzzle, Capability.RATINGS)
    explainer = Explainer(puzzle, replace(limits, solutions=2))
    solution = explainer.solution
    if solution is None:
        return _UNSOLVED[explainer.report.outcome]
    walk = RatedWalk(explainer, solution, Budget(units, limits.seconds))
    return rating_of(puzzle, walk.taken) if walk.ends_within(NO_BOUND) else NotRated.TOO_HARD


def steps_within(
    explainer: Explainer, bound: LevelBound, exceptions: int = 0
) -> list[RatedStep] | None:
    """The steps that solve a puzzle in its given orientation; None when they exceed a bound.

    At most `exceptions` steps may have more reasons. The explainer's puzzle must have one solution.
    Also returns None when no reasons are found within `RATING_BUDGET`.

    >>> from puzzle.grid import square_grid
    >>> explainer = Explainer(Puzzle(square_grid(1, 2), (3, None)))
    >>> [step.size for step in steps_within(explainer, BOUNDS[1])]
    [2, 1, 1, 1, 1, 1]
    >>> steps_within(explainer, BOUNDS[0]) is None
    True
    """
    assert explainer.solution is not None  # noqa: S101 - a precondition
    walk = RatedWalk(explainer, explainer.solution, Budget(RATING_BUDGET))
    return walk.taken if walk.ends_within(bound, exceptions) else None


def rating_of(puzzle: Puzzle, taken: Iterable[RatedStep]) -> Rating:
    """The rating of a puzzle from the steps that solve it."""
    steps = list(taken)
    cells = len(puzzle.grid.cells)
    sizes = sorted((step.size for step in steps), reverse=True)
    typical = sizes[min(exceptions_allowed(cells), len(sizes) - 1)]
    score = _score(fsum(step.work for step in steps), cells)
    techniques = Counter(step.technique for step in steps)
    return Rating(
        level_of(typical, score),
        score,
        typical,
        sizes[0],
        dict(sorted(Counter(sizes).items())),
        dict(techniques.most_common()),
    )


def _score(work: float, cells: int) -> float:
    """The score per 100 cells, rounded to one decimal."""
    return round(100 * work / max(MIN_CELLS, cells), 1)


class RatedWalk:
    """The steps from the blank board to the solution.

    `taken` are those so far, and `states` the marks. Without `named`, techniques have no names, and
    steps mark all that their reasons force, which is quicker.
    """

    def __init__(
        self, explainer: Explainer, solution: Solution, budget: Budget, *, named: bool = True
    ) -> None:
        self._solution = solution
        self._budget = budget
        self._named = named
        self._lines_left = len(solution)
        self._names: dict[tuple[object, ...], str] = {}
        self.taken: list[RatedStep] = []
        self.states = states_of(Board.blank(explainer.puzzle))
        self.show(explainer)

    def show(self, explainer: Explainer) -> None:
        """Go on with the clues of another puzzle, which has the same solution."""
        self._explainer = explainer
        self._puzzle, self._graph = explainer.puzzle, explainer.graph

    def ends_within(self, bound: LevelBound, exceptions: int = 0) -> bool:
        """Go on until all lines are drawn; False where the next step exceeds a bound or is missing.

        At most `exceptions` steps may have more reasons.
        """
        cells = len(self._puzzle.grid.cells)
        work = sum(step.work for step in self.taken)
        harder = sum(step.size > bound.reasons for step in self.taken)
        for step in self._steps():
            work += step.work
            harder += step.size > bound.reasons
            is_over = step.work and _score(work, cells) > bound.score
            if harder > exceptions or is_over or self._budget.is_spent:
                return False
            self.taken.append(step)
        return not self._lines_left

    def _steps(self) -> Iterator[RatedStep]:
        """Yield the steps until all lines are drawn, or no reasons are found within the limits.

        One of several reasons is marked after it was yielded.
        """
        yield from self._single_reasons(self._graph.rules)
        while self._lines_left:
            sets, open_edges = easiest_reasons_next(
                self._explainer.search, self.states, self._solution, self._budget
            )
            if not sets:
                return
            for forced in sets:
                if self._lines_left and self.states[forced.edge] == UNKNOWN:
                    deductions, technique = self._deductions_of(forced)
                    yield RatedStep.of(
                        counted_reasons(self._graph, forced.rules),
                        technique.name,
                        WEIGHTS[self._puzzle.grid.tiling],
                        draws=any(found.state is EdgeState.LINE for found in deductions),
                        open_edges=open_edges,
                    )
                    self._mark(deductions)
                    edges = [deduction.edge for deduction in deductions]
                    yield from self._single_reasons(self._rules_at(edges))

    def _single_reasons(self, dirty: Iterable[int]) -> Iterator[RatedStep]:
        """Mark everything that single reasons force, starting with the rules in `dirty`."""
        for found in close(self._graph, self.states, dirty):
            far = found.way is not None and len(found.way.cells) > SHORT_WAY
            yield RatedStep(1 + far, self._name(found) if self._named else "")
            if found.state == LINE:
                self._lines_left -= len(found.edges)
                if not self._lines_left:
                    return

    def _deductions_of(self, forced: Forced) -> tuple[tuple[Deduction, ...], Technique]:
        """The edges that the reasons force, with their states, and the technique."""
        budget = self._budget
        if self._named and len(forced.rules) <= MAX_NAMED:
            board = board_of(self._puzzle, self.states)
            step = step_of_forced(self._graph, board, forced, budget)
            counted = explained_by_counting(self._graph, board, self.states, step, budget)
            return step.deductions, counted.technique
        every = dict(forced_edges(self._graph, self.states, forced.rules, budget))
        every[forced.edge] = forced.state
        return tuple(Deduction(e, EdgeState(s)) for e, s in every.items()), TABLE[-1].technique

    def _mark(self, deductions: Iterable[Deduction]) -> None:
        """Set the states of deduced edges and count the lines."""
        for deduction in deductions:
            self.states[deduction.edge] = int(deduction.state)
            self._lines_left -= deduction.state is EdgeState.LINE

    def _rules_at(self, edges: Iterable[int]) -> list[int]:
        """The rules of some edges."""
        return sorted({rule for edge in edges for rule in self._graph.edge_rules[edge]})

    def _name(self, found: RuleDeduction) -> str:
        """The name of the technique of a step of a single reason, the same for all alike.

        What is beside a clue matters for a 3 alone.
        """
        rule, graph = found.rule, self._graph
        clue = graph.clues[rule] if rule < graph.loop_rule else None
        has_line = LINE in [self.states[edge] for edge in found.given]
        kind = (rule if clue == 3 else rule < graph.cells, clue, found.state, has_line, found.way)
        if kind not in self._names:
            self._names[kind] = row_of(self._pattern(found)).name
        return self._names[kind]

    def _pattern(self, found: RuleDeduction) -> Pattern:
        """The pattern of a step of a single reason."""
        cells = self._graph.cells
        place, loop = found.rule, found.rule == self._graph.loop_rule
        is_dot = cells <= place < self._graph.loop_rule
        return Pattern(
            grid=self._puzzle.grid,
            clues=self._graph.clues[:cells],
            cells=(place,) if place < cells else (),
            dots=(place - cells,) if is_dot else (),
            loop=loop,
            forced=dict.fromkeys(found.edges, EDGE_STATES[found.state]),
            marks={edge: EDGE_STATES[self.states[edge]] for edge in found.given},
            argument=NO_ARGUMENT,
            sides=found.way is not None,
            jump=found.way is not None and found.way.jump is not None,
        )
