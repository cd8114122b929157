"""How a claimed post is processed when sending it fails, temporarily or permanently."""

import asyncio
from datetime import UTC, datetime, timedelta

import discord
import pytest
from msgspec.structs import replace

from app.discord_bot import DiscordBot
from bot.connection.errors import ChannelRefused
from bot.dailies import daily_posts
from bot.dailies.daily_posts import DailyPosts
from service.posting.post_queue import FIRST_WAIT, MAX_TRIES, MAX_WAIT, PER_SECOND, REFUSED_DAYS
from service.running.rate_limiter import TokenBucket
from service.services import Services
from store import posts, restoration, servers
from store.database import Database
from store.records import DailyPost, PostState, Server
from tests.support.chat_parts import chat_of
from tests.support.clock import Clock
from tests.support.waiting import until

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()
SERVER = Server(7, NOON, channel_id=100, tracks=("easy", "hard"))


@pytest.fixture
async def clock(now: Clock, database: Database) -> Clock:
    """The clock of a bot, set to noon, with a server that receives posts."""
    now.time = NOON
    async with database.writing() as connection:
        await servers.save(connection, SERVER)
    return now


@pytest.fixture
def delivery(bot: DiscordBot, services: Services, now: Clock) -> DailyPosts:
    """The delivery of the bot's posts, without a limit of posts per second."""
    plenty = TokenBucket(1000, clock=lambda: 0.0)
    return DailyPosts(chat_of(client=bot.client, use=services, now=now), plenty)


async def send(delivery: DailyPosts) -> None:
    """Send what is due, and wait until it is sent."""
    await delivery.send_due()
    await delivery.sending.finish()


async def plan(database: Database, *planned: DailyPost) -> None:
    async with database.writing() as connection:
        await posts.plan(connection, planned)


async def stored(database: Database, track: str = "easy", day: int = 0) -> DailyPost:
    async with database.reading() as connection:
        found = await posts.get(connection, 7, DAY + timedelta(days=day), track)
    assert found is not None
    return found


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[str]:
    """Let every post fail with an error; returns a list of the tracks that were tried."""
    tried: list[str] = []

    async def fail(_: DailyPosts, post: DailyPost) -> None:
        tried.append(post.track)
        raise error

    monkeypatch.setattr(DailyPosts, "_post", fail)
    return tried


async def test_a_post_that_fails_temporarily_waits_longer_each_time(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, OSError("no network"))
    await plan(database, DailyPost(7, DAY, "easy", NOON))
    waits = []
    for _ in range(MAX_TRIES - 1):
        await send(delivery)
        post = await stored(database)
        assert post.state is PostState.PENDING
        waits.append(post.due_at - clock.time)
        await send(delivery)  # not yet
        assert (await stored(database)).tries == post.tries
        clock.time = post.due_at
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert max(waits) == MAX_WAIT
    await send(delivery)
    assert (await stored(database)).state is PostState.SKIPPED


async def test_a_late_post_is_skipped_without_a_try(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, OSError())
    await plan(database, DailyPost(7, DAY, "easy", NOON), DailyPost(7, DAY, "hard", NOON))
    clock.time = NOON + timedelta(hours=12)
    await send(delivery)
    assert tried == []
    assert (await stored(database)).state is PostState.SKIPPED


async def test_an_unexpected_error_postpones_that_post_alone(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, ZeroDivisionError())
    await plan(database, DailyPost(7, DAY, "easy", NOON), DailyPost(7, DAY, "hard", NOON))
    await send(delivery)
    assert tried == ["easy", "hard"]
    for track in tried:
        post = await stored(database, track)
        assert (post.state, post.due_at) == (PostState.PENDING, NOON + FIRST_WAIT)
    await send(delivery)
    clock.time += FIRST_WAIT
    await send(delivery)
    assert tried == ["easy", "hard", "easy", "hard"]


async def test_a_post_of_a_track_of_a_newer_version_is_left_to_it(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, ZeroDivisionError())
    await plan(database, DailyPost(7, DAY, "giant", NOON), DailyPost(7, DAY, "hard", NOON))
    await send(delivery)
    assert tried == ["hard"]
    post = await stored(database, "giant")
    assert (post.state, post.tries, post.due_at > clock.time) == (PostState.PENDING, 0, True)


