"""Reminders: whom, of which day, and which is the next."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from play.tracks import Track
from service.people.preferences import do_not_remind, remind
from service.running.readers import Reader
from service.services import Services
from store import players
from store.database import Database
from store.records import Ending, PendingMessage, Player
from tests.support.chat.players import DAY, NOON, add_dailies, solve
from tests.support.clock import Clock
from tests.support.store.tables import ask

EVENING = NOON.replace(hour=18)


@pytest.fixture
async def player(database: Database, now: Clock) -> Player:
    """A player who has solved today's daily."""
    now.time = EVENING
    async with database.writing() as connection:
        await add_dailies(3, connection)
        player = await players.ensure(connection, 7, NOON)
        await solve(connection, 7, 50, DAY)
    return player


@pytest.mark.parametrize(
    ("solved", "needed"),
    [
        (([], []), True),  # nothing was solved today
        (([0], []), False),  # the mini was, and no other streak would end
        (([], [0]), False),
        (([1], [0]), True),  # the streak of minis would end
        (([0], [1]), True),  # the other streak would end
        (([1, 0], [1, 0]), False),
    ],
)
async def test_a_reminder_is_needed_for_each_streak_that_would_end(
    services: Services,
    database: Database,
    now: Clock,
    solved: tuple[list[int], list[int]],
    needed: bool,
) -> None:
    now.time = EVENING
    async with database.writing() as connection:
        await add_dailies(3, connection)
        await players.ensure(connection, 7, NOON)
        for track, days in zip((Track.MINI, Track.NORMAL), solved, strict=True):
            for ago in days:
                await solve(connection, 7, 50, DAY - timedelta(days=ago), track)
    assert (await services.reminders.needs(7, DAY) is not None) is needed


async def test_a_history_ends_on_its_day(services: Services, player: Player) -> None:
    history = await services.streaks.history(player.id, DAY - timedelta(days=1))
    assert (history.on, history.solved) == (DAY - timedelta(days=1), ())
    assert (await services.streaks.history(player.id)).solved == (DAY,)


async def planned(database: Database) -> list[datetime]:
    """When the reminders that are not over are due."""
    async with database.reading() as connection:
        rows = await ask(connection, "SELECT due_at FROM outbox WHERE state <> 'over'")
    return [due_at for (due_at,) in rows]


@pytest.mark.parametrize("ending", [Ending.SHOWN, Ending.LATE, Ending.REFUSED])
async def test_the_next_reminder_is_planned_unless_discord_refuses_it(
    services: Services, database: Database, now: Clock, ending: Ending
) -> None:
    now.time = EVENING - timedelta(hours=1)
    for _ in range(2):
        await services.preferences.change(Reader(7), remind(time(18), ZoneInfo("UTC"), "en"))
    [[message]] = await claimed_at(services, now, EVENING)
    await services.outbox.give_up(ending, message)
    again = ending is not Ending.REFUSED
    assert len(await planned(database)) == again
    player = await services.preferences.read(7)
    assert player.reminders is again
    assert player.next_reminder == EVENING + timedelta(days=1) * again


async def test_who_changes_or_ends_reminders_gets_no_other(
    services: Services, database: Database, now: Clock
) -> None:
    now.time = EVENING - timedelta(hours=1)
    for hour in (18, 19):
        await services.preferences.change(Reader(7), remind(time(hour), ZoneInfo("UTC"), "en"))
    assert len(await planned(database)) == 1
    assert await claimed_at(services, now, EVENING) == ()
    await services.preferences.change(Reader(7), do_not_remind)
    assert await planned(database) == []


async def claimed_at(
    services: Services, now: Clock, at: datetime
) -> Sequence[Sequence[PendingMessage]]:
    now.time = at
    return await services.outbox.claim(9)
