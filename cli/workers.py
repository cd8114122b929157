"""Applies a function to many values on several cores, with the results in order."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from threading import Event, Lock, Thread, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Generic, NoReturn

from cli.errors import ProcessLostError
from cli.work_queue import Result, Stopwatch, Value, WorkQueue, attempt

if TYPE_CHECKING:
    from cli.process_pool import ProcessPool

ROOM_PER_PROCESS = 128
"""Number of values for each process that are read ahead of the result that is taken next."""
PATIENCE_SECONDS = 0.5
"""Seconds of work in this process before others are started."""
START_SECONDS = 0.3
"""About how long processes take to start; for less work than that none are started."""
MANY_WAITING = 100
"""Number of waiting values that are enough work for more processes, however small each is."""


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
    ahead. `lost` gives the result of a value whose process was killed.

    Control-C raises `KeyboardInterrupt` after all results that are there, in order, also those
    behind one that is missing.

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
    run = ParallelRun(function, values, jobs, lost)
    try:
        with closing(run.results()) as results:
            yield results
    finally:
        run.close()


class ParallelRun(Generic[Value, Result]):
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
        self._queue: WorkQueue[Value, Result] = WorkQueue(jobs * ROOM_PER_PROCESS)
        self._pool: ProcessPool[Value, Result] | None = None
        self._starting = Lock()
        self._worked = Stopwatch()
        self._count = 0
        self._closed = Event()
        self._interrupts = Interrupts(self._queue.wake)

    def results(self) -> Generator[Result, None, None]:
        """The results in order, for one reader; raises `KeyboardInterrupt` as `mapped` says."""
        for target in (self._read, self._watch):
            Thread(target=target, daemon=True).start()
        with self._interrupts:
            while not self._interrupts.arrived:
                if self._queue.has_next:
                    yield self._queue.pop()
                elif self._queue.is_finished:
                    return
                elif self._works_here:
                    self._work_on_one()
                else:
                    self._queue.wait(self._has_news)
            yield from self._queue.pop_finished()
            raise KeyboardInterrupt

    def close(self) -> None:
        """End all threads and processes, except for a thread that waits for the next value."""
        self._closed.set()
        self._queue.close()
        with self._starting:
            if self._pool is not None:
                self._pool.stop()

    @property
    def _works_here(self) -> bool:
        """Whether this process works on values: until another one can."""
        is_ready = self._pool is not None and self._pool.ready.is_set()
        return self._queue.waiting > 0 and not is_ready

    def _has_news(self) -> bool:
        queue = self._queue
        return queue.has_next or queue.is_finished or self._works_here or self._interrupts.arrived

    def _work_on_one(self) -> None:
        numbered = self._queue.take()
        if numbered is None:
            return
        before = self._worked.seconds
        self._count += 1
        try:
            with self._interrupts.raised(), self._worked:
                result = attempt(self._function, numbered.value)
        except KeyboardInterrupt:
            self._interrupts.arrived = True
            return
        self._queue.record_seconds(self._worked.seconds - before)
        self._queue.put(numbered.number, result)
        self._start_if_worth_it()

    def _read(self) -> None:
        """Read the values into the queue."""
        error = None
        try:
            for value in self._values:
                if not self._queue.add(value):
                    return
        except Exception as raised:
            error = raised
        self._queue.end(error)

    def _watch(self) -> None:
        """Start processes while this process works long on one value."""
        while self._pool is None and not self._closed.wait(PATIENCE_SECONDS / 2):
            self._start_if_worth_it()

    def _start_if_worth_it(self) -> None:
        if self._pool is not None or not self._is_worth_processes():
            return
        from cli.process_pool import ProcessPool  # noqa: PLC0415 - small lists need none

        with self._starting:
            if self._pool is None and not self._closed.is_set():
                count = (
                    min(self._jobs, self._queue.waiting) if self._queue.has_ended else self._jobs
                )
                pool = ProcessPool(self._queue, self._function, self._lost, max(1, count))
                pool.start()
                self._pool = pool

    def _is_worth_processes(self) -> bool:
        seconds, waiting = self._worked.seconds, self._queue.waiting
        if seconds < PATIENCE_SECONDS:
            return False
        return waiting >= MANY_WAITING or waiting * seconds / max(1, self._count) >= START_SECONDS


class Interrupts:
    """Notes Control-C in a block, so that no result is lost half way; a second one raises.

    It does nothing outside of the main thread, which alone gets signals, or when SIGINT is ignored.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.arrived = False
        self._wake = wake
        self._raises = False
        self._before: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if current_thread() is main_thread() and callable(handler):
            self._before = handler
            signal.signal(signal.SIGINT, self._note)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def raised(self) -> Iterator[None]:
        """In this block, the first Control-C raises `KeyboardInterrupt` too."""
        self._raises = True
        try:
            yield
        finally:
            self._raises = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        again, self.arrived = self.arrived, True
        if again or self._raises:
            signal.default_int_handler(number, frame)
        self._wake()
