"""Puzzles made to order.

A loop is drawn by chance, clues are chosen for the level, and then the puzzle is examined like
any stranger's: a fresh solver proves that it has one solution, and a walk through it shows which
steps it takes. What does not pass is thrown away, and another loop is tried.
"""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from puzzle.grid import square_grid
from puzzle.model import Puzzle, Solution
from puzzle.symmetry import canonical
from solver.explain.explainer import Explainer
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.loops import random_loop
from solver.generate.recipes import RECIPES, with_easier_steps
from solver.generate.seeded_random import SeededRandom
from solver.generate.settle import allowed_draft, hill_climb
from solver.generate.spec import GenerationSpec
from solver.generate.style import Style, StyleBounds, style_of, widest_gap
from solver.rating import BOUNDS, LevelBound, Rating, rating_of, steps_within
from solver.report import Limits, Outcome

PROOF_LIMITS = Limits(seconds=None)
"""What the proof of uniqueness may take: it must not end differently on a slow machine."""

MAX_LOOPS_PER_ATTEMPT = 200
"""So many loops may fail to please in one attempt."""

MAX_RATED_CELLS = 200
"""With as few clues as one solution allows, larger boards were beyond Expert without exception."""


class Rejection(Enum):
    """Why an attempt came to nothing."""

    DULL = "their loops left bald areas or formed combs"
    AMBIGUOUS = "even all clues allowed were too few"
    BARE = "their clues left too large a square blank"
    EASIER = "they were too easy"
    HARDER = "they were too hard"


@dataclass(frozen=True)
class Certificate:
    """What shows that a puzzle is right.

    - `outcome`: what a fresh solver found, always UNIQUE; `calls` and `conflicts` it took.
    - `steps`: how many reasons each step of a walk from blank to solved has, in order; empty for
      Extreme, where no such walk is promised.
    """

    outcome: Outcome
    steps: tuple[int, ...]
    calls: int = field(compare=False)
    conflicts: int = field(compare=False)


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A puzzle made to order, with its only solution.

    `rating` is None for Extreme alone: such a puzzle has as few clues as one solution allows, and
    its walk passes the bounds of Expert. `attempts` tells how many loops were tried.
    """

    spec: GenerationSpec
    puzzle: Puzzle
    solution: Solution
    rating: Rating | None
    style: Style
    certificate: Certificate
    attempts: int

    @property
    def seed(self) -> int:
        """What the order's chance was made from."""
        return self.spec.seed

    @property
    def level(self) -> Difficulty:
        """How hard it is, as ordered."""
        return self.spec.level


@dataclass(frozen=True)
class NotGenerated:
    """No puzzle, and why: how often attempts failed for each reason, and whether time ran out."""

    spec: GenerationSpec
    rejected: Mapping[Rejection, int]
    out_of_time: bool = False

    @property
    def attempts(self) -> int:
        """How many loops were tried."""
        return sum(self.rejected.values())

    @property
    def reason(self) -> str:
        """One sentence for a person.

        >>> NotGenerated(GenerationSpec(3, 3, Difficulty.EXPERT), {Rejection.EASIER: 200}).reason
        'No 3x3 puzzle of level expert was found in 200 attempts (they were too easy: 200); \
try a larger board or an easier level.'
        """
        spec, tally = self.spec, self.rejected
        told = ", ".join(f"{why.value}: {count}" for why, count in tally.items())
        tried = f"{self.attempts} attempt{'' if self.attempts == 1 else 's'}"
        found = f"No {spec.size} puzzle of level {spec.level.name.lower()} was found in {tried}"
        if self.out_of_time:
            return f"{found}, and then the time was over{f' ({told})' if told else ''}; allow more."
        return f"{found} ({told}); {self._remedy()}."

    def _remedy(self) -> str:
        most = max(self.rejected, key=lambda why: self.rejected[why])
        if most is Rejection.EASIER:
            return "try a larger board or an easier level"
        if not self.spec.is_unrestricted:
            other = "a harder level" if most is Rejection.HARDER else "another seed"
            return f"allow more cells or more clues, or try {other}"
        if most is Rejection.HARDER:
            return "try a harder level or another seed"
        return "try another size or another seed"


