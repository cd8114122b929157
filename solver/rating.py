"""How hard a puzzle is for people: what it takes to solve it by the smallest steps there are.

A puzzle is walked through from the blank board. Whatever single reasons force is marked; where
they force nothing, a step of as few reasons as possible is taken. How hard the hardest step is
and how much of such work there is make the level; docs/difficulty.md tells how this was measured
against puzzles whose makers gave them levels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.symmetry import canonical
from solver.explain.argue import MAX_RULES
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.direct import RuleDeduction, close
from solver.explain.explainer import TRUTH_LIMITS, Explainer, states_of
from solver.explain.field import LINE, UNKNOWN
from solver.explain.geometry import Pattern
from solver.explain.shrink import Forced, forced_edges
from solver.explain.smallest import (
    MIN_JOINT_REASONS,
    impossible_states,
    quick_reasons,
    smallest_reasons,
)
from solver.explain.step import Argument, Deduction, Difficulty, Technique
from solver.explain.techniques import TABLE
from solver.report import Limits, Outcome

MAX_NAMED = MAX_RULES
"""A step of more reasons than this is a `small-core`: nobody sees a pattern in it."""

MIN_CELLS = 25
"""A smaller board counts as one of so many cells: a single step is no sign of much work there."""

NO_ARGUMENT = Argument(())

RATING_BUDGET = 1_500_000
"""Units of work for all steps together."""


class LevelBound(NamedTuple):
    """What a level asks at most: reasons in one step, and score."""

    level: Difficulty
    hardest: int
    score: float


BOUNDS = (
    LevelBound(Difficulty.EASY, 1, 0),
    LevelBound(Difficulty.NORMAL, 2, 50),
    LevelBound(Difficulty.HARD, 4, 150),
    LevelBound(Difficulty.EXPERT, 8, 300),
)
"""What is beyond the last is Extreme. docs/difficulty.md shows where these come from."""


def level_of(hardest: int, score: float) -> Difficulty:
    """The lowest level whose bounds hold.

    >>> level_of(1, 0).name, level_of(2, 13.0).name, level_of(2, 60.0).name, level_of(9, 60.0).name
    ('EASY', 'NORMAL', 'HARD', 'EXTREME')
    """
    fits = (bound.level for bound in BOUNDS if hardest <= bound.hardest and score <= bound.score)
    return next(fits, Difficulty.EXTREME)


class RatedStep(NamedTuple):
    """A step that was taken: how many reasons it has, and the name of its technique."""

    size: int
    technique: str


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    - `score`: the squares of all steps' reasons beyond the first, summed, for every 100 cells.
    - `hardest`: how many reasons the hardest step has.
    - `sizes`: how many steps there are of each number of reasons.
    - `techniques`: how often each technique is used, by name, the most frequent first.
    """

    level: Difficulty
    score: float
    hardest: int
    sizes: Mapping[int, int]
    techniques: Mapping[str, int]


class NotRated(Enum):
    """Why a puzzle has no rating."""

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
    """How hard a puzzle is; turned and mirrored it is as hard.

    So many units of work (`solver.explain.budget`) bound the walk, the limits the search for the
    solution. `limits.seconds` bound it all; with them a rating may depend on the machine.

    >>> from puzzle.grid import square_grid
    >>> rating = rate(Puzzle(square_grid(1, 2), (3, None)))
    >>> rating.level.name, rating.score, rating.hardest, rating.techniques["corner-3"]
    ('NORMAL', 4.0, 2, 1)
    >>> rate(Puzzle(square_grid(1, 2), (None, None)))
    <NotRated.SEVERAL_SOLUTIONS: 'it has several solutions'>
    """
    return rate_as_laid(canonical(puzzle), limits, units)


def rate_as_laid(
    puzzle: Puzzle, limits: Limits = TRUTH_LIMITS, units: int | None = RATING_BUDGET
) -> Rating | NotRated:
    """Like `rate`, walking through the board as it lies.

    Which of several equally small steps is taken depends on how they lie, and so may the score.
    """
    budget = Budget(units, limits.seconds)
    explainer = Explainer(puzzle, replace(limits, solutions=2))
    solution = explainer.solution
    if solution is None:
        return _UNSOLVED[explainer.report.outcome]
    taken: list[RatedStep] = []
    walk = _RatedSolve(explainer, solution, budget)
    for step in walk.steps():
        taken.append(step)
        if budget.is_spent:
            return NotRated.TOO_HARD
    return NotRated.TOO_HARD if walk.lines_left else rating_of(puzzle, taken)


