"""Storms: the first of a day of each player, and the board of a server."""

from datetime import timedelta

from msgspec.structs import replace

from store import last_storms, players, storms
from store.database import Database
from store.purge import purge
from store.records import LastStorm, StormRecord, StormScore, Visibility
from tests.support.chat.players import appear
from tests.support.store.rows import DAY, NOON

SERVER = 99
FIRST = StormRecord(DAY, 7, NOON, 0)
LATER = NOON + timedelta(minutes=5)


async def test_the_first_storm_of_a_day_is_stored_and_its_score_rises(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await storms.begin(connection, FIRST)
        await storms.begin(connection, StormRecord(DAY, 7, LATER, 0))
        for began_at, reached in ((NOON, 3), (NOON, 2), (LATER, 9)):
            await storms.score(connection, 7, began_at, reached)
        assert await storms.find(connection, DAY, 7) == StormRecord(DAY, 7, NOON, 3)
        assert await storms.find(connection, DAY, 8) is None
    assert await purge(database, "storms", NOON) == 0
    assert await purge(database, "storms", NOON + timedelta(days=1)) == 1


async def test_the_board_has_the_players_of_a_server_who_are_not_hidden(
    database: Database,
) -> None:
    async with database.writing() as connection:
        for player in range(1, 6):
            await players.ensure(connection, player, NOON)
            await storms.begin(connection, StormRecord(DAY, player, NOON, 0))
            await storms.score(connection, player, NOON, player)
            if player != 5:
                await players.join(connection, player, SERVER)
        await appear(connection, 3, Visibility.HIDDEN)
        await appear(connection, 2, Visibility.ANONYMOUS)
        assert await storms.best(connection, DAY, SERVER, 2) == (
            StormScore(4, Visibility.NAMED, 4),
            StormScore(2, Visibility.ANONYMOUS, 2),
        )
        assert await storms.best(connection, DAY + timedelta(days=1), SERVER, 2) == ()


MINUTE = timedelta(minutes=1)
LAST = LastStorm(7, NOON, NOON + 3 * MINUTE, 0, (), "drill", None, "en")


async def test_of_the_last_storm_of_a_player_each_question_is_answered_once(
    database: Database,
) -> None:
    after = replace(LAST, answers=1, wrong=("zero:1X:drill",), text="next")
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await last_storms.begin(connection, replace(LAST, began_at=LATER, answers=9))
        await last_storms.begin(connection, LAST)
        assert await last_storms.find(connection, 7) == LAST
        assert await last_storms.find(connection, 8) is None
        assert await last_storms.answer(connection, after)
        assert not await last_storms.answer(connection, after)
        assert await last_storms.find(connection, 7) == after
    assert await purge(database, "last_storms", NOON + timedelta(hours=24)) == 0
    assert await purge(database, "last_storms", NOON + timedelta(hours=25)) == 1
