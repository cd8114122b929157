"""Reminders: whom, of which day, and never twice."""

from datetime import time, timedelta

import pytest
from msgspec.structs import replace

from play.tracks import Track
from service.people.reminders import LATE
from service.services import Services
from store import players, restoration
from store.database import Database
from store.records import Player
from tests.support.chat.players import DAY, NOON, add_dailies, solve
from tests.support.clock import Clock

EVENING = NOON.replace(hour=18)


@pytest.fixture
async def player(database: Database, now: Clock) -> Player:
    """A player who has solved today's daily and is to be reminded at 18:00 UTC."""
    now.time = EVENING
    async with database.writing() as connection:
        await add_dailies(3, connection)
        player = await players.ensure(connection, 7, NOON)
        player = replace(player, reminders=True, remind_at=time(18), next_reminder=EVENING)
        await players.save(connection, player)
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
        player = await players.ensure(connection, 7, NOON)
        player = replace(player, reminders=True, remind_at=time(18), next_reminder=EVENING)
        await players.save(connection, player)
        for track, days in zip((Track.MINI, Track.NORMAL), solved, strict=True):
            for ago in days:
                await solve(connection, 7, 50, DAY - timedelta(days=ago), track)
    assert (await services.reminders.take(player, EVENING) is not None) is needed


async def test_a_reminder_is_of_the_day_on_which_it_was_due(
    services: Services, player: Player, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Midnight passes between finding that it is due and reading the player's history."""
    move = players.move_reminder

    async def move_at_midnight(*values: object) -> bool:
        moved = await move(*values)  # type: ignore[arg-type]
        now.time = EVENING + timedelta(hours=7)
        return moved

    monkeypatch.setattr(players, "move_reminder", move_at_midnight)
    assert await services.reminders.take(player, EVENING) is None


async def test_a_history_ends_on_its_day(services: Services, player: Player) -> None:
    history = await services.streaks.history(player.id, DAY - timedelta(days=1))
    assert (history.on, history.solved) == (DAY - timedelta(days=1), ())
    assert (await services.streaks.history(player.id)).solved == (DAY,)


@pytest.mark.parametrize(("later", "sent"), [(timedelta(0), False), (timedelta(minutes=1), True)])
async def test_what_a_restored_database_has_forgotten_is_not_sent_again(
    services: Services, database: Database, now: Clock, later: timedelta, sent: bool
) -> None:
    now.time = EVENING + timedelta(minutes=5)
    async with database.writing() as connection:
        await restoration.mark(connection, EVENING)
        player = await players.ensure(connection, 7, NOON)
        player = replace(player, reminders=True, next_reminder=EVENING + later)
        await players.save(connection, player)
    assert (await services.reminders.take(player, now()) is not None) == sent
    async with database.reading() as connection:
        stored = await players.find(connection, 7)
    assert stored is not None
    assert stored.next_reminder == EVENING + timedelta(days=1)


@pytest.mark.parametrize("late", [LATE, LATE + timedelta(seconds=1)])
async def test_a_reminder_that_is_too_late_is_left_out(
    services: Services, database: Database, now: Clock, late: timedelta
) -> None:
    now.time = EVENING + late
    async with database.writing() as connection:
        player = await players.ensure(connection, 7, NOON)
        player = replace(player, reminders=True, next_reminder=EVENING)
        await players.save(connection, player)
    assert (await services.reminders.take(player, now()) is None) == (late > LATE)
