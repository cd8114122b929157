"""Statements of SQLAlchemy, compiled once and executed without SQLAlchemy.

SQLAlchemy builds statements and converts values for storage. Its connections take several tenths of
a millisecond of processor time for each statement, many times what the database takes. So a
statement is compiled to SQL, and its values are converted by the types of SQLAlchemy; a driver
executes it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from msgspec import Struct
from sqlalchemy import (
    JSON,
    BindParameter,
    Column,
    ColumnElement,
    Dialect,
    Executable,
    Float,
    Label,
    TextClause,
    TupleType,
)
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import ReturnsRows
from sqlalchemy.types import TypeEngine

from store.damaged import DamagedRows, UnreadableValueError

Values: TypeAlias = dict[str, Any]
Row: TypeAlias = tuple[Any, ...]
Convert: TypeAlias = Callable[[Any], Any]
"""Converts a value to what a driver takes, or back."""

Kinds: TypeAlias = frozenset[type] | None
"""The types that the values of a column may have; None for any."""

FLOAT_CODE, NUMERIC_CODE = 701, 1700
"""PostgreSQL's codes of the types double precision and numeric, needed to convert results."""
PERSONAL = frozenset({"player_id", "person_id", "subject_id", "hash", "session"})
"""The columns of keys that tell about people, as the ID of a player does; the log has none."""


class Parameter(Struct, frozen=True):
    """A parameter of a statement; `fixed` is its value unless one is required."""

    name: str
    convert: Convert | None
    required: bool
    fixed: Any

    def value(self, values: Values) -> Any:
        """The value for a driver; raises `KeyError` if a required one is missing."""
        value = values[self.name] if self.required else values.get(self.name, self.fixed)
        return value if self.convert is None else self.convert(value)


class CompiledStatement(Struct, frozen=True):
    """SQL with its parameters in order, and the columns it returns.

    `returns_rows` is whether it may return rows. `names` are the names of their columns, None where
    only the database knows them. `conversions` are those of the columns, empty if they have none.
    `kinds` are the types that the values of columns then have, None for a column that is computed.
    `table` has the first column, and `keys` are the places of the columns that tell a row apart.
    """

    sql: str
    parameters: tuple[Parameter, ...]
    returns_rows: bool
    names: tuple[str, ...] | None
    conversions: tuple[Convert | None, ...]
    kinds: tuple[Kinds, ...] = ()
    table: str = ""
    keys: tuple[int, ...] = ()

    def arguments(self, values: Values) -> Row:
        """The values of the parameters in order, as a driver takes them."""
        return tuple([parameter.value(values) for parameter in self.parameters])

    def read(self, rows: Sequence[Sequence[Any]], damaged: DamagedRows) -> Sequence[Row]:
        """Rows of a driver, with values as the types of the columns return them.

        A row with a value that its type does not know, or of another type, is skipped: SQLite
        stores any value in any column.
        """
        try:
            return [self._read(row) for row in rows]
        except Exception:  # now one row at a time
            return [*damaged.read(self.table, rows, self._read_slowly, self._key_of)]

    def _read(self, row: Sequence[Any]) -> Row:
        values = tuple(row)
        if self.conversions:
            pairs = zip(row, self.conversions, strict=True)
            values = tuple(
                [value if convert is None else convert(value) for value, convert in pairs]
            )
        for value, kinds in zip(values, self.kinds):  # noqa: B905 - a text has no known columns
            if kinds is not None and type(value) not in kinds:
                raise UnreadableValueError
        return values

    def _read_slowly(self, row: Sequence[Any]) -> Row:
        """As `_read`, with an error that names the column of a value that cannot be read."""
        values: list[Any] = []
        conversions = self.conversions or (None,) * len(row)
        for name, value, convert, kinds in zip(
            self.names or (), row, conversions, self.kinds, strict=True
        ):
            try:
                values.append(value if convert is None else convert(value))
            except Exception as error:
                raise UnreadableValueError(f"{name}: {type(error).__name__}") from error
            if kinds is not None and type(values[-1]) not in kinds:
                raise UnreadableValueError(f"{name}: {type(values[-1]).__name__}")
        return tuple(values)

    def _key_of(self, row: Sequence[Any]) -> Values:
        names = self.names or ()
        return {names[place]: row[place] for place in self.keys}