async def test_the_easiest_track_is_posted_first(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock
    tried: list[str] = []

    async def post(_: DailyPosts, post: DailyPost) -> None:
        tried.append(post.track)

    monkeypatch.setattr(DailyPosts, "_post", post)
    await plan(database, *(DailyPost(7, DAY, track, NOON) for track in ("hard", "normal", "easy")))
    await send(delivery)
    assert tried == ["easy", "normal", "hard"]


async def test_a_channel_that_refuses_for_a_week_is_removed(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    notified = []

    async def notify(
        _: discord.Client, server: Server, channel: int | None, refusal: ChannelRefused
    ) -> None:
        notified.append((server.id, channel, refusal.gone))

    monkeypatch.setattr(daily_posts, "notify_owner", notify)
    tried = failing(monkeypatch, ChannelRefused(False))
    for day in range(REFUSED_DAYS):
        async with database.reading() as connection:
            server = await servers.find(connection, 7)
        assert server is not None
        assert server.channel_id == 100
        due = clock.time = NOON + timedelta(days=day)
        today = DAY + timedelta(days=day)
        await plan(database, *(DailyPost(7, today, track, due) for track in SERVER.tracks))
        await send(delivery)
        for track in SERVER.tracks:
            assert (await stored(database, track, day)).reason == "refused"
        assert tried == ["easy"] * (day + 1), "the channel is tried once for all posts"
    async with database.reading() as connection:
        server = await servers.find(connection, 7)
    assert server == replace(SERVER, channel_id=None, trouble="refused", trouble_reported=True)
    assert notified == [(7, 100, False)]


async def test_a_channel_chosen_in_the_meantime_stays(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock

    async def fail(_: DailyPosts, __: DailyPost) -> None:
        async with database.writing() as connection:
            await servers.save(connection, replace(SERVER, channel_id=200))
        raise ChannelRefused(True)

    monkeypatch.setattr(DailyPosts, "_post", fail)
    await plan(database, DailyPost(7, DAY, "easy", NOON))
    await send(delivery)
    async with database.reading() as connection:
        server = await servers.find(connection, 7)
    assert server is not None
    assert server.channel_id == 200


async def test_a_server_that_fails_waits_with_all_its_posts_and_no_other_does(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One try for each wait, whatever posts there are; those that were not tried lose none."""
    tried: list[tuple[int, str]] = []

    async def post(_: DailyPosts, post: DailyPost) -> None:
        tried.append((post.server_id, post.track))
        if post.server_id == 7:
            raise OSError("no network")

    monkeypatch.setattr(DailyPosts, "_post", post)
    async with database.writing() as connection:
        await servers.save(connection, replace(SERVER, id=8, channel_id=200))
    await plan(database, *(DailyPost(7, DAY, track, NOON) for track in ("easy", "hard", "normal")))
    await plan(database, DailyPost(8, DAY, "easy", NOON))
    waits = []
    for _ in range(4):
        await send(delivery)
        easy, normal, hard = [await stored(database, track) for track in ("easy", "normal", "hard")]
        assert easy.due_at == normal.due_at == hard.due_at
        assert (normal.state, normal.tries, normal.begun_at) == (PostState.PENDING, 0, None)
        waits.append(easy.due_at - clock.time)
        clock.time = easy.due_at
    assert waits == [FIRST_WAIT * 2**count for count in range(4)]
    assert tried.count((8, "easy")) == 1
    assert [each for each in tried if each[0] == 7] == [(7, "easy")] * 4
    assert easy.tries == 4


async def test_servers_whose_channels_hang_let_the_others_pass(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock
    hung, sent = asyncio.Event(), list[int]()

    async def post(_: DailyPosts, post: DailyPost) -> None:
        if post.server_id < 1000:
            await hung.wait()
        sent.append(post.server_id)

    monkeypatch.setattr(DailyPosts, "_post", post)
    async with database.writing() as connection:
        for number in (*range(1, 101), *range(1001, 1101)):
            await servers.save(connection, replace(SERVER, id=number, channel_id=number))
            due = [DailyPost(number, DAY, track, NOON) for track in ("easy", "hard", "normal")]
            await posts.plan(connection, due)
    for _ in range(600 // PER_SECOND + 10):
        await delivery.send_due()
    await until(lambda: len(sent) == 300)
    assert min(sent) > 1000
    assert [sent.count(number) for number in range(1001, 1101)] == [3] * 100
    hung.set()
    await delivery.sending.finish()
    assert len(sent) == 600


async def test_what_is_under_way_and_what_is_begun_in_a_second_is_limited(
    bot: DiscordBot,
    services: Services,
    clock: Clock,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hung, begun = asyncio.Event(), list[int]()

    async def post(_: DailyPosts, post: DailyPost) -> None:
        begun.append(post.server_id)
        await hung.wait()

    monkeypatch.setattr(DailyPosts, "_post", post)
    monkeypatch.setattr(daily_posts, "MAX_IN_FLIGHT", 20)
    async with database.writing() as connection:
        for number in range(1, 101):
            await servers.save(connection, replace(SERVER, id=number, channel_id=number))
            await posts.plan(connection, [DailyPost(number, DAY, "easy", NOON)])
    seconds = 0.0
    bucket = TokenBucket(PER_SECOND, clock=lambda: seconds)
    delivery = DailyPosts(chat_of(client=bot.client, use=services, now=clock), bucket)
    for seconds, most in ((0.0, PER_SECOND), (0.01, PER_SECOND), (1.0, 20), (9.0, 20)):  # noqa: B007
        for _ in range(3):
            await delivery.send_due()
        await asyncio.sleep(0)
        assert len(begun) == most
    await delivery.sending.stop()
    await delivery.send_due()
    assert len(begun) == 20
    async with database.reading() as connection:
        left = [await posts.get(connection, number, DAY, "easy") for number in range(1, 101)]
    states = [post.state for post in left if post is not None]
    assert states.count(PostState.CLAIMED) == 20
    assert states.count(PostState.PENDING) == 80


async def test_a_restored_database_is_not_believed(
    services: Services, clock: Clock, database: Database
) -> None:
    """What was due before it was restored may have been sent; what is due later was not."""
    early, late = NOON - timedelta(hours=2), NOON
    async with database.writing() as connection:
        await restoration.mark(connection, NOON - timedelta(hours=1))
    await plan(database, DailyPost(7, DAY, "easy", early), DailyPost(7, DAY, "hard", late))
    [claimed] = await services.post_queue.claim()
    assert [services.post_queue.may_be_unrecorded(post) for post in claimed] == [True, False]
    clock.time += timedelta(days=1)
    tomorrow = DailyPost(7, DAY + timedelta(days=1), "easy", clock.time, tries=2)
    assert not services.post_queue.may_be_unrecorded(tomorrow)
