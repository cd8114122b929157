"""The tables of a database, as the database itself tells them."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import date, datetime, time
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from store.sql import Statement, bound
from store.transaction import Connection

WORDS = frozenset({"tracks", "doubts", "wrong"})
"""The columns of words, which are stored as text."""

_KINDS = MappingProxyType(
    {
        int: ("INTEGER", "BIGINT"),
        str: ("TEXT", "VARCHAR(16)", "CHARACTER VARYING"),
        bool: ("BOOLEAN",),
        float: ("DOUBLE", "DOUBLE PRECISION"),
        bytes: ("BLOB", "BYTEA"),
        object: ("JSON",),
        datetime: ("DATETIME", "TIMESTAMP WITH TIME ZONE"),
        date: ("DATE",),
        time: ("TIME", "TIME WITHOUT TIME ZONE"),
    }
)
_BY_NAME = {name: kind for kind, names in _KINDS.items() for name in names}

_COLUMNS = {
    "sqlite": """
        SELECT tables.name, columns.name, upper(columns.type),
            "notnull" OR pk > 0, pk > 0 FROM sqlite_master AS tables
        JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name <> 'alembic_version'
            AND tables.name NOT LIKE 'sqlite_%' ORDER BY tables.name, cid""",
    "postgresql": """
        SELECT CAST(table_name AS text), CAST(column_name AS text),
            CAST(upper(data_type) AS text), is_nullable = 'NO', EXISTS (
                SELECT 1 FROM information_schema.key_column_usage AS used
                WHERE used.table_name = columns.table_name
                    AND used.column_name = columns.column_name
                    AND constraint_name = concat('pk_', used.table_name))
        FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'alembic_version'
        ORDER BY table_name, ordinal_position""",
}


class Column(Struct, frozen=True):
    """A column; `kind` is the type of its values in Python, `object` for JSON, `tuple` for words.

    `required` is whether it has a value in each row, `is_key` whether it is part of the key.
    """

    name: str
    kind: type
    required: bool
    is_key: bool


class Table(Struct, frozen=True):
    """A table with its columns in order."""

    name: str
    columns: tuple[Column, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """The columns of the primary key."""
        return tuple(column.name for column in self.columns if column.is_key)


Row: TypeAlias = tuple[str, str, str, bool, bool]


async def tables(connection: Connection) -> dict[str, Table]:
    """All tables but that of the version, by name."""
    statement = Statement(_COLUMNS[connection.dialect], tuple[str, str, str, bool, bool])
    return _tables(await statement.all(connection))


def tables_in(file: Path) -> dict[str, Table]:
    """The same of a SQLite file."""
    with closing(sqlite3.connect(file)) as raw:
        return _tables(raw.execute(_COLUMNS["sqlite"]))


def _tables(rows: Iterable[Row]) -> dict[str, Table]:
    found: dict[str, list[Column]] = {}
    for table, name, declared, required, is_key in rows:
        kind = tuple if name in WORDS else _BY_NAME[declared]
        found.setdefault(table, []).append(Column(name, kind, bool(required), bool(is_key)))
    return {name: Table(name, tuple(columns)) for name, columns in found.items()}


async def rows_of(connection: Connection, table: Table) -> list[tuple[Any, ...]]:
    """All rows of a table as the driver gives them, in the order of the key."""
    sql = f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}"  # noqa: S608 - ours
    return [tuple(row) for row in await ask(connection, sql)]


async def ask(connection: Connection, sql: str, **values: object) -> Sequence[Any]:
    """The rows that a statement returns, as the driver gives them."""
    sent = bound(" ".join(sql.split()), connection.dialect, (values,), returns=True)
    return (await connection.execute(sent)).rows


async def tell(
    connection: Connection, sql: str, *rows: Mapping[str, object], **values: object
) -> int:
    """Execute a statement, perhaps for rows of values; the number of rows it changed."""
    return await Statement(sql, type(None)).run(connection, *rows, **values)
