"""Deletes rows that are over (`store.growth`), a few at a time.

Rows are found without a lock, and deleted by their keys in a short transaction: nobody waits.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, select, tuple_, update

from store.database import Database
from store.growth import GROWTH, unused
from store.schema import metadata, puzzles
from store.statements import affected_rows

PORTION = 500
"""Maximum number of rows that a transaction deletes."""
PORTIONS = 20
"""Maximum number of portions of a table in one run; the next run continues."""


async def purge(database: Database, name: str, now: datetime) -> int:
    """Delete the rows of a table that are over at an instant; returns their number."""
    over = GROWTH[name].over
    if over is None:
        return 0
    table, deleted = metadata.tables[name], 0
    for _ in range(PORTIONS):
        keys = await _keys(database, table, over(now))
        if not keys:
            break
        async with database.writing() as connection:
            these = _is_one_of(table, keys) & over(now)
            deleted += await affected_rows(connection, delete(table).where(these))
        if len(keys) < PORTION:
            break
    return deleted


async def note_unused_puzzles(database: Database, now: datetime) -> int:
    """Note of puzzles that nobody has a board of that they are unused; returns their number."""
    noted = 0
    for _ in range(PORTIONS):
        keys = await _keys(database, puzzles, puzzles.c.unused_since.is_(None) & unused())
        if not keys:
            break
        async with database.writing() as connection:
            these = update(puzzles).where(_is_one_of(puzzles, keys), unused())
            noted += await affected_rows(connection, these.values(unused_since=now))
        if len(keys) < PORTION:
            break
    return noted


async def _keys(
    database: Database, table: Table, condition: ColumnElement[bool]
) -> Sequence[tuple[Any, ...]]:
    """The keys of some rows for which a condition holds."""
    found = select(*table.primary_key).where(condition).limit(PORTION)
    async with database.reading() as connection:
        return [tuple(row) for row in await connection.execute(found)]


def _is_one_of(table: Table, keys: Sequence[tuple[Any, ...]]) -> ColumnElement[bool]:
    return tuple_(*table.primary_key).in_(keys)
