"""Applies a function to many values on several cores, with the results in order.

Threads read values and hand them on to processes, and Control-C takes effect between results.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from queue import Empty, Queue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Generic, NoReturn, TypeAlias, TypeVar

from cli.errors import ProcessLostError

if TYPE_CHECKING:
    from concurrent.futures import Future

Value = TypeVar("Value")
Result = TypeVar("Result")
_Future: TypeAlias = "Future[tuple[list[Result], float]]"

ROOM_PER_PROCESS = 128
"""Number of values for each process that are read before they are worked on."""
PATIENCE_SECONDS = 0.5
"""Seconds of work in this process before others are started."""
START_SECONDS = 0.3
"""About how long processes take to start; for less work than that none are started."""
CHUNKS_PER_PROCESS = 2
"""Number of chunks of values that are handed on to each process at a time."""
CHUNK_SECONDS = 0.02
"""About how long a process works on a chunk. To hand on a value alone takes about 0.0001 s."""
MAX_CHUNK = 32
"""Maximum number of values of a chunk."""


def process_count(jobs: int) -> int:
    """The number of processes to use; for 0 jobs, one for each core that this process may use.

    >>> process_count(3), process_count(0) >= 1
    (3, True)
    """
    return jobs or len(os.sched_getaffinity(0))


def raise_lost(_: object, error: ProcessLostError) -> NoReturn:
    """Raise the error of a lost process, which ends the work on all values."""
    raise error


@contextmanager
def mapped(
    function: Callable[[Value], Result],
    values: Iterable[Value],
    jobs: int,
    lost: Callable[[Value, ProcessLostError], Result] = raise_lost,
) -> Iterator[Iterator[Result]]:
    """The results of a function for each value, in order; the processes end with the block.

    `values` may be infinite and may block: a thread reads them, a bounded number ahead, and each is
    worked on as soon as it is there. This process does the first work; others are started when
    there is enough for them. With one job, this process does all work, and values are not read
    ahead. When a process is killed, its values are worked on again, one at a time; `lost` gives the
    result of the one to blame. Function, values and results are pickled.

    Control-C raises `KeyboardInterrupt` after all results that have come back, in order, also those
    behind one that is missing. Processes return results of about `CHUNK_SECONDS` of work at once.
    The threads end with the program.

    >>> with mapped(abs, [-1, 2], jobs=1) as results:
    ...     list(results)
    [1, 2]
    >>> with mapped(abs, [-1, 2], jobs=2) as results:
    ...     list(results)
    [1, 2]
    """
    if jobs == 1:
        yield map(function, values)
        return
    with closing(_ParallelRun(function, values, jobs, lost).results()) as results:
        yield results


class _ParallelRun(Generic[Value, Result]):
    """The work on values by this process and, when there is enough, by others."""

    def __init__(
        self,
        function: Callable[[Value], Result],
        values: Iterable[Value],
        jobs: int,
        lost: Callable[[Value, ProcessLostError], Result],
    ) -> None:
        self._function = function
        self._values = values
        self._jobs = jobs
        self._lost = lost
        self._read: Queue[list[Value]] = Queue(jobs * ROOM_PER_PROCESS)
        """Lists of one value each; an empty one follows the last."""
        self._chunks: Queue[tuple[list[Value], _Future[Result]] | None]
        self._chunks = Queue(jobs * CHUNKS_PER_PROCESS)
        self._mean_seconds = 0.0
        self._error: Exception | None = None
        """The error that ended the values, if one did."""
        self._lock = Lock()
        """Held to start work in a process, or to forbid that."""
        self._closed = False

    def results(self) -> Generator[Result, None, None]:
        """The results in order, for one reader; raises `KeyboardInterrupt` as `mapped` says."""
        Thread(target=self._read_ahead, daemon=True).start()
        worked, count = 0.0, 0
        while values := self._read.get():
            if worked >= PATIENCE_SECONDS and self._is_worth_processes():
                yield from self._results_of_processes(values)
                break
            results, seconds = _apply(self._function, values)
            worked, count = worked + seconds, count + 1
            self._mean_seconds = worked / count
            with interrupts_held():
                yield from results
        if self._error is not None:
            raise self._error

    def _read_ahead(self) -> None:
        try:
            for value in self._values:
                self._read.put([value])
        except Exception as error:
            self._error = error
        self._read.put([])

    def _is_worth_processes(self) -> bool:
        waiting = self._read.qsize()
        return waiting >= MAX_CHUNK or waiting * self._mean_seconds > START_SECONDS

    def _results_of_processes(self, first: list[Value]) -> Iterator[Result]:
        """The results of some values and of all that follow them."""
        Thread(target=self._hand_on, args=(first,), daemon=True).start()
        try:
            while chunk := self._chunks.get():
                values, future = chunk
                if future.exception() is not None:
                    yield from self._one_by_one(values)
                    continue
                results, seconds = future.result()
                self._mean_seconds += 0.1 * (seconds / len(values) - self._mean_seconds)
                with interrupts_held():
                    yield from results
        except KeyboardInterrupt:
            yield from self._finished()
            raise
        finally:
            self._kill()

    def _one_by_one(self, values: Iterable[Value]) -> Iterator[Result]:
        """The results of values of which one ended its process or raised an error."""
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only processes need it

        process = _Processes(1)
        for value in values:
            try:
                results, _ = process.submit(self._function, [value]).result()
            except BrokenExecutor:
                results = [self._lost(value, ProcessLostError())]
            with interrupts_held():
                yield from results

    def _finished(self) -> Iterator[Result]:
        """The results of all chunks that are done, also behind one that is not."""
        with suppress(Empty):
            while chunk := self._chunks.get_nowait():
                if chunk[1].done() and chunk[1].exception() is None:
                    yield from chunk[1].result()[0]

    def _kill(self) -> None:
        """Kill the processes, and start no more."""
        import multiprocessing  # noqa: PLC0415 - small lists need none

        with self._lock:
            self._closed = True
        for process in multiprocessing.active_children():
            process.kill()
            process.join()

    def _hand_on(self, values: list[Value]) -> None:
        """Give these values and all that are read to the processes."""
        try:
            processes = _Processes(self._jobs)
            while values:
                self._add_waiting(values)
                with self._lock:
                    if self._closed:
                        return
                    future = processes.submit(self._function, values)
                self._chunks.put((values, future))
                values = self._read.get()
        except Exception as error:
            self._error = error
        self._chunks.put(None)

    def _add_waiting(self, values: list[Value]) -> None:
        """Add values that are there, for about `CHUNK_SECONDS` of work."""
        timely = CHUNK_SECONDS / max(self._mean_seconds, CHUNK_SECONDS / MAX_CHUNK)
        most = min(timely, self._read.qsize() / self._jobs)
        while len(values) < most and not self._read.empty():
            more = self._read.get()
            if not more:
                self._read.put(more)
                return
            values += more


class _Processes:
    """Processes that start with the first values, and again with the first after one is lost."""

    def __init__(self, count: int) -> None:
        import multiprocessing  # noqa: PLC0415 - small lists need none
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

        context = multiprocessing.get_context("spawn")
        self._start = partial(ProcessPoolExecutor, count, mp_context=context)
        self._executor = self._start()

    def submit(self, function: Callable[[Value], Result], values: list[Value]) -> _Future[Result]:
        """Apply a function to values in a process, which Control-C does not reach.

        It reaches all processes of a terminal; only the process of the command handles it.
        """
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only processes need it

        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._executor.submit(_apply, function, values)
        except BrokenExecutor:
            self._executor = self._start()
            return self._executor.submit(_apply, function, values)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _apply(
    function: Callable[[Value], Result], values: Iterable[Value]
) -> tuple[list[Result], float]:
    """The results of a function for values in order, and the seconds that they took."""
    started = time.monotonic()
    return [function(value) for value in values], time.monotonic() - started


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Put off Control-C until the end of the block; a second one does not wait.

    Does nothing when SIGINT is ignored.

    >>> try:
    ...     with interrupts_held():
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("in the block")
    ... except KeyboardInterrupt:
    ...     print("behind it")
    in the block
    behind it
    """
    before, arrived = signal.getsignal(signal.SIGINT), False

    def record(*_: object) -> None:
        nonlocal arrived
        arrived = True
        signal.signal(signal.SIGINT, before)

    if callable(before):
        signal.signal(signal.SIGINT, record)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if arrived:
        raise KeyboardInterrupt
