"""Players and their settings."""

from datetime import time

from store import players
from store.database import Database
from store.records import Player
from tests.support.store.rows import NOON, SECOND


async def test_a_new_player_has_default_settings(database: Database) -> None:
    async with database.writing() as connection:
        assert await players.find(connection, 7) is None
        assert await players.ensure(connection, 7, NOON) == Player(7, NOON)
    async with database.reading() as connection:
        assert await players.find(connection, 7) == Player(7, NOON)


async def test_settings_are_stored(database: Database) -> None:
    chosen = Player(
        id=2**62,
        created_at=NOON,
        settings={"theme": "dark", "labels": False, "visibility": "anonymous"},
        zone="Asia/Tokyo",
        reminders=True,
        remind_at=time(7, 30),
        next_reminder=NOON,
    )
    async with database.writing() as connection:
        await players.save(connection, chosen)
        await players.save(connection, chosen)
        await players.ensure(connection, chosen.id, NOON + SECOND)
    async with database.reading() as connection:
        assert await players.find(connection, chosen.id) == chosen


async def test_saving_keeps_when_a_player_was_first_seen(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await players.save(connection, Player(7, NOON + SECOND, {"theme": "dark"}))
        assert await players.find(connection, 7) == Player(7, NOON, {"theme": "dark"})
