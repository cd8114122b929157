"""Quotas of work, puzzles and pace, which are stored."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.answering.request_weights import INPUT_WEIGHT, PRESS_WEIGHT
from service.errors import InputError, Problem, QuotaUsed
from service.people.personal_data import PersonalData
from service.playing.attempts import Attempts
from service.running.quotas import HOUR, QuotaLimits, Quotas
from service.running.rate_limiter import BURST_SECONDS, MAX_TRACKED_PEOPLE, RateLimiter
from service.running.readers import Reader
from store import quotas as stored_quotas
from store.address import parse_address
from store.database import Database, connect
from store.errors import StoreError
from store.sqlite_driver import SqliteConnection
from tests.support import sample_jobs as jobs
from tests.support.clock import Clock
from workers.errors import Busy, BusyReason, TimedOut
from workers.pool import SYSTEM, ChargedPool, LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

ADA, BOB, CLUB = 71, 72, 900
NOON = datetime(2026, 11, 21, 12, 20, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


def quotas_with(database: Database, clock: Clock, **limits: int) -> Quotas:
    return Quotas(database, clock, QuotaLimits(**limits))


@asynccontextmanager
async def open_pool(seconds: float) -> AsyncIterator[LocalPool]:
    """A pool with one warm worker whose jobs may take that long."""
    limits, setup = WorkerLimits(seconds), WorkerSetup(jobs.registry)
    async with LocalPool(
        workers=1, queue=10, per_person=10, limits=limits, worker_setup=setup
    ) as pool:
        await pool.warm_up()
        yield pool


@pytest.fixture
async def pool() -> AsyncIterator[LocalPool]:
    """A pool whose jobs are never too slow."""
    async with open_pool(seconds=120) as pool:
        yield pool


async def test_a_used_up_share_is_restored_in_the_next_hour(
    pool: LocalPool, database: Database, clock: Clock
) -> None:
    charged_pool = ChargedPool(pool, quotas_with(database, clock, person_seconds=1))
    await charged_pool.run(jobs.sleep, 1.2, person=ADA)
    with pytest.raises(QuotaUsed) as raised:
        await charged_pool.run(jobs.double, 1, person=ADA)
    assert raised.value.until == NOON.replace(hour=13, minute=0)
    assert not raised.value.of_server
    assert await charged_pool.run(jobs.double, 1, person=ADA, priority=Priority.QUICK) == 2
    assert await charged_pool.run(jobs.double, 1, person=BOB) == 2
    clock.time += HOUR
    assert await charged_pool.run(jobs.double, 1, person=ADA) == 2


async def test_a_job_that_fails_is_charged_as_well(database: Database, clock: Clock) -> None:
    async with open_pool(seconds=1.2) as pool:
        charged_pool = ChargedPool(pool, quotas_with(database, clock, person_seconds=1))
        with pytest.raises(TimedOut):
            await charged_pool.run(jobs.sleep, 60, person=ADA)
        with pytest.raises(QuotaUsed):
            await charged_pool.run(jobs.double, 1, person=ADA)


async def test_waiting_for_a_worker_is_not_charged(
    pool: LocalPool, database: Database, clock: Clock
) -> None:
    quotas = quotas_with(database, clock)
    charged_pool = ChargedPool(pool, quotas)
    await asyncio.gather(
        charged_pool.run(jobs.sleep, 1, person=BOB), charged_pool.run(jobs.double, 1, person=ADA)
    )
    (share,) = quotas.shares_of(ADA, None)
    assert share.limit - (await quotas.left(share))[share] < 500


async def test_a_whole_server_has_one_share(
    pool: LocalPool, database: Database, clock: Clock
) -> None:
    quotas = quotas_with(database, clock, server_seconds=1)
    charged_pool = ChargedPool(pool, quotas)

    async def run_for(person: int, server: int | None, seconds: float) -> None:
        await quotas.admit(person, server)
        await charged_pool.run(jobs.sleep, seconds, person=person)

    await asyncio.create_task(run_for(ADA, CLUB, 1.05))
    with pytest.raises(QuotaUsed) as raised:
        await asyncio.create_task(run_for(BOB, CLUB, 0))
    assert raised.value.of_server
    for elsewhere in (CLUB + 1, None):
        await asyncio.create_task(run_for(ADA, elsewhere, 0))


async def test_jobs_of_the_system_are_free(
    pool: LocalPool, database: Database, clock: Clock
) -> None:
    charged_pool = ChargedPool(
        pool, quotas_with(database, clock, person_seconds=1, server_seconds=1)
    )
    for priority in (Priority.SLOW, Priority.BACKGROUND):
        await charged_pool.run(jobs.sleep, 1.05, person=SYSTEM, priority=priority)
    assert await charged_pool.run(jobs.double, 1, person=SYSTEM) == 2


async def test_used_amounts_survive_a_restart(database: Database, clock: Clock) -> None:
    before = quotas_with(database, clock, person_seconds=2)
    shares = before.shares_of(ADA, None)
    for _ in range(2):
        before.charge(shares, 1)
        await before.save()
    await before.save()
    after = quotas_with(database, clock, person_seconds=2)
    with pytest.raises(QuotaUsed):
        await after.require(*shares)


async def test_work_goes_on_and_is_counted_while_the_database_is_unreachable(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    quotas = quotas_with(database, clock, person_seconds=2)
    shares = quotas.shares_of(ADA, None)
    quotas.charge(shares, 5)

    def away(_: object) -> None:
        raise StoreError

    with monkeypatch.context() as patch:
        patch.setattr(Database, "reading", away)
        patch.setattr(Database, "writing", away)
        with pytest.raises(StoreError):
            await quotas.save()
        await quotas.require(*quotas.shares_of(BOB, None))
        with pytest.raises(QuotaUsed):  # what this service knows by itself
            await quotas.require(*shares)
    await quotas.save()
    with pytest.raises(QuotaUsed):
        await quotas_with(database, clock, person_seconds=2).require(*shares)


async def test_a_commit_that_is_cancelled_is_not_charged_twice(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    quotas = quotas_with(database, clock)
    shares = quotas.shares_of(ADA, CLUB)
    quotas.charge(shares, 5)
    committed, left_alone, original = asyncio.Event(), asyncio.Event(), SqliteConnection.commit

    async def commit(self: SqliteConnection) -> None:
        await original(self)
        committed.set()
        await left_alone.wait()

    with monkeypatch.context() as patch:
        patch.setattr(SqliteConnection, "commit", commit)
        saving = asyncio.create_task(quotas.save())
        await committed.wait()
        saving.cancel()
        await asyncio.wait([saving])
        assert saving.cancelled()
    left_alone.set()
    quotas.charge(shares, 1)
    await quotas.save()
    left = await quotas_with(database, clock).left(*shares)
    assert [share.limit - ms for share, ms in left.items()] == [6000, 6000]


async def test_two_processes_that_save_at_once_do_not_deadlock(
    postgresql_tables: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.pools.ROW_LOCK_SECONDS", 100.0)
    original = stored_quotas.charge

    async def charge(*arguments: Any) -> None:
        await original(*arguments)
        await asyncio.sleep(0.05)  # the other process locks a row, too

    monkeypatch.setattr(stored_quotas, "charge", charge)
    async with connect(parse_address(postgresql_tables)) as database:
        one, other = quotas_with(database, clock), quotas_with(database, clock)
        for person, server in ((ADA, CLUB), (BOB, CLUB + 1)):
            one.charge(one.shares_of(person, server), 1)
        for person, server in ((BOB, CLUB + 1), (ADA, CLUB)):
            other.charge(other.shares_of(person, server), 2)
        await asyncio.gather(one.save(), other.save())
        shares = (*one.shares_of(ADA, CLUB), *one.shares_of(BOB, CLUB + 1))
        left = await quotas_with(database, clock).left(*shares)
    assert [share.limit - ms for share, ms in left.items()] == [3000] * 4


async def test_puzzles_of_a_day_are_counted(database: Database, clock: Clock) -> None:
    quotas = quotas_with(database, clock, person_puzzles=2)
    for _ in range(2):
        await quotas.count_puzzle(Reader(ADA))
    with pytest.raises(InputError) as raised:
        await quotas.count_puzzle(Reader(ADA))
    assert raised.value.problem is Problem.PUZZLES_USED
    assert raised.value.values["resets_at"] == datetime(2026, 11, 22, tzinfo=UTC)
    await quotas.count_puzzle(Reader(BOB))
    clock.time += timedelta(days=1)
    await quotas.count_puzzle(Reader(ADA))


def test_ten_presses_a_second_pass_and_hundreds_are_limited() -> None:
    at = 0.0
    rate_limiter = RateLimiter(15, clock=lambda: at)
    for _ in range(600):
        assert rate_limiter.allows(ADA)
        at += 0.1
    assert all(rate_limiter.allows(ADA) for _ in range(int(15 * BURST_SECONDS)))
    assert sum(rate_limiter.allows(ADA) for _ in range(500)) <= 1
    assert not rate_limiter.allows(ADA)
    assert rate_limiter.allows(BOB)
    at += 1.0
    assert sum(rate_limiter.allows(ADA) for _ in range(500)) in {15, 16}


def test_what_weighs_more_is_limited_earlier() -> None:
    at = 0.0
    rate_limiter = RateLimiter(15, clock=lambda: at)
    for _ in range(600):
        assert rate_limiter.allows(ADA, PRESS_WEIGHT), "ten presses a second pass"
        at += 0.1
    assert sum(rate_limiter.allows(ADA, INPUT_WEIGHT) for _ in range(50)) <= 11
    at += 2.0
    assert sum(rate_limiter.allows(ADA, INPUT_WEIGHT) for _ in range(50)) in {4, 5}


def test_the_number_of_tracked_people_is_bounded() -> None:
    at = 0.0
    rate_limiter = RateLimiter(15, clock=lambda: at)
    for person in range(3 * MAX_TRACKED_PEOPLE):
        assert rate_limiter.allows(person)
        at += 0.001
    assert len(rate_limiter._buckets) < 100, "a token is refilled after 67 of them"
    for person in range(2 * MAX_TRACKED_PEOPLE):
        assert rate_limiter.allows(person)
    assert len(rate_limiter._buckets) == MAX_TRACKED_PEOPLE


async def test_acting_too_fast_raises_busy(database: Database, clock: Clock) -> None:
    quotas = Quotas(database, clock, QuotaLimits(person_pace=0.1))
    await quotas.admit(ADA, None)
    with pytest.raises(Busy) as raised:
        await quotas.admit(ADA, None)
    assert raised.value.reason is BusyReason.RATE


async def test_unsaved_use_of_a_deleted_person_is_dropped(database: Database, clock: Clock) -> None:
    quotas = quotas_with(database, clock)
    for person in (ADA, BOB):
        quotas.charge(quotas.shares_of(person, CLUB), 5)
    quotas.forget(ADA, 0)
    await quotas.save()
    left = await quotas_with(database, clock).left(
        *quotas.shares_of(ADA, CLUB), *quotas.shares_of(BOB, None)
    )
    assert [share.limit - ms for share, ms in left.items()] == [0, 10_000, 5000]


async def test_deleting_data_gives_no_further_puzzles(database: Database, clock: Clock) -> None:
    quotas = Quotas(database, clock, QuotaLimits(person_puzzles=3))
    data = PersonalData(database, Attempts(database, clock), quotas, 1000, clock)
    for puzzles in (1, 2):
        for _ in range(puzzles):
            await quotas.count_puzzle(Reader(ADA))
        await data.delete(Reader(ADA))
    with pytest.raises(InputError):
        await quotas.count_puzzle(Reader(ADA))
    await quotas.count_puzzle(Reader(BOB))
    clock.time += timedelta(days=1)
    await quotas.count_puzzle(Reader(ADA))


async def test_an_action_is_allowed_once_per_pause(database: Database, clock: Clock) -> None:
    quotas, minute = quotas_with(database, clock), timedelta(minutes=1)
    assert await quotas.allow_once(Reader(ADA), "share 1", minute)
    assert not await quotas.allow_once(Reader(ADA), "share 1", minute)
    assert await quotas.allow_once(Reader(ADA), "share 2", minute)
    assert await quotas.allow_once(Reader(BOB), "share 1", minute)
    clock.time += minute
    assert await quotas.allow_once(Reader(ADA), "share 1", minute)


async def test_exports_at_once_are_limited(database: Database, clock: Clock) -> None:
    quotas = quotas_with(database, clock)
    allowed = [await quotas.exports.allows(ADA) for _ in range(4)]
    assert allowed == [True, True, True, False]
