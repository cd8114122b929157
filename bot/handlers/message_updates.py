"""Who draws next on a message that several presses want to change.

Somebody who presses quickly has the next press stored before the picture of the last one is
drawn. Only the newest board is worth drawing then, and it has to be drawn last.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from service.cache import Cache

MAX_REMEMBERED = 1000
"""Maximum number of messages of which it is remembered that this bot changed them."""


@dataclass(eq=False)
class _UpdatedMessage:
    newest: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class MessageUpdates:
    """The messages that are being changed, by their IDs."""

    def __init__(self) -> None:
        self._changed: Cache[int, bool] = Cache(MAX_REMEMBERED)
        self._screens: WeakValueDictionary[int, _UpdatedMessage] = WeakValueDictionary()

    def has_changed(self, message: int) -> bool:
        """Whether this bot has changed a message lately."""
        return self._changed.get(message) is not None

    @asynccontextmanager
    async def turn(self, message: int, revision: int) -> AsyncIterator[bool]:
        """Wait for the others who change that message; whether no newer board waits to be shown.

        `revision` is how often the board to be shown was changed.

        >>> async def show(updates, revision):
        ...     async with updates.turn(1, revision) as newest:
        ...         await asyncio.sleep(0)
        ...         return newest
        >>> async def main():
        ...     updates = MessageUpdates()
        ...     return await asyncio.gather(*(show(updates, revision) for revision in (1, 2, 3)))
        >>> asyncio.run(main())
        [True, False, True]
        """
        self._changed.put(message, True)
        updated = self._screens.setdefault(message, _UpdatedMessage())
        updated.newest = max(updated.newest, revision)
        async with updated.lock:
            yield revision >= updated.newest
