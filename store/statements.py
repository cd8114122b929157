"""What the two databases spell differently, and rows as records."""

from typing import TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from store.transaction import Connection

Record = TypeVar("Record")


def insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what to do on conflict; both databases understand the same words."""
    if connection.dialect == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def fetch_one(
    connection: Connection, statement: Executable, record: type[Record]
) -> Record | None:
    """The first row as a record whose fields are called as the columns; None for no row."""
    row = (await connection.execute(statement)).mappings().first()
    return None if row is None else record(**row)


async def fetch_all(
    connection: Connection, statement: Executable, record: type[Record]
) -> tuple[Record, ...]:
    """All rows as records whose fields are called as the columns."""
    rows = (await connection.execute(statement)).mappings()
    return tuple(record(**row) for row in rows)


async def affected_rows(connection: Connection, statement: Executable) -> int:
    """How many rows a statement changes."""
    return (await connection.execute(statement)).rowcount
