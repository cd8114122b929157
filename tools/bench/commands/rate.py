"""Ratings of puzzles that have levels by their makers, and the time of rating."""

import statistics
import time
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from msgspec import Struct

from solver.explain.step import Difficulty
from solver.rating import NotRated, Rating, rate
from solver.search import Limits
from tools.bench.datasets import Dataset, generated, shared
from tools.bench.measure import print_machine
from tools.bench.timing import percentile

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
    seconds: Annotated[float, typer.Option(help="Time limit of each puzzle.")] = 30.0,
    made: Annotated[
        int, typer.Option(help="Number of 20x20 puzzles of level Hard to make and rate too.")
    ] = 8,
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
    print_separation(found)
    print_loopy(found)


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
