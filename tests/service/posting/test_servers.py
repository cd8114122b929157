"""The setup of a server: which posts are due, and up to when all dailies are there."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from play.calendar import closes, number_of, opens
from play.tracks import Track
from service.posting.schedules import next_due
from service.services import Services
from store import dailies, outbox, posts, puzzles, servers
from store.database import Database
from store.records import DailyRecord, PendingMessage, UnsavedPuzzle
from tests.support.clock import Clock

SERVER, CHANNEL, PERSON = 99, 100, 7
SATURDAY = datetime(2026, 11, 21, 12, tzinfo=UTC)
SUNDAY_DUE = datetime(2026, 11, 22, 9, tzinfo=UTC)


async def test_nothing_is_posted_before_tracks_are_chosen(services: Services, now: Clock) -> None:
    chosen = await services.servers.choose(SERVER, channel_id=CHANNEL)
    assert (chosen.server.tracks, chosen.due) == ((), None)
    await services.schedules.plan_posts()
    now.pass_(timedelta(days=2).total_seconds())
    assert await services.outbox.claim(9) == ()
    before = ("easy", "mini")
    chosen = await services.servers.choose(SERVER, tracks=before)
    assert chosen.due is not None
    assert (await services.servers.choose(SERVER, threads=True)).server.tracks == before


async def test_todays_posts_of_a_new_server_are_the_two_to_start_with(services: Services) -> None:
    await services.servers.choose(SERVER, channel_id=CHANNEL)
    setup = await services.servers.choose(SERVER, at_once=True)
    assert setup.server.tracks == ("easy", "normal")
    [[message]] = await services.outbox.claim(9)
    assert message.subject == {
        "day": str(SATURDAY.date()),
        "tracks": ["easy", "normal"],
        "begins": True,
    }


async def test_a_track_that_is_added_later_is_a_message_of_its_own(
    services: Services, database: Database, now: Clock
) -> None:
    await services.servers.choose(SERVER, channel_id=CHANNEL, tracks=("easy", "special"))
    await services.servers.choose(SERVER, at_once=True)
    [[first]] = await services.outbox.claim(9)
    await services.outbox.shown(first, 1, "", is_last=False)
    services.outbox.release(first.key)
    day = SATURDAY.date()
    async with database.reading() as connection:
        assert [post.track for post in await posts.sent(connection, SERVER, day)] == ["easy"]
    await services.servers.choose(SERVER, tracks=("easy", "hard", "mini", "special"))
    await services.servers.choose(SERVER, at_once=True)
    [[second]] = await services.outbox.claim(9)
    assert (second.subject["tracks"], second.subject["begins"]) == (["hard", "mini"], False)
    await services.outbox.shown(second, 2, "", is_last=False)
    services.outbox.release(second.key)
    async with database.reading() as connection:
        found = await posts.sent(connection, SERVER, day)
    assert [(post.track, post.message_id) for post in found] == [
        ("easy", 1),
        ("hard", 2),
        ("mini", 2),
    ]
    assert await services.servers.link_to_post(SERVER, day) == (
        f"https://discord.com/channels/{SERVER}/{CHANNEL}/1"
    )
    await services.schedules.plan_posts()
    now.time = SUNDAY_DUE
    [[sunday]] = await services.outbox.claim(9)
    assert sunday.subject["tracks"] == ["easy", "hard", "mini", "special"]
    assert sunday.subject["begins"]


async def test_a_server_with_specials_alone_posts_on_sundays(
    services: Services, database: Database, now: Clock
) -> None:
    assert now() == SATURDAY
    setup = await services.servers.choose(
        SERVER, channel_id=CHANNEL, tracks=("special",), post_at=SUNDAY_DUE.time()
    )
    assert setup.due == SUNDAY_DUE
    assert (await services.servers.choose(SERVER, at_once=True)).due == SUNDAY_DUE, "today has none"
    now.time = SUNDAY_DUE
    [[message]] = await services.outbox.claim(9)
    assert message.subject["day"] == str(SUNDAY_DUE.date())
    assert message.subject["tracks"] == ["special"]
    async with database.writing() as connection:
        await servers.record_trouble(connection, SERVER, "refused")
    await services.outbox.shown(message, 1, "", is_last=False)
    async with database.reading() as connection:
        assert await posts.last_sent(connection, SERVER) is not None
    [found] = [await services.servers.find(SERVER)]
    assert (found.trouble, found.trouble_reported) == (None, False)
    await services.schedules.plan_posts()
    await services.servers.choose(SERVER, at_once=True)
    async with database.reading() as connection:
        assert await next_due(connection, SERVER) == SUNDAY_DUE + timedelta(weeks=1)
    assert await services.outbox.claim(9) == ()


async def test_nothing_is_planned_for_a_server_whose_managers_choose_meanwhile(
    services: Services, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = await services.servers.choose(SERVER, channel_id=CHANNEL, tracks=("easy",))
    async with database.writing() as connection:
        await outbox.withdraw(connection, "daily:")
    read = outbox.unsent

    async def unsent(*asked: Any) -> tuple[PendingMessage, ...]:
        monkeypatch.undo()
        await services.servers.choose(SERVER, channel_id=None)
        return await read(*asked)

    monkeypatch.setattr(outbox, "unsent", unsent)
    await services.schedules.plan_posts()
    async with database.reading() as connection:
        assert await next_due(connection, SERVER) is None
    assert setup.due is not None


async def test_dailies_are_there_up_to_the_day_before_the_first_that_is_missing(
    services: Services, database: Database
) -> None:
    last = {track: date(2026, 11, 27) for track in Track} | {Track.SPECIAL: date(2026, 11, 22)}
    async with database.writing() as connection:
        for number, (track, day) in enumerate(last.items()):
            puzzle = await puzzles.add(connection, UnsavedPuzzle(f"3x3:{number}h", f"{number}"))
            span = opens(day), closes(day)
            key = puzzle.canonical_key
            new = DailyRecord(day, track.value, number_of(day), puzzle.id, key, *span)
            assert await dailies.add(connection, new) == new
    status = await services.status.read(SERVER, PERSON)
    assert status is not None
    assert status.made_until == date(2026, 11, 27)
