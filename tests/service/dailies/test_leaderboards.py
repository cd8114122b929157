"""Leaderboards by par, and what managers are told of the people on them."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from i18n.localizer import ENGLISH
from play.calendar import closes, number_of, opens
from play.ranking import Period
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery, LeaderboardView
from service.people.preferences import choosing
from service.running.readers import Reader
from service.services import Services
from store import attempts, dailies, pars, players, puzzles
from store.records import AttemptKind, DailyRecord, StoredPar, UnsavedPuzzle, Visibility
from tests.support.clock import Clock
from texts.leaderboards import own_text, unusual_text

SERVER, ANN, BOB, MANAGER = 77, 1001, 1002, 1003
PRIVATE = Reader(MANAGER, server=SERVER, private=True)
DAYS, PAR = 12, 300


@pytest.fixture
async def played(services: Services, now: Clock) -> Services:
    """A server in which one took a fifth of par for dailies until yesterday, the other par."""
    today = now.time.date()
    async with services.attempts.database.writing() as connection:
        for ago in range(1, DAYS):
            day = today - timedelta(days=ago)
            copy = await puzzles.add(
                connection, UnsavedPuzzle(f"2x2:{ago // 4}{ago % 4}b", f"key{ago}")
            )
            new = DailyRecord(
                day, "hard", number_of(day), copy.id, copy.canonical_key, opens(day), closes(day)
            )
            await dailies.add(connection, new)
            for person, seconds in ((ANN, PAR // 5), (BOB, PAR)):
                at = opens(day) + timedelta(hours=1)
                begun = await attempts.begin(connection, person, new, AttemptKind.DAILY, at)
                solved = replace(begun, seconds=seconds, ranked=True, solved_at=at, shown_at=at)
                saved = await attempts.save(connection, solved)
                await pars.add(connection, [StoredPar(saved.id, PAR, 0.0, 0.1)])
        for person in (ANN, BOB, MANAGER):
            await players.ensure(connection, person, now.time)
            await players.join(connection, person, SERVER)
    return services


async def seen(
    services: Services,
    reader: Reader = PRIVATE,
    period: Period = Period.PAR,
    *,
    server: bool = True,
    manages: bool = True,
) -> LeaderboardView:
    """The leaderboard of yesterday."""
    day = services.leaderboards.today() - timedelta(days=1)
    query = LeaderboardQuery(Track.HARD, period, day, server=server)
    return await services.leaderboards.read(reader, query, manages=manages)


def people(view: LeaderboardView) -> list[int]:
    return [line.player_id for line in view.lines]


async def test_a_manager_is_told_of_times_that_chance_does_not_explain(played: Services) -> None:
    view = await seen(played)
    assert people(view) == [ANN, BOB]
    told = unusual_text(ENGLISH, view)
    assert told is not None
    assert (
        f"**1.** <@{ANN}>: 80% under par on average of 10 boards, 8.9 standard deviations" in told
    )
    assert str(BOB) not in told


async def test_nobody_else_and_no_other_leaderboard_tells_it(played: Services) -> None:
    for view in (
        await seen(played, manages=False),
        await seen(played, replace(PRIVATE, private=False)),
        await seen(played, replace(PRIVATE, server=None)),
        await seen(played, server=False),
        await seen(played, period=Period.DAY),
    ):
        assert people(view)[0] == ANN
        assert unusual_text(ENGLISH, view) is None


async def test_who_has_par_switched_off_is_on_no_leaderboard_by_par(played: Services) -> None:
    await played.preferences.change(Reader(ANN), choosing({"par": False}))
    view = await seen(played)
    assert (people(view), view.count, unusual_text(ENGLISH, view)) == ([BOB], 1, None)
    assert people(await seen(played, period=Period.DAY)) == [ANN, BOB]
    assert "from the fourth board on" in str(own_text(ENGLISH, view, private=True))
    await played.preferences.change(Reader(ANN), choosing({"par": True}))
    assert people(await seen(played)) == [ANN, BOB]


async def test_who_hides_their_name_is_not_named_to_managers(played: Services) -> None:
    await played.preferences.change(Reader(ANN), choosing({"visibility": Visibility.ANONYMOUS}))
    told = str(unusual_text(ENGLISH, await seen(played)))
    assert "**1.** Anonymous: 80% under par" in told
    assert str(ANN) not in told
