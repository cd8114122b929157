"""What is remembered of people who deleted their data, and for how long."""

from datetime import UTC, date, datetime, time, timedelta

from msgspec.structs import replace

from store import attempts, check, deletions, players, privacy, quotas, rankings
from store.database import Database
from store.deletions import Deletion
from store.purge import purge
from store.records import Attempt, AttemptKind, DailyRecord, LeaderboardScope, Quota
from store.sql import query
from store.transaction import Connection
from tests.support.store.rows import (
    DAY,
    NOON,
    SECOND,
    add_daily,
    add_puzzle,
    add_solved,
    snapshot,
)

NEXT_DAY = DAY + timedelta(days=1)
ANN, BOB = 800_000_000_000_000_007, 800_000_000_000_000_008
HOUR = timedelta(hours=1)
BOARD = LeaderboardScope("easy", DAY, DAY)
DELETIONS = query("SELECT * FROM deletions ORDER BY day, person_id", Deletion)


def at(day: date) -> datetime:
    """One o'clock on a day."""
    return datetime.combine(day, time(1), UTC)


async def begin(
    connection: Connection, player: int, daily: DailyRecord, now: datetime = NOON
) -> Attempt:
    return await attempts.begin(connection, player, daily, AttemptKind.DAILY, now)


async def test_live_results_vanish_and_a_new_attempt_is_a_replay(database: Database) -> None:
    async with database.writing() as connection:
        easy, hard = await add_daily(connection), await add_daily(connection, track="hard")
        normal, old = (
            await add_daily(connection, track="normal"),
            await add_daily(connection, DAY - timedelta(days=1)),
        )
        for player, seconds in ((ANN, 60), (BOB, 90)):
            await add_solved(connection, player, easy, seconds)
            await add_solved(connection, player, old, seconds)
        await begin(connection, ANN, hard)
        await begin(connection, ANN, old)
        assert await privacy.forget(connection, ANN, NOON) == 1
        [line] = await rankings.standings(connection, BOARD)
        assert (line.rank, line.player_id) == (1, BOB)
        yesterday = LeaderboardScope("easy", old.day, old.day)
        assert [line.rank for line in await rankings.standings(connection, yesterday)] == [1, 2]
        found = [await begin(connection, ANN, daily) for daily in (easy, hard, normal, old)]
        assert [attempt.replayed for attempt in found] == [True, True, False, False]
        assert not (await begin(connection, BOB, hard)).replayed
        pasted = await attempts.begin(
            connection, ANN, await add_puzzle(connection), AttemptKind.PASTED, NOON
        )
        assert not pasted.replayed
        assert await privacy.forget(connection, ANN, NOON + SECOND) == 0
        assert await DELETIONS.all(connection) == (
            Deletion(DAY, ANN, NOON + SECOND, ("easy", "hard", "normal")),
        )
        assert (await begin(connection, ANN, normal, NOON + SECOND)).replayed
        assert await check.check(connection) == ()


