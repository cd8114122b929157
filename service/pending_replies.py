"""Answers that are owed, written down before Discord shows "thinking…".

Who asks must get an answer even if the service dies in between; the next start pays what is
left. Many people may ask at once, so whatever comes while a transaction is under way is written
by the next one, all together.
"""

import asyncio

from store import owed
from store.database import Database
from store.records import OwedAnswer


class PendingReplies:
    """What is owed, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()
        self._new: list[OwedAnswer] = []
        self._paid: list[int] = []
        self._ours: set[int] = set()
        self._next: asyncio.Task[None] | None = None
        self._writes: set[asyncio.Task[None]] = set()

    async def add(self, answer: OwedAnswer) -> None:
        """Returns when it is written; raises a `StoreError` when it could not be."""
        self._ours.add(answer.interaction_id)
        self._new.append(answer)
        await self._written()

    async def settle(self, interaction_id: int) -> None:
        """Strikes out what was answered; returns when that is written."""
        self._paid.append(interaction_id)
        await self._written()
        self._ours.discard(interaction_id)

    def leave(self, interaction_id: int) -> None:
        """What is owed stays owed; this service is not about to answer it any more."""
        self._ours.discard(interaction_id)

    def is_ours(self, interaction_id: int) -> bool:
        """Whether this service is still about to answer."""
        return interaction_id in self._ours

    async def close(self) -> None:
        """Give up what could not be written yet."""
        for write in self._writes:
            write.cancel()
        await asyncio.gather(*self._writes, return_exceptions=True)

    async def _written(self) -> None:
        if self._next is None:
            self._next = asyncio.create_task(self._write_next())
            self._writes.add(self._next)
            self._next.add_done_callback(self._ended)
        await asyncio.shield(self._next)

    def _ended(self, write: asyncio.Task[None]) -> None:
        self._writes.discard(write)
        if not write.cancelled():
            write.exception()  # seen, also where nobody waits for it any longer

    async def _write_next(self) -> None:
        async with self._turn:
            self._next = None
            new, self._new = self._new, []
            paid, self._paid = self._paid, []
            async with self._database.writing() as connection:
                await owed.owe(connection, *new)
                await owed.paid(connection, *paid)
