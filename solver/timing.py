"""Paired timings: contestants take turns on a puzzle, so a drifting machine is fair to all.

What counts is the time of the processor, all threads together: what else runs on the machine
matters less to it than to the clock on the wall.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from puzzle.model import Puzzle

T = TypeVar("T")

LONG_SECONDS = 1.0
"""A run that takes this long is not repeated: noise no longer matters to it."""
SHORT_SECONDS = 0.05
"""A shorter run is taken twice in a row: the contestant before it has left the caches cold."""


@dataclass(frozen=True, slots=True)
class RunTiming(Generic[T]):
    """How many seconds of the processor a contestant took on a puzzle, and what it answered."""

    seconds: float
    answer: T


def race(
    contestants: Mapping[str, Callable[[Puzzle], T]], puzzle: Puzzle, repeat: int = 3
) -> dict[str, RunTiming[T]]:
    """Run every contestant on a puzzle, `repeat` times in turn, and keep the best of each.

    A short run is taken twice in each turn.

    >>> from puzzle.grid import square_grid
    >>> timings = race({"count": lambda puzzle: len(puzzle.clues)}, Puzzle(square_grid(1, 1), (4,)))
    >>> timings["count"].answer, timings["count"].seconds > 0
    (1, True)
    """
    best: dict[str, RunTiming[T]] = {}
    for _ in range(repeat):
        for name, run in contestants.items():
            known = best.get(name)
            if known is not None and known.seconds >= LONG_SECONDS:
                continue
            found = _timed(run, puzzle)
            if found.seconds < SHORT_SECONDS:
                found = min(found, _timed(run, puzzle), key=lambda timing: timing.seconds)
            if known is None or found.seconds < known.seconds:
                best[name] = found
    return best


def _timed(run: Callable[[Puzzle], T], puzzle: Puzzle) -> RunTiming[T]:
    start = time.process_time()
    answer = run(puzzle)
    return RunTiming(time.process_time() - start, answer)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([1, 2, 3], 0.95)
    (2, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]
