"""Applies a function to many values on several cores, with the results in order.

Values are read ahead in a thread, and Control-C takes effect between two results.
"""

from __future__ import annotations

import math
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from threading import Event, Semaphore, Thread, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from msgspec import Struct

from cli.errors import ProcessLostError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Value = TypeVar("Value")
Result = TypeVar("Result")

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
    news = Event()
    reading = ReadAhead(values, jobs * ROOM_PER_PROCESS, news)
    reading.start()
    run = _ParallelRun(function, reading, news, jobs, lost)
    with closing(reading), closing(run.results()) as results:
        yield results


class _Done(Struct, Generic[Result], frozen=True):
    """The results of some values in order, up to the error that one raised, and the seconds."""

    results: list[Result]
    error: Exception | None
    seconds: float

    def each(self) -> Iterator[Result]:
        """The results; raises the error behind them."""
        yield from self.results
        if self.error is not None:
            raise self.error


class _Chunk(Struct, Generic[Value, Result]):
    """Values that were handed on, and what comes back for them."""

    values: list[Value]
    future: Future[_Done[Result]]

    @property
    def is_lost(self) -> bool:
        """Whether the process of these values ended; waits until that is known."""
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only processes need it

        return isinstance(self.future.exception(), BrokenExecutor)


class _ParallelRun(Generic[Value, Result]):
    """The work on values by this process and, when there is enough, by others.

    When a process is lost, the values that were handed on are worked on again, one at a time, so
    that it is known which of them ended their process.
    """

    def __init__(
        self,
        function: Callable[[Value], Result],
        reading: ReadAhead[Value],
        news: Event,
        jobs: int,
        lost: Callable[[Value, ProcessLostError], Result],
    ) -> None:
        self._function = function
        self._reading = reading
        self._news = news
        self._jobs = jobs
        self._lost = lost
        self._interrupts = Interrupts(news.set)
        self._mean_seconds = 0.0
        self._alone = 0
        """Number of the next values that are worked on while no other is."""

    def results(self) -> Generator[Result, None, None]:
        """The results in order, for one reader; raises `KeyboardInterrupt` as `mapped` says."""
        with self._interrupts:
            yield from self._results_of_this_process()
            while not self._reading.is_finished:
                with self._processes() as executor:
                    yield from self._results_of(executor)
            if self._reading.error is not None:
                raise self._reading.error

    def _results_of_this_process(self) -> Iterator[Result]:
        """Results, until all values are done or there is enough work for other processes."""
        worked, count = 0.0, 0
        while not self._reading.is_finished and not self._is_worth_processes(worked):
            with self._interrupts.raised():
                self._news.clear()
                values = self._reading.take(1)
                if not values and not self._reading.has_ended:
                    self._news.wait()
                done = _apply(self._function, values)
            worked, count = worked + done.seconds, count + len(values)
            self._mean_seconds = worked / max(1, count)
            yield from done.each()
            if self._interrupts.arrived:
                raise KeyboardInterrupt

    def _is_worth_processes(self, worked: float) -> bool:
        """Whether other processes should take over after some seconds of work."""
        waiting = self._reading.waiting
        return worked >= PATIENCE_SECONDS and (
            waiting >= MAX_CHUNK or waiting * self._mean_seconds > START_SECONDS
        )

    def _results_of(self, executor: ProcessPoolExecutor) -> Iterator[Result]:
        """Results until all values are done or a process is lost."""
        chunks: deque[_Chunk[Value, Result]] = deque()
        while chunks or not self._reading.is_finished:
            self._news.clear()
            is_lost = not self._hand_on(executor, chunks)
            if self._interrupts.arrived:
                yield from _finished(chunks)
                raise KeyboardInterrupt
            if is_lost and not chunks:
                return
            if not chunks or not chunks[0].future.done():
                if chunks or not self._reading.has_ended:
                    self._news.wait()
            elif chunks[0].is_lost:
                yield from self._without_process(chunks)
                return
            else:
                chunk = chunks.popleft()
                done = chunk.future.result()
                self._alone = max(0, self._alone - 1)
                self._mean_seconds += 0.1 * (done.seconds / len(chunk.values) - self._mean_seconds)
                yield from done.each()

    def _hand_on(self, executor: ProcessPoolExecutor, chunks: deque[_Chunk[Value, Result]]) -> bool:
        """Give waiting values to the processes, each about `CHUNK_SECONDS` of work at a time.

        False if a process was lost meanwhile; the values that could not be given keep waiting.
        """
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only processes need it

        timely = CHUNK_SECONDS / max(self._mean_seconds, CHUNK_SECONDS / MAX_CHUNK)
        while len(chunks) < (1 if self._alone else CHUNKS_PER_PROCESS * self._jobs):
            share = 1 if self._alone else math.ceil(self._reading.waiting / self._jobs)
            values = self._reading.take(max(1, min(share, int(timely))))
            if not values:
                break
            try:
                with sigint_blocked():  # the first values start the processes
                    future = executor.submit(_apply, self._function, values)
            except BrokenExecutor:
                self._reading.put_back(values)
                return False
            future.add_done_callback(lambda _: self._news.set())
            chunks.append(_Chunk(values, future))
        return True

    def _without_process(self, chunks: Iterable[_Chunk[Value, Result]]) -> Iterator[Result]:
        """The result of the value that ended its process; several are put back instead."""
        values = [value for chunk in chunks for value in chunk.values]
        if self._alone:
            self._alone -= 1
            yield self._lost(values[0], ProcessLostError())
        else:
            self._alone = len(values)
            self._reading.put_back(values)

    @contextmanager
    def _processes(self) -> Iterator[ProcessPoolExecutor]:
        """Processes, which start with the first value and are killed at the end of the block."""
        import multiprocessing  # noqa: PLC0415 - small lists need none
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self._jobs, mp_context=context) as executor:
            try:
                yield executor
            finally:
                for process in multiprocessing.active_children():
                    process.kill()


