"""The record of posts: exactly one for each server, day and track."""

from datetime import datetime, timedelta

from store import outbox, posts, servers
from store.database import Database
from store.growth import POSTS
from store.purge import purge
from store.records import DailyPost, PendingMessage, PostState, Server, Target
from store.transaction import Connection
from tests.support.store.due_posts import post_of
from tests.support.store.rows import DAY, NOON, SECOND


async def plan(connection: Connection, *planned: DailyPost) -> None:
    """Plan posts, each in a server with a channel."""
    for post in planned:
        await servers.save(connection, Server(post.server_id, NOON, channel_id=100))
    await posts.plan(connection, planned)


async def test_planning_again_moves_only_what_is_pending(database: Database) -> None:
    sent, waiting = (DailyPost(number, DAY, "easy", NOON) for number in (1, 2))
    async with database.writing() as connection:
        await plan(connection, sent, waiting)
        assert await posts.next_due(connection, 1) == NOON
        await posts.sent(connection, sent, 100, 555, NOON)
        later = [DailyPost(number, DAY, "easy", NOON + SECOND) for number in (1, 2)]
        await posts.plan(connection, later)
        await posts.plan(connection, [])
        assert await post_of(connection, 1, DAY, "easy") == DailyPost(
            1, DAY, "easy", NOON, PostState.SENT, NOON, 100, 555
        )
        assert await post_of(connection, 2, DAY, "easy") == later[1]
        assert await posts.next_due(connection, 2) == NOON + SECOND


async def test_a_post_that_was_sent_stays_sent(database: Database) -> None:
    post = DailyPost(1, DAY, "easy", NOON)
    async with database.writing() as connection:
        await plan(connection, post)
        assert await posts.last_sent(connection, 1) is None
        await posts.sent(connection, post, 100, 555, NOON)
        await posts.skip(connection, post, "late")
        await posts.delete_pending(connection, 1, "late")
        last = await posts.last_sent(connection, 1)
        assert last == DailyPost(1, DAY, "easy", NOON, PostState.SENT, NOON, 100, 555)


async def test_a_post_that_may_be_under_way_is_not_withdrawn(database: Database) -> None:
    """Its message is in the outbox, whose end is yet to be recorded."""
    begun, unwanted = (DailyPost(1, DAY, track, NOON) for track in ("easy", "hard"))
    key = f"daily:1:{DAY}:easy"
    async with database.writing() as connection:
        await plan(connection, begun, unwanted)
        message = PendingMessage(key, {}, Target.CHANNEL, 100, NOON, NOON + SECOND, server_id=1)
        await outbox.add(connection, message)
        await posts.delete_pending(connection, 1)
        assert await post_of(connection, 1, DAY, "easy") == begun
        assert await post_of(connection, 1, DAY, "hard") is None


async def test_progress_of_posting(database: Database) -> None:
    """The last day begun and the last one planned, by track, whatever the outcome of the posts."""
    days = [DAY + timedelta(days=number) for number in range(4)]
    easy, hard = DailyPost(1, days[0], "easy", NOON), DailyPost(1, days[2], "hard", NOON)
    async with database.writing() as connection:
        await plan(connection, easy, hard)
        await posts.sent(connection, easy, 100, 5, NOON)
        await posts.skip(connection, hard, "refused")
        await posts.plan(connection, [DailyPost(1, days[1], "easy", NOON)])
        assert await posts.progress(connection, [1, 2]) == {
            (1, "easy"): posts.Progress(days[0], days[1]),
            (1, "hard"): posts.Progress(days[2], None),
        }
        assert await posts.next_due(connection, 1) == NOON
        assert await posts.next_due(connection, 2) is None
        assert await posts.refused_days(connection, 1, "refused") == 1
        later = DailyPost(1, days[3], "hard", NOON)
        await posts.plan(connection, [later])
        await posts.sent(connection, later, 100, 6, NOON)
        assert await posts.refused_days(connection, 1, "refused") == 0
    assert await purge(database, "due_posts", datetime.combine(days[1], NOON.timetz()) + POSTS) == 1


async def test_skipped_posts_can_be_planned_again(database: Database) -> None:
    post = DailyPost(1, DAY, "easy", NOON)
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.add_skipped(connection, [post], "too late")
        await posts.plan(connection, [post])
        assert await posts.next_due(connection, 1) is None
        await posts.delete_pending(connection, 1, "too late")
        await posts.plan(connection, [post])
        await posts.add_skipped(connection, [post], "too late")
        assert await post_of(connection, 1, DAY, "easy") == post
