"""Times of generating puzzles, and independent checks of generated puzzles."""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count as counting
from itertools import cycle, islice
from typing import Annotated

import typer

from cli.generation_options import parse_size, parse_symmetry
from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry, canonical, orbits
from solver.explain.explainer import Explainer
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.generate import GeneratedPuzzle, NotGenerated, generate
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec
from solver.generate.style import StyleBounds, style_of
from solver.rating import BOUNDS, Rating, rate, steps_within
from solver.report import Limits, Outcome
from solver.search import solve
from solver.timing import percentile
from tools.bench.measure import print_machine
from tools.bench.peers.negation import plain_negation

SIZES = ("10x10", "15x15", "20x20", "25x30")

NAIVE_PUZZLES = 3
"""Number of puzzles of each size that naive deletion generates."""

VERIFIED = (
    ("5x5", Symmetry.NONE),
    ("7x7", Symmetry.ROT180),
    ("8x6", Symmetry.MIRROR),
    ("10x10", Symmetry.ROT180),
    ("10x10", Symmetry.NONE),
    ("10x10", Symmetry.ROT90),
    ("12x9", Symmetry.ROT180),
    ("15x15", Symmetry.ROT180),
    ("4x20", Symmetry.NONE),
    ("20x20", Symmetry.ROT180),
    ("25x30", Symmetry.ROT180),
)
"""Sizes and symmetries of the verified puzzles."""

LARGE_EVERY = 10
"""One in this many verified puzzles has more than 200 cells; these take most of the time."""


@dataclass(frozen=True, slots=True)
class GenerateTimings:
    """The generated puzzles of one size and level, and the CPU time of each in seconds."""

    made: tuple[GeneratedPuzzle, ...]
    seconds: tuple[float, ...]
    failed: int

    @property
    def density(self) -> float:
        """The mean share of cells with a clue."""
        return statistics.mean(density(made.puzzle) for made in self.made)


