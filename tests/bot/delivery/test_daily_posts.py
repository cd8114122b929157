"""How a claimed post is processed when sending it fails, temporarily or permanently."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import discord
import pytest

from app.discord_bot import DiscordBot
from app.services import Services
from bot.delivery import daily_posts
from bot.delivery.daily_posts import DailyPosts
from bot.errors import ChannelRefused
from service.post_queue import FIRST_WAIT, MAX_TRIES, MAX_WAIT, REFUSED_DAYS
from store import posts, servers
from store.database import Database
from store.records import DailyPost, PostState, Server
from tests.support.clock import Clock

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
    """The delivery of the bot's posts."""
    return DailyPosts(bot.client, services.post_queue, services.dailies, now)


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
        await delivery.send_due()
        post = await stored(database)
        assert post.state is PostState.PENDING
        waits.append(post.due_at - clock.time)
        await delivery.send_due()  # not yet
        assert (await stored(database)).tries == post.tries
        clock.time = post.due_at
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert max(waits) == MAX_WAIT
    await delivery.send_due()
    assert (await stored(database)).state is PostState.SKIPPED


async def test_a_late_post_is_skipped_without_a_try(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, OSError())
    await plan(database, DailyPost(7, DAY, "easy", NOON), DailyPost(7, DAY, "hard", NOON))
    clock.time = NOON + timedelta(hours=12)
    await delivery.send_due()
    assert tried == []
    assert (await stored(database)).state is PostState.SKIPPED


async def test_an_unexpected_error_leaves_the_post_claimed(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, ZeroDivisionError())
    await plan(database, DailyPost(7, DAY, "easy", NOON))
    await delivery.send_due()
    assert (await stored(database)).state is PostState.CLAIMED
    await delivery.send_due()
    clock.time += timedelta(minutes=4)
    await delivery.send_due()
    assert tried == ["easy", "easy"]


async def test_the_easiest_track_is_posted_first(
    delivery: DailyPosts, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock
    tried = failing(monkeypatch, OSError())
    await plan(database, *(DailyPost(7, DAY, track, NOON) for track in ("hard", "normal", "easy")))
    await delivery.send_due()
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
    failing(monkeypatch, ChannelRefused(False))
    for day in range(REFUSED_DAYS):
        async with database.reading() as connection:
            server = await servers.find(connection, 7)
        assert server is not None
        assert server.channel_id == 100
        due = clock.time = NOON + timedelta(days=day)
        today = DAY + timedelta(days=day)
        await plan(database, *(DailyPost(7, today, track, due) for track in SERVER.tracks))
        await delivery.send_due()
        assert (await stored(database, "hard", day)).reason == "refused"
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
    await delivery.send_due()
    async with database.reading() as connection:
        server = await servers.find(connection, 7)
    assert server is not None
    assert server.channel_id == 200
