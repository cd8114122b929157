"""What the two databases spell differently, and rows as records."""

from typing import TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Record = TypeVar("Record")


def insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what to do on conflict; both databases understand the same words."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def fetch_one(
    connection: AsyncConnection, statement: Executable, record: type[Record]
) -> Record | None:
    """The first row as a record whose fields are called as the columns; None for no row."""
    row = (await connection.execute(statement)).mappings().first()
    return None if row is None else record(**row)


async def fetch_all(
    connection: AsyncConnection, statement: Executable, record: type[Record]
) -> tuple[Record, ...]:
    """All rows as records whose fields are called as the columns."""
    rows = (await connection.execute(statement)).mappings()
    return tuple(record(**row) for row in rows)


async def changes(connection: AsyncConnection, statement: Executable) -> int:
    """How many rows a statement changes."""
    return (await connection.execute(statement)).rowcount
