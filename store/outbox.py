"""The outbox: a row for each message that is pending, or that is kept up to date.

Who decides something stores the row in the same transaction, so what is decided is sent, and
nothing else. A row has no text: it tells where the message goes and what it is about, and is
rendered when it is sent (`bot.delivery`). `wanted` counts its changes, `shown` is the one that
Discord shows. Who claims a row is its owner; the rows of a process whose lease is over are free.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from store.processes import IS_ALIVE, LONGEST_LEASE
from store.records import PendingMessage, Target
from store.shards import ALL_SHARDS, IS_OF_SHARDS, ShardRange
from store.sql import command, insert, query
from store.transaction import Connection

_CHANGED = """wanted = wanted + 1,
    due_at = CASE WHEN state = 'pending' AND due_at < :due_at THEN due_at ELSE :due_at END,
    state = CASE WHEN state = 'claimed' THEN 'claimed' ELSE 'pending' END"""
_FREE = """state = 'pending' AND due_at <= :now OR state = 'claimed' AND
    CASE WHEN owner = :process THEN key NOT IN :sending AND begun_at < :now
    ELSE owner NOT IN (SELECT id FROM processes WHERE {is_alive}) END"""
"""Whether nobody sends a row that is due: also one that a process claimed which is dead, or which
failed to store how that ended. A reply that it stores only now is not among those of `sending`."""
_CAN_CLAIM = "({free}) AND (server_id IS NULL OR {is_of_shards}) AND place NOT IN :places"
_HERE = {"is_alive": IS_ALIVE, "is_of_shards": IS_OF_SHARDS, "id": "server_id"}
_MINE = "key = :key AND state = 'claimed' AND owner = :process"

_ADD = insert(
    "outbox",
    PendingMessage,
    """ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, place = excluded.place,
        subject = excluded.subject
    WHERE outbox.shown = 0 AND (outbox.state = 'pending' OR outbox.owner = excluded.owner)""",
    leave_out=["id"],
)
_CHANGE = command(
    "UPDATE outbox SET {changed} WHERE key = :key AND state <> 'over'", changed=_CHANGED
)
_IS_BEGUN = "(state = 'claimed' OR state <> 'over' AND shown > 0)"
"""Whether a message is shown, or being sent: one that is to be sent later waits for its time."""
_CHANGE_DAILY = command(
    """UPDATE outbox SET {changed} WHERE {is_begun}
    AND server_id IN (SELECT server_id FROM members WHERE player_id = :player_id)
    AND key LIKE 'daily%:' || CAST(server_id AS text) || :day""",
    changed=_CHANGED,
    is_begun=_IS_BEGUN,
)
_PUBLISHED = """UPDATE outbox SET {changed} WHERE {is_begun} AND key IN (
    SELECT 'published:' || CAST(id AS text) FROM published WHERE {which})"""
_CHANGE_PUBLISHED = command(
    _PUBLISHED, changed=_CHANGED, is_begun=_IS_BEGUN, which="puzzle_id = :puzzle_id"
)
_CHANGE_NAMED = command(
    _PUBLISHED,
    changed=_CHANGED,
    is_begun=_IS_BEGUN,
    which="""player_id = :player_id OR puzzle_id IN (
        SELECT puzzle_id FROM attempts WHERE player_id = :player_id AND solved_at IS NOT NULL)""",
)
_CLOSE_DAILIES = command(
    """UPDATE outbox SET {changed} WHERE state = 'resting' AND key LIKE 'daily%'
    AND id % 600 < :seconds AND expires_at <= :midnight
    AND due_at < CASE WHEN expires_at = :midnight THEN :minute_later ELSE expires_at END
    AND expires_at = (
        SELECT max(expires_at) FROM outbox AS other WHERE other.server_id = outbox.server_id
        AND other.key LIKE 'daily%' AND other.shown > 0 AND other.expires_at <= :midnight
    )""",
    changed=_CHANGED,
)
"""A message was last shown at the `due_at` of its row while it rests; what was rendered just before
midnight may have been stored just after it."""
_BECOME = command(
    """UPDATE outbox SET key = :key, subject = :subject, server_id = :server_id,
        person_id = :person_id, place = :place, due_at = :due_at, expires_at = :expires_at,
        state = 'pending', owner = ''
    WHERE key = :reply"""
)
_CHANGE_ALL = command(
    "UPDATE outbox SET {changed} WHERE key LIKE :prefix AND state <> 'over'", changed=_CHANGED
)
_REMOVE = command("DELETE FROM outbox WHERE key = :key AND state <> 'over'")
_FORGET = command("DELETE FROM outbox WHERE key = :key AND state = 'over'")
_WITHDRAW = command("DELETE FROM outbox WHERE key LIKE :prefix AND shown = 0 AND tries = 0")
_GET = query("SELECT * FROM outbox WHERE key = :key", PendingMessage)
_OWN = query(
    "SELECT * FROM outbox WHERE id = :number AND person_id = :person AND key LIKE :prefix",
    PendingMessage,
)
_UNSENT = query(
    """SELECT * FROM outbox WHERE server_id IN :server_ids AND key LIKE :prefix AND shown = 0
    AND state <> 'over'""",
    PendingMessage,
)
_WAITING_SINCE = query(
    "SELECT due_at FROM outbox WHERE {can_claim} ORDER BY due_at LIMIT 100",
    datetime,
    can_claim=_CAN_CLAIM,
    free=_FREE,
    **_HERE,
)
_CLAIM = query(
    """WITH chosen AS MATERIALIZED (
        SELECT id FROM outbox WHERE {can_claim}
        ORDER BY token = '', due_at, id LIMIT :limit FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox SET state = 'claimed', owner = :process,
        tries = tries + CASE WHEN {is_doubted} THEN 2 ELSE 1 END,
        begun_at = coalesce(begun_at, CASE WHEN {is_doubted} THEN due_at ELSE :now END)
    WHERE id IN (SELECT id FROM chosen) RETURNING *""",
    PendingMessage,
    is_doubted="message_id IS NULL AND tries = 0 AND due_at <= :restored",
    can_claim=_CAN_CLAIM,
    free=_FREE,
    **_HERE,
)
_RESTING = query(
    """SELECT * FROM outbox WHERE state = 'resting' AND key LIKE :prefix AND
    (server_id IS NULL OR {is_of_shards}) ORDER BY id LIMIT :limit""",
    PendingMessage,
    is_of_shards=IS_OF_SHARDS,
    id="server_id",
)
_SHOWN = command(
    """UPDATE outbox SET message_id = :message_id, place = :place, shown = :wanted,
        digest = :digest, tries = 0, begun_at = NULL,
        due_at = CASE WHEN wanted > :wanted THEN due_at ELSE :now END,
        state = CASE WHEN :is_last THEN 'over' WHEN wanted > :wanted THEN 'pending'
            ELSE 'resting' END,
        token = CASE WHEN :is_last THEN '' ELSE token END
    WHERE {mine}""",
    mine=_MINE,
)
_PUT_BACK = command(
    """UPDATE outbox SET state = 'pending', owner = '', due_at = :due_at, tries = tries - :untried,
        begun_at = CASE WHEN tries > :untried THEN begun_at END
    WHERE {mine}""",
    mine=_MINE,
)
_END = command(
    """UPDATE outbox SET state = 'over', token = '', reason = :reason, due_at = :now
    WHERE key = :key AND state <> 'over'"""
)


def in_channel(
    key: str,
    subject: Mapping[str, Any],
    place: tuple[int, int],
    due_at: datetime,
    expires_at: datetime,
) -> PendingMessage:
    """A message to a channel, from the IDs of its server and of it."""
    target, (server, channel) = Target.CHANNEL, place
    return PendingMessage(key, subject, target, channel, due_at, expires_at, server_id=server)


async def add(connection: Connection, *messages: PendingMessage) -> None:
    """Store pending messages; one with a stored key is replaced if nobody else sends it yet."""
    if messages:
        await _ADD.run(connection, *map(asdict, messages))


async def change(connection: Connection, key: str, due_at: datetime) -> bool:
    """Note that a message is out of date from an instant on; False if it is not kept up to date."""
    return await _CHANGE.run(connection, key=key, due_at=due_at) > 0


async def change_all(connection: Connection, prefix: str, due_at: datetime) -> None:
    """Note that the messages whose keys begin in some way are out of date from an instant on."""
    await _CHANGE_ALL.run(connection, prefix=f"{prefix}%", due_at=due_at)


async def change_daily(connection: Connection, player_id: int, day: date, due_at: datetime) -> None:
    """Note that what shows the dailies of a day in the servers of a player is out of date."""
    await _CHANGE_DAILY.run(connection, player_id=player_id, day=f":{day}:%", due_at=due_at)


async def change_published(connection: Connection, puzzle_id: int, due_at: datetime) -> None:
    """Note that what shows a published puzzle is out of date."""
    await _CHANGE_PUBLISHED.run(connection, puzzle_id=puzzle_id, due_at=due_at)


async def change_named(connection: Connection, player_id: int, now: datetime) -> None:
    """Note that what may name a player in public is out of date: messages of the day, and those of
    puzzles that they published or solved."""
    await change_daily(connection, player_id, now.date(), now)
    await _CHANGE_NAMED.run(connection, player_id=player_id, due_at=now)


async def close_dailies(connection: Connection, midnight: datetime, due_at: datetime) -> None:
    """Note that what shows the last dailies of each server that are over is out of date, unless it
    was shown since: after midnight those of the first seconds, later more, after ten minutes all.
    """
    values = {"minute_later": midnight + timedelta(minutes=1), "midnight": midnight}
    seconds = (due_at - midnight).total_seconds()
    await _CLOSE_DAILIES.run(connection, due_at=due_at, seconds=seconds, **values)


async def become(connection: Connection, reply: str, message: PendingMessage) -> bool:
    """Make the row of a pending reply, with its token, that of another message.

    False if there is no such reply; then nothing is stored.
    """
    return await _BECOME.run(connection, asdict(message) | {"reply": reply}) == 1


async def remove(connection: Connection, key: str) -> bool:
    """Delete a message that is pending no more; False if there is none."""
    return await _REMOVE.run(connection, key=key) == 1


async def forget(connection: Connection, key: str) -> None:
    """Delete a message that is over, so that one with its key can be sent again."""
    await _FORGET.run(connection, key=key)


async def withdraw(connection: Connection, prefix: str) -> None:
    """Delete the messages that nobody has begun to send, whose keys begin in some way: one whose
    try failed may be there."""
    await _WITHDRAW.run(connection, prefix=f"{prefix}%")


async def get(connection: Connection, key: str) -> PendingMessage | None:
    """The message with a key."""
    return await _GET.one(connection, key=key)


async def own(
    connection: Connection, prefix: str, person: int, number: int
) -> PendingMessage | None:
    """The message for a person with a number, whose key begins in some way."""
    return await _OWN.one(connection, number=number, person=person, prefix=f"{prefix}%")


async def unsent(
    connection: Connection, prefix: str, server_ids: Collection[int]
) -> tuple[PendingMessage, ...]:
    """The messages for some servers that are to be sent, whose keys begin in some way."""
    return await _UNSENT.all(connection, prefix=f"{prefix}%", server_ids=list(server_ids))


class Sender(Struct, frozen=True):
    """A process that sends messages in servers of some shards and in none.

    It is sending those with the keys of `sending`, and to the `places`, which take no others yet.
    """

    process: str
    sending: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    shards: ShardRange = ALL_SHARDS

    def values(self, now: datetime) -> dict[str, object]:
        """The parameters of the conditions at an instant."""
        values = {"now": now, "longest": now + LONGEST_LEASE, "process": self.process}
        lists = {"sending": [*self.sending], "places": [*self.places]}
        return asdict(self.shards) | values | lists


async def claim(
    connection: Connection,
    now: datetime,
    sender: Sender,
    limit: int = 50,
    restored: datetime | None = None,
) -> tuple[PendingMessage, ...]:
    """Become the owner of messages that are due, each for one caller only; in the order of places.

    Answers to people come first, then who waits longest. What was due before the database was
    `restored` counts as tried: it may have been sent since the backup.
    """
    values = sender.values(now) | {"restored": restored}
    found = await _CLAIM.all(connection, limit=limit, **values)
    return tuple(sorted(found, key=lambda each: (each.place, each.due_at, each.id)))


async def waiting_since(connection: Connection, now: datetime, sender: Sender) -> datetime | None:
    """Since when the oldest message is due of those to `claim`; None if there are none."""
    return await _WAITING_SINCE.first(connection, **sender.values(now))


async def resting(
    connection: Connection, prefix: str, limit: int, shards: ShardRange = ALL_SHARDS
) -> tuple[PendingMessage, ...]:
    """The messages that are kept up to date and show all changes, whose keys begin in some way."""
    return await _RESTING.all(connection, prefix=f"{prefix}%", limit=limit, **asdict(shards))


async def shown(  # noqa: PLR0913 - all by name
    connection: Connection,
    message: PendingMessage,
    now: datetime,
    *,
    message_id: int | None,
    digest: str,
    is_last: bool,
) -> bool:
    """Note what Discord shows of a claimed message, and where; False if it is somebody else's.

    It is over if that is the last, pending again if it has changed meanwhile.
    """
    values = {"message_id": message_id, "digest": digest, "is_last": is_last, "now": now}
    mine = {"key": message.key, "process": message.owner, "wanted": message.wanted}
    mine["place"] = message.place
    return await _SHOWN.run(connection, values | mine) == 1


async def put_back(
    connection: Connection, due_at: datetime, *messages: PendingMessage, tried: int = 0
) -> None:
    """Return claimed messages, to be sent later; the first `tried` of them were tried."""
    rows = [
        {"key": each.key, "process": each.owner, "due_at": due_at, "untried": int(number >= tried)}
        for number, each in enumerate(messages)
    ]
    await _PUT_BACK.run(connection, *rows)


async def end(connection: Connection, key: str, now: datetime, reason: str) -> bool:
    """Give a message up, or keep it up to date no more; False if it is over already."""
    return await _END.run(connection, key=key, now=now, reason=reason) == 1
