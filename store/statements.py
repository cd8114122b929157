"""Statements that differ between the two databases, and rows as records.

Building a statement takes SQLAlchemy longer than executing it. So what every interaction executes
is built once, by a cached function, with parameters in the place of values.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    ARRAY,
    JSON,
    Boolean,
    Column,
    ColumnElement,
    Executable,
    Select,
    Table,
    any_,
    bindparam,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from store.compiled import Values
from store.damaged import DamagedRowError
from store.drivers import FetchedRows
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


def is_listed(dialect: str, column: Column[Any], parameter: str) -> ColumnElement[bool]:
    """Whether a column has one of the values of a list, which is one parameter.

    So the SQL is the same for every number of values; `Column.in_` has a parameter for each.
    """
    if dialect == "postgresql":
        return column == any_(bindparam(parameter, type_=ARRAY(column.type)))
    values = func.json_each(bindparam(parameter, type_=JSON)).table_valued("value")
    return column.in_(select(values.c.value))


class is_json(FunctionElement[bool]):  # noqa: N801 - a function of SQL
    """Whether the value of a column is JSON. On PostgreSQL it always is."""

    type = Boolean()
    inherit_cache = True


@compiles(is_json, "sqlite")
def _is_json_in_sqlite(element: is_json, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_valid({compiler.process(element.clauses, **options)})"


@compiles(is_json, "postgresql")
def _is_json_in_postgresql(*_: Any, **__: Any) -> str:
    return "true"


async def fetch_one(
    connection: Connection,
    statement: Executable,
    record: type[Record],
    values: Values | None = None,
) -> Record | None:
    """The first row as a record whose fields are named like the columns; None for no row.

    Raises `DamagedRowError` if it cannot be read.
    """
    fetched = await connection.fetch(statement, values)
    if not fetched.rows and fetched.skipped:
        raise DamagedRowError(fetched.table)
    found = _records(fetched, record)
    return found[0] if found else None


async def fetch_first(
    connection: Connection, statement: Select[*tuple[Any, ...]], record: type[Record]
) -> Record | None:
    """The first row of an ordered query as a record, or the next one if it cannot be read."""
    found = await fetch_all(connection, statement.limit(2), record)
    return found[0] if found else None


async def fetch_all(
    connection: Connection,
    statement: Executable,
    record: type[Record],
    values: Values | None = None,
) -> tuple[Record, ...]:
    """All rows that can be read as records whose fields are named like the columns."""
    return _records(await connection.fetch(statement, values), record)


def _records(fetched: FetchedRows, record: type[Record]) -> tuple[Record, ...]:
    return tuple(record(**dict(zip(fetched.names, row, strict=True))) for row in fetched.rows)


async def affected_rows(
    connection: Connection,
    statement: Executable,
    values: Values | Sequence[Values] | None = None,
) -> int:
    """Execute a statement; returns the number of rows it changed."""
    return (await connection.fetch(statement, values)).count
