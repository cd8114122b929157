"""Limits of what a person keeps open, sockets and requests that wait for changes, and of what is
done for an address at once."""

from asyncio import Semaphore
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

REQUEST_WEIGHT = 1.5
"""The usual weight of a request of a page, as that of a press in chat."""
OPEN_PER_PERSON = 4
"""Maximum number of sockets and waiting requests of a person; another one ends the oldest."""


class OpenPages:
    """Knows what people keep open, the oldest first."""

    def __init__(self) -> None:
        self._of: defaultdict[int, list[Callable[[], None]]] = defaultdict(list)

    @contextmanager
    def opened(self, person: int, end: Callable[[], None]) -> Iterator[None]:
        """Count a socket or request of a person while the block runs; `end` ends it.

        The oldest ends if there is one too many: it may be dead, as a phone that has lost its
        connection opens another socket.
        """
        theirs = self._of[person]
        if len(theirs) >= OPEN_PER_PERSON:
            theirs.pop(0)()
        theirs.append(end)
        try:
            yield
        finally:
            if end in theirs:
                theirs.remove(end)
            if not theirs:
                self._of.pop(person, None)

    def end(self) -> None:
        """End all."""
        for end in [end for theirs in self._of.values() for end in theirs]:
            end()


class Turns:
    """Lets some tasks go on at once, half of them for one address: whatever number of one address
    waits, those of others do not wait for all of them."""

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._all = Semaphore(most)
        self._of = WeakValueDictionary[str, Semaphore]()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of a task for an address, which lasts as long as the block runs."""
        theirs = self._of.setdefault(address, Semaphore(self._half))
        async with theirs, self._all:
            yield
