"""Generation of one or several different puzzles for a `GenerationSpec`.

Each attempt draws a random loop and chooses clues for the level. Then a new solver proves that the
puzzle has one solution, and a rating shows which steps it takes. A puzzle that does not satisfy the
specification is discarded, and the next attempt begins. See docs/generating.md.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from itertools import count as counting

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import Puzzle, Solution
from puzzle.symmetry import canonical
from puzzle.tilings.catalogue import build_grid
from solver.encoding import edge_variable
from solver.explain.explainer import Explainer
from solver.explain.pairs import find_proofs
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph
from solver.explain.shrink import Forced
from solver.explain.smallest import RepeatedSearch, easiest_reasons_next
from solver.explain.step import Difficulty, Step
from solver.generate.draft import Draft
from solver.generate.loops import full_loop, random_loop
from solver.generate.recipes import MAX_REASONS, RECIPES, with_easier_steps, with_harder_steps
from solver.generate.seeded_random import SeededRandom
from solver.generate.settle import allowed_draft, hill_climb, needs_settling
from solver.generate.short_loops import short_loop
from solver.generate.small_steps import open_small_steps
from solver.generate.spec import GenerationSpec
from solver.generate.style import Style, StyleBounds, style_of, widest_gap
from solver.rating import (
    BOUNDS,
    RatedStep,
    Rating,
    exceptions_allowed,
    level_of,
    rating_of,
    steps_within,
)
from solver.report import Limits, Outcome

PROOF_LIMITS = Limits(seconds=None)
"""The limits of the proof of uniqueness; without a time limit, as results must be reproducible."""

MAX_LOOPS_PER_ATTEMPT = 200
"""Maximum number of loops that are drawn in one attempt until one has an acceptable style."""

MAX_CHANGES = 3
"""Maximum number of times that the clues of an attempt are changed towards the level."""

MAX_RATED_CELLS = 200
"""Maximum number of cells of a board on which Extreme puzzles of the plain rules are rated.

Larger boards with a minimal set of clues were always harder than Expert.
"""


class Rejection(Enum):
    """The reasons why an attempt failed."""

    DULL = "their loops left bald areas or formed combs"
    AMBIGUOUS = "even all clues allowed were too few"
    BARE = "their clues left too large a square blank"
    EASIER = "they were too easy"
    HARDER = "they were too hard"
    WITHOUT_ANIMALS = "they needed no sheep or no wolf"


class Certificate(Struct, frozen=True):
    """The evidence that a puzzle satisfies its specification.

    - `outcome`: the result of a new solver, always UNIQUE.
    - `steps`: the number of reasons of each step from the blank board to the solution, in order;
      empty for Extreme, whose puzzles need no such steps.
    - `calls`, `conflicts`: the SAT calls and conflicts of the proof of uniqueness.
    """

    outcome: Outcome
    steps: tuple[int, ...]
    calls: int
    conflicts: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certificate):
            return NotImplemented
        return (self.outcome, self.steps) == (other.outcome, other.steps)

    def __hash__(self) -> int:
        return hash((self.outcome, self.steps))


class GeneratedPuzzle(Struct, frozen=True):
    """A generated puzzle with its unique solution.

    `rating` is None for level Extreme only: such a puzzle has a minimal set of clues and exceeds
    the bounds of Expert. `attempts` is the number of attempts, including the successful one.
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
        """The seed of the specification."""
        return self.spec.seed

    @property
    def level(self) -> Difficulty:
        """The level of the specification."""
        return self.spec.level


class NotGenerated(Struct, frozen=True):
    """A failed generation: the number of failed attempts by reason, and whether time ran out."""

    spec: GenerationSpec
    rejected: Mapping[Rejection, int]
    out_of_time: bool = False

    @property
    def attempts(self) -> int:
        """The number of attempts."""
        return sum(self.rejected.values())

    @property
    def reason(self) -> str:
        """The failure as one sentence in English.

        >>> NotGenerated(GenerationSpec(3, 3, Difficulty.EXPERT), {Rejection.EASIER: 200}).reason
        'No 3x3 puzzle of level expert was found in 200 attempts (they were too easy: 200); \
try a larger board or an easier level.'
        """
        spec = self.spec
        causes = ", ".join(f"{why.value}: {count}" for why, count in self.rejected.items())
        tried = f"{self.attempts} attempt{'' if self.attempts == 1 else 's'}"
        found = f"No {spec.size} puzzle of level {spec.level.name.lower()} was found in {tried}"
        if self.out_of_time:
            counts = f" ({causes})" if causes else ""
            return f"{found}, and then the time was over{counts}; allow more."
        return f"{found} ({causes}); {self._remedy()}."

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
    """Generate a puzzle; the same specification gives the same puzzle on every machine and Python.

    >>> generated = generate(GenerationSpec(5, 7, Difficulty.EASY, seed=1))
    >>> generated.puzzle.size, generated.rating.level.name, generated.certificate.outcome.value
    ('7x5', 'EASY', 'unique')
    """
    started = time.perf_counter()
    rejected: Counter[Rejection] = Counter()
    for attempt in range(spec.most_attempts):
        if spec.seconds is not None and time.perf_counter() - started >= spec.seconds:
            return NotGenerated(spec, dict(rejected), out_of_time=True)
        result = _Attempt(spec, attempt).run()
        if isinstance(result, GeneratedPuzzle):
            return result
        rejected[result] += 1
    return NotGenerated(spec, dict(rejected))


