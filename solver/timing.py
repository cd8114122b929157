"""Paired timings: contestants run in turns on a puzzle, so changing load affects all alike.

Times are processor times of all threads, which depend less on other load than wall-clock times.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from puzzle.model import Puzzle

T = TypeVar("T")

LONG_SECONDS = 1.0
"""Minimum seconds of a run that is not repeated, since noise matters little to it."""
SHORT_SECONDS = 0.05
"""A run of fewer seconds is done twice in a row, since the run before it leaves the caches cold."""


class RunTiming(Struct, Generic[T], frozen=True):
    """The processor seconds of a contestant's run on a puzzle, and its answer."""

    seconds: float
    answer: T


def race(
    contestants: Mapping[str, Callable[[Puzzle], T]], puzzle: Puzzle, repeat: int = 3
) -> dict[str, RunTiming[T]]:
    """Run all contestants in turns on a puzzle, `repeat` times, and return the best run of each.

    A run below `SHORT_SECONDS` is done twice in each turn, and one of `LONG_SECONDS` or more is not
    repeated.

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
    """One run of a contestant with its processor time."""
    start = time.process_time()
    answer = run(puzzle)
    return RunTiming(time.process_time() - start, answer)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values such that at least `share` of all values are not above it.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([1, 2, 3], 0.95)
    (2, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]
