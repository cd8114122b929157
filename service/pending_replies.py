"""Pending replies, stored before Discord shows "thinking…".

Who asks must get an answer even if the service dies in between; the next start sends what is
pending. Many people may ask at once, so whatever comes while a transaction is under way is written
by the next one, all together.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

from service.batcher import Batcher
from store import pending_replies
from store.database import Database
from store.records import PendingReply

Write: TypeAlias = PendingReply | int
"""A reply that is pending from now on, or the interaction whose reply is not any more."""


class PendingReplies:
    """The pending replies in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._in_progress: set[int] = set()
        self._writes: Batcher[Write, None] = Batcher(self._write)

    async def add(self, answer: PendingReply) -> None:
        """Returns when it is written; raises a `StoreError` when it could not be."""
        self._in_progress.add(answer.interaction_id)
        await self._writes.add(answer)

    async def settle(self, interaction_id: int) -> None:
        """Removes what was answered; returns when that is written."""
        await self._writes.add(interaction_id)
        self._in_progress.discard(interaction_id)

    def leave(self, interaction_id: int) -> None:
        """What is pending stays so; this service is not about to answer it any more."""
        self._in_progress.discard(interaction_id)

    def is_ours(self, interaction_id: int) -> bool:
        """Whether this service is still about to answer."""
        return interaction_id in self._in_progress

    async def left(self, now: datetime) -> Iterator[PendingReply]:
        """What other services have left pending, as long as Discord takes answers to it."""
        async with self._database.reading() as connection:
            answers = await pending_replies.find_pending(connection, now)
        return (answer for answer in answers if not self.is_ours(answer.interaction_id))

    async def remove(self, interaction_id: int) -> None:
        """Remove a reply that was left pending and is settled now."""
        async with self._database.writing() as connection:
            await pending_replies.remove(connection, interaction_id)

    async def forget_expired(self, now: datetime) -> None:
        """Remove what Discord takes no answer to any more."""
        async with self._database.writing() as connection:
            await pending_replies.forget_expired(connection, now)

    async def close(self) -> None:
        """Give up what could not be written yet."""
        await self._writes.close()

    async def _write(self, writes: Sequence[Write]) -> list[None]:
        async with self._database.writing() as connection:
            await pending_replies.add(
                connection, *(one for one in writes if isinstance(one, PendingReply))
            )
            await pending_replies.remove(
                connection, *(one for one in writes if isinstance(one, int))
            )
        return [None] * len(writes)