class _Attempt:
    """One attempt to generate a puzzle from a random loop."""

    def __init__(self, spec: GenerationSpec, attempt: int) -> None:
        self._spec = spec
        self._attempt = attempt
        self._rng = SeededRandom(spec.attempt_seed(attempt))
        self._grid = build_grid(spec.grid_key)
        self._bounds = StyleBounds.for_cells(len(self._grid.cells))

    def run(self) -> GeneratedPuzzle | Rejection:
        """The puzzle, if it satisfies the specification; otherwise why it does not."""
        draft = self._draw_loop()
        if draft is None:
            return Rejection.DULL
        if needs_settling(self._spec):
            draft = hill_climb(self._spec, draft, self._rng)
            if draft is None:
                return Rejection.AMBIGUOUS
        spec, level = self._spec, self._spec.level
        kept = RECIPES[level](draft, self._rng)
        if kept is None:
            return Rejection.HARDER if level is Difficulty.EASY else Rejection.AMBIGUOUS
        result = self._examine(draft, kept)
        results = {tuple(kept): result}
        made_easier = {Difficulty.HARD, Difficulty.EXPERT}
        made_harder = {Difficulty.EXPERT} if spec.rules.is_plain else made_easier
        for _ in range(MAX_CHANGES):
            if result is Rejection.EASIER and level in made_harder:
                changed = with_harder_steps(draft, kept, self._rng)
            elif result is Rejection.HARDER and level in made_easier:
                changed = with_easier_steps(draft, kept, level, self._rng)
            else:
                break
            if changed == kept:
                break
            kept, known = changed, results.get(tuple(changed))
            result = results[tuple(kept)] = known or self._examine(draft, kept)
        return result

    def _draw_loop(self) -> Draft | None:
        """A draft with a random loop of acceptable style and its allowed clues, or None."""
        if self._spec.short:
            return allowed_draft(self._spec, self._grid, short_loop(self._grid, self._rng))
        draw = full_loop if self._spec.rules.variant.visits_every_dot else random_loop
        for _ in range(MAX_LOOPS_PER_ATTEMPT):
            loop = draw(self._grid, self._rng)
            if loop is not None and self._bounds.allow(style_of(self._grid, loop)):
                return with_animals(allowed_draft(self._spec, self._grid, loop), self._rng)
        return None

    def _examine(self, draft: Draft, kept: list[int]) -> GeneratedPuzzle | Rejection:
        """The puzzle with the `kept` groups, if it has one solution and the requested level."""
        spec = self._spec
        puzzle = draft.puzzle(kept)
        rejection = self._reject_early(draft, kept, puzzle)
        if rejection is not None:
            return rejection
        explainer = Explainer(canonical(puzzle), PROOF_LIMITS)
        report = explainer.report
        if report.outcome is not Outcome.UNIQUE:
            return Rejection.AMBIGUOUS
        steps = None if self._is_surely_extreme else self._steps(explainer)
        if spec.level is Difficulty.EXTREME:
            if steps is not None:
                return Rejection.EASIER
            rating = None
        else:
            if steps is None:
                return Rejection.HARDER
            rating = rating_of(puzzle, steps)
            if rating.level is not spec.level or (
                spec.short and not _has_joint_step(puzzle, rating)
            ):
                return Rejection.EASIER
        sizes = tuple(step.size for step in steps or ())
        proof = Certificate(report.outcome, sizes, report.stats.calls, report.stats.conflicts)
        style = style_of(self._grid, draft.loop)
        return GeneratedPuzzle(spec, puzzle, draft.loop, rating, style, proof, self._attempt + 1)

    def _reject_early(self, draft: Draft, kept: list[int], puzzle: Puzzle) -> Rejection | None:
        """Why a puzzle is rejected before its steps are rated, if that is seen."""
        if self._spec.mask is None and widest_gap(puzzle) > self._bounds.gap:
            return Rejection.BARE
        if not puzzle.rules.variant.signs.keys() <= set(puzzle.clues):
            return Rejection.WITHOUT_ANIMALS
        if self._spec.level is not Difficulty.EXPERT or not draft.has_bitboards:
            return None
        level = level_of(estimated_reasons(draft, kept))
        if level is Difficulty.EXPERT:
            return None
        return Rejection.EASIER if level < Difficulty.EXPERT else Rejection.HARDER

    def _steps(self, explainer: Explainer) -> list[RatedStep] | None:
        """The steps within the bounds of the level, those of Expert for Extreme; None without them.

        Up to Hard, no step is harder than the level; beyond, as many as a rating allows.
        """
        level = min(self._spec.level, Difficulty.EXPERT)
        bound = next(bound for bound in BOUNDS if bound.level is level)
        allowed = exceptions_allowed(len(self._grid.cells)) if level > Difficulty.HARD else 0
        return steps_within(explainer, bound, allowed)

    @property
    def _is_surely_extreme(self) -> bool:
        """Whether the puzzle counts as Extreme without a rating."""
        is_large = len(self._grid.cells) > MAX_RATED_CELLS and self._spec.rules.is_plain
        return is_large and self._spec.level is Difficulty.EXTREME


