"""Pending replies, stored before Discord shows "thinking…".

If the process dies before it answers, another one sends the stored replies, as soon as the lease of
the dead process is over (`service.running.processes`); usually that is its next start. A pending
reply is stored together with the claim of its interaction, by the handler that answers. The writes
of an interaction keep their order, and go on when nobody waits for them any more: an
acknowledgement waits for part of a second only.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from service.running.clock import Clock
from service.running.interaction_claims import InteractionClaim, store_claim
from service.running.ordered_tasks import OrderedTasks
from store import pending_replies
from store.database import Database
from store.records import PendingReply
from store.transaction import Connection

OVERDUE = timedelta(seconds=60)
"""Age from which on a reply of this process is sent again if nothing is working on it: Discord did
not take it before."""


class PendingReplies(Struct, eq=False):
    """The pending replies in a database, and which of them this process is working on.

    `process` is the ID of this process, their owner; `now` gives the current time.
    """

    database: Database
    now: Clock
    process: str
    _in_progress: set[int] = field(default_factory=set)
    _writes: OrderedTasks = field(default_factory=OrderedTasks)

    async def add(self, answer: PendingReply, claim: InteractionClaim) -> None:
        """Store a pending reply and claim its interaction; returns once both are committed.

        Raises `AlreadyClaimed` if another handler has claimed the interaction, whose pending
        reply is not changed then, and a `StoreError` on failure.
        """
        self._in_progress.add(answer.interaction_id)
        owned = replace(answer, owner=self.process)

        async def store(connection: Connection) -> None:
            await store_claim(connection, claim, self.now())
            await pending_replies.add(connection, owned)

        await self._writes.run(answer.interaction_id, partial(self.database.write, store))

    async def settle(self, interaction_id: int) -> None:
        """Remove the pending reply of an answered interaction; returns once that is committed."""
        await self._writes.run(interaction_id, partial(self.remove, interaction_id))
        self._in_progress.discard(interaction_id)

    def leave(self, interaction_id: int) -> None:
        """Keep a reply pending, but no longer as one that this process is working on."""
        self._in_progress.discard(interaction_id)

    def is_ours(self, interaction_id: int) -> bool:
        """Whether this process is working on a reply."""
        return interaction_id in self._in_progress

    async def take_over(self, now: datetime) -> Sequence[PendingReply]:
        """Take over pending replies with valid tokens that no process answers.

        They are those of processes whose lease is over, and those that this process left.
        """
        overdue = now - OVERDUE
        async with self.database.reading() as connection:
            if not await pending_replies.are_left(connection, now, self.process, overdue):
                return ()
        async with self.database.writing() as connection:
            taken = await pending_replies.take_over(connection, now, self.process, overdue)
        return tuple(answer for answer in taken if not self.is_ours(answer.interaction_id))

    async def remove(self, interaction_id: int) -> None:
        """Remove a pending reply that was taken over and is no longer pending."""
        await self.database.write(partial(pending_replies.remove, interaction_id=interaction_id))
