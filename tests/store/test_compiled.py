"""Statements compiled to SQL: their parameters, conversions and results, on both databases."""

import gc
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import bindparam, false, insert, select, text, tuple_, update

from store import players
from store.compiled import Compiler
from store.database import Database
from store.records import Player, PostState, PublicSolves, Server
from store.schema import due_posts, meta, servers
from store.schema import players as table
from store.servers import save
from store.statements import is_listed
from tests.support.store.rows import NOON


@pytest.fixture
async def filled(database: Database) -> Database:
    async with database.writing() as connection:
        for number in (1, 2, 3):
            await players.save(connection, Player(number, NOON, {"labels": number == 2}))
        await save(connection, Server(5, NOON, 6, tracks=("easy", "hard")))
    return database


async def test_values_are_converted_both_ways(filled: Database) -> None:
    later = (NOON + timedelta(hours=1)).astimezone(timezone(timedelta(hours=9)))
    async with filled.writing() as connection:
        change = (
            update(table).where(table.c.id == bindparam("row")).values(settings={"labels": True})
        )
        assert (await connection.fetch(change, {"row": 1, "created_at": later})).count == 1
        row = (await connection.execute(select(table).where(table.c.id == 1))).one()
        server = (await connection.execute(select(servers))).one()
    assert (row.created_at, row.created_at.tzinfo, row.settings) == (later, UTC, {"labels": True})
    assert server.tracks == ("easy", "hard")
    assert server.public_solves is PublicSolves.EVERYONE


async def test_lists_of_values_have_a_parameter_for_each(filled: Database) -> None:
    chosen = select(table.c.id).where(table.c.id.in_([1, 3, 9])).order_by(table.c.id)
    pairs = tuple_(table.c.id, table.c.created_at).in_([(2, NOON), (3, datetime.now(UTC))])
    async with filled.reading() as connection:
        assert (await connection.execute(chosen)).scalars().all() == [1, 3]
        assert (await connection.execute(select(table.c.id).where(pairs))).scalars().all() == [2]
        states = due_posts.c.state.in_([PostState.PENDING, PostState.CLAIMED])
        assert (await connection.execute(select(due_posts).where(states))).all() == []


@pytest.mark.parametrize("listed", [[], [2], [1, 2, 9]])
async def test_a_list_is_one_parameter(filled: Database, listed: list[int]) -> None:
    async with filled.reading() as connection:
        chosen = select(table.c.id).where(is_listed(connection.dialect, table.c.id, "ids"))
        rows = await connection.execute(chosen.order_by(table.c.id), {"ids": listed})
        assert rows.scalars().all() == [number for number in listed if number < 9]


async def test_a_statement_is_executed_once_for_each_row(database: Database) -> None:
    rows = [{"key": key, "value": key.upper()} for key in "abc"]
    returning = insert(meta).returning(meta.c.key)
    async with database.writing() as connection:
        assert (await connection.execute(returning, rows[0])).scalars().all() == ["a"]
        await connection.execute(insert(meta), rows[1:])
        await connection.execute(insert(meta), [{"key": key, "value": ""} for key in "de"])
        found = await connection.execute(select(meta.c.key, meta.c.value).order_by(meta.c.key))
        assert found.all() == [("a", "A"), ("b", "B"), ("c", "C"), ("d", ""), ("e", "")]


async def test_names_of_columns_are_known_without_rows(filled: Database) -> None:
    async with filled.reading() as connection:
        none = await connection.execute(select(table.c.id, table.c.id.label("all")).where(false()))
        assert list(none.keys()) == ["id", "all"]
        plain = await connection.execute(
            text("SELECT id AS number FROM players WHERE id = :id"), {"id": 2}
        )
        assert plain.mappings().one()["number"] == 2


async def test_a_missing_value_is_an_error(filled: Database) -> None:
    async with filled.reading() as connection:
        with pytest.raises(KeyError, match="wanted"):
            await connection.execute(select(table).where(table.c.id == bindparam("wanted")))


async def test_a_statement_is_compiled_once_for_the_same_names(filled: Database) -> None:
    compiler: Compiler = filled.reader.compiler
    statement = update(table).where(table.c.id == bindparam("row"))
    assert compiler.compile(statement, ("row", "zone")) is compiler.compile(
        statement, ("row", "zone")
    )
    assert (
        compiler.compile(statement, ("row", "settings")).sql
        != compiler.compile(statement, ("row", "zone")).sql
    )
    kept = len(compiler._compiled)
    del statement
    gc.collect()
    assert len(compiler._compiled) == kept - 1