def _has_joint_step(puzzle: Puzzle, rating: Rating) -> bool:
    """Whether a walkthrough of the puzzle has a pattern or another step of several reasons."""
    if rating.hardest > 1:
        return True
    walk = Explainer(puzzle).walkthrough()
    return any(isinstance(step, Step) and (step.pattern or step.cost > 1) for step in walk)


MAX_DUPLICATES = 50
"""Maximum number of duplicates in a row, after which the series ends: small boards run out."""


class SeriesEnded(Struct, frozen=True):
    """The end of a series because only duplicates were generated; `found` counts the puzzles."""

    spec: GenerationSpec
    found: int

    @property
    def reason(self) -> str:
        """The reason as one sentence in English."""
        kind = f"{self.spec.size} puzzles of level {self.spec.level.name.lower()}"
        return f"Only {self.found} different {kind} were found; ask for fewer or for larger boards."


def specs(first: GenerationSpec) -> Iterator[GenerationSpec]:
    """The specification with its seed, the next seed, and so on without end."""
    return (replace(first, seed=seed) for seed in counting(first.seed))


def series(
    first: GenerationSpec,
    count: int,
    answers: Iterable[GeneratedPuzzle | NotGenerated] | None = None,
) -> Iterator[GeneratedPuzzle | NotGenerated | SeriesEnded]:
    """Yield `count` puzzles, with the specification's seed and the seeds after it.

    Of puzzles that are rotations or reflections of each other, only the first is yielded. The
    series ends early after a `NotGenerated` or a `SeriesEnded`, which is yielded too. `answers` are
    the results of `generate` for `specs`, in order, if the caller generates them elsewhere.

    >>> from solver.explain.step import Difficulty
    >>> found = list(series(GenerationSpec(5, 5, Difficulty.EASY, seed=3), 4))
    >>> len({one.puzzle.canonical_key for one in found})
    4
    """
    seen: set[str] = set()
    duplicates = 0
    for answer in map(generate, specs(first)) if answers is None else answers:
        if isinstance(answer, NotGenerated):
            yield answer
            return
        key = answer.puzzle.canonical_key
        duplicates = duplicates + 1 if key in seen else 0
        if duplicates > MAX_DUPLICATES:
            yield SeriesEnded(first, len(seen))
            return
        if key not in seen:
            seen.add(key)
            yield answer
            if len(seen) == count:
                return


MAX_DRAWS = 20
"""Maximum number of draws of animals until there are a sheep and a wolf."""

ANIMAL_SHARES = (0.1, 0.2, 0.3)
"""The share of the groups that have animals instead of numbers: one is drawn for each loop."""


def with_animals(draft: Draft, rng: SeededRandom) -> Draft:
    """The draft with all kinds of animals of its rules in some random groups."""
    for _ in range(MAX_DRAWS):
        if draft.rules.variant.signs.keys() <= set(draft.clues):
            break
        share = rng.pick(ANIMAL_SHARES)
        animals = frozenset(cell for cells in draft.groups if rng.chance(share) for cell in cells)
        draft = replace(draft, animals=animals)
    return draft


def estimated_reasons(draft: Draft, kept: Collection[int]) -> int:
    """About how many reasons the typical hard step of a puzzle with one solution has.

    Hard steps decide what they can, and each harder step counts with the reasons of a proof by
    corners, which may be more than needed. Where fewer steps are harder than a rating excepts, the
    result is what Hard allows. For nine of ten boards of squares, this tells whether a rating is
    Expert; on other tilings the score decides more often.
    """
    puzzle, most = draft.puzzle(kept), MAX_REASONS[Difficulty.HARD]
    search = RepeatedSearch(RuleGraph(puzzle))
    harder: list[int] = []
    marks: list[int] = []
    with open_small_steps(draft.grid, most) as steps:
        while UNKNOWN in (states := steps.decided(puzzle.clues, marks)):
            proofs = find_proofs(search.graph, states, corners=search.corners.at(states))
            sets = [Forced(*proof[:3]) for proof in proofs[:1]]
            sets = sets or easiest_reasons_next(search, states, draft.loop)[0]
            if not sets:
                return len(draft.clues)
            harder.append(max(most, len(sets[0].rules)))
            marks += ((1 if one.state == LINE else -1) * edge_variable(one.edge) for one in sets)
    harder.sort(reverse=True)
    excepted = exceptions_allowed(len(draft.clues))
    return harder[excepted] if excepted < len(harder) else most
