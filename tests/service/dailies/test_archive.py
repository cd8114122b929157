"""The archive: months with what a person solved, and dailies that are made after their day."""

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest

from app.settings import Settings
from play.calendar import EPOCH, today
from play.errors import EntryError
from play.history import Mark
from play.ranking import Period
from play.tracks import EVERYDAY, Track, tracks_of
from puzzle.moves import parse_marks
from service.dailies.archive import ArchiveMonth, ArchiveQuery
from service.dailies.leaderboards import LeaderboardQuery
from service.errors import InputError
from service.generating.daily_generation import DailyGeneration, difficulty_of
from service.running.readers import Reader
from service.services import Services
from store.check import check
from store.database import Database
from store.records import AttemptKind, DailyRecord
from tests.support.clock import Clock
from tests.support.prepared import PreparedDatabases
from workers.pool import LocalPool

ADA = 7


async def month(services: Services, first: date, track: Track = Track.EASY) -> ArchiveMonth:
    return await services.archive.read(Reader(ADA), ArchiveQuery(first, track))


async def solve_daily(services: Services, day: date, track: Track = Track.EASY) -> None:
    _, puzzle = await services.dailies.find(day, track)
    loaded = await services.boards.open_daily(Reader(ADA), day, track)
    assert puzzle.solution is not None
    marks = Mark(parse_marks(puzzle.solution, loaded.puzzle.grid))
    assert (await services.attempts.change(Reader(ADA), loaded.attempt.id, marks)).solved


async def test_the_archive_of_a_new_bot_has_more_than_thirty_puzzles(
    services: Services, now: Clock
) -> None:
    shown = await month(services, EPOCH)
    past = [day for day in shown.days if day.day < today(now())]
    assert len(past) * len(EVERYDAY) >= 30
    assert all(day.made_later for day in past)
    assert not shown.days[-1].made_later, "that of today is made in time"
    for day in (past[0].day, past[-1].day):
        for track in tracks_of(day):
            found, puzzle = await services.dailies.find(day, track)
            assert found.made_later
            assert puzzle.level == difficulty_of(track, day).name.lower()


async def test_a_daily_made_later_is_the_same_in_every_database(
    services: Services,
    database: Database,
    now: Clock,
    prepared_databases: PreparedDatabases,
    pool: LocalPool,
) -> None:
    asked = await asyncio.gather(*(services.dailies.find(EPOCH, Track.NORMAL) for _ in range(3)))
    [notation] = {puzzle.notation for _, puzzle in asked}
    async with database.reading() as connection:
        assert await check(connection) == ()
    async with prepared_databases.opened() as other_database:
        other = Services(Settings().of_services, pool, other_database, now)
        assert (await other.dailies.find(EPOCH, Track.NORMAL))[1].notation == notation


async def test_dailies_made_later_are_made_one_at_a_time(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most = 0, 0
    make = DailyGeneration._make

    async def watched(*arguments: Any, **options: Any) -> DailyRecord:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        made = await make(*arguments, **options)
        running -= 1
        return made

    monkeypatch.setattr(DailyGeneration, "_make", watched)
    days = [EPOCH + timedelta(days=ahead) for ahead in range(3)]
    await asyncio.gather(*(services.dailies.find(day, Track.EASY) for day in days))
    assert most == 1


async def test_a_month_tells_what_was_solved_opened_and_made_later(
    services: Services, now: Clock
) -> None:
    on = today(now())
    await services.dailies.find(on, Track.EASY)
    await solve_daily(services, EPOCH)
    await services.boards.open_daily(Reader(ADA), EPOCH + timedelta(days=1), Track.EASY)
    now.pass_(timedelta(days=1).total_seconds())
    shown = await month(services, EPOCH)
    states = {each.day: (each.opened, each.solved, each.made_later) for each in shown.days}
    assert list(states) == [EPOCH + timedelta(days=ahead) for ahead in range(on.day + 1)]
    assert states[EPOCH] == (True, True, True)
    assert states[EPOCH + timedelta(days=1)] == (True, False, True)
    assert states[EPOCH + timedelta(days=2)] == (False, False, True)
    assert states[on] == (False, False, False)
    assert "A daily was solved on 1 day." in shown.drawing.alt
    other = await month(services, EPOCH, Track.HARD)
    assert not any(day.opened for day in other.days)


async def test_months_go_from_the_first_daily_to_today(services: Services, now: Clock) -> None:
    now.time = now.time.replace(year=2027, month=1, day=10)
    latest = services.archive.latest(Track.EASY)
    assert latest.month == date(2027, 1, 1)
    shown = await month(services, latest.month)
    assert (shown.earlier, shown.later, len(shown.days)) == (date(2026, 12, 1), None, 10)
    december = await month(services, date(2026, 12, 1))
    assert (december.earlier, december.later) == (EPOCH, date(2027, 1, 1))
    assert len(december.days) == 31
    first = await month(services, EPOCH)
    assert (first.earlier, first.later) == (None, date(2026, 12, 1))
    assert (await month(services, date(1, 1, 1))).query == first.query
    assert (await month(services, date(9999, 12, 1))).query == shown.query


async def test_dailies_made_later_count_for_nothing(services: Services, now: Clock) -> None:
    """A day without a daily breaks no streak, also after one was made for it."""
    on = today(now())
    missing = on + timedelta(days=1)
    await solve_daily(services, on)
    now.pass_(timedelta(days=2).total_seconds())
    await solve_daily(services, today(now()))
    assert await services.streaks.current(ADA) == 2
    await solve_daily(services, missing)
    later = await services.boards.open_daily(Reader(ADA), missing, Track.EASY)
    assert later.attempt.kind is AttemptKind.ARCHIVE
    assert not later.attempt.ranked
    assert (await services.streaks.history(ADA)).streak.current == 2
    asked = LeaderboardQuery(Track.EASY, Period.DAY, missing)
    assert (await services.leaderboards.read(Reader(ADA), asked)).lines == ()


async def test_days_before_the_first_and_after_today_are_refused(services: Services) -> None:
    with pytest.raises(EntryError, match="the first, #1"):
        await services.dailies.find(EPOCH - timedelta(days=1), Track.EASY)
    with pytest.raises(InputError):
        await services.dailies.find(services.dailies.today() + timedelta(days=1), Track.EASY)