def generate(spec: GenerationSpec) -> GeneratedPuzzle | NotGenerated:
    """Make a puzzle: the same for the same order, on every machine and with every Python.

    >>> made = generate(GenerationSpec(5, 7, Difficulty.EASY, seed=1))
    >>> made.puzzle.size, made.rating.level.name, made.certificate.outcome.value
    ('7x5', 'EASY', 'unique')
    """
    started = time.perf_counter()
    rejected: Counter[Rejection] = Counter()
    for attempt in range(spec.most_attempts):
        if spec.seconds is not None and time.perf_counter() - started >= spec.seconds:
            return NotGenerated(spec, dict(rejected), out_of_time=True)
        made = _Attempt(spec, attempt).made()
        if isinstance(made, GeneratedPuzzle):
            return made
        rejected[made] += 1
    return NotGenerated(spec, dict(rejected))


class _Attempt:
    """One loop and what comes of it."""

    def __init__(self, spec: GenerationSpec, attempt: int) -> None:
        self._spec = spec
        self._attempt = attempt
        self._rng = SeededRandom(spec.attempt_seed(attempt))
        self._grid = square_grid(spec.rows, spec.cols)
        self._bounds = StyleBounds.for_cells(len(self._grid.cells))

    def made(self) -> GeneratedPuzzle | Rejection:
        """The puzzle, if it is as ordered."""
        draft = self._loop()
        if draft is None:
            return Rejection.DULL
        if not self._spec.is_unrestricted:
            draft = hill_climb(self._spec, draft, self._rng)
            if draft is None:
                return Rejection.AMBIGUOUS
        level = self._spec.level
        kept = RECIPES[level](draft, self._rng)
        if kept is None:
            return Rejection.HARDER if level is Difficulty.EASY else Rejection.AMBIGUOUS
        made = self._examine(draft, kept)
        if made is Rejection.HARDER and level is Difficulty.HARD:
            made = self._examine(draft, with_easier_steps(draft, kept, self._rng))
        return made

    def _loop(self) -> Draft | None:
        """A loop that pleases, with the clues that may be shown."""
        for _ in range(MAX_LOOPS_PER_ATTEMPT):
            loop = random_loop(self._grid, self._rng)
            if self._bounds.allow(style_of(self._grid, loop)):
                return allowed_draft(self._spec, self._grid, loop)
        return None

    def _examine(self, draft: Draft, kept: list[int]) -> GeneratedPuzzle | Rejection:
        """The puzzle, if it has one solution and is of the level ordered."""
        spec = self._spec
        puzzle = draft.puzzle(kept)
        if spec.mask is None and widest_gap(puzzle) > self._bounds.gap:
            return Rejection.BARE
        explainer = Explainer(canonical(puzzle), PROOF_LIMITS)
        report = explainer.report
        if report.outcome is not Outcome.UNIQUE:
            return Rejection.AMBIGUOUS
        steps = None if self._is_surely_extreme else steps_within(explainer, self._bound)
        if spec.level is Difficulty.EXTREME:
            if steps is not None:
                return Rejection.EASIER
            rating = None
        else:
            if steps is None:
                return Rejection.HARDER
            rating = rating_of(puzzle, steps)
            if rating.level is not spec.level:
                return Rejection.EASIER
        sizes = tuple(step.size for step in steps or ())
        proof = Certificate(report.outcome, sizes, report.stats.calls, report.stats.conflicts)
        style = style_of(self._grid, draft.loop)
        return GeneratedPuzzle(spec, puzzle, draft.loop, rating, style, proof, self._attempt + 1)

    @property
    def _bound(self) -> LevelBound:
        """What a walk must keep to; one that goes beyond Expert is Extreme."""
        level = min(self._spec.level, Difficulty.EXPERT)
        return next(bound for bound in BOUNDS if bound.level is level)

    @property
    def _is_surely_extreme(self) -> bool:
        is_large = len(self._grid.cells) > MAX_RATED_CELLS
        return is_large and self._spec.level is Difficulty.EXTREME
