"""Deletes rows that are over (`store.growth`), a few at a time.

Rows are found without a lock, and deleted by their keys in a short transaction: nobody waits.
"""

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeVar

from store.database import Database
from store.growth import GROWTH, IS_UNUSED, Growth
from store.sql import Statement, command, equals, query

PORTION = 500
"""Maximum number of rows that a transaction deletes."""
PORTIONS = 20
"""Maximum number of portions of a table in one run; the next run continues."""

Found = TypeVar("Found")

_FIND = "SELECT {key} FROM {name} WHERE {over} LIMIT :limit"
_DELETE = "DELETE FROM {name} WHERE {is_found} AND {still}"


def _purging(name: str, growth: Growth) -> tuple[Statement[tuple[Any, ...]], Statement[None]]:
    key, still = ", ".join(growth.key), growth.still or growth.over
    parts = {"name": name, "key": key, "over": growth.over, "still": still, "is_unused": IS_UNUSED}
    finding = query(_FIND, tuple[Any, ...], **parts)
    return finding, command(_DELETE, is_found=equals(growth.key), **parts)


_STATEMENTS: Mapping[str, tuple[Statement[tuple[Any, ...]], Statement[None]]] = MappingProxyType(
    {name: _purging(name, growth) for name, growth in GROWTH.items() if growth.over}
)
"""What finds the keys of rows of a table that are over, and what deletes them."""
_FIND_UNUSED = query(
    "SELECT id FROM puzzles WHERE unused_since IS NULL AND {is_unused} LIMIT :limit",
    int,
    is_unused=IS_UNUSED,
)
_NOTE_UNUSED = command(
    "UPDATE puzzles SET unused_since = :now WHERE id IN :ids AND {is_unused}", is_unused=IS_UNUSED
)


async def purge(database: Database, name: str, now: datetime) -> int:
    """Delete the rows of a table that are over at an instant; returns how many were found."""
    if name not in _STATEMENTS:
        return 0
    (find, delete), growth, deleted = _STATEMENTS[name], GROWTH[name], 0
    values = growth.values(now)
    async for found in _portions(database, find, **values):
        rows = [values | dict(zip(growth.key, key, strict=True)) for key in found]
        async with database.writing() as connection:
            await delete.run(connection, *rows)
        deleted += len(rows)
    return deleted


async def note_unused_puzzles(database: Database, now: datetime) -> int:
    """Note of puzzles that nobody has a board of that they are unused; returns their number."""
    noted = 0
    async for ids in _portions(database, _FIND_UNUSED):
        async with database.writing() as connection:
            noted += await _NOTE_UNUSED.run(connection, ids=[*ids], now=now)
    return noted


async def _portions(
    database: Database, find: Statement[Found], **values: object
) -> AsyncIterator[tuple[Found, ...]]:
    """What a query finds, a portion at a time; the rows of each are changed before the next."""
    for _ in range(PORTIONS):
        async with database.reading() as connection:
            found = await find.all(connection, limit=PORTION, **values)
        if found:
            yield found
        if len(found) < PORTION:
            return
