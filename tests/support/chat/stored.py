"""Reads and changes the database of a running bot."""

from datetime import datetime
from typing import Any

from store import meta
from store.address import parse_address
from store.database import connect
from store.outages import LAST_HEARTBEAT
from store.records import PendingMessage
from store.sql import query
from tests.support.store.tables import ask

_REPLIES = query(
    "SELECT * FROM outbox WHERE key LIKE 'reply:%' AND state <> 'over' ORDER BY id", PendingMessage
)


async def rows(address: str, sql: str, **values: object) -> list[tuple[Any, ...]]:
    """The result rows of a statement in the database at an address, as the driver gives them."""
    async with connect(parse_address(address)) as database, database.reading() as connection:
        return [tuple(row) for row in await ask(connection, sql, **values)]


async def count(address: str, table: str) -> int:
    """Number of rows of a table."""
    [[number]] = await rows(address, f"SELECT count(*) FROM {table}")  # noqa: S608 - ours
    return int(number)


async def last_heartbeat(address: str) -> datetime | None:
    """The instant of the last heartbeat; None if none is stored."""
    async with connect(parse_address(address)) as database, database.reading() as connection:
        stored = await meta.read(connection, LAST_HEARTBEAT)
    return None if stored is None else datetime.fromisoformat(stored)


async def pending_replies(address: str) -> list[bool]:
    """For every pending reply, whether its request is stored, so that it can be answered."""
    async with connect(parse_address(address)) as database, database.reading() as connection:
        replies = await _REPLIES.all(connection)
    return [reply.subject["payload"] is not None for reply in replies]


async def count_states(address: str, state: str) -> int:
    """Number of posts in a state."""
    found = "SELECT count(*) FROM due_posts WHERE state = :state"
    [[number]] = await rows(address, found, state=state)
    return int(number)
