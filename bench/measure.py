"""Paired timings: contestants take turns on each puzzle, so a drifting machine is fair."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from puzzle.model import Puzzle

Contestant = Callable[[Puzzle], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds that one contestant took on each puzzle, in order."""

    name: str
    seconds: tuple[float, ...]

    def row(self, base: "Timing") -> str:
        """Median, 95th percentile and maximum in ms; ratios to `base` puzzle by puzzle."""
        ordered = sorted(self.seconds)
        p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        ratios = [mine / theirs for mine, theirs in zip(self.seconds, base.seconds, strict=True)]
        return (
            f"{self.name:24} {statistics.median(ordered) * 1e3:9.2f} {p95 * 1e3:9.2f}"
            f" {ordered[-1] * 1e3:9.2f}   {statistics.median(ratios):6.2f}"
        )


HEADER = f"{'':24} {'median':>9} {'p95':>9} {'max ms':>9}   {'ratio':>6}"


def race(
    contestants: Mapping[str, Contestant], puzzles: Sequence[Puzzle], repeat: int = 3
) -> list[Timing]:
    """Time every contestant on every puzzle, `repeat` times in turn, keeping the best of each.

    The first puzzle is solved once beforehand, uncounted, so that caches are warm for all.
    """
    for run in contestants.values():
        run(puzzles[0])
    best = {name: [float("inf")] * len(puzzles) for name in contestants}
    for index, puzzle in enumerate(puzzles):
        for _ in range(repeat):
            for name, run in contestants.items():
                start = time.perf_counter()
                run(puzzle)
                best[name][index] = min(best[name][index], time.perf_counter() - start)
    return [Timing(name, tuple(seconds)) for name, seconds in best.items()]
