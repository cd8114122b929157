"""A pool of processes for the command line."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from pebble import ProcessPool

Value = TypeVar("Value")
Result = TypeVar("Result")

QUEUED_PER_PROCESS = 4
"""Number of values that are scheduled ahead for each process."""


@contextmanager
def mapped_in_processes(
    function: Callable[[Value], Result], values: Iterable[Value], jobs: int
) -> Iterator[Iterator[Result]]:
    """The results of a function for each value, in order, from `jobs` processes.

    The function and the values are pickled. The processes end with the block.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPool(max_workers=jobs, context=context, initializer=_ignore_interrupts)
    try:
        yield _in_order(pool, function, iter(values), jobs * QUEUED_PER_PROCESS)
    finally:
        pool.stop()  # type: ignore[no-untyped-call] # pebble leaves it untyped
        pool.join()


def _in_order(
    pool: ProcessPool, function: Callable[[Value], Result], values: Iterator[Value], ahead: int
) -> Iterator[Result]:
    waiting = deque(pool.schedule(function, [value]) for value in islice(values, ahead))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(pool.schedule(function, [value]) for value in islice(values, 1))


def _ignore_interrupts() -> None:
    """Leave Control-C, which reaches all processes of a terminal, to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
