"""A row that cannot be read is skipped, logged once without a person, and counted."""

import sqlite3
from contextlib import closing

import pytest
import structlog

from app.timed_database import TimedDatabase
from store import meta, outages, players, servers
from store.damaged import MAX_LOGGED, DamagedRowError, DamagedRows
from store.database import Database
from store.errors import FullError
from store.records import Server
from telemetry.metrics import Metrics
from tests.support.store.rows import NOON


@pytest.fixture
async def database(sqlite_database: Database) -> Database:
    """A database with three servers and players; PostgreSQL refuses what is damaged here."""
    async with sqlite_database.writing() as connection:
        for number in (1, 2, 3):
            await servers.save(connection, Server(number, NOON, channel_id=number))
            await players.ensure(connection, number, NOON)
    path = sqlite_database.address.path
    assert path is not None
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE servers SET public_solves = 'friends' WHERE id = 2")
        raw.execute("UPDATE players SET created_at = 'today' WHERE id = 2")
        raw.commit()
    return sqlite_database


async def test_the_rows_beside_it_are_read(database: Database) -> None:
    metrics = Metrics()
    timed = TimedDatabase.around(database, metrics)
    with structlog.testing.capture_logs() as logs:
        for _ in range(2):
            async with timed.reading() as connection:
                found = await servers.with_channel(connection)
                assert [server.id for server in found] == [1, 3]
    [entry] = logs
    assert entry == {
        "event": "stored row skipped",
        "log_level": "error",
        "table": "servers",
        "key": "id=2",
        "problem": "public_solves: of another type, or unknown",
    }
    count = metrics.registry.get_sample_value("ouro_damaged_rows_total", {"table": "servers"})
    assert count == 2


async def test_who_asks_for_the_row_itself_is_told(database: Database) -> None:
    with structlog.testing.capture_logs() as logs:
        async with database.reading() as connection:
            with pytest.raises(DamagedRowError, match="A row of players cannot be read"):
                await players.find(connection, 2)
            assert await players.find(connection, 3) is not None
            assert await players.find(connection, 4) is None
    assert [(entry["table"], entry["key"]) for entry in logs] == [("players", "")]


async def test_an_unreadable_instant_is_none(database: Database) -> None:
    async with database.writing() as connection:
        await meta.write(connection, outages.LAST_HEARTBEAT, "yesterday")
        assert await meta.read_instant(connection, outages.LAST_HEARTBEAT) is None
        assert await meta.read_instant(connection, "never") is None
        await meta.write(connection, "then", NOON.isoformat())
        assert await meta.read_instant(connection, "then") == NOON


def test_a_failure_of_the_database_is_no_damaged_row() -> None:
    rows = DamagedRows()
    with pytest.raises(FullError), rows.skipping("servers", id=1):
        raise FullError("ouro.db")


def test_few_rows_are_remembered() -> None:
    rows = DamagedRows()
    with structlog.testing.capture_logs() as logs:
        for number in range(MAX_LOGGED + 5):
            rows.note("servers", {"id": number}, "x")
        rows.note("servers", {"id": MAX_LOGGED + 1}, "x")
        rows.note("servers", {"id": 1}, "x")
    assert len(logs) == MAX_LOGGED + 6
