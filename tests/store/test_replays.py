"""What is remembered of deleted attempts at live dailies, and for how long."""

from dataclasses import replace
from datetime import timedelta

from store import attempts, check, players, privacy, quotas, rankings, replays
from store.database import Database
from store.records import Attempt, DailyRecord, Deletion, Kind, LeaderboardScope, Quota
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
BOARD = LeaderboardScope("easy", DAY, DAY)


async def begin(connection: Connection, player: int, daily: DailyRecord) -> Attempt:
    return await attempts.begin(connection, player, daily, Kind.DAILY, NOON)


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
        deletion = await privacy.forget(connection, ANN, NOON)
        assert deletion == Deletion(kept=1, live=2)
        [line] = await rankings.standings(connection, BOARD)
        assert (line.rank, line.player_id) == (1, BOB)
        yesterday = LeaderboardScope("easy", old.day, old.day)
        assert [line.rank for line in await rankings.standings(connection, yesterday)] == [1, 2]
        found = [await begin(connection, ANN, daily) for daily in (easy, hard, normal, old)]
        assert [attempt.replayed for attempt in found] == [True, True, False, False]
        assert not (await begin(connection, BOB, hard)).replayed
        pasted = await attempts.begin(
            connection, ANN, await add_puzzle(connection), Kind.PASTED, NOON
        )
        assert not pasted.replayed
        assert await privacy.forget(connection, ANN, NOON) == Deletion(kept=0, live=3)
        assert (await begin(connection, ANN, normal)).replayed
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
        assert await rankings.solved_days(connection, ANN) == ()
        assert await privacy.forget(connection, ANN, daily.available_until) == Deletion()
        await attempts.save(connection, replace(await begin(connection, BOB, daily), replayed=True))
        [attempt] = [await begin(connection, BOB, daily)]
        cheat = replace(attempt, shown_at=NOON, solved_at=NOON, seconds=0, ranked=True)
        await attempts.save(connection, cheat)
        [broken] = await check.check(connection)
        assert (broken.sentence, broken.rows) == ("replayed attempts are ranked", 1)


async def test_tags_lead_to_nobody_once_their_day_is_over(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, BOB, NOON)
        for day in (DAY, NEXT_DAY):
            for player in (ANN, BOB):
                await begin(connection, player, await add_daily(connection, day))
        await quotas.take(connection, Quota("solve", ANN, NOON, 3))
        for player in (ANN, BOB):
            assert await privacy.forget(connection, player, NOON) == Deletion(kept=0, live=2)
        rows = await snapshot(connection)
        keys = [str(key) for _, key in rows["daily_keys"]]
        assert len(set(keys)) == 2
        assert all(len(bytes.fromhex(key)) == replays.KEY_BYTES for key in keys)
        tags = {str(tag) for _, tag in rows["deleted_attempts"]}
        assert len(tags) == 4
        assert str(ANN) not in repr(rows)
        exported = await privacy.export(connection, ANN)
        own = exported["deleted_attempts"]
        assert sorted(row["day"] for row in own) == [DAY.isoformat(), NEXT_DAY.isoformat()]
        others = (await privacy.export(connection, BOB))["deleted_attempts"]
        assert {row["tag"] for row in own}.isdisjoint(row["tag"] for row in others)
        assert {row["tag"] for row in own + others} == tags
        assert not any(key in repr(exported) for key in keys)
        assert await replays.forget_before(connection, DAY) == 0
        assert await replays.forget_before(connection, NEXT_DAY) == 1
        rows = await snapshot(connection)
        assert [row[0] for row in rows["daily_keys"]] == [NEXT_DAY]
        assert [row[0] for row in rows["deleted_attempts"]] == [NEXT_DAY] * 2
        assert await replays.forget_before(connection, NEXT_DAY + timedelta(days=1)) == 1
        rows = await snapshot(connection)
        assert rows["daily_keys"] == rows["deleted_attempts"] == []
        assert not any((await privacy.export(connection, ANN)).values())


async def test_a_daily_that_is_over_has_no_replays(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        await begin(connection, ANN, daily)
        await privacy.forget(connection, ANN, NOON)
        late = daily.available_until
        attempt = await attempts.begin(connection, ANN, daily, Kind.ARCHIVE, late)
        assert not attempt.replayed