def _apply(function: Callable[[Value], Result], values: Iterable[Value]) -> _Done[Result]:
    """Apply a function to values in order, up to one for which it raises an error."""
    results: list[Result] = []
    error: Exception | None = None
    started = time.monotonic()
    try:
        for value in values:
            results.append(function(value))  # noqa: PERF401 - keeps those before an error
    except Exception as raised:
        error = raised
    return _Done(results, error, time.monotonic() - started)


def _finished(chunks: Iterable[_Chunk[Any, Result]]) -> Iterator[Result]:
    """The results of all chunks that are done, also behind one that is not."""
    for chunk in chunks:
        if chunk.future.done() and not chunk.is_lost:
            yield from chunk.future.result().results


class Interrupts:
    """Records Control-C in a block, and calls `wake`; a second one raises `KeyboardInterrupt`.

    Does nothing outside the main thread, which alone gets signals, or when SIGINT is ignored.

    >>> with Interrupts(lambda: print("woken")) as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    woken
    >>> interrupts.arrived
    True
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.arrived = False
        self._wake = wake
        self._raises = False
        self._before: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> Interrupts:
        handler = signal.getsignal(signal.SIGINT)
        if current_thread() is main_thread() and callable(handler):
            self._before = handler
            signal.signal(signal.SIGINT, self._record)
        return self

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

    def _record(self, number: int, frame: FrameType | None) -> None:
        again, self.arrived = self.arrived, True
        if again or self._raises:
            signal.default_int_handler(number, frame)
        self._wake()


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, and permanently in the processes that it starts meanwhile.

    Control-C reaches all processes of a terminal; only the process of the command handles it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class ReadAhead(Generic[Value]):
    """Reads values in a thread, at most `room` ahead, and sets `news` at each and at their end.

    >>> news = Event()
    >>> reading = ReadAhead([1, 2, 3], room=8, news=news)
    >>> reading.start()
    >>> while not reading.has_ended:
    ...     _ = news.wait()
    >>> reading.take(2), reading.waiting, reading.take(2), reading.is_finished
    ([1, 2], 1, [3], True)
    >>> reading.put_back([2, 3])
    >>> reading.take(1), reading.waiting, reading.is_finished
    ([2], 1, False)
    """

    def __init__(self, values: Iterable[Value], room: int, news: Event) -> None:
        self.has_ended = False
        """Whether all values were read."""
        self.error: Exception | None = None
        """The error that ended the values, if one did."""
        self._values = values
        self._room = Semaphore(room)
        self._news = news
        self._waiting: deque[Value] = deque()
        self._closed = False

    def start(self) -> None:
        """Start the thread."""
        Thread(target=self._read, daemon=True).start()

    def close(self) -> None:
        """End the thread, unless it waits for the next value."""
        self._closed = True
        self._room.release()

    @property
    def waiting(self) -> int:
        """Number of values that were read and not taken."""
        return len(self._waiting)

    @property
    def is_finished(self) -> bool:
        """Whether all values were read and taken."""
        return self.has_ended and not self._waiting

    def take(self, most: int) -> list[Value]:
        """The next values that were read, at most this many; none when none is waiting."""
        taken = [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]
        if taken:
            self._room.release(len(taken))
        return taken

    def put_back(self, values: Sequence[Value]) -> None:
        """Take these values next, in this order, before those that are waiting."""
        for value in reversed(values):
            self._waiting.appendleft(value)
            self._room.acquire(blocking=False)

    def _read(self) -> None:
        try:
            for value in self._values:
                self._room.acquire()
                if self._closed:
                    return
                self._waiting.append(value)
                self._news.set()
        except Exception as error:
            self.error = error
        self.has_ended = True
        self._news.set()
