"""Statements that differ between the two databases, and rows as records.

Building a statement takes SQLAlchemy longer than executing it. So what every interaction executes
is built once, by a cached function, with parameters in the place of values.
"""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Executable, Select, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from store.transaction import Connection, Values

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
    return insert_in(connection.dialect, table)


def insert_in(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that supports ON CONFLICT, in a dialect."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def select_by(table: Table, *names: str) -> Select[*tuple[Any, ...]]:
    """A query of the rows with certain values in some columns; the parameters have their names.

    >>> from store.schema import members
    >>> str(select_by(members, "server_id")).split()[-4:]
    ['WHERE', 'members.server_id', '=', ':server_id']
    """
    return select(table).where(*(table.c[name] == bindparam(name) for name in names))


@cache
def select_any(table: Table, name: str) -> Select[*tuple[Any, ...]]:
    """A query of the rows with one of the values in a column; the parameter is `values`."""
    return select(table).where(table.c[name].in_(bindparam("values", expanding=True)))


def values_of(record: Any) -> Values:
    """The fields of a record by name; unlike `dataclasses.asdict`, it copies no values."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


async def fetch_one(
    connection: Connection,
    statement: Executable,
    record: type[Record],
    values: Values | None = None,
) -> Record | None:
    """The first row as a record whose fields are named like the columns; None for no row."""
    row = (await connection.execute(statement, values)).mappings().first()
    return None if row is None else record(**row)


async def fetch_all(
    connection: Connection,
    statement: Executable,
    record: type[Record],
    values: Values | None = None,
) -> tuple[Record, ...]:
    """All rows as records whose fields are named like the columns."""
    rows = await connection.execute(statement, values)
    names = tuple(rows.keys())
    return tuple(record(**dict(zip(names, row, strict=True))) for row in rows)


async def affected_rows(
    connection: Connection,
    statement: Executable,
    values: Values | Sequence[Values] | None = None,
) -> int:
    """Execute a statement; returns the number of rows it changed."""
    return (await connection.execute(statement, values)).rowcount
