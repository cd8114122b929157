"""Statements that differ between the two databases, and rows as records."""

from typing import TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from store.transaction import Connection

Record = TypeVar("Record")

MAX_ROW_ID = 2**31 - 1
"""Maximum ID of a puzzle or an attempt; PostgreSQL refuses a statement with a larger number."""


def is_row_id(number: int) -> bool:
    """Whether a number can be the ID of a puzzle or an attempt.

    >>> is_row_id(2147483647), is_row_id(2147483648), is_row_id(0)
    (True, False, False)
    """
    return 1 <= number <= MAX_ROW_ID


def insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that supports ON CONFLICT, in the dialect of the database."""
    if connection.dialect == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def fetch_one(
    connection: Connection, statement: Executable, record: type[Record]
) -> Record | None:
    """The first row as a record whose fields are named like the columns; None for no row."""
    row = (await connection.execute(statement)).mappings().first()
    return None if row is None else record(**row)


async def fetch_all(
    connection: Connection, statement: Executable, record: type[Record]
) -> tuple[Record, ...]:
    """All rows as records whose fields are named like the columns."""
    rows = await connection.execute(statement)
    names = tuple(rows.keys())
    return tuple(record(**dict(zip(names, row, strict=True))) for row in rows)


async def affected_rows(connection: Connection, statement: Executable) -> int:
    """Execute a statement; returns the number of rows it changed."""
    return (await connection.execute(statement)).rowcount
