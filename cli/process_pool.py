"""Processes that work on the values of a queue."""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Event, Lock, Thread
from typing import Generic

from cli.errors import ProcessLostError
from cli.work_queue import Numbered, Result, Value, WorkQueue, attempt


class ProcessPool(Generic[Value, Result]):
    """Processes that take chunks of values from a queue and put the results into it.

    A thread for each process hands on values and results. A process that ends while it works on a
    value is replaced; `lost` gives the result of that value, and the rest of the chunk goes back
    into the queue. Function, values and results are pickled.
    """

    def __init__(
        self,
        queue: WorkQueue[Value, Result],
        function: Callable[[Value], Result],
        lost: Callable[[Value, ProcessLostError], Result],
        count: int,
    ) -> None:
        self.ready = Event()
        """Set when the first process can work."""
        self._queue = queue
        self._function = function
        self._lost = lost
        self._count = count
        self._context = multiprocessing.get_context("spawn")
        self._lock = Lock()  # processes are started and waited for by one thread at a time
        self._processes: set[SpawnProcess] = set()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(count)]

    def start(self) -> None:
        """Start the processes; returns before they are ready."""
        resource_tracker.ensure_running()  # it unblocks SIGINT in the thread that starts it
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Kill the processes; the queue was closed before."""
        with self._lock:
            for process in self._processes:
                process.kill()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        with _sigint_blocked():
            while not self._queue.is_closed:
                with self._process() as (process, connection):
                    if connection is None or not self._serve(process, connection):
                        return

    def _serve(self, process: SpawnProcess, connection: Connection) -> bool:
        """Hand on values until the process is lost; returns False when another is of no use."""
        try:
            connection.recv()
        except (EOFError, OSError):
            if not self._queue.is_closed:
                self._queue.fail(ProcessLostError(self._end_of(process), while_starting=True))
            return False
        self.ready.set()
        self._queue.wake()
        while chunk := self._queue.take_chunk(self._count):
            if not self._hand_on(process, connection, chunk):
                return True
        return False

    def _hand_on(
        self, process: SpawnProcess, connection: Connection, chunk: list[Numbered[Value]]
    ) -> bool:
        """Let the process work on a chunk; returns whether it survived."""
        started, done = time.monotonic(), 0
        try:
            connection.send([numbered.value for numbered in chunk])
        except OSError:  # it ended while it had no work
            self._queue.give_back(chunk)
            return False
        try:
            for numbered in chunk:
                self._queue.put(numbered.number, connection.recv())
                done += 1
        except (EOFError, OSError):
            if not self._queue.is_closed:
                failed, *rest = chunk[done:]
                self._queue.give_back(rest)
                error = ProcessLostError(self._end_of(process))
                result = attempt(lambda value: self._lost(value, error), failed.value)
                self._queue.put(failed.number, result)
            return False
        self._queue.record_seconds((time.monotonic() - started) / len(chunk))
        return True

    @contextmanager
    def _process(self) -> Iterator[tuple[SpawnProcess, Connection | None]]:
        """A new process and the connection to it, which is None when the queue was closed."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._function), daemon=True)
        with self._lock:
            started = not self._queue.is_closed
            if started:
                process.start()
                self._processes.add(process)
        theirs.close()
        try:
            yield process, ours if started else None
        finally:
            ours.close()
            if started:
                self._end_of(process)

    def _end_of(self, process: SpawnProcess) -> int | None:
        """Kill a process if it still runs; returns its exit code, negative for a signal."""
        with self._lock:
            self._processes.discard(process)
            process.join(1.0)
            process.kill()
            process.join()
            return process.exitcode


def _serve(connection: Connection, function: Callable[[Value], Result]) -> None:
    """Apply a function to the values of each list received, and send the results one by one."""
    try:
        connection.send(None)
        while True:
            for value in connection.recv():
                connection.send(attempt(function, value))
    except (EOFError, OSError):  # the parent process has ended
        return


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread and in the processes that it starts.

    Control-C reaches all processes of a terminal; the parent process alone acts on it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
