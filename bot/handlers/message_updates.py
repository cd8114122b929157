"""Serializes the edits of a message by several presses.

When a user presses quickly, the next press is stored before the picture for the last one is drawn.
Then only the newest board needs to be drawn, and it has to be drawn last.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from cachetools import LRUCache

MAX_REMEMBERED = 1000
"""Maximum number of messages of which it is remembered that this bot changed them."""


@dataclass(eq=False)
class _UpdatedMessage:
    newest: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class MessageUpdates:
    """The messages that are being edited, by ID."""

    def __init__(self) -> None:
        self._changed = LRUCache[int, bool](MAX_REMEMBERED)
        self._messages: WeakValueDictionary[int, _UpdatedMessage] = WeakValueDictionary()

    def has_changed(self, message: int) -> bool:
        """Whether this bot has recently edited a message."""
        return self._changed.get(message) is not None

    @asynccontextmanager
    async def exclusive(self, message: int, revision: int) -> AsyncIterator[bool]:
        """Wait until no other block edits the message; yield whether no newer board is waiting.

        `revision` is the number of changes of the board to show.

        >>> async def show(updates, revision):
        ...     async with updates.exclusive(1, revision) as newest:
        ...         await asyncio.sleep(0)
        ...         return newest
        >>> async def main():
        ...     updates = MessageUpdates()
        ...     return await asyncio.gather(*(show(updates, revision) for revision in (1, 2, 3)))
        >>> asyncio.run(main())
        [True, False, True]
        """
        self._changed[message] = True
        updated = self._messages.setdefault(message, _UpdatedMessage())
        updated.newest = max(updated.newest, revision)
        async with updated.lock:
            yield revision >= updated.newest