async def test_replays_count_nowhere(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        await begin(connection, ANN, daily)
        await privacy.forget(connection, ANN, NOON)
        attempt = await begin(connection, ANN, daily)
        solved = replace(attempt, shown_at=NOON, solved_at=NOON + SECOND, seconds=1)
        await attempts.save(connection, solved)
        assert await attempts.solved_counts(connection, ANN) == {}
        assert await attempts.hardest_solved(connection, ANN, NEXT_DAY) is None
        assert await rankings.solver_counts(connection, DAY) == {}
        assert await rankings.solved_days(connection, ANN, ["easy"]) == ()
        assert await privacy.forget(connection, ANN, daily.available_until) == 0
        await attempts.save(connection, replace(await begin(connection, BOB, daily), replayed=True))
        [attempt] = [await begin(connection, BOB, daily)]
        cheat = replace(attempt, shown_at=NOON, solved_at=NOON, seconds=0, ranked=True)
        await attempts.save(connection, cheat)
        [broken] = await check.check(connection)
        assert (broken.sentence, broken.rows) == ("replayed attempts are ranked", 1)


async def test_a_person_is_noted_until_the_day_is_over(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, BOB, NOON)
        for day in (DAY, NEXT_DAY):
            daily = await add_daily(connection, day)
            for player in (ANN, BOB):
                await begin(connection, player, daily)
                await quotas.take(connection, Quota("solve", player, NOON, 3), NOON)
                await privacy.forget(connection, player, daily.available_from + HOUR)
        rows = await snapshot(connection)
        assert rows["quotas"] == rows["players"] == []
        own = [Deletion(day, ANN, at(day), ("easy",)) for day in (DAY, NEXT_DAY)]
        stored = await DELETIONS.all(connection)
        assert [each for each in stored if each.person_id == ANN] == own
        exported = (await privacy.export(connection, ANN))["deletions"]
        assert exported == [
            {
                "day": day.isoformat(),
                "person_id": ANN,
                "at": at(day).isoformat(),
                "tracks": ["easy"],
            }
            for day in (DAY, NEXT_DAY)
        ]
    assert await purge(database, "deletions", at(DAY)) == 0
    assert await purge(database, "deletions", at(NEXT_DAY)) == 2
    async with database.reading() as connection:
        assert [each.day for each in await DELETIONS.all(connection)] == [NEXT_DAY] * 2
    assert await purge(database, "deletions", at(NEXT_DAY) + timedelta(days=1)) == 2
    async with database.reading() as connection:
        assert await DELETIONS.all(connection) == ()
        assert not any((await privacy.export(connection, ANN)).values())


async def test_few_results_stay_of_who_deletes_again_and_again(database: Database) -> None:
    async with database.writing() as connection:
        old = await add_daily(connection, DAY - timedelta(days=1))
        kept = []
        for _ in range(4):
            attempt = await attempts.begin(connection, ANN, old, AttemptKind.ARCHIVE, NOON)
            solved = replace(attempt, shown_at=NOON, solved_at=NOON + SECOND, seconds=1)
            await attempts.save(connection, solved)
            kept.append(await privacy.forget(connection, ANN, NOON))
        attempt = await begin(connection, ANN, old)
        solved = replace(attempt, shown_at=NOON, solved_at=NOON + SECOND, seconds=1, ranked=True)
        await attempts.save(connection, solved)
        kept.append(await privacy.forget(connection, ANN, NOON))
        rows = await snapshot(connection)
    assert kept == [1, 0, 0, 0, 1]
    assert len(rows["players"]) == len(rows["attempts"]) == 2


async def test_who_deleted_their_data_since_an_instant(database: Database) -> None:
    async with database.writing() as connection:
        assert await deletions.since(connection, {ANN: NOON}) == frozenset()
        await privacy.forget(connection, ANN, NOON)
        await privacy.forget(connection, BOB, NOON + SECOND)
        known = {ANN: NOON, BOB: NOON, 9: NOON}
        assert await deletions.since(connection, known) == {ANN, BOB}
        known = {ANN: NOON + SECOND, BOB: NOON + SECOND}
        assert await deletions.since(connection, known) == {BOB}


async def test_deleting_twice_gives_no_second_attempt(database: Database) -> None:
    async with database.writing() as connection:
        easy, hard = await add_daily(connection), await add_daily(connection, track="hard")
        await begin(connection, ANN, easy)
        await begin(connection, ANN, await add_daily(connection, DAY - timedelta(days=1), "hard"))
        for second in range(2):
            await privacy.forget(connection, ANN, NOON + second * SECOND)
        assert (await begin(connection, ANN, easy, NOON + SECOND)).replayed
        assert not (await begin(connection, ANN, hard, NOON + SECOND)).replayed


async def test_a_daily_that_is_over_has_no_replays(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        await begin(connection, ANN, daily)
        await privacy.forget(connection, ANN, NOON)
        late = daily.available_until
        attempt = await attempts.begin(connection, ANN, daily, AttemptKind.ARCHIVE, late)
        assert not attempt.replayed
