"""A queue of numbered values that several threads work on, with the results in order."""

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, RLock
from typing import Generic, TypeVar

Value = TypeVar("Value")
Result = TypeVar("Result")

CHUNK_SECONDS = 0.05
"""About how long a process works on the values that it takes at a time."""
MAX_CHUNK = 64
"""Maximum number of values that a process takes at a time."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A function raised this error for a value."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Numbered(Generic[Value]):
    """A value and its number in the input, counted from 0."""

    number: int
    value: Value


def attempt(function: Callable[[Value], Result], value: Value) -> Result | Failed:
    """The result of a function, or its error."""
    try:
        return function(value)
    except Exception as error:
        return Failed(error)


class WorkQueue(Generic[Value, Result]):
    """Values to work on and their results; every method may be called from any thread.

    At most `room` values are in the queue, from `add` until their result was returned by `pop`.

    >>> queue: WorkQueue[str, int] = WorkQueue(room=8)
    >>> queue.add("a"), queue.add("bcd"), queue.end()
    (True, True, None)
    >>> first, second = queue.take(), queue.take()
    >>> queue.put(second.number, 3)
    >>> queue.has_next
    False
    >>> queue.put(first.number, 1)
    >>> queue.pop(), queue.pop(), queue.is_finished
    (1, 3, True)
    """

    def __init__(self, room: int) -> None:
        lock = RLock()  # a signal handler may use the queue while its thread holds the lock
        self._has_room = Condition(lock)
        self._has_work = Condition(lock)
        self._changed = Condition(lock)
        self._room = room
        self._waiting: deque[Numbered[Value]] = deque()
        self._results: dict[int, Result | Failed] = {}
        self._added = self._popped = 0
        self._mean_seconds = 0.0
        self._ended = self._closed = False
        self._fatal: Exception | None = None

    def add(self, value: Value) -> bool:
        """Add a value, when there is room; returns False when the queue was closed."""
        with self._has_room:
            self._has_room.wait_for(lambda: self._closed or self._length < self._room)
            if self._closed:
                return False
            if not self._waiting:
                self._changed.notify_all()
            self._waiting.append(Numbered(self._added, value))
            self._added += 1
            self._has_work.notify()
            return True

    def end(self, error: Exception | None = None) -> None:
        """Say that no value follows; an error is raised after the results of all values."""
        with self._changed:
            if error is not None:
                self._results[self._added] = Failed(error)
                self._added += 1
            self._ended = True
            self._changed.notify_all()

    def take(self) -> Numbered[Value] | None:
        """The next value to work on, or None when none is waiting."""
        with self._has_work:
            return self._waiting.popleft() if self._waiting else None

    def take_chunk(self, workers: int) -> list[Numbered[Value]]:
        """Wait for values and return a worker's share of them; none when the queue is closed."""
        with self._has_work:
            self._has_work.wait_for(lambda: self._closed or self._waiting)
            if self._closed:
                return []
            share = math.ceil(len(self._waiting) / workers)
            timely = int(CHUNK_SECONDS / max(self._mean_seconds, CHUNK_SECONDS / MAX_CHUNK))
            return [self._waiting.popleft() for _ in range(max(1, min(share, timely)))]

    def give_back(self, values: list[Numbered[Value]]) -> None:
        """Put values that were taken before all others that wait."""
        with self._has_work:
            self._waiting.extendleft(reversed(values))
            self._has_work.notify(len(values))

    def put(self, number: int, result: Result | Failed) -> None:
        """Store the result of the value with a number."""
        with self._changed:
            self._results[number] = result
            self._changed.notify_all()

    def record_seconds(self, seconds: float) -> None:
        """Note how long the work on one value took."""
        with self._changed:
            known = self._mean_seconds or seconds
            self._mean_seconds = 0.9 * known + 0.1 * seconds

    def fail(self, error: Exception) -> None:
        """Let `pop` and `wait` raise an error at once: the work cannot go on."""
        with self._changed:
            self._fatal = error
            self._changed.notify_all()

    def pop(self) -> Result:
        """The next result in order, for which `has_next` is true; raises the error of its value."""
        with self._has_room:
            result = self._results.pop(self._popped)
            self._popped += 1
            if (
                self._length <= self._room // 2
            ):  # not for each, which would cost a switch of threads
                self._has_room.notify()
        if isinstance(result, Failed):
            raise result.error
        return result

    def pop_finished(self) -> list[Result]:
        """All results that are there, in order, also those behind one that is missing."""
        with self._changed:
            found = [self._results[number] for number in sorted(self._results)]
            self._results.clear()
            return [result for result in found if not isinstance(result, Failed)]

    def wait(self, ready: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait until a condition about the queue holds or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._fatal is not None or ready(), seconds)
            if self._fatal is not None:
                raise self._fatal

    def wake(self) -> None:
        """Let `wait` look at its condition again."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """End all work: `add` and `take_chunk` return at once."""
        with self._changed:
            self._closed = True
            for condition in (self._has_room, self._has_work, self._changed):
                condition.notify_all()

    @property
    def has_next(self) -> bool:
        """Whether the next result in order is there."""
        return self._popped in self._results

    @property
    def is_finished(self) -> bool:
        """Whether all values were added and all results returned."""
        return self._ended and self._popped == self._added

    @property
    def is_closed(self) -> bool:
        """Whether the queue was closed."""
        return self._closed

    @property
    def has_ended(self) -> bool:
        """Whether all values were added."""
        return self._ended

    @property
    def waiting(self) -> int:
        """Number of values that nobody works on yet."""
        return len(self._waiting)

    @property
    def _length(self) -> int:
        return self._added - self._popped


class Stopwatch:
    """The seconds that passed while it ran.

    >>> watch = Stopwatch()
    >>> with watch:
    ...     pass
    >>> 0 <= watch.seconds < 600
    True
    """

    def __init__(self) -> None:
        self._before = 0.0
        self._started: float | None = None

    def __enter__(self) -> None:
        self._started = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self._before, self._started = self.seconds, None

    @property
    def seconds(self) -> float:
        """All seconds so far."""
        started = self._started
        return self._before + (0.0 if started is None else time.monotonic() - started)