class Compiler:
    """Compiles statements for one kind of database, each once as long as the statement exists."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._compiled: WeakKeyDictionary[Executable, dict[tuple[str, ...], CompiledStatement]] = (
            WeakKeyDictionary()
        )

    def compile(self, statement: Executable, names: tuple[str, ...] = ()) -> CompiledStatement:
        """A compiled statement; `names` are those of the values it will be executed with.

        A statement with values from outside has no lists of values within (`Column.in_`);
        `store.statements.is_listed` takes a list from outside.
        """
        forms = self._compiled.setdefault(statement, {})
        if names not in forms:
            forms[names] = _compiled(statement, names, self.dialect)
        return forms[names]


def _compiled(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> CompiledStatement:
    assert isinstance(statement, ClauseElement)  # noqa: S101 - for the type checker
    options = {"render_postcompile": True}  # lists of values have a parameter for each value
    compiled = statement.compile(dialect=dialect, column_keys=names, compile_kwargs=options)
    if not isinstance(compiled, SQLCompiler):  # a statement that defines tables
        return CompiledStatement(str(compiled), (), False, None, ())
    columns = _columns(statement)
    tables = [
        each.table.name for each in columns if isinstance(each, Column) and each.table is not None
    ]
    conversions = tuple(_result_conversion(column.type, dialect) for column in columns)
    is_text = isinstance(statement, TextClause)
    return CompiledStatement(
        sql=str(compiled),
        parameters=_parameters(compiled, dialect),
        returns_rows=bool(columns) or is_text,
        names=None if is_text else tuple(str(column.key) for column in columns),
        conversions=conversions if any(conversions) else (),
        kinds=tuple(map(_kinds, columns)),
        table=tables[0] if tables else "",
        keys=tuple(place for place, column in enumerate(columns) if _tells_rows_apart(column)),
    )


def _columns(statement: object) -> tuple[ColumnElement[Any], ...]:
    """The columns of the rows that a statement returns."""
    if not isinstance(statement, ReturnsRows):
        return ()
    return tuple(statement.exported_columns)


def _kinds(column: ColumnElement[Any]) -> Kinds:
    """The types of the values of a stored column; None for one that is computed."""
    column = column.element if isinstance(column, Label) else column
    if not isinstance(column, Column):
        return None
    of_none = {type(None)} if column.nullable else set[type]()
    kind = dict if isinstance(column.type, JSON) else column.type.python_type
    return frozenset({kind, *of_none})


def _tells_rows_apart(column: ColumnElement[Any]) -> bool:
    """Whether a column is part of a key that tells nothing about a person."""
    if not isinstance(column, Column) or not column.primary_key or column.name in PERSONAL:
        return False
    return column.table.name != "players"


def _parameters(compiled: SQLCompiler, dialect: Dialect) -> tuple[Parameter, ...]:
    values = compiled.params
    return tuple(
        Parameter(
            name,
            _type_of(compiled, name).dialect_impl(dialect).bind_processor(dialect),
            name in compiled.binds and compiled.binds[name].required,
            values[name],
        )
        for name in compiled.positiontup or ()
    )


def _type_of(compiled: SQLCompiler, name: str) -> TypeEngine[Any]:
    """The type of a parameter, also of one value in a list of values: `ids_2` is the second of
    `ids`, `keys_2_1` the first of the second tuple of `keys`."""
    bind: BindParameter[Any] | None = compiled.binds.get(name)
    if bind is not None:
        return bind.type
    base, _, place = name.rpartition("_")
    if base in compiled.binds:
        return compiled.binds[base].type
    of_tuples = compiled.binds[base.rpartition("_")[0]].type
    assert isinstance(of_tuples, TupleType)  # noqa: S101 - for the type checker
    return of_tuples.types[int(place) - 1]


def _result_conversion(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    code = FLOAT_CODE if isinstance(kind, Float) else NUMERIC_CODE  # other types ignore it
    return kind.dialect_impl(dialect).result_processor(dialect, code)
