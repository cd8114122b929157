"""Every statement of the package is accepted by both databases, and has what its record reads."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

import store
from store.database import Database
from store.sql import Statement, compiled
from store.transaction import Connection
from tests.support.packages import modules
from tests.support.store.tables import tables

MAKERS = frozenset(
    {"query", "command", "insert", "creating", "replacing", "assignments", "Statement"}
)
"""What makes statements in the package."""
KINDS: Mapping[str, type] = {
    "int2": int,
    "int4": int,
    "int8": int,
    "text": str,
    "varchar": str,
    "bool": bool,
    "timestamptz": datetime,
    "date": date,
    "time": time,
    "float8": float,
    "bytea": bytes,
    "json": Mapping,
}
"""The types of PostgreSQL that statements return, and theirs in Python."""


def statements() -> dict[str, Statement[Any]]:
    """All statements that modules of the package have, by their place."""
    found: dict[str, Statement[Any]] = {}
    for info in pkgutil.iter_modules(store.__path__, "store."):
        for name, value in vars(importlib.import_module(info.name)).items():
            for place, statement in enumerate(_within(value)):
                found[f"{info.name}.{name}.{place}"] = statement
    return found


def _within(value: object) -> Iterator[Statement[Any]]:
    if isinstance(value, Statement):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _within(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _within(each)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _within(getattr(value, name))


STATEMENTS = statements()


def test_statements_are_made_of_literals_when_a_module_is_loaded() -> None:
    """So the others find them all, and no value becomes part of a text."""
    made = 0
    for file in modules("store"):
        if file.name == "sql.py":
            continue
        tree = ast.parse(file.read_text())
        functions = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        ]
        inside = {id(each): node for node in functions for each in ast.walk(node)}
        calls = [
            (node, node.func.id, inside.get(id(node)))
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        at_load = {name for _, name, function in calls if function is None}
        for node, name, function in calls:
            if name in MAKERS:
                made += 1
                where = f"{file.name}:{node.lineno}"
                assert function is None or getattr(function, "name", "") in at_load, where
                assert isinstance(node.args[0], ast.Constant | ast.Name), where
    assert made > 150


async def described(
    connection: Connection, statement: Statement[Any]
) -> dict[str, type | None] | None:
    """The columns that a statement returns with their types; None where a database cannot tell."""
    raw: Any = connection.driver
    if connection.dialect == "postgresql":
        text, names = compiled(statement.sql, "postgresql")
        prepared = await raw.raw.prepare(text)
        assert len(prepared.get_parameters()) == len(names)
        return {each.name: KINDS.get(each.type.name) for each in prepared.get_attributes()}
    lists = tuple(dict.fromkeys((name, 2) for _, name in store.sql._LISTED.findall(statement.sql)))
    text, names = compiled(statement.sql, "sqlite", lists)
    values = [1] * (len(names) + 2 * len(lists))  # None is no LIMIT
    await raw.raw.execute_fetchall(f"EXPLAIN {text}", values)
    if not text.startswith("SELECT"):
        return None
    async with raw.raw.execute(text, values) as cursor:
        return dict.fromkeys(each[0] for each in cursor.description)


@pytest.mark.parametrize("place", STATEMENTS)
async def test_a_statement_has_the_columns_of_its_record(place: str, database: Database) -> None:
    statement = STATEMENTS[place]
    async with database.writing() as connection:
        if statement.only not in {"", connection.dialect}:
            return
        columns = await described(connection, statement)
    record: Any = statement.record
    if columns is None or record is type(None):
        return
    wanted = _wanted(record, [*columns])
    assert wanted.keys() <= columns.keys()
    for name, kind in wanted.items():
        assert _reads(kind, columns[name]), (name, kind, columns[name])


def _wanted(record: Any, names: list[str]) -> dict[str, Any]:
    """The types of the columns that a record reads."""
    if isinstance(record, type) and issubclass(record, Struct):
        return get_type_hints(record)
    kinds = get_args(record) if get_origin(record) is tuple else (record,)
    if Ellipsis in kinds:
        return dict.fromkeys(names, kinds[0])
    return dict(zip(names, kinds, strict=get_origin(record) is tuple))


def _reads(kind: Any, found: type | None) -> bool:
    """Whether a type reads values of a column; nothing is known of None."""
    if found is None or kind in {object, Any, dict}:
        return True
    for each in (kind, *get_args(kind)):
        origin = get_origin(each) or each
        if origin is found or (found is str and origin in {tuple, Mapping}):
            return True
        if isinstance(origin, type) and issubclass(origin, found) and origin is not bool:
            return True
        if isinstance(origin, type) and issubclass(origin, Enum):
            return True
    return False


async def test_each_column_is_read_or_written(database: Database) -> None:
    """The statements name no column that is not there, and each that is there is named."""
    text = " ".join(statement.sql for statement in STATEMENTS.values())
    fields = {
        name
        for statement in STATEMENTS.values()
        if isinstance(statement.record, type) and issubclass(statement.record, Struct)
        for name in statement.record.__struct_fields__
    }
    async with database.reading() as connection:
        for table in (await tables(connection)).values():
            assert f" {table.name}" in text, table.name
            for column in table.columns:
                assert column.name in fields or column.name in text, (table.name, column.name)
