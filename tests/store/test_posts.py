"""The record of posts: at most one for each server, day and track."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from store import posts, servers
from store.database import Database
from store.growth import POSTS
from store.purge import purge
from store.records import DailyPost, PostState, Server
from tests.support.store.due_posts import post_of
from tests.support.store.rows import DAY, NOON

SENT = DailyPost(1, DAY, "easy", NOON, PostState.SENT, NOON, 100, 555)


async def test_a_post_that_was_sent_stays_sent(database: Database) -> None:
    skipped = DailyPost(1, DAY, "easy", NOON, reason="late")
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.record(connection, skipped)
        assert await posts.last_sent(connection, 1) is None
        await posts.record(connection, SENT)
        await posts.record(connection, skipped)
        await posts.forget(connection, 1, "late")
        assert await posts.last_sent(connection, 1) == SENT


async def test_progress_of_posting(database: Database) -> None:
    """The last day by track, whatever became of the posts."""
    days = [DAY + timedelta(days=number) for number in range(4)]
    hard = DailyPost(1, days[2], "hard", NOON, reason="refused")
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.record(connection, SENT, hard)
        await posts.record(connection)
        last = {(1, "easy"): days[0], (1, "hard"): days[2]}
        assert await posts.last_days(connection, [1, 2]) == last
        assert await posts.refused_days(connection, 1, "refused") == 1
        await posts.record(connection, replace(SENT, day=days[3], track="hard"))
        assert await posts.refused_days(connection, 1, "refused") == 0
    assert await purge(database, "due_posts", datetime.combine(days[1], NOON.timetz()) + POSTS) == 1


async def test_posts_that_were_skipped_can_be_forgotten(database: Database) -> None:
    late = DailyPost(1, DAY, "easy", NOON, reason="too late")
    refused = replace(late, track="hard", reason="refused")
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.record(connection, late, refused)
        await posts.forget(connection, 1, "too late")
        assert await post_of(connection, 1, DAY, "easy") is None
        assert await post_of(connection, 1, DAY, "hard") == refused
