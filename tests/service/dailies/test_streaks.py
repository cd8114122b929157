"""The length of a streak, which is computed again only when it may have changed."""

from datetime import timedelta

from play.calendar import today
from play.streaks import MINI_TRACKS
from play.tracks import Track
from service.services import Services
from store.database import Database
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.store.rows import add_daily, add_solved
from tools.bench.operations import counted

ADA = 7
DAYS = 12


async def solve_days(
    connection: Connection, now: Clock, *ago: int, track: Track = Track.EASY
) -> None:
    for each in ago:
        day = today(now.time) - timedelta(days=each)
        await add_solved(connection, ADA, await add_daily(connection, day, track.value), 60)


async def test_a_streak_is_read_once_until_it_changes(
    services: Services, database: Database, now: Clock
) -> None:
    async with database.writing() as connection:
        await solve_days(connection, now, *range(2, DAYS))
    with counted() as count:
        assert await services.streaks.current(ADA) == DAYS - 2
    assert count.rows > DAYS
    with counted() as count:
        assert await services.streaks.current(ADA) == DAYS - 2
    assert count.rows == 1
    async with database.writing() as connection:
        await solve_days(connection, now, 1)
    assert await services.streaks.current(ADA) == DAYS - 1
    now.time += timedelta(days=9)
    async with database.writing() as connection:
        for ago in range(1, 9):
            await add_daily(connection, today(now.time) - timedelta(days=ago))
    assert await services.streaks.current(ADA) == 0


async def test_minis_have_a_streak_of_their_own(
    services: Services, database: Database, now: Clock
) -> None:
    async with database.writing() as connection:
        await solve_days(connection, now, 3, 2, 1, track=Track.MINI)
        await solve_days(connection, now, 1, 0, track=Track.HARD)
    assert await services.streaks.current(ADA, MINI_TRACKS) == 3
    assert await services.streaks.current(ADA) == 2
    mini = await services.streaks.history(ADA, tracks=MINI_TRACKS)
    assert mini.streak.open_today
    assert len(mini.available) == 4


async def test_days_before_there_were_minis_are_no_missed_days(
    services: Services, database: Database, now: Clock
) -> None:
    async with database.writing() as connection:
        await solve_days(connection, now, 2, 1, 0)
        await solve_days(connection, now, 3, 0, track=Track.MINI)
    assert await services.streaks.current(ADA, MINI_TRACKS) == 2
