"""Players and their settings."""

from datetime import time, timedelta

from msgspec.structs import replace

from store import players
from store.database import Database
from store.records import Player
from tests.support.store.rows import NOON, SECOND, add_player


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


async def test_a_reminder_is_moved_by_one_caller_only(database: Database) -> None:
    async with database.writing() as connection:
        for number in (1, 2, 3):
            player = await add_player(connection, number)
            due = NOON + (number - 2) * SECOND
            await players.save(connection, replace(player, reminders=True, next_reminder=due))
        off = await add_player(connection, 4)
        await players.save(connection, replace(off, next_reminder=NOON))
        due_players = await players.to_remind(connection, NOON)
        assert [player.id for player in due_players] == [1, 2]
        assert await players.move_reminder(connection, due_players[0], NOON + timedelta(days=1))
        assert not await players.move_reminder(connection, due_players[0], None)
        assert [player.id for player in await players.to_remind(connection, NOON)] == [2]
