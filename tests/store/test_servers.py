"""Servers and their settings."""

from datetime import time

from store import players, posts, quotas, servers
from store.database import Database
from store.records import DailyPost, PublicSolves, Quota, Server
from tests.support.store.due_posts import post_of
from tests.support.store.rows import DAY, NOON, SECOND

CHOSEN = Server(
    id=9,
    created_at=NOON,
    channel_id=10,
    post_at=time(8, 15),
    zone="Europe/Paris",
    tracks=("easy", "hard"),
    threads=True,
    ping_role_id=11,
    public_solves=PublicSolves.MANAGERS,
    settings={"language": "fr"},
)


async def test_a_new_server_has_no_channel(database: Database) -> None:
    async with database.writing() as connection:
        assert await servers.find(connection, 9) is None
        assert await servers.ensure(connection, 9, NOON) == Server(9, NOON)
        assert (await servers.ensure(connection, 9, NOON + SECOND)).created_at == NOON


async def test_settings_are_stored(database: Database) -> None:
    async with database.writing() as connection:
        for _ in range(2):
            await servers.save(connection, CHOSEN)
            assert await servers.find(connection, 9) == CHOSEN


async def test_servers_that_want_posts_come_in_pages(database: Database) -> None:
    async with database.writing() as connection:
        for number in range(1, 6):
            channel = None if number == 3 else number
            await servers.save(connection, Server(number, NOON, channel_id=channel))
        first = await servers.with_channel(connection, limit=3)
        assert [server.id for server in first] == [1, 2, 4]
        second = await servers.with_channel(connection, after=4, limit=3)
        assert [server.id for server in second] == [5]


async def test_trouble_is_reported_once(database: Database) -> None:
    async with database.writing() as connection:
        await servers.save(connection, CHOSEN)
        first_reports = [
            await servers.record_trouble(connection, 9, reason) for reason in ("gone", "shut")
        ]
        assert first_reports == [True, False]
        stored = await servers.find(connection, 9)
        assert stored is not None
        assert (stored.trouble, stored.trouble_reported) == ("shut", True)
        await servers.clear_trouble(connection, 9)
        assert await servers.find(connection, 9) == CHOSEN
        assert await servers.record_trouble(connection, 9, "gone")


async def test_nothing_of_a_removed_server_is_left(database: Database) -> None:
    quota = Quota("server", 9, NOON, 5)
    async with database.writing() as connection:
        await servers.save(connection, CHOSEN)
        await players.ensure(connection, 1, NOON)
        await players.join(connection, 1, 9)
        await posts.record(connection, DailyPost(9, DAY, "easy", NOON))
        await quotas.take(connection, quota, NOON)
        await servers.remove(connection, 9)
        assert await servers.find(connection, 9) is None
        assert await post_of(connection, 9, DAY, "easy") is None
        assert await quotas.used(connection, quota) == 0
        assert await players.find(connection, 1) is not None
