"""Reads values ahead in a thread, because each may take long to arrive."""

from collections import deque
from collections.abc import Iterable, Sequence
from threading import Event, Semaphore, Thread
from typing import Generic, TypeVar

Value = TypeVar("Value")


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
