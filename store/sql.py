"""Statements in SQL, the same text for SQLite and PostgreSQL; msgspec reads their rows.

A statement names its parameters (`:name`) and the type of its rows. What differs between the
databases is written so that both are given what they know:

- `x IN :names` and `x NOT IN :names` take a list of values;
- `FOR UPDATE` and the like lock rows in PostgreSQL; SQLite has one writer at a time;
- `is_json(x)` is whether a text is JSON, which a column of PostgreSQL always is, and
  `x->>'key'` the text of one of its values.

Stored as text are, in SQLite, instants (in UTC, without a zone), dates, times and JSON, and in both
databases words, with commas (`tuple[str, ...]`).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from store.damaged import DamagedRowError
from store.drivers import Sent
from store.rows import row_reader
from store.transaction import Connection

Record = TypeVar("Record")
Convert: TypeAlias = Callable[[Any], Any]
"""Converts a value to what a driver takes."""

MAX_ROW_ID = 2**31 - 1
"""Maximum ID of a puzzle or an attempt; PostgreSQL refuses a statement with a larger number."""
_KEYS = frozenset(
    {"id", "server_id", "day", "track", "number", "attempt_id", "shard", "scope", "interaction_id"}
)
"""The columns that tell rows apart and tell nothing about people, for the log."""

_NAME = re.compile(r"(?<![:\w]):([a-z_]+)")
_LISTED = re.compile(r"(NOT )?IN :([a-z_]+)")
_LOCK = re.compile(r"FOR (?:NO KEY )?(?:UPDATE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED)?")
_IS_JSON = re.compile(r"is_json\((\w+)\)")
_JSON_TEXT = re.compile(r"(\w+)->>'(\w+)'")
_TABLE = re.compile(r"(?:FROM|INTO|UPDATE) ([a-z_]+)")


def is_row_id(number: int) -> bool:
    """Whether a number can be the ID of a puzzle or an attempt.

    >>> is_row_id(2147483647), is_row_id(2147483648), is_row_id(0)
    (True, False, False)
    """
    return 1 <= number <= MAX_ROW_ID


class Statement(Struct, Generic[Record], frozen=True):
    """A statement; `record` is the type of its rows, None if it returns none.

    A Struct has the columns by name, a `tuple[…]` in order; another type has the first column.
    `only` names the database that it is for if it is not for both.
    """

    sql: str
    record: type[Record]
    only: str = ""

    async def all(self, connection: Connection, **values: Any) -> tuple[Record, ...]:
        """The rows that can be read; the others are logged with table, key and column."""
        read, _ = await self._read(connection, values)
        return read

    async def first(self, connection: Connection, **values: Any) -> Record | None:
        """The first row that can be read; None for no row."""
        return next(iter(await self.all(connection, **values)), None)

    async def one(self, connection: Connection, **values: Any) -> Record | None:
        """The first row; None for no row. Raises `DamagedRowError` if none can be read."""
        read, found = await self._read(connection, values)
        if found and not read:
            raise DamagedRowError(self.table)
        return read[0] if read else None

    async def run(self, connection: Connection, *rows: Mapping[str, Any], **values: Any) -> int:
        """Execute it, once for each of several rows of values; the number of rows it changed.

        That number is unknown for several rows of values in PostgreSQL, and -1 then.
        """
        dialect = connection.dialect
        sent = bound(self.sql, dialect, rows or (values,), returns=False)
        return (await connection.execute(sent)).count

    @property
    def table(self) -> str:
        """The table that it is about, for the log."""
        found = _TABLE.search(self.sql)
        return found[1] if found else ""

    async def _read(
        self, connection: Connection, values: Mapping[str, Any]
    ) -> tuple[tuple[Record, ...], int]:
        """The rows that can be read, and the number of all."""
        sent = bound(self.sql, connection.dialect, (values,), returns=True)
        rows = (await connection.execute(sent)).rows
        if not rows:
            return (), 0
        names = tuple(rows[0].keys())
        record: Any = self.record
        read = row_reader(record, connection.dialect)
        try:
            return tuple([read(names, row) for row in rows]), len(rows)
        except Exception:  # now one row at a time
            table = self.table

            def key_of(row: Sequence[Any]) -> dict[str, object]:
                pairs = zip(names, row, strict=True)
                return {name: it for name, it in pairs if name in _KEYS and table != "players"}

            found = connection.damaged.read(table, rows, lambda row: read(names, row), key_of)
            return tuple(found), len(rows)


def query(sql: str, record: type[Record], *, only: str = "", **parts: str) -> Statement[Record]:
    """A statement that returns rows; `{name}` in it, or in a part, is the part with that name."""
    return Statement(_joined(sql, parts), record, only)


def command(sql: str, *, only: str = "", **parts: str) -> Statement[None]:
    """A statement that returns no rows."""
    return Statement(_joined(sql, parts), type(None), only)


def insert(
    table: str, record: type[Struct], more: str = "", *, leave_out: Sequence[str] = ()
) -> Statement[None]:
    """An INSERT of the fields of a record, with what follows its values.

    >>> from msgspec import defstruct
    >>> Pair = defstruct("Pair", ["one", "other"])
    >>> insert("outages", Pair, "ON CONFLICT DO NOTHING").sql
    'INSERT INTO outages (one, other) VALUES (:one, :other) ON CONFLICT DO NOTHING'
    """
    names = [name for name in record.__struct_fields__ if name not in leave_out]
    values = ", ".join(f":{name}" for name in names)
    return command(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values}) {more}")  # noqa: S608 - ours


def creating(table: str, record: type[Record]) -> Statement[Record]:
    """An INSERT of a record but for its ID, which the database gives; it returns the stored one."""
    assert issubclass(record, Struct)  # noqa: S101 - for the type checker
    return Statement(insert(table, record, "RETURNING *", leave_out=["id"]).sql, record)


def replacing(
    table: str, record: type[Struct], key: Sequence[str], *, keep: Sequence[str] = ()
) -> Statement[None]:
    """An INSERT of a record in the place of the row with its key, of which it may `keep` columns.

    >>> from msgspec import defstruct
    >>> Pair = defstruct("Pair", ["one", "other"])
    >>> replacing("outages", Pair, ["one"]).sql.partition("ON")[2]
    ' CONFLICT (one) DO UPDATE SET other = excluded.other'
    """
    names = [name for name in record.__struct_fields__ if name not in {*key, *keep}]
    new = ", ".join(f"{name} = excluded.{name}" for name in names)
    return insert(table, record, f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {new}")


def assignments(record: type[Struct], *, leave_out: Sequence[str]) -> str:
    """The assignments of the fields of a record in an UPDATE, a part of a statement."""
    names = [name for name in record.__struct_fields__ if name not in leave_out]
    return ", ".join(f"{name} = :{name}" for name in names)


def equals(names: Sequence[str]) -> str:
    """Whether some columns have the values of the parameters with their names, in a statement."""
    return " AND ".join(f"{name} = :{name}" for name in names)


def _joined(sql: str, parts: Mapping[str, str]) -> str:
    while "{" in sql:
        sql = sql.format(**parts)
    return " ".join(sql.split())


def bound(sql: str, dialect: str, rows: Sequence[Mapping[str, Any]], *, returns: bool) -> Sent:
    """A statement with rows of values for its parameters, as a driver takes them."""
    sizes: tuple[tuple[str, int], ...] = ()
    if " IN :" in sql and dialect == "sqlite":
        lists = dict.fromkeys(name for _, name in _LISTED.findall(sql))
        sizes = tuple([(name, len(rows[0][name])) for name in lists])
    text, names = compiled(sql, dialect, sizes)
    convert = _STORED[dialect]
    arguments = [[convert(row[name]) for name in names] for row in rows]
    for name, _ in sizes:
        arguments[0] += map(convert, rows[0][name])
    return Sent(text, arguments, returns)


@lru_cache(4096)
def compiled(
    sql: str, dialect: str, sizes: tuple[tuple[str, int], ...] = ()
) -> tuple[str, tuple[str, ...]]:
    """The SQL of one database, and the names of its parameters in order.

    In SQLite the lists of some `sizes` have a parameter for each value, after the others.

    >>> compiled("SELECT 1 FROM t WHERE a = :a AND b IN :b FOR UPDATE", "postgresql")
    ('SELECT 1 FROM t WHERE a = $1 AND b = ANY($2) FOR UPDATE', ('a', 'b'))
    >>> compiled("SELECT 1 FROM t WHERE b IN :b AND a = :a FOR UPDATE", "sqlite", (("b", 2),))
    ('SELECT 1 FROM t WHERE b IN (?2,?3) AND a = ?1 ', ('a',))
    """
    if dialect == "postgresql":
        sql = _LISTED.sub(lambda it: f"<> ALL(:{it[2]})" if it[1] else f"= ANY(:{it[2]})", sql)
        sql, mark = _IS_JSON.sub("TRUE", sql), "$"
        names = tuple(dict.fromkeys(_NAME.findall(sql)))
    else:
        listed = dict(sizes)
        names = tuple(name for name in dict.fromkeys(_NAME.findall(sql)) if name not in listed)
        number = len(names)
        for name, size in sizes:
            values = ",".join(f"?{number + place}" for place in range(1, size + 1))
            sql = re.sub(rf"IN :{name}\b", f"IN ({values})", sql)
            number += size
        sql = _JSON_TEXT.sub(r"json_extract(\1, '$.\2')", _IS_JSON.sub(r"json_valid(\1)", sql))
        sql, mark = _LOCK.sub("", sql), "?"
    numbers = {name: f"{mark}{number}" for number, name in enumerate(names, 1)}
    return _NAME.sub(lambda found: numbers[found[1]], sql), names


def _instant(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return value


def _words(value: tuple[str, ...]) -> str:
    if any(not word or "," in word for word in value):
        raise ValueError("words are not empty and have no commas")
    return ",".join(value)


def _storing(kinds: Mapping[type, Convert]) -> Convert:
    """Converts values by their type; the others a driver takes as they are."""

    def convert(value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind in kinds:
            return kinds[kind](value)
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Mapping):
            return json.dumps(value)
        return [convert(one) for one in value]  # a list

    return convert


_PLAIN = frozenset({int, str, type(None), bool, float, bytes})
_STORED: Mapping[str, Convert] = {
    "sqlite": _storing(
        {
            tuple: _words,
            datetime: lambda it: (
                _instant(it).astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
            ),
            time: lambda it: it.isoformat("microseconds"),
            date: date.isoformat,
        }
    ),
    "postgresql": _storing(
        {tuple: _words, datetime: _instant, time: lambda it: it, date: lambda it: it}
    ),
}
"""Converts a value for each database."""
