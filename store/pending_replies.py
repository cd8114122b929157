"""Pending replies: deferred interactions without an answer yet, to be answered after a crash.

Each has an owner, the bot process that answers it. Another process takes it over only when the
lease of its owner is over.
"""

from datetime import datetime

from msgspec.structs import asdict, replace

from store.processes import IS_ALIVE, LONGEST_LEASE
from store.records import PendingReply
from store.sql import command, insert, query
from store.transaction import Connection

_IS_LEFT = """until > :now AND CASE WHEN owner = :process THEN created_at < :overdue_before
    ELSE owner NOT IN (SELECT id FROM processes WHERE {is_alive}) END"""
"""Whether the token of a reply is valid and no process answers it."""

_ADD = insert(
    "pending_replies",
    PendingReply,
    "ON CONFLICT (interaction_id) DO UPDATE SET payload = excluded.payload",
)
_REMOVE = command("DELETE FROM pending_replies WHERE interaction_id = :interaction_id")
_ARE_LEFT = query(
    "SELECT EXISTS (SELECT 1 FROM pending_replies WHERE {is_left})",
    bool,
    is_left=_IS_LEFT,
    is_alive=IS_ALIVE,
)
_CHOOSE = query(
    """SELECT * FROM pending_replies WHERE {is_left}
    ORDER BY until, interaction_id LIMIT :limit FOR UPDATE SKIP LOCKED""",
    PendingReply,
    is_left=_IS_LEFT,
    is_alive=IS_ALIVE,
)
_TAKE_OVER = command("UPDATE pending_replies SET owner = :process WHERE interaction_id IN :ids")


async def add(connection: Connection, answer: PendingReply) -> None:
    """Store a pending reply; of one that is stored already, only the payload is replaced."""
    await _ADD.run(connection, asdict(answer))


async def remove(connection: Connection, interaction_id: int) -> None:
    """Delete the pending reply of an interaction."""
    await _REMOVE.run(connection, interaction_id=interaction_id)


async def are_left(
    connection: Connection, now: datetime, process: str, overdue_before: datetime
) -> bool:
    """Whether there are pending replies to `take_over`."""
    values = {"now": now, "process": process, "overdue_before": overdue_before}
    return bool(await _ARE_LEFT.one(connection, longest=now + LONGEST_LEASE, **values))


async def take_over(
    connection: Connection, now: datetime, process: str, overdue_before: datetime, limit: int = 100
) -> tuple[PendingReply, ...]:
    """Become the owner of pending replies that no process answers, each for one caller only.

    These are the replies of dead processes, and those of `process` itself that were stored before
    `overdue_before`. The first to expire come first.
    """
    values = {"now": now, "process": process, "overdue_before": overdue_before, "limit": limit}
    found = await _CHOOSE.all(connection, longest=now + LONGEST_LEASE, **values)
    ids = [reply.interaction_id for reply in found if reply.owner != process]
    if ids:
        await _TAKE_OVER.run(connection, process=process, ids=ids)
    return tuple(replace(reply, owner=process) for reply in found)
