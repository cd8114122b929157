"""Applies a function to many values, in several processes, with the results in order."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Value = TypeVar("Value")
Result = TypeVar("Result")


def process_count(jobs: int) -> int:
    """The number of processes to use; for 0 jobs, one for each core.

    >>> process_count(3), process_count(0) >= 1
    (3, True)
    """
    return jobs or os.cpu_count() or 1


@contextmanager
def mapped(
    function: Callable[[Value], Result], values: Iterable[Value], jobs: int
) -> Iterator[Iterator[Result]]:
    """The results of a function for each value, in order; the processes end with the block.

    `values` may be infinite: only a few are taken ahead. With one job, this process does all work.

    >>> with mapped(abs, [-1, 2], jobs=1) as results:
    ...     list(results)
    [1, 2]
    """
    if jobs == 1:
        yield map(function, values)
        return
    from cli.process_pool import mapped_in_processes  # noqa: PLC0415 - it loads pebble

    with mapped_in_processes(function, values, jobs) as results:
        yield results
