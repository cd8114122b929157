"""Every table is bounded, and what nobody needs is deleted in small portions."""

from datetime import timedelta

import pytest

from store import attempts, players, purge, puzzles, quotas, web_links
from store.database import Database
from store.growth import EXPIRING, GROWTH, MAX_STREAMS, UNUSED
from store.records import AttemptKind, PageRequest, PageSession, Quota
from store.sql import query
from tests.support.store.rows import NOON, add_daily, add_puzzle, new_puzzle
from tests.support.store.tables import ask, tables, tell

HOUR = timedelta(hours=1)
PUZZLES = query("SELECT id FROM puzzles ORDER BY id", int)
STREAMS = query("SELECT stream FROM page_requests", str)


async def stored(database: Database) -> list[int]:
    async with database.reading() as connection:
        return [*await PUZZLES.all(connection)]


async def test_each_table_has_a_rule(sqlite_database: Database) -> None:
    async with sqlite_database.reading() as connection:
        stored = await tables(connection)
    assert GROWTH.keys() == stored.keys()
    for name, growth in GROWTH.items():
        refers_to_people = {"player_id", "person_id", "interaction_id", "session"}
        if refers_to_people & {column.name for column in stored[name].columns}:
            assert growth.most is not None, name
        assert growth.kept
        assert bool(growth.key) == bool(growth.over)
        assert set(growth.key) in (set(), set(stored[name].key)), name


@pytest.mark.parametrize("name", sorted(EXPIRING))
async def test_nothing_is_deleted_of_an_empty_table(database: Database, name: str) -> None:
    """The statements of each rule run on both databases."""
    assert await purge.purge(database, name, NOON) == 0


async def test_an_unused_puzzle_is_deleted_after_a_month(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        played, unused, again, given_up = [
            (await add_puzzle(connection, number)).id for number in range(1, 5)
        ]
        for number in (played, given_up):
            puzzle = await puzzles.get(connection, number)
            assert puzzle is not None
            await attempts.begin(connection, 7, puzzle, AttemptKind.PASTED, NOON)
    everything = await stored(database)
    assert await purge.note_unused_puzzles(database, NOON) == 2
    assert await purge.note_unused_puzzles(database, NOON + HOUR) == 0
    async with database.writing() as connection:
        await puzzles.add(connection, new_puzzle(3))  # somebody brings it again
        await attempts.remove_unfinished(connection, 7, [AttemptKind.PASTED], 1)
    assert await purge.purge(database, "puzzles", NOON + UNUSED) == 0
    assert await stored(database) == everything
    assert await purge.note_unused_puzzles(database, NOON + 2 * HOUR) == 2
    assert await purge.purge(database, "puzzles", NOON + UNUSED + HOUR) == 1
    assert await stored(database) == [daily.puzzle_id, *sorted({played, again, given_up})]
    assert unused not in await stored(database)
    assert await purge.purge(database, "puzzles", NOON + UNUSED + 3 * HOUR) == 2
    assert len(await stored(database)) == 2


async def test_a_puzzle_that_is_played_meanwhile_is_kept(database: Database) -> None:
    async with database.writing() as connection:
        puzzle = await add_puzzle(connection)
    await purge.note_unused_puzzles(database, NOON)
    async with database.writing() as connection:
        await attempts.begin(connection, 7, puzzle, AttemptKind.PASTED, NOON)
    assert await purge.purge(database, "puzzles", NOON + 2 * UNUSED) == 0


async def test_what_was_shared_is_kept_for_an_hour(database: Database) -> None:
    async with database.writing() as connection:
        for scope in ("share 7", "share draft 8", "puzzles"):
            await quotas.take(connection, Quota(scope, 7, NOON, 1), NOON)
    assert await purge.purge(database, "quotas", NOON + HOUR) == 0
    assert await purge.purge(database, "quotas", NOON + HOUR + timedelta(seconds=1)) == 2
    assert await purge.purge(database, "quotas", NOON + timedelta(days=3)) == 1


async def test_the_last_streams_of_a_session_are_kept(database: Database) -> None:
    async with database.writing() as connection:
        puzzle = await add_puzzle(connection)
        attempt = await attempts.begin(connection, 7, puzzle, AttemptKind.PASTED, NOON)
        for session in (b"a", b"b"):
            page = PageSession(session, 7, NOON + HOUR, attempt.id)
            await web_links.add_session(connection, page, 8)
        for number in range(MAX_STREAMS + 5):
            request = PageRequest(b"a", f"stream{number:04}", 1, "x")
            await web_links.claim(connection, request, NOON + timedelta(seconds=number))
        for session, stream in ((b"a", "stream0002"), (b"b", "other")):
            request = PageRequest(session, stream, 2, "x")
            await web_links.claim(connection, request, NOON + HOUR)
    await purge.purge(database, "page_requests", NOON - HOUR)  # all were used since
    async with database.reading() as connection:
        assert len(await STREAMS.all(connection)) == MAX_STREAMS + 6
    assert await purge.purge(database, "page_requests", NOON + HOUR) == 5
    async with database.reading() as connection:
        left = set(await STREAMS.all(connection))
    kept = {f"stream{number:04}" for number in range(6, MAX_STREAMS + 5)}
    assert left == {*kept, "stream0002", "other"}


async def test_many_rows_are_deleted_in_portions(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "PORTION", 10)
    monkeypatch.setattr(purge, "PORTIONS", 3)
    async with database.writing() as connection:
        for person in range(45):
            await players.ensure(connection, person, NOON)
        storm = "INSERT INTO storms (day, player_id, began_at, score) SELECT :day, id, :now, 0"
        day = NOON.date() - timedelta(days=1)
        await tell(connection, f"{storm} FROM players", day=day, now=NOON)
    assert [await purge.purge(database, "storms", NOON) for _ in range(3)] == [30, 15, 0]
    async with database.reading() as connection:
        assert not await ask(connection, "SELECT 1 FROM storms")