def steps_within(explainer: Explainer, bound: LevelBound) -> list[RatedStep] | None:
    """The steps that solve a puzzle laid as it is; None where they go beyond a bound.

    The explainer's puzzle must have one solution. Where no reasons are found quickly there are
    more than any bound allows, and it ends.

    >>> from puzzle.grid import square_grid
    >>> explainer = Explainer(Puzzle(square_grid(1, 2), (3, None)))
    >>> [step.size for step in steps_within(explainer, BOUNDS[1])]
    [2, 1, 1, 1, 1, 1]
    >>> steps_within(explainer, BOUNDS[0]) is None
    True
    """
    assert explainer.solution is not None  # noqa: S101 - what callers promise
    walk = _RatedSolve(explainer, explainer.solution, None)
    cells = max(MIN_CELLS, len(explainer.puzzle.grid.cells))
    taken: list[RatedStep] = []
    work = 0
    for step in walk.steps():
        taken.append(step)
        work += (step.size - 1) ** 2
        if step.size > bound.hardest or _score(work, cells) > bound.score:
            return None
    return None if walk.lines_left else taken


def rating_of(puzzle: Puzzle, taken: Iterable[RatedStep]) -> Rating:
    """The rating of a puzzle that these steps solve."""
    steps = list(taken)
    sizes = Counter(step.size for step in steps)
    techniques = Counter(step.technique for step in steps)
    work = sum((size - 1) ** 2 * count for size, count in sizes.items())
    score = _score(work, max(MIN_CELLS, len(puzzle.grid.cells)))
    hardest = max(sizes)
    level = level_of(hardest, score)
    return Rating(
        level, score, hardest, dict(sorted(sizes.items())), dict(techniques.most_common())
    )


def _score(work: int, cells: int) -> float:
    return round(100 * work / cells, 1)


class _RatedSolve:
    """One way from the blank board to the solution; without a budget, no small cores are used."""

    def __init__(self, explainer: Explainer, solution: Solution, budget: Budget | None) -> None:
        self._explainer = explainer
        self._puzzle = explainer.puzzle
        self._field = explainer.field
        self._solution = solution
        self._core_budget = budget
        self._budget = budget or UNLIMITED
        self._states = states_of(Board.blank(self._puzzle))
        self.lines_left = len(solution)

    def steps(self) -> Iterator[RatedStep]:
        """The steps, until all lines are drawn.

        They end early where no reasons are found within the limits.
        """
        yield from self._single_reasons(self._field.rules)
        while self.lines_left and (sets := self._joint_reasons()):
            for forced in sets:
                if self.lines_left and self._states[forced.edge] == UNKNOWN:
                    deductions, technique = self._deductions_of(forced)
                    self._mark(deductions)
                    yield RatedStep(len(forced.rules), technique.name)
                    edges = [deduction.edge for deduction in deductions]
                    yield from self._single_reasons(self._rules_at(edges))

    def _single_reasons(self, dirty: Iterable[int]) -> Iterator[RatedStep]:
        for found in close(self._field, self._states, dirty):
            yield RatedStep(1, _name(self._pattern(found)))
            if found.state == LINE:
                self.lines_left -= len(found.edges)
                if not self.lines_left:
                    return

    def _joint_reasons(self) -> list[Forced]:
        """Small sets of reasons, where no single one forces anything: one of the smallest.

        As none is smaller than two, all that were found of two may follow one another.
        """
        found, is_minimal = quick_reasons(self._field, self._states, self._budget)
        if is_minimal:
            return [forced for forced in found if len(forced.rules) <= MIN_JOINT_REASONS]
        impossible = impossible_states(self._solution, self._states)
        best = smallest_reasons(self._field, self._states, found, impossible, self._core_budget)
        return [] if best is None else [best]

    def _deductions_of(self, forced: Forced) -> tuple[tuple[Deduction, ...], Technique]:
        """All that the reasons force, and the technique."""
        if len(forced.rules) <= MAX_NAMED:
            marks = tuple(map(EdgeState, self._states[:-1]))
            board = Board(self._puzzle, marks)
            step = self._explainer.step_of_forced(board, self._states, forced, self._budget)
            return step.deductions, step.technique
        every = dict(forced_edges(self._field, self._states, forced.rules, self._budget))
        every[forced.edge] = forced.state
        return tuple(Deduction(e, EdgeState(s)) for e, s in every.items()), TABLE[-1].technique

    def _mark(self, deductions: Iterable[Deduction]) -> None:
        for deduction in deductions:
            self._states[deduction.edge] = int(deduction.state)
            self.lines_left -= deduction.state is EdgeState.LINE

    def _rules_at(self, edges: Iterable[int]) -> list[int]:
        return sorted({rule for edge in edges for rule in self._field.edge_rules[edge]})

    def _pattern(self, found: RuleDeduction) -> Pattern:
        """What a step of a single reason looks like."""
        cells = self._field.cells
        place, loop = found.rule, found.rule == self._field.loop_rule
        return Pattern(
            grid=self._puzzle.grid,
            clues=self._puzzle.clues,
            cells=(place,) if place < cells else (),
            dots=(place - cells,) if place >= cells and not loop else (),
            loop=loop,
            forced=dict.fromkeys(found.edges, EdgeState(found.state)),
            marks={edge: EdgeState(self._states[edge]) for edge in found.given},
            argument=NO_ARGUMENT,
        )


def _name(pattern: Pattern) -> str:
    return next(row.name for row in TABLE if row.fits(pattern))
