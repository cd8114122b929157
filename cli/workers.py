"""Generates puzzles in several processes, and returns them in order."""

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

QUEUED_PER_PROCESS = 4
"""Number of specs that are scheduled ahead for each process."""


def process_count(jobs: int) -> int:
    """The number of processes to use; for 0 jobs, one for each core.

    >>> process_count(3), process_count(0) >= 1
    (3, True)
    """
    return jobs or os.cpu_count() or 1


@contextmanager
def generating(
    specs: Iterable[GenerationSpec], jobs: int
) -> Iterator[Iterator[GeneratedPuzzle | NotGenerated]]:
    """The results of generating from specs, in their order; the processes end with the block.

    `specs` may be infinite: only a few are taken ahead. With one job, this process does all work.
    """
    if jobs == 1:
        yield map(generate, specs)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPool(max_workers=jobs, context=context, initializer=_ignore_interrupts)
    try:
        yield _in_order(pool, iter(specs), jobs * QUEUED_PER_PROCESS)
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
    """Leave Control-C, which reaches all processes of a terminal, to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
