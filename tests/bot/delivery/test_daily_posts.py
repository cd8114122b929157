"""What becomes of a claimed post when sending it fails, for now or for good."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.client import OuroClient
from bot.delivery import daily_posts as sending
from bot.delivery import trouble
from bot.delivery.daily_posts import FIRST_WAIT, LONGEST_WAIT, MOST_TRIES, send_due
from bot.delivery.trouble import REFUSED_DAYS
from bot.errors import Refused
from store import posts, servers
from store.database import Database
from store.records import Post, PostState, Server
from tests.support.clock import Clock

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()
SERVER = Server(7, NOON, channel_id=100, tracks=("easy", "hard"))


@pytest.fixture
async def clock(client: OuroClient, database: Database) -> Clock:
    """The clock of a client with a server that wants posts."""
    clock = Clock(NOON)
    client.now = clock
    async with database.writing() as connection:
        await servers.save(connection, SERVER)
    return clock


async def plan(database: Database, *planned: Post) -> None:
    async with database.writing() as connection:
        await posts.plan(connection, planned)


async def stored(database: Database, track: str = "easy", day: int = 0) -> Post:
    async with database.reading() as connection:
        found = await posts.get(connection, 7, DAY + timedelta(days=day), track)
    assert found is not None
    return found


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[str]:
    """Let every post fail; the tracks that were tried."""
    tried: list[str] = []

    async def fail(_: OuroClient, post: Post) -> None:
        tried.append(post.track)
        raise error

    monkeypatch.setattr(sending, "_post", fail)
    return tried


async def test_a_post_that_fails_for_now_waits_longer_each_time(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, OSError("no network"))
    await plan(database, Post(7, DAY, "easy", NOON))
    waits = []
    for _ in range(MOST_TRIES - 1):
        await send_due(client)
        post = await stored(database)
        assert post.state is PostState.PENDING
        waits.append(post.due_at - clock.time)
        await send_due(client)  # not yet
        assert (await stored(database)).tries == post.tries
        clock.time = post.due_at
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert max(waits) == LONGEST_WAIT
    await send_due(client)
    assert (await stored(database)).state is PostState.SKIPPED


async def test_what_is_late_is_not_even_tried(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, OSError())
    await plan(database, Post(7, DAY, "easy", NOON), Post(7, DAY, "hard", NOON))
    clock.time = NOON + timedelta(hours=12)
    await send_due(client)
    assert tried == []
    assert (await stored(database)).state is PostState.SKIPPED


async def test_a_failure_that_nobody_foresaw_leaves_the_claim(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, ZeroDivisionError())
    await plan(database, Post(7, DAY, "easy", NOON))
    await send_due(client)
    assert (await stored(database)).state is PostState.CLAIMED
    await send_due(client)
    clock.time += timedelta(minutes=4)
    await send_due(client)
    assert tried == ["easy", "easy"]


async def test_the_easiest_comes_first(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock
    tried = failing(monkeypatch, OSError())
    await plan(database, *(Post(7, DAY, track, NOON) for track in ("hard", "normal", "easy")))
    await send_due(client)
    assert tried == ["easy", "normal", "hard"]


async def test_a_channel_that_refuses_is_left_alone_after_a_week(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    async def tell(_: OuroClient, server: Server, post: Post, refusal: Refused) -> None:
        told.append((server.id, post.track, refusal.gone))

    monkeypatch.setattr(trouble, "_tell", tell)
    failing(monkeypatch, Refused(False))
    for day in range(REFUSED_DAYS):
        async with database.reading() as connection:
            server = await servers.find(connection, 7)
        assert server is not None
        assert server.channel_id == 100
        due = clock.time = NOON + timedelta(days=day)
        today = DAY + timedelta(days=day)
        await plan(database, *(Post(7, today, track, due) for track in SERVER.tracks))
        await send_due(client)
        assert (await stored(database, "hard", day)).reason == "refused"
    async with database.reading() as connection:
        server = await servers.find(connection, 7)
    assert server == replace(SERVER, channel_id=None, trouble="refused", trouble_reported=True)
    assert told == [(7, "easy", False)]


async def test_a_channel_chosen_in_the_meantime_stays(
    client: OuroClient, clock: Clock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    del clock

    async def fail(_: OuroClient, __: Post) -> None:
        async with database.writing() as connection:
            await servers.save(connection, replace(SERVER, channel_id=200))
        raise Refused(True)

    monkeypatch.setattr(sending, "_post", fail)
    await plan(database, Post(7, DAY, "easy", NOON))
    await send_due(client)
    async with database.reading() as connection:
        server = await servers.find(connection, 7)
    assert server is not None
    assert server.channel_id == 200
