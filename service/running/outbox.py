"""The outbox as this process has it: which messages it is sending, and how each ended.

A use case stores a pending message in its own transaction (`store.outbox`). `bot.delivery` sends
what this claims. An answer to an interaction is pending too: its row is stored before Discord shows
"thinking…", is claimed by the process that answers, and is deleted with the answer. If the process
dies before, another one sends it. A use case may make it the row of the message that it decides on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from service.running.clock import Clock
from service.running.interaction_claims import Claim, InteractionClaim, store_claim
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import InteractionToken
from store import outbox, players, restoration
from store.database import Database
from store.records import Ending, MessageState, PendingMessage, Target
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection

TOKEN_LIFETIME = timedelta(minutes=15)
"""How long the token of an interaction is valid."""
FIRST_WAIT, MAX_WAIT = timedelta(seconds=2), timedelta(minutes=15)
"""The wait after the first failed try, which doubles after each further one, and its maximum."""


class Subject(Struct, eq=False):
    """What the messages of a kind are about: what is stored when one is shown, and when one ends,
    in the same transaction.
    """

    async def sent(self, connection: Connection, message: PendingMessage) -> None:
        """Store what follows when a message is first shown, with its ID."""

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Store what follows when a message is not sent, or not kept up to date any more."""


def reply_key(claim: InteractionClaim) -> str:
    """The key of the pending reply to an interaction."""
    return f"reply:{claim.interaction}"


async def answer_with(connection: Connection, claim: Claim | None, message: PendingMessage) -> bool:
    """Make the answer to an interaction a message of another kind, in place of one with its key.

    False for a request without a pending reply, such as one of a page; then nothing is stored.
    """
    if not isinstance(claim, InteractionClaim):
        return False
    await outbox.remove(connection, message.key)
    return await outbox.become(connection, reply_key(claim), message)


class Outbox(Struct, eq=False):
    """The messages in a database that the process with an ID sends; `now` gives the current time.

    `subjects` are what they are about, by kind.
    """

    database: Database
    now: Clock
    process: str
    subjects: Mapping[str, Subject] = MappingProxyType({})
    shards: ShardRange = ALL_SHARDS
    waiting_since: datetime | None = None
    """Since when the oldest message is due of those that could be claimed at the last look."""
    _sending: dict[str, int] = field(default_factory=dict)
    """The places of the messages that this process has claimed, by key."""
    _writes: OrderedTasks = field(default_factory=OrderedTasks)

    async def reply(
        self,
        claim: InteractionClaim,
        token: InteractionToken,
        subject: Mapping[str, Any],
    ) -> None:
        """Store the pending reply to an interaction and its claim; returns once both are committed.

        `subject` is what is needed to send it without this process. That of a reply which is stored
        already is replaced. Raises `AlreadyClaimed` if another handler has claimed the interaction,
        and a `StoreError` on failure.
        """
        now, key = self.now(), reply_key(claim)
        self._sending[key] = 0
        pending = PendingMessage(
            key,
            subject,
            Target.ANSWER,
            0,
            now,
            now + TOKEN_LIFETIME,
            application_id=token.application_id,
            token=token.token,
            state=MessageState.CLAIMED,
            owner=self.process,
            begun_at=now,
            tries=1,
        )

        async def store(connection: Connection) -> None:
            await store_claim(connection, claim, now)
            await outbox.add(connection, pending)

        await self._writes.run(claim.interaction, partial(self.database.write, store))

    async def settle(self, claim: InteractionClaim) -> None:
        """Delete the pending reply of an answered interaction; returns once that is committed."""
        key = reply_key(claim)
        remove = partial(outbox.remove, key=key)
        await self._writes.run(claim.interaction, partial(self.database.write, remove))
        self.release(key)

    def release(self, *keys: str) -> None:
        """Note that this process sends some messages no more: they can be claimed again."""
        for key in keys:
            self._sending.pop(key, None)

    async def claim(self, most: int) -> Sequence[Sequence[PendingMessage]]:
        """Claim about `most` messages that are due, as a line for each place, in its order.

        A place to which this process is sending something is left out.
        """
        now = self.now()
        places = {place for place in self._sending.values() if place}
        sender = outbox.Sender(self.process, (*self._sending,), (*places,), self.shards)
        async with self.database.reading() as connection:
            self.waiting_since = await outbox.waiting_since(connection, now, sender)
            if self.waiting_since is None:
                return ()
            restored = await restoration.instant(connection)
        async with self.database.writing() as connection:
            claimed = await outbox.claim(connection, now, sender, most, restored)
        self._sending |= {message.key: message.place for message in claimed}
        lines = groupby(claimed, lambda message: message.place or message.key)
        return tuple(tuple(line) for _, line in lines)

    async def resting(self, kind: str, most: int) -> Sequence[PendingMessage]:
        """At most `most` messages of a kind that are kept up to date and show all changes."""
        return await self.database.read(outbox.resting, f"{kind}:", most, self.shards)

    async def change(self, key: str) -> None:
        """Note that a message is out of date."""
        change = partial(outbox.change, key=key, due_at=self.now())
        await self.database.write(change)

    async def shown(
        self, message: PendingMessage, message_id: int, digest: str, *, is_last: bool
    ) -> None:
        """Store what Discord shows of a message, and what follows."""
        now, subject = self.now(), self.subjects.get(message.kind) or Subject()
        sent = replace(message, message_id=message_id)

        async def store(connection: Connection) -> None:
            await _lock(connection, message)
            if not await outbox.shown(
                connection, message, now, message_id=message_id, digest=digest, is_last=is_last
            ):
                return
            if not message.shown:
                await subject.sent(connection, sent)
            if is_last:
                await subject.ended(connection, sent, Ending.SHOWN)

        await self.database.write(store)

    async def postpone(
        self,
        message: PendingMessage,
        others: Sequence[PendingMessage] = (),
        *,
        untried: timedelta | None = None,
    ) -> None:
        """Return a message whose try failed, to be tried again later, or an `untried` one after
        that time.

        The `others` of its line, which were not tried, wait as long, so that a place that fails
        gets one try at a time.
        """
        wait = untried or min(FIRST_WAIT * 2 ** min(message.tries - 1, 20), MAX_WAIT)
        due, tried = self.now() + wait, int(untried is None)
        await self.database.write(
            lambda connection: outbox.put_back(connection, due, message, *others, tried=tried)
        )

    async def give_up(self, ending: Ending, *messages: PendingMessage) -> None:
        """Give messages for one place up, and store what follows."""
        now = self.now()

        async def store(connection: Connection) -> None:
            for message in sorted(messages, key=lambda each: each.person_id or 0):  # no deadlock
                await _lock(connection, message)
                if await outbox.end(connection, message.key, now, ending):
                    subject = self.subjects.get(message.kind) or Subject()
                    await subject.ended(connection, message, ending)

        await self.database.write(store)

    def seconds_late(self) -> float:
        """How long the oldest message is due that is not sent; 0 if there is none."""
        now = self.now()
        return max(0.0, (now - (self.waiting_since or now)).total_seconds())


async def _lock(connection: Connection, message: PendingMessage) -> None:
    """Lock the person of a message before its row, as those do who delete a person's data."""
    if message.person_id is not None:
        await players.lock(connection, message.person_id)
