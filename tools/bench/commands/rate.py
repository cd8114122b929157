"""Ratings of puzzles that have levels by their makers, and the time of rating."""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer
from msgspec import Struct

from puzzle.model import Puzzle
from puzzle.symmetry import images
from solver.explain.step import Difficulty
from solver.rating import NotRated, Rating, level_of, rate, rate_as_laid
from solver.search import Limits
from solver.timing import percentile
from tools.bench.datasets import Dataset, evenly_hard, generated, shared
from tools.bench.measure import print_machine

LEVELLED = (
    "puzzleloop_5x5_medium",
    "puzzleloop_5x5_hard",
    "puzzleloop_7x7_medium",
    "puzzleloop_10x10_medium",
    "puzzleloop_10x10_hard",
    "puzzleloop_15x15_medium",
    "puzzleloop_20x20_medium",
    "puzzleloop_25x30_medium",
    "loopy_10x10t0de",
    "loopy_10x10t0dn",
    "loopy_10x10t0dt",
    "loopy_10x10t0dh",
    "loopy_7x7t0dh",
    "loopy_30x30t0dh",
    "janko_a",
    "satmin_10x10",
)
"""Datasets in the order of the output."""

LOOPY = {"Easy": "e", "Normal": "n", "Tricky": "t", "Hard": "h"}
"""Loopy's levels, easiest first, with the letters in the names of their datasets."""

EVEN_SIZES = ((7, 7), (10, 10), (15, 15), (20, 20), (30, 25))
"""Rows and columns of the boards that are made to be as hard everywhere."""

TURNED = ("puzzleloop_5x5_hard", "puzzleloop_10x10_hard", "loopy_10x10t0dt", "loopy_10x10t0dh")
"""Datasets whose puzzles are also rated in all eight orientations."""


class RatedSet(Struct, frozen=True):
    """The ratings of a dataset, and the CPU time of each in seconds."""

    name: str
    answers: tuple[Rating | NotRated, ...]
    seconds: tuple[float, ...]

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of the puzzles that have one."""
        return [answer for answer in self.answers if isinstance(answer, Rating)]

    @property
    def scores(self) -> list[float]:
        """The scores of the puzzles that have a rating."""
        return [rating.score for rating in self.ratings]


def time_rating(
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 100,
    turned: Annotated[
        int, typer.Option(help="Number of puzzles of some sets to rate in all eight orientations.")
    ] = 20,
    seconds: Annotated[float, typer.Option(help="Time limit of each puzzle.")] = 30.0,
    made: Annotated[
        int, typer.Option(help="Number of 20x20 puzzles of level Hard to make and rate too.")
    ] = 8,
    even: Annotated[
        int,
        typer.Option(help="Number of 7x7 puzzles that are as hard as larger ones, fewer, to make."),
    ] = 60,
) -> None:
    """Rate puzzles made for people: do ratings separate the levels of their makers?"""
    print_machine()
    limits = Limits(seconds)
    datasets = shared(*LEVELLED)
    if made:
        datasets.append(generated(20, 20, Difficulty.HARD, made))
    rate(datasets[0].puzzles[0], limits, None)
    print_header()
    found: dict[str, RatedSet] = {}
    for dataset in datasets:
        found[dataset.name] = measure(dataset, limit, limits)
        print_row(found[dataset.name])
    by_cells = {}
    for rows, cols in EVEN_SIZES:
        if count := even * 7 // max(rows, cols):
            by_cells[rows * cols] = measure(evenly_hard(rows, cols, count), limit, limits)
            print_row(by_cells[rows * cols])
    print_sizes(by_cells)
    print_single_steps([*found.values(), *by_cells.values()])
    print_separation(found)
    print_loopy(found)
    print_symmetry([dataset for dataset in datasets if dataset.name in TURNED], turned, limits)


def measure(dataset: Dataset, limit: int, limits: Limits) -> RatedSet:
    """Rate at most `limit` puzzles of a dataset, evenly spread."""
    answers, seconds = [], []
    for puzzle in dataset.spread(limit):
        start = time.process_time()
        answers.append(rate(puzzle, limits, None))
        seconds.append(time.process_time() - start)
    return RatedSet(dataset.name, tuple(answers), tuple(seconds))


def area_under_curve(low: Sequence[float], high: Sequence[float]) -> float:
    """The probability that a value of `high` is above one of `low`; equal values count half.

    This is the area under the ROC curve of a classifier by the value.

    >>> area_under_curve([0, 0, 1], [1, 2]), area_under_curve([1], [1])
    (0.9166666666666666, 0.5)
    """
    wins = sum((h > one) + (h == one) / 2 for one in low for h in high)
    return wins / (len(low) * len(high))


def print_header() -> None:
    """Print the names of the columns of `print_row`."""
    levels = " ".join(f"{level.name.capitalize():>7}" for level in Difficulty)
    times = f"{'median':>7} {'max ms':>7}"
    print(f"\n{'':24} {levels} {'none':>5}   {'hardest':>9}   {'score':^17}   {times}")
    print(f"{'':24} {'':45}   {'med  max':>9}   {'p5    med    p95':^17}")


def print_row(rated: RatedSet) -> None:
    """Print the number of puzzles at each level, their hardest steps, scores and times."""
    levels = Counter(rating.level for rating in rated.ratings)
    counts = " ".join(f"{levels[level] or '':>7}" for level in Difficulty)
    without = len(rated.answers) - len(rated.ratings)
    if not rated.ratings:
        print(f"{rated.name:24} {counts} {without:>5}", flush=True)
        return
    hardest = [rating.hardest for rating in rated.ratings]
    scores = rated.scores
    print(
        f"{rated.name:24} {counts} {without or '':>5}"
        f"   {statistics.median(hardest):4.0f} {max(hardest):4}"
        f"   {percentile(scores, 0.05):5.0f} {statistics.median(scores):5.0f}"
        f" {percentile(scores, 0.95):5.0f}"
        f"   {statistics.median(rated.seconds) * 1e3:7.1f} {max(rated.seconds) * 1e3:7.0f}",
        flush=True,
    )


def print_sizes(by_cells: dict[int, RatedSet]) -> None:
    """Print how much the ratings of evenly hard boards depend on their number of cells."""
    if not by_cells:
        return
    print("\nEvenly hard boards: Expert or Extreme, and the correlation of ranks with size")
    for rated in by_cells.values():
        hard = statistics.mean(rating.level >= Difficulty.EXPERT for rating in rated.ratings)
        print(f"  {rated.name:24} {hard:6.0%}")
    rows = [(cells, rating) for cells, rated in by_cells.items() for rating in rated.ratings]
    for name in ("typical", "score", "hardest"):
        numbers = [float(getattr(rating, name)) for _, rating in rows]
        sizes = [float(cells) for cells, _ in rows]
        print(f"  {name:8} {statistics.correlation(ranks(sizes), ranks(numbers)):6.2f}")


def print_single_steps(rated: Iterable[RatedSet]) -> None:
    """Print how many Expert and Extreme puzzles a single typical step or the score decides."""
    ratings = [each for one in rated for each in one.ratings if each.level >= Difficulty.EXPERT]
    single = sum(is_by_single_step(rating) for rating in ratings)
    by_score = sum(level_of(rating.typical) < rating.level for rating in ratings)
    print(f"\nExpert and Extreme puzzles: {len(ratings)}; level set by the reasons of a single")
    print(f"step: {single}; by the score: {by_score}")


def is_by_single_step(rating: Rating) -> bool:
    """Whether the typical step sets the level, and only one step is as hard as the level."""
    steps = sum(n for size, n in rating.sizes.items() if level_of(size) >= rating.level)
    return level_of(rating.typical) is rating.level and steps == 1


def print_separation(found: dict[str, RatedSet]) -> None:
    """Print how well the score separates puzzle-loop's medium and hard puzzles, by size."""
    print("\npuzzle-loop.com, medium and hard: area under the curve by score")
    for name, hard in found.items():
        medium = found.get(name.replace("_hard", "_medium"))
        if name.endswith("_hard") and medium:
            print(f"  {name.split('_')[1]:8} {area_under_curve(medium.scores, hard.scores):.4f}")


