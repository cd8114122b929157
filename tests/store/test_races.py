"""Races: the people in them, their attempts, and which races have not ended."""

from datetime import timedelta

from msgspec.structs import replace

from store import attempts, races
from store.database import Database
from store.records import AttemptKind, Race, Racer
from store.transaction import Connection
from tests.support.store.rows import NOON, SECOND, add_player, add_puzzle

SERVER = 3
NEW = Race(0, 0, SERVER, 4, None, NOON, NOON + timedelta(minutes=10))


async def add_race(connection: Connection, *people: int) -> Race:
    puzzle = await add_puzzle(connection)
    race = await races.create(connection, replace(NEW, puzzle_id=puzzle.id))
    for place, person in enumerate(people):
        await add_player(connection, person)
        racer = Racer(race.id, person, NOON + place * SECOND)
        await races.join(connection, racer)
        await races.join(connection, replace(racer, joined_at=NOON - SECOND))
    return race


async def test_people_join_and_leave_a_race(database: Database) -> None:
    async with database.writing() as connection:
        race = await add_race(connection, 9, 7, 8)
        assert await races.get(connection, race.id, lock=True) == race
        assert await races.get(connection, race.id + 1) is None
        assert await races.get(connection, 2**40) is None
        await races.leave(connection, race.id, 7)
        people = await races.racers_of(connection, race.id)
        joined = [(9, NOON), (8, NOON + 2 * SECOND)]
        assert [(each.player_id, each.joined_at) for each in people] == joined
        assert await races.of_player(connection, 7) == ()
        assert await races.of_player(connection, 8) == (race,)
        assert await races.in_channel(connection, race.channel_id) == (race,)
        assert await races.in_channel(connection, 5) == ()


async def test_a_race_begins_and_ends_once(database: Database) -> None:
    async with database.writing() as connection:
        race = await add_race(connection, 7, 8)
        await races.show(connection, race.id, 5)
        [ada, bob] = await races.racers_of(connection, race.id)
        people = [replace(ada, par=60.0, chat_par=90.0), bob]
        await races.start(connection, race, people, NOON, NOON + SECOND)
        assert [*await races.racers_of(connection, race.id)] == people
        begun = await races.get(connection, race.id)
        assert begun == replace(race, message_id=5, started_at=NOON, ends_at=NOON + SECOND)
        assert await races.end(connection, race.id, NOON)
        assert not await races.end(connection, race.id, NOON + SECOND)
        assert await races.of_player(connection, 7) == ()


async def test_only_attempts_of_those_who_race_count(database: Database) -> None:
    async with database.writing() as connection:
        race = await add_race(connection, 7, 8)
        other = await add_puzzle(connection, 2)
        puzzle = await add_puzzle(connection)
        for person, target in ((7, puzzle), (7, other), (9, puzzle)):
            await attempts.begin(connection, person, target, AttemptKind.ENDLESS, NOON)
        [found] = await races.attempts_of(connection, race)
        assert (found.player_id, found.puzzle_id) == (7, race.puzzle_id)
