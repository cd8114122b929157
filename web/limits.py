"""Limits of what a person keeps open: sockets, and requests that wait for changes."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
