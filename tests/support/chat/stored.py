"""Reads and changes the database of a running bot."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from store import meta
from store.address import parse_address
from store.database import connect
from store.outages import LAST_HEARTBEAT
from store.sql import query
from tests.support.store.tables import ask, tell

_CLAIMED = query("SELECT DISTINCT claimed_at FROM due_posts WHERE state = 'claimed'", datetime)


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
    known = "SELECT payload IS NOT NULL FROM pending_replies ORDER BY interaction_id"
    return [bool(row[0]) for row in await rows(address, known)]


async def states(address: str) -> list[tuple[str, int]]:
    """The state and the number of tries of all posts, by track."""
    found = await rows(address, "SELECT state, tries FROM due_posts ORDER BY track")
    return [(str(state), int(tries)) for state, tries in found]


async def count_states(address: str, state: str) -> int:
    """Number of posts in a state."""
    return [each for each, _ in await states(address)].count(state)


async def age_claims(address: str) -> None:
    """Move the times of all claims ten minutes into the past."""
    async with connect(parse_address(address)) as database, database.writing() as connection:
        for at in await _CLAIMED.all(connection):
            await tell(
                connection,
                """UPDATE due_posts SET claimed_at = :earlier, begun_at = :earlier
                WHERE state = 'claimed' AND claimed_at = :at""",
                at=at,
                earlier=at - timedelta(minutes=10),
            )


@asynccontextmanager
async def posts_locked(address: str) -> AsyncIterator[None]:
    """Lock the posts against writes of others; in SQLite, the whole database."""
    async with connect(parse_address(address)) as database, database.writing() as connection:
        in_sqlite = database.address.path is not None  # where the first statement locks
        lock = "SELECT 1" if in_sqlite else "LOCK TABLE due_posts IN EXCLUSIVE MODE"
        await tell(connection, lock)
        yield
