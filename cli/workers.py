"""Puzzles made by several processes at once, given back in order."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from pebble import ProcessPool

from solver.generate.generate import GeneratedPuzzle, NotGenerated, generate
from solver.generate.spec import GenerationSpec

AHEAD = 4
"""So many orders for each process are given out before the first is back."""


def processes(jobs: int) -> int:
    """How many processes to use: 0 stands for one for each core.

    >>> processes(3), processes(0) >= 1
    (3, True)
    """
    return jobs or os.cpu_count() or 1


@contextmanager
def making(
    specs: Iterable[GenerationSpec], jobs: int
) -> Iterator[Iterator[GeneratedPuzzle | NotGenerated]]:
    """What comes of the orders, in their order; the processes end with the `with` block.

    The orders may be endless: only a few are taken ahead. One job is done in this process.
    """
    if jobs == 1:
        yield map(generate, specs)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPool(max_workers=jobs, context=context, initializer=_ignore_interrupts)
    try:
        yield _in_order(pool, iter(specs), jobs * AHEAD)
    finally:
        pool.stop()  # type: ignore[no-untyped-call] # pebble leaves it untyped
        pool.join()


def _in_order(
    pool: ProcessPool, specs: Iterator[GenerationSpec], ahead: int
) -> Iterator[GeneratedPuzzle | NotGenerated]:
    waiting = deque(pool.schedule(generate, [spec]) for spec in islice(specs, ahead))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(pool.schedule(generate, [spec]) for spec in islice(specs, 1))


def _ignore_interrupts() -> None:
    """Control-C reaches all processes of a terminal; only the one that began this answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