def time_generating(
    sizes: Annotated[list[str] | None, typer.Argument(help="Sizes, columns x rows.")] = None,
    symmetry: Annotated[str, typer.Option(help="Of the cells with clues.")] = "rot180",
    count: Annotated[int, typer.Option(min=1, help="Puzzles of each level, at 10x10.")] = 60,
    verify: Annotated[
        int, typer.Option(min=0, help="Instead, check this number of puzzles of many sizes.")
    ] = 0,
) -> None:
    """Time the generation of puzzles by size and level, beside naive deletion; or verify many."""
    print_machine()
    if verify:
        print_verified(verify)
        return
    print_header(symmetry)
    for size in sizes or SIZES:
        rows, cols = parse_size(size)
        number = max(3, count * 100 // (rows * cols))
        naive = statistics.median(time_naive(rows, cols, seed) for seed in range(NAIVE_PUZZLES))
        for level in Difficulty:
            spec = GenerationSpec(rows, cols, level, parse_symmetry(symmetry))
            print_row(size, level, measure(spec, number), naive)


def measure(spec: GenerationSpec, count: int) -> GenerateTimings:
    """Generate `count` puzzles with the seeds 0, 1, …, after one that is not counted."""
    generate(GenerationSpec(spec.rows, spec.cols, spec.level, spec.symmetry, seed=-1))
    made, seconds = [], []
    for seed in range(count):
        start = time.process_time()
        answer = generate(GenerationSpec(spec.rows, spec.cols, spec.level, spec.symmetry, seed))
        if isinstance(answer, GeneratedPuzzle):
            seconds.append(time.process_time() - start)
            made.append(answer)
    return GenerateTimings(tuple(made), tuple(seconds), count - len(made))


def time_naive(rows: int, cols: int, seed: int) -> float:
    """CPU seconds of naive deletion, which uses a new solver for every clue, on our loop."""
    made = generate(GenerationSpec(rows, cols, Difficulty.EASY, Symmetry.NONE, seed))
    assert isinstance(made, GeneratedPuzzle)
    draft = Draft(made.puzzle.grid, made.solution, orbits(rows, cols, Symmetry.NONE))
    start = time.process_time()
    naive_deletion(draft, SeededRandom(seed))
    return time.process_time() - start


def naive_deletion(draft: Draft, rng: SeededRandom) -> Puzzle:
    """Remove clues in random order as long as one solution remains; returns the puzzle."""
    kept = set(range(len(draft.groups)))
    for number in rng.shuffled(range(len(draft.groups))):
        report = solve(draft.puzzle(kept - {number}), Limits(seconds=None))
        if report.outcome is Outcome.UNIQUE:
            kept.remove(number)
    return draft.puzzle(kept)


def density(puzzle: Puzzle) -> float:
    """The share of cells with a clue."""
    return len(puzzle.clue_cells) / len(puzzle.clues)


def print_header(symmetry: str) -> None:
    """Print the names of the columns of `print_row`."""
    print(f"\nSymmetry {symmetry}; naive deletion makes puzzles without symmetry, level or style")
    print(
        f"{'':17} {'made':>7} {'median':>8} {'p95 ms':>8} {'naive':>8} {'x':>6}"
        f"   {'clues':>6} {'hardest':>8} {'score':>6} {'loops':>6}"
    )


def print_row(size: str, level: Difficulty, timings: GenerateTimings, naive: float) -> None:
    """Print times, ratios, and properties of the puzzles."""
    if not timings.made:
        print(f"{size:7} {level.name.lower():9} {f'0/{timings.failed}':>7}", flush=True)
        return
    ratings = [made.rating for made in timings.made if made.rating is not None]
    hardest = f"{statistics.median(r.hardest for r in ratings):8.1f}" if ratings else f"{'':8}"
    score = f"{statistics.median(r.score for r in ratings):6.1f}" if ratings else f"{'':6}"
    median = statistics.median(timings.seconds)
    print(
        f"{size:7} {level.name.lower():9}"
        f" {f'{len(timings.made)}/{len(timings.made) + timings.failed}':>7}"
        f" {median * 1e3:8.1f} {percentile(timings.seconds, 0.95) * 1e3:8.1f}"
        f" {naive * 1e3:8.0f} {naive / median:6.1f}"
        f"   {timings.density:6.3f} {hardest} {score}"
        f" {statistics.mean(made.attempts for made in timings.made):6.2f}",
        flush=True,
    )


# Verification


def specs() -> Iterator[GenerationSpec]:
    """Specs of all levels, sizes and symmetries in turn, each with its own seed."""
    seeds = counting()
    small = [item for item in VERIFIED if _cells(item[0]) <= 200]
    large = [item for item in VERIFIED if _cells(item[0]) > 200]
    turns = zip(cycle(small), cycle(Difficulty), seeds, strict=False)
    large_turns = zip(cycle(large), cycle(Difficulty), seeds, strict=False)
    for number in counting():
        ((size, symmetry), level, seed) = next(large_turns if number % LARGE_EVERY == 0 else turns)
        yield GenerationSpec(*parse_size(size), level=level, symmetry=symmetry, seed=seed)


def _cells(size: str) -> int:
    rows, cols = parse_size(size)
    return rows * cols


def faults(made: GeneratedPuzzle) -> Iterator[str]:
    """The faults of a puzzle, found by methods that are independent of its generation.

    Plain negation of subloops proves that there is one solution; the rater finds the level. An
    Extreme puzzle must need steps beyond those that Expert allows.
    """
    puzzle, spec = made.puzzle, made.spec
    if plain_negation(puzzle) != 1:
        yield "not one solution"
    if solve(puzzle).solutions != (made.solution,):
        yield "another solution"
    if spec.level is not Difficulty.EXTREME:
        yield from _rating_faults(made, rate(puzzle, units=None))
    elif _is_within_expert(puzzle):
        yield "not extreme"
    shown = set(puzzle.clue_cells)
    for cells in orbits(spec.rows, spec.cols, spec.symmetry):
        if shown.intersection(cells) and not shown.issuperset(cells):
            yield "not symmetric"
    style = style_of(puzzle.grid, made.solution)
    if style != made.style or not StyleBounds.for_cells(len(puzzle.clues)).allow(style):
        yield "dull"


def _is_within_expert(puzzle: Puzzle) -> bool:
    explainer = Explainer(canonical(puzzle))
    return explainer.solution is not None and steps_within(explainer, BOUNDS[-1]) is not None


def _rating_faults(made: GeneratedPuzzle, found: object) -> Iterator[str]:
    if not isinstance(found, Rating):
        yield "not rated"
        return
    bound = next(bound for bound in BOUNDS if bound.level is made.level)
    if found.level is not made.level:
        yield f"rated {found.level.name.lower()}"
    if max(made.certificate.steps) > bound.hardest:
        yield "a step too hard"
    if found != made.rating:
        yield "another rating"


def verify(wanted: Iterable[GenerationSpec]) -> tuple[dict[tuple[str, str], Counter[str]], int]:
    """Counts of faults by size and level, and the number of duplicate puzzles."""
    found: dict[tuple[str, str], Counter[str]] = {}
    keys: Counter[str] = Counter()
    for spec in wanted:
        answer = generate(spec)
        tally = found.setdefault((spec.size, spec.level.name.lower()), Counter())
        if isinstance(answer, NotGenerated):
            tally["not made"] += 1
            continue
        keys[answer.puzzle.canonical_key] += 1
        wrong = list(faults(answer))
        tally.update(wrong or ["right"])
    return found, sum(keys.values()) - len(keys)


def print_verified(count: int) -> None:
    """Generate puzzles, check each, and print the counts of faults by size and level."""
    start = time.perf_counter()
    found, equal = verify(islice(specs(), count))
    print(f"\n{count} orders verified in {time.perf_counter() - start:.0f} s")
    for (size, level), tally in sorted(found.items()):
        summary = ", ".join(f"{number} {what}" for what, number in sorted(tally.items()))
        print(f"{size:7} {level:9} {summary}")
    every = sum(found.values(), Counter[str]())
    print(f"\nall: {', '.join(f'{n} {what}' for what, n in sorted(every.items()))}; {equal} equal")
