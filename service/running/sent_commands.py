"""Which command definitions a chat has, so that they are sent only when they have changed.

Of several processes, one at a time compares and sends them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from msgspec import Struct

from service.running.clock import Clock
from service.running.processes import Processes
from store import meta
from store.database import Database

TURN = timedelta(seconds=30)
"""How long the turn of a process lasts that dies in it."""
RETRY_SECONDS = 0.5
"""Seconds between two tries to get the turn."""


class SentCommands(Struct, eq=False):
    """Hashes of the definitions that were sent, in a database; `now` gives the current time."""

    database: Database
    processes: Processes
    now: Clock
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def read(self, place: str) -> str | None:
        """The hash of what was last sent to a place; None if nothing was."""
        return await self.database.read(meta.read, place)

    async def write(self, place: str, digest: str) -> None:
        """Store the hash of what was sent to a place."""
        async with self.database.writing() as connection:
            await meta.write(connection, place, digest)

    @asynccontextmanager
    async def turn(self, place: str) -> AsyncIterator[bool]:
        """The turn of this process to send definitions to a place, while the block runs.

        Yields whether it may: not while a process of a newer version is alive, whose definitions
        those of this version would replace. A process that is alone may at once.
        """
        if not self.processes.shared:
            yield True
            return
        key = f"turn: {place}"
        while (mine := await self._take_turn(key)) is None:
            await self.sleep(RETRY_SECONDS)
        try:
            await self.processes.renew()
            yield not self.processes.newer
        finally:
            async with self.database.writing() as connection:
                await meta.remove_value(connection, key, mine)

    async def _take_turn(self, key: str) -> str | None:
        """Take the turn; returns what is stored then, or None while another process has it."""
        now = self.now()
        mine = f"{_instant(now + TURN)} {self.processes.id}"
        async with self.database.writing() as connection:
            taken = await meta.put_if_before(connection, key, mine, _instant(now))
        return mine if taken else None


def _instant(instant: datetime) -> str:
    """An instant in UTC as a text that compares like it."""
    return instant.isoformat(timespec="microseconds")
