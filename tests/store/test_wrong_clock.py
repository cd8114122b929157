"""What a clock that was ahead has left is found and taken back; what is right stays."""

from datetime import datetime, timedelta

import pytest

from store import meta, outages, posts, restoration, servers, wrong_clock
from store.database import Database
from store.outages import LAST_HEARTBEAT
from store.records import DailyPost, Outage, PostState, Server
from store.transaction import Connection
from tests.support.store.rows import DAY, NOON, SECOND

LATE = "late"
A_DAY = timedelta(days=1)
TOMORROW, LATER = DAY + A_DAY, DAY + 2 * A_DAY
IN_A_YEAR = NOON + 365 * A_DAY


async def plan(connection: Connection, *planned: DailyPost) -> None:
    await servers.save(connection, Server(1, NOON, channel_id=100))
    await posts.plan(connection, planned)


async def stored(connection: Connection) -> dict[str, DailyPost]:
    """The posts of the server by day and track."""
    found = {}
    for day in (DAY, TOMORROW, LATER):
        for track in ("easy", "normal", "hard"):
            if (post := await posts.get(connection, 1, day, track)) is not None:
                found[f"{day} {track}"] = post
    return found


async def repair(connection: Connection) -> int:
    """Take back what is wrong at noon; it is found before, and nothing is found after."""
    wrong = await wrong_clock.posts_reach_past(connection, NOON, LATE)
    changed = await wrong_clock.take_back_posts(connection, NOON, LATE)
    assert wrong == (changed > 0)
    assert not await wrong_clock.posts_reach_past(connection, NOON, LATE)
    return changed


async def test_what_a_right_clock_stores_stays(database: Database) -> None:
    async with database.writing() as connection:
        due = NOON - timedelta(hours=1)
        await plan(
            connection,
            DailyPost(1, DAY, "easy", due),
            DailyPost(1, DAY, "normal", due),
            DailyPost(1, DAY, "hard", NOON + timedelta(hours=1)),
            DailyPost(1, TOMORROW, "easy", NOON + A_DAY + timedelta(hours=11)),
        )
        sent, claimed = await posts.claim(connection, due)
        await posts.sent(connection, sent, 100, 555)
        before = await stored(connection)
        assert await repair(connection) == 0
        assert await stored(connection) == before
        assert before[f"{DAY} {claimed.track}"].state is PostState.CLAIMED


async def test_posts_of_days_to_come_are_forgotten(database: Database) -> None:
    ahead = NOON + 2 * A_DAY
    async with database.writing() as connection:
        await plan(
            connection,
            DailyPost(1, TOMORROW, "easy", NOON + A_DAY),
            DailyPost(1, TOMORROW, "normal", NOON + A_DAY),
            DailyPost(1, LATER, "easy", ahead),
            DailyPost(1, LATER, "normal", ahead),
            DailyPost(1, LATER, "hard", ahead + timedelta(hours=6)),
        )
        for post in await posts.claim(connection, ahead):
            if post.track == "easy":
                await posts.sent(connection, post, 100, post.day.day)
            else:
                await posts.skip(connection, post, "failed")
        assert await repair(connection) == 5
        assert await stored(connection) == {}
        await plan(connection, DailyPost(1, TOMORROW, "easy", NOON + A_DAY))
        assert await repair(connection) == 0


async def test_what_was_late_on_another_day_is_due_again(database: Database) -> None:
    due = NOON + timedelta(hours=1)
    async with database.writing() as connection:
        await plan(connection, *(DailyPost(1, DAY, track, due) for track in ("easy", "hard")))
        assert await posts.skip_before(connection, LATER, LATE) == 2
        assert await posts.claim(connection, due) == ()
        assert await repair(connection) == 2
        assert len(await posts.claim(connection, NOON)) == 0
        assert len(await posts.claim(connection, due)) == 2


async def test_a_claim_from_the_future_becomes_old_and_no_nonce_protects_it(
    database: Database,
) -> None:
    async with database.writing() as connection:
        await plan(connection, *(DailyPost(1, DAY, track, NOON) for track in ("easy", "hard")))
        left, again = await posts.claim(connection, IN_A_YEAR)
        await posts.release(connection, again, IN_A_YEAR)
        assert await repair(connection) == 4
        (due,) = await posts.claim(connection, NOON)
        assert (due.track, due.tries) == (again.track, 2)
        (old,) = [
            post
            for post in await posts.reclaim(connection, NOON + 2 * SECOND, NOON + SECOND)
            if post.track == left.track
        ]
        assert (old.track, old.tries) == (left.track, 2)
        assert [post.begun_at for post in (due, old)] == [NOON - A_DAY] * 2


@pytest.mark.parametrize(
    ("outage", "left"),
    [
        (Outage(NOON - A_DAY, NOON - SECOND), Outage(NOON - A_DAY, NOON - SECOND)),
        (Outage(NOON - A_DAY, NOON), Outage(NOON - A_DAY, NOON)),
        (Outage(NOON - SECOND, IN_A_YEAR), Outage(NOON - SECOND, NOON)),
        (Outage(NOON, IN_A_YEAR), None),
        (Outage(NOON + A_DAY, IN_A_YEAR), None),
    ],
)
async def test_an_outage_ends_now_at_the_latest(
    database: Database, outage: Outage, left: Outage | None
) -> None:
    async with database.writing() as connection:
        await outages.add(connection, outage)
        wrong = await outages.reach_past(connection, NOON)
        assert wrong == (left != outage)
        assert await outages.cut_at(connection, NOON) == wrong
        assert await outages.since(connection, NOON - 9 * A_DAY) == ((left,) if left else ())


@pytest.mark.parametrize("at", [NOON - A_DAY, NOON, IN_A_YEAR])
async def test_a_heartbeat_of_the_future_is_forgotten(database: Database, at: datetime) -> None:
    async with database.writing() as connection:
        await outages.record_heartbeat(connection, at, A_DAY)
        assert await outages.reach_past(connection, NOON) == (at > NOON)
        await outages.cut_at(connection, NOON)
        kept = await meta.read(connection, LAST_HEARTBEAT)
        assert kept == (None if at > NOON else at.isoformat())
        assert await outages.record_heartbeat(connection, NOON, A_DAY) is None


async def test_a_database_is_restored_now_at_the_latest(database: Database) -> None:
    async with database.writing() as connection:
        assert await restoration.instant(connection) is None
        assert not await restoration.is_after(connection, NOON)
        for at, cut in ((NOON - A_DAY, NOON - A_DAY), (IN_A_YEAR, NOON)):
            await restoration.mark(connection, at)
            assert await restoration.cut_at(connection, NOON) == (at > NOON)
            assert await restoration.instant(connection) == cut
