"""Times of generating puzzles, beside naive deletion of clues."""

import statistics
import time
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.generation_options import parse_rules, parse_size, parse_symmetry
from puzzle.grid import SQUARE
from puzzle.model import Puzzle
from puzzle.rules import PLAIN
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import LEVELS, GenerationSpec
from solver.generate.spec import SIZES as USUAL_SIZES
from solver.report import Limits, Outcome
from solver.search import solve
from tools.bench.measure import print_machine
from tools.bench.timing import percentile

SIZES = ("10x10", "15x15", "20x20", "25x30")

NAIVE_PUZZLES = 3
"""Number of puzzles of each size that naive deletion generates."""


class GenerateTimings(Struct, frozen=True):
    """The generated puzzles of one size and level, and the CPU time of each in seconds."""

    made: tuple[GeneratedPuzzle, ...]
    seconds: tuple[float, ...]
    failed: int

    @property
    def density(self) -> float:
        """The mean share of cells with a clue."""
        return statistics.mean(density(made.puzzle) for made in self.made)


def time_generating(  # noqa: PLR0913, PLR0917 - the options of the command
    sizes: Annotated[list[str] | None, typer.Argument(help="Sizes, columns x rows.")] = None,
    symmetry: Annotated[str, typer.Option(help="Of the cells with clues, on squares.")] = "rot180",
    count: Annotated[int, typer.Option(min=1, help="Puzzles of each level, at 10x10.")] = 60,
    tiling: Annotated[
        list[str] | None, typer.Option(help="Other tilings than squares; may be repeated.")
    ] = None,
    rules: Annotated[
        str, typer.Option(help="Of the puzzles; others are for squares.")
    ] = PLAIN.name,
    level: Annotated[
        list[str] | None, typer.Option(help="Levels, by default all; may be repeated.")
    ] = None,
) -> None:
    """Time the generation of puzzles by tiling, size and level, beside naive deletion.

    Without sizes, boards of squares have several, those of other tilings the usual one.
    """
    print_machine()
    print_header(symmetry)
    for name in tiling or (SQUARE,):
        usual = SIZES if name == SQUARE else (USUAL_SIZES[name].usual,)
        for rows, cols in map(parse_size, sizes or usual):
            kind = parse_symmetry(symmetry) if name == SQUARE else Symmetry.NONE
            named = parse_rules(rules)
            spec = GenerationSpec(rows, cols, symmetry=kind, tiling=name, rules=named)
            number = max(3, count * 100 // spec.cells)
            naive = statistics.median(time_naive(spec, seed) for seed in range(NAIVE_PUZZLES))
            for each in level or LEVELS:
                print_row(replace(spec, level=LEVELS[each]), number, naive)


def measure(spec: GenerationSpec, count: int) -> GenerateTimings:
    """Generate `count` puzzles with the seeds 0, 1, …, after one that is not counted."""
    generate(replace(spec, seed=-1))
    made, seconds = [], []
    for seed in range(count):
        start = time.process_time()
        answer = generate(replace(spec, seed=seed))
        if isinstance(answer, GeneratedPuzzle):
            seconds.append(time.process_time() - start)
            made.append(answer)
    return GenerateTimings(tuple(made), tuple(seconds), count - len(made))


def time_naive(spec: GenerationSpec, seed: int) -> float:
    """CPU seconds of naive deletion, which uses a new solver for every clue, on our loop."""
    easy = replace(spec, level=Difficulty.EASY, symmetry=Symmetry.NONE, seed=seed)
    made = generate(easy)
    assert isinstance(made, GeneratedPuzzle)
    draft = Draft(made.puzzle.grid, made.solution, easy.groups, easy.rules)
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
        f"{'':25} {'made':>7} {'median':>8} {'p95 ms':>8} {'worst':>8} {'naive':>8} {'x':>6}"
        f"   {'clues':>6} {'hardest':>8} {'score':>6} {'loops':>6}"
    )


def print_row(spec: GenerationSpec, count: int, naive: float) -> None:
    """Print times, ratios, and properties of `count` puzzles."""
    timings = measure(spec, count)
    name = f"{spec.size:15} {spec.level.name.lower():9}"
    if not timings.made:
        print(f"{name} {f'0/{timings.failed}':>7}", flush=True)
        return
    ratings = [made.rating for made in timings.made if made.rating is not None]
    hardest = f"{statistics.median(r.hardest for r in ratings):8.1f}" if ratings else f"{'':8}"
    score = f"{statistics.median(r.score for r in ratings):6.1f}" if ratings else f"{'':6}"
    median = statistics.median(timings.seconds)
    print(
        f"{name} {f'{len(timings.made)}/{len(timings.made) + timings.failed}':>7}"
        f" {median * 1e3:8.1f} {percentile(timings.seconds, 0.95) * 1e3:8.1f}"
        f" {max(timings.seconds) * 1e3:8.1f}"
        f" {naive * 1e3:8.0f} {naive / median:6.1f}"
        f"   {timings.density:6.3f} {hardest} {score}"
        f" {statistics.mean(made.attempts for made in timings.made):6.2f}",
        flush=True,
    )
