"""How yesterday ended in a server: its first, how many solved it, and its streak."""

from datetime import UTC, date, datetime, timedelta

import pytest

from i18n.localizer import ENGLISH
from play.calendar import opens
from service.people.preferences import choosing
from service.posting.daily_posts import DayPost
from service.running.readers import Reader
from service.services import Services
from store import outbox, players, posts, servers
from store.database import Database
from store.records import DailyPost, PostState, Server, Visibility
from tests.support.clock import Clock
from tests.support.store.rows import add_daily, add_player, add_solved
from texts.dailies import ended_text

SERVER, CHANNEL = 99, 100
MONDAY = date(2026, 11, 16)
DAY = timedelta(days=1)


async def post(database: Database, day: date, *tracks: str) -> None:
    """Record that dailies were posted."""
    at = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
    sent = [
        DailyPost(SERVER, day, track, at, PostState.SENT, at, CHANNEL, day.toordinal())
        for track in tracks
    ]
    async with database.writing() as connection:
        if await servers.find(connection, SERVER) is None:
            await servers.save(connection, Server(SERVER, at))
        await posts.record(connection, *sent)


@pytest.fixture
async def solved(database: Database) -> None:
    """A week in which two of the server, one who is hidden and one of elsewhere solve dailies."""
    async with database.writing() as connection:
        await servers.save(connection, Server(SERVER, opens(MONDAY)))
        for person in (1, 2, 3, 4, 5):
            look = {2: Visibility.ANONYMOUS, 3: Visibility.HIDDEN}.get(person, Visibility.NAMED)
            await add_player(connection, person, look)
            if person != 4:
                await players.join(connection, person, SERVER)
        for ago in range(1, 5):
            daily = await add_daily(connection, MONDAY + (7 - ago) * DAY)
            if ago != 3:
                await add_solved(connection, 1, daily, 60 + ago)
            await add_solved(connection, 4, daily, 10)
            if ago == 1:
                await add_solved(connection, 2, daily, 61)
                await add_solved(connection, 3, daily, 20)
                await add_solved(connection, 5, daily, 3600)
        hard = await add_daily(connection, MONDAY + 6 * DAY, "hard")
        await add_solved(connection, 3, hard, 900)


@pytest.mark.usefixtures("solved")
async def test_yesterday_is_told_of_the_people_of_the_server(
    services: Services, database: Database
) -> None:
    sunday = MONDAY + 6 * DAY
    assert await services.day_ends.before(SERVER, sunday) is None, "nothing was posted"
    await post(database, sunday, "easy", "hard", "mini")
    end = await services.day_ends.before(SERVER, sunday + DAY)
    assert end is not None
    assert end.solved == {"easy": 4, "hard": 1}
    assert [(it.rank, it.player_id) for it in end.first["easy"]] == [(1, 1), (1, 2), (3, 5)]
    assert "hard" not in end.first, "only the hidden one solved it"
    assert end.streak == 2
    assert [(it.player_id, it.solved) for it in end.week["easy"]] == [(1, 3), (2, 1), (5, 1)]
    assert ended_text(ENGLISH, end).splitlines() == [
        "**#22 in this server** · streak: 2 days",
        "Easy · 4 solved · 🥇 <@1> 1:01 🥇 Anonymous 1:01 🥉 <@5> 1:00:00",
        "Hard · 1 solved",
        "**The week**, by dailies solved",
        "Easy · 🥇 <@1> 3 🥈 Anonymous 1 🥉 <@5> 1",
    ]
    await post(database, sunday + DAY, "easy")
    assert await services.day_ends.before(SERVER, sunday + 2 * DAY) is None, "nobody solved it"


@pytest.mark.usefixtures("solved")
async def test_who_has_left_the_server_is_not_named(services: Services, database: Database) -> None:
    sunday = MONDAY + 6 * DAY
    await post(database, sunday, "easy")

    async def ask(server: int, person: int) -> str:
        return "" if (server, person) == (SERVER, 1) else "Ada"

    services.members.ask = ask
    end = await services.day_ends.before(SERVER, sunday + DAY)
    assert end is not None
    assert end.solved == {"easy": 4}
    assert [(it.rank, it.player_id) for it in end.first["easy"]] == [(1, 2), (2, 5)]
    assert [(it.player_id, it.solved) for it in end.week["easy"]] == [(2, 1), (5, 1)]


@pytest.mark.usefixtures("solved")
async def test_who_hides_or_leaves_is_named_no_more_in_the_message_of_the_day(
    services: Services, database: Database, now: Clock
) -> None:
    day = now().date()
    message = DayPost(day, ("easy",), begins=True).message(SERVER, CHANNEL, now())

    async def is_changed() -> bool:
        found = await services.outbox.claim(9)
        for each in [one for line in found for one in line]:
            await services.outbox.shown(each, 5, "d", is_last=False)
            services.outbox.release(each.key)
        return bool(found)

    await database.write(lambda connection: outbox.add(connection, message))
    assert await is_changed()
    await services.preferences.change(Reader(1), choosing({"theme": "light"}))
    assert not await is_changed()
    await services.preferences.change(Reader(1), choosing({"visibility": "hidden"}))
    assert await is_changed()
    await services.personal_data.delete(Reader(2))
    assert await is_changed()
    assert not await is_changed()


@pytest.mark.usefixtures("solved")
async def test_after_an_outage_the_last_day_that_was_posted_is_told(
    services: Services, database: Database
) -> None:
    sunday = MONDAY + 6 * DAY
    for ago in (1, 0):
        await post(database, sunday - ago * DAY, "easy")
    end = await services.day_ends.before(SERVER, sunday + 3 * DAY)
    assert end is not None
    assert (end.day, end.week) == (sunday, {}), "the week is told on Mondays"
    assert await services.day_ends.before(SERVER, sunday + 8 * DAY) is None, "that is long ago"
