"""Paired timings: contestants run in turns on a puzzle, so changing load affects all alike.

Times are processor times of all threads, which depend less on other load than wall-clock times.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from puzzle.model import Puzzle

Contestant: TypeAlias = Callable[[Puzzle], int | None]
"""Returns the number of solutions of a puzzle, at most two; None after its time limit."""
Run: TypeAlias = tuple[float, int | None]
"""The processor seconds of a contestant on a puzzle, and its answer."""

LONG_SECONDS = 1.0
"""Minimum seconds of a run that is not repeated, since noise matters little to it."""
SHORT_SECONDS = 0.05
"""A run of fewer seconds is done twice in a row, since the run before it leaves the caches cold."""


def race(contestants: Mapping[str, Contestant], puzzle: Puzzle, repeat: int) -> dict[str, Run]:
    """Run all contestants in turns on a puzzle, `repeat` times, and return the best run of each.

    A run below `SHORT_SECONDS` is done twice in each turn, and one of `LONG_SECONDS` or more is not
    repeated.
    """
    best: dict[str, Run] = {}
    for _ in range(repeat):
        for name, run in contestants.items():
            known = best.get(name)
            if known is not None and known[0] >= LONG_SECONDS:
                continue
            found = _timed(run, puzzle)
            if found[0] < SHORT_SECONDS:
                found = min(found, _timed(run, puzzle), key=itemgetter(0))
            best[name] = found if known is None else min(known, found, key=itemgetter(0))
    return best


def _timed(run: Contestant, puzzle: Puzzle) -> Run:
    """One run of a contestant with its processor time."""
    start = time.process_time()
    answer = run(puzzle)
    return time.process_time() - start, answer


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values such that at least `share` of all values are not above it.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([1, 2, 3], 0.95)
    (2, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]
