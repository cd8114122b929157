"""Posts: exactly one for each server, day and track, despite concurrency and crashes."""

import asyncio
import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field

from store import players, posts, servers
from store.database import Database, connect
from store.growth import POSTS
from store.purge import purge
from store.records import DailyPost, PostState, Server
from store.transaction import Connection
from tests.support.long import some_examples
from tests.support.prepared import PreparedDatabases
from tests.support.store.rows import DAY, NOON, SECOND, add_daily, add_solved


async def plan(connection: Connection, count: int) -> list[DailyPost]:
    """Plan a post in each of `count` servers, all due at noon."""
    planned = [DailyPost(number, DAY, "easy", NOON) for number in range(1, count + 1)]
    for post in planned:
        await servers.save(connection, Server(post.server_id, NOON, channel_id=100))
    await posts.plan(connection, planned)
    return planned


async def test_nothing_is_claimed_before_it_is_due(database: Database) -> None:
    async with database.writing() as connection:
        await plan(connection, 3)
        assert await posts.next_due(connection) == NOON
        assert await posts.claim(connection, NOON - SECOND) == ()
        first = await posts.claim(connection, NOON, limit=2)
        assert [post.server_id for post in first] == [1, 2]
        assert {(post.state, post.tries, post.channel_id) for post in first} == {
            (PostState.CLAIMED, 1, 100)
        }
        assert [post.server_id for post in await posts.claim(connection, NOON)] == [3]
        assert await posts.claim(connection, NOON) == ()
        assert await posts.next_due(connection) is None


async def test_planning_again_moves_only_what_is_not_begun(database: Database) -> None:
    async with database.writing() as connection:
        planned = await plan(connection, 2)
        (claimed,) = await posts.claim(connection, NOON, limit=1)
        later = [DailyPost(post.server_id, DAY, "easy", NOON + SECOND) for post in planned]
        await posts.plan(connection, later)
        await posts.plan(connection, [])
        assert await posts.get(connection, 1, DAY, "easy") == claimed
        assert await posts.get(connection, 2, DAY, "easy") == later[1]


async def test_a_post_that_was_sent_stays_sent(database: Database) -> None:
    async with database.writing() as connection:
        await plan(connection, 1)
        (post,) = await posts.claim(connection, NOON)
        assert await posts.last_sent(connection, 1) is None
        assert await posts.sent(connection, post, 100, 555)
        assert await posts.sent(connection, post, 100, 555)
        last = await posts.last_sent(connection, 1)
        assert last is not None
        assert (last.message_id, last.claimed_at) == (555, NOON)
        assert not await posts.sent(connection, post, 100, 556)
        assert not await posts.release(connection, post, NOON)
        assert not await posts.skip(connection, post, "late")
        assert await posts.reclaim(connection, NOON, NOON + SECOND) == ()
        (stored,) = await posts.of_daily(connection, DAY, "easy")
        assert (stored.state, stored.message_id) == (PostState.SENT, 555)
        assert await posts.last_day(connection, 1, "easy") == DAY
        assert await posts.last_day(connection, 1, "hard") is None


async def test_an_abandoned_claim_is_reclaimed_once(database: Database) -> None:
    later = NOON + timedelta(minutes=5)
    async with database.writing() as connection:
        await plan(connection, 1)
        await posts.claim(connection, NOON)
        await servers.save(connection, Server(1, NOON, channel_id=200))
        assert await posts.reclaim(connection, later, NOON) == ()
        (left,) = await posts.reclaim(connection, later, NOON + SECOND)
        assert (left.tries, left.claimed_at, left.channel_id) == (2, later, 100)
        assert left.begun_at == NOON
        assert await posts.reclaim(connection, later, NOON + SECOND) == ()
        assert await posts.release(connection, left, later)
        assert await posts.claim(connection, NOON) == ()
        (again,) = await posts.claim(connection, later)
        assert (again.tries, again.channel_id) == (3, 200)


async def test_old_posts_are_given_up_and_unwanted_ones_withdrawn(database: Database) -> None:
    async with database.writing() as connection:
        await plan(connection, 2)
        tomorrow = date(2026, 11, 6)
        await posts.plan(connection, [DailyPost(1, tomorrow, "easy", NOON + timedelta(days=1))])
        assert await posts.skip_before(connection, tomorrow, "late") == 2
        assert await posts.claim(connection, NOON) == ()
        await posts.delete_pending(connection, 1)
        assert await posts.get(connection, 1, tomorrow, "easy") is None
        skipped = await posts.get(connection, 1, DAY, "easy")
        assert skipped is not None
        assert (skipped.state, skipped.reason) == (PostState.SKIPPED, "late")


async def test_concurrent_callers_claim_different_posts(database: Database) -> None:
    async with database.writing() as connection:
        await plan(connection, 60)

    async def claim_all(opened: Database) -> list[int]:
        own: list[int] = []
        while True:
            async with opened.writing() as connection:
                claimed = await posts.claim(connection, NOON, limit=7)
            if not claimed:
                return own
            own += [post.server_id for post in claimed]

    async with connect(database.address) as other:
        shares = await asyncio.gather(*(claim_all(each) for each in (database, other) * 4))
    assert sorted(number for share in shares for number in share) == list(range(1, 61))


