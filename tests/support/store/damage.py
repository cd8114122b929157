"""Rows with a value that no version wrote, or that this version does not know."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import date, datetime, time
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.support.store.tables import Column, Table

DAMAGED = range(4, 36)
"""The people of whose rows one value is damaged, each time another one."""


class Damage(Enum):
    """What is wrong with a value."""

    UNKNOWN = "a value of a newer version, or of no type"
    OTHER_TYPE = "a value of another type, or far out of range"
    MISSING = "none, where one is required"


UNKNOWN: Mapping[type, Any] = MappingProxyType(
    {int: 2**40, object: "{", tuple: "giant,easy"} | dict.fromkeys((datetime, date, time), "never")
)
"""Values of columns that this version does not know, by their type in Python; others are words."""
OTHERS: Mapping[type, Any] = MappingProxyType(
    {
        int: "many",
        object: "[1]",
        bytes: "text",
        datetime: "9999-12-31 23:59:59.999999",
        date: "9999-12-31",
    }
)
"""Values of another type, or far out of range, by the right type; in others there are bytes."""


def damaged(column: Column, kind: Damage) -> Any:
    """The value of a column after a damage."""
    match kind:
        case Damage.UNKNOWN:
            return UNKNOWN.get(column.kind, "newer")
        case Damage.OTHER_TYPE:
            return OTHERS.get(column.kind, b"\xff\x00")
    return None


def damage(file: Path, table: Table, kind: Damage | None = None) -> None:
    """Damage a value in each column of a table, each in the row of another person.

    Without a kind, each has another one, and further ones as long as there are people.
    """
    with closing(sqlite3.connect(file)) as raw:
        raw.executescript("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        _allow_nothing(raw)
        for number, (column, wrong) in zip(DAMAGED, _damages(table, kind), strict=False):
            if not (column.kind is int and table.key == (column.name,)):
                sql = f'UPDATE "{table.name}" SET "{column.name}" = ? WHERE rowid = ?'  # noqa: S608
                raw.execute(sql, (damaged(column, wrong), number))
        raw.commit()


def _damages(table: Table, kind: Damage | None) -> Iterator[tuple[Column, Damage]]:
    kinds = [*Damage] if kind is None else [kind]
    for turn in range(len(kinds)):
        for place, column in enumerate(table.columns):
            yield column, kinds[(place + turn) % len(kinds)]


def _allow_nothing(raw: sqlite3.Connection) -> None:
    """Let all columns be without a value, as in a damaged file."""
    kept, required = "IS NOT NULL", " NOT NULL"
    sql = f"replace(replace(replace(sql, '{kept}', '?'), '{required}', ''), '?', '{kept}')"
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute(f"UPDATE sqlite_master SET sql = {sql} WHERE type = 'table'")  # noqa: S608
    raw.execute("PRAGMA writable_schema = RESET")
    raw.commit()