def print_loopy(found: dict[str, RatedSet]) -> None:
    """Print the median scores of Loopy's levels, and the separation from the level before."""
    print("\nLoopy 10x10: median score, and area under the curve to the level before")
    before: list[float] = []
    for level, letter in LOOPY.items():
        rated = found.get(f"loopy_10x10t0d{letter}")
        if rated is not None:
            apart = f"{area_under_curve(before, rated.scores):.3f}" if before else ""
            print(f"  {level:8} {statistics.median(rated.scores):6.1f} {apart:>7}")
            before = rated.scores


def print_symmetry(datasets: Iterable[Dataset], count: int, limits: Limits) -> None:
    """Print how many puzzles get different ratings in their eight orientations."""
    print("\nThe eight images of a puzzle, each walked through as it lies: how many puzzles differ")
    print(f"{'':24} {'puzzles':>8} {'level':>6} {'hardest':>8}   {'score, median spread':>20}")
    for dataset in datasets:
        rows = [rate_images(puzzle, limits) for puzzle in dataset.spread(count)]
        levels = sum(len({rating.level for rating in row}) > 1 for row in rows)
        hardest = sum(len({rating.hardest for rating in row}) > 1 for row in rows)
        spreads = [spread([rating.score for rating in row]) for row in rows]
        print(
            f"{dataset.name:24} {len(rows):8} {levels:6} {hardest:8}"
            f"   {statistics.median(spreads):20.0%}",
            flush=True,
        )


def rate_images(puzzle: Puzzle, limits: Limits) -> list[Rating]:
    """The ratings of a puzzle in its eight orientations, without those that have none."""
    answers = [rate_as_laid(image, limits, None) for image in images(puzzle)]
    return [answer for answer in answers if isinstance(answer, Rating)]


def spread(values: Sequence[float]) -> float:
    """The range of values divided by their median; 0 if the median is 0.

    >>> spread([9, 10, 11]), spread([0, 0])
    (0.2, 0.0)
    """
    middle = statistics.median(values)
    return (max(values) - min(values)) / middle if middle else 0.0


def ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]