class Senders(Struct):
    """Programs that post in a channel and crash: before sending a post, or before marking it."""

    order: random.Random
    deaths: Iterator[bool]
    now: datetime = NOON
    channel: list[int] = field(default_factory=list)
    """The servers whose post was sent."""

    async def run(self, database: Database) -> None:
        """Send until there is nothing to do."""
        while taken := await self._take(database):
            for post in taken:
                await self._send(database, post)

    async def _take(self, database: Database) -> tuple[DailyPost, ...]:
        self.now += SECOND
        async with database.writing() as connection:
            claimed = await posts.claim(connection, self.now, limit=self.order.randint(1, 3))
            return claimed or await posts.reclaim(connection, self.now, self.now - 1000 * SECOND)

    async def _send(self, database: Database, post: DailyPost) -> None:
        if post.server_id not in self.channel:  # a claim that was taken over: look first
            if next(self.deaths, False):
                return
            await asyncio.sleep(self.order.random() / 1000)
            self.channel.append(post.server_id)
        if next(self.deaths, False):
            return
        async with database.writing() as connection:
            assert await posts.sent(connection, post, 100, post.server_id)


@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=30, max_size=30))
@some_examples(5)
def test_every_post_is_sent_once_despite_crashes(
    prepared_databases: PreparedDatabases, seed: int, deaths: list[bool]
) -> None:
    senders = Senders(random.Random(seed), iter(deaths))

    async def main() -> None:
        async with prepared_databases.opened() as one, connect(one.address) as two:
            async with one.writing() as connection:
                planned = await plan(connection, 8)
            for _ in deaths:
                await asyncio.gather(senders.run(one), senders.run(two))
                senders.now += 2000 * SECOND
            async with one.reading() as connection:
                done = await posts.of_daily(connection, DAY, "easy")
            assert len(done) == len(planned)
        assert sorted(senders.channel) == [post.server_id for post in planned]

    asyncio.run(main())


async def test_progress_of_posting(database: Database) -> None:
    """The last day begun and the last one planned, by track, whatever the outcome of the posts."""
    days = [DAY + timedelta(days=number) for number in range(4)]
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.plan(
            connection, [DailyPost(1, days[0], "easy", NOON), DailyPost(1, days[2], "hard", NOON)]
        )
        (easy, hard) = await posts.claim(connection, NOON)
        await posts.sent(connection, easy, 100, 5)
        await posts.skip(connection, hard, "refused")
        await posts.plan(connection, [DailyPost(1, days[1], "easy", NOON)])
        assert await posts.progress(connection, [1, 2]) == {
            (1, "easy"): posts.Progress(days[0], days[1]),
            (1, "hard"): posts.Progress(days[2], None),
        }
        assert await posts.next_due(connection, 1) == NOON
        assert await posts.next_due(connection, 2) is None
        assert await posts.refused_days(connection, 1, "refused") == 1
        await posts.plan(connection, [DailyPost(1, days[3], "hard", NOON)])
        later = await posts.claim(connection, NOON)
        for post in later:
            await posts.sent(connection, post, 100, 6)
        assert await posts.refused_days(connection, 1, "refused") == 0
    assert await purge(database, "due_posts", datetime.combine(days[1], NOON.timetz()) + POSTS) == 1


async def test_skipped_posts_can_be_planned_again(database: Database) -> None:
    post = DailyPost(1, DAY, "easy", NOON)
    async with database.writing() as connection:
        await servers.save(connection, Server(1, NOON, channel_id=100))
        await posts.add_skipped(connection, [post], "too late")
        await posts.plan(connection, [post])
        assert not await posts.is_waiting(connection, NOON, NOON)
        assert await posts.last_day(connection, 1, "easy") == DAY
        await posts.delete_pending(connection, 1, "too late")
        await posts.plan(connection, [post])
        await posts.add_skipped(connection, [post], "too late")
        assert await posts.is_waiting(connection, NOON, NOON)
        assert not await posts.is_waiting(connection, NOON - SECOND, NOON)
        await posts.claim(connection, NOON)
        assert not await posts.is_waiting(connection, NOON, NOON)
        assert await posts.is_waiting(connection, NOON, NOON + SECOND)
        assert await servers.schedules(connection) == ((Server(1, NOON).post_at, "UTC", 1),)


async def test_posts_in_servers_with_new_solvers(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        for server in (1, 2):
            await servers.save(connection, Server(server, NOON, channel_id=100))
        await posts.plan(connection, [DailyPost(server, DAY, "easy", NOON) for server in (1, 2)])
        for post in await posts.claim(connection, NOON):
            await posts.sent(connection, post, 100, post.server_id)
        await players.ensure(connection, 7, NOON)
        await players.join(connection, 7, 2)
        assert await posts.newly_solved(connection, DAY, NOON - SECOND) == ()
        solved = await add_solved(connection, 7, daily, seconds=60)
        assert solved.solved_at is not None
        [found] = await posts.newly_solved(connection, DAY, solved.solved_at - SECOND)
        assert found.server_id == 2
        assert await posts.newly_solved(connection, DAY, solved.solved_at) == ()
