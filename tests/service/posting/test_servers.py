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


async def test_new_servers_post_specials_and_others_keep_their_tracks(services: Services) -> None:
    chosen = await services.servers.choose(SERVER, channel_id=CHANNEL)
    assert chosen.server.tracks == tuple(track.value for track in Track)
    before = ("easy", "mini")
    chosen = await services.servers.choose(SERVER, tracks=before)
    assert (await services.servers.choose(SERVER, threads=True)).server.tracks == before


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
    assert message.subject == {"day": str(SUNDAY_DUE.date()), "track": "special"}
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
