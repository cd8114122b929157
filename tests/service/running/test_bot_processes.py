"""Several bot processes: who is alive, when they identify, and limits that hold for all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import Struct, field

from play.calendar import opens, today
from service.dailies.streaks import Streaks
from service.people.personal_data import PersonalData
from service.running import rate_limiter
from service.running.heartbeat import MAX_GAP, Heartbeat
from service.running.processes import LEASE, Processes
from service.running.quotas import QuotaLimits, Quotas, QuotaShare
from service.running.readers import Reader
from service.running.sent_commands import TURN, SentCommands
from service.running.session_starts import GAP, LATEST, SCARCE_PART, SessionStarts, StartLimit
from service.services import Services
from store import players, request_rates
from store.address import file_address, parse_address
from store.database import Database, connect
from store.shards import ShardRange
from tests.support.clock import Clock
from tests.support.prepared import PreparedDatabases
from tests.support.store.rows import add_daily, add_solved

ADA, BOB = 71, 72
FIRST, SECOND, THIRD = ShardRange(0, 1, 6), ShardRange(2, 3, 6), ShardRange(4, 5, 6)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind."""
    if request.param == "sqlite":
        return file_address(tmp_path / "shared.db")
    given: str = request.getfixturevalue("postgresql_tables")
    return given


@pytest.fixture
async def shared(address: str, prepared_databases: PreparedDatabases) -> AsyncIterator[Database]:
    """A database that several processes use."""
    place = parse_address(address)
    if place.path is not None:
        await prepared_databases.copy_tables(place.path)
    async with connect(place) as database:
        yield database


Start = Callable[..., Processes]


@pytest.fixture
def start(shared: Database, now: Clock) -> Start:
    """Makes processes, each started a second after the one before."""

    def make(shards: ShardRange, **options: str) -> Processes:
        now.pass_(1)
        return Processes(shared, now, shards=shards, shared=True, **options)

    return make


# Who is alive


async def test_processes_know_each_other(start: Start, now: Clock) -> None:
    one, two = start(FIRST), start(SECOND)
    assert [one.count, one.is_first] == [1, True]
    assert list(one.unserved) == [2, 3, 4, 5]
    for each in (one, two, one):
        await each.renew()
    assert [one.count, two.count] == [2, 2]
    assert [one.is_first, two.is_first] == [True, False]
    assert list(one.unserved) == list(two.unserved) == [4, 5]
    now.time += LEASE
    await two.renew()
    assert [two.count, two.is_first] == [1, True]
    assert list(two.unserved) == [0, 1, 4, 5]


async def test_a_process_that_ends_is_dead_at_once(start: Start) -> None:
    one, two = start(FIRST), start(SECOND)
    one.count_servers = lambda: 30
    async with one.alive_while():
        await two.renew()
        [seen, _] = two.alive
        assert (seen.id, seen.servers) == (one.id, 30)
    await two.renew()
    assert [each.id for each in two.alive] == [two.id]


async def test_a_process_alone_has_everything(shared: Database, now: Clock) -> None:
    alone, successor = Processes(shared, now), Processes(shared, now)
    for each in (alone, successor, alone):
        await each.renew()
    assert (alone.count, alone.is_first, alone.unserved) == (1, True, ())
    assert len(alone.alive) == 2


# When connections identify


class Gateway(Struct):
    """Discord's limit, and a clock that sleeping moves."""

    limit: StartLimit
    database: Database
    now: Clock
    seconds: float = 0.0
    slept: list[float] = field(default_factory=list)

    async def fetch(self) -> StartLimit:
        return self.limit

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        self.now.pass_(seconds)
        self.slept.append(seconds)

    def starts(self, *, shared: bool = True) -> SessionStarts:
        return SessionStarts(
            self.database,
            self.now,
            self.fetch,
            shared=shared,
            clock=lambda: self.seconds,
            sleep=self.sleep,
        )


async def test_plenty_of_starts_need_no_wait(shared: Database, now: Clock) -> None:
    gateway = Gateway(StartLimit(1000, 101, 3600), shared, now)
    starts = gateway.starts()
    for _ in range(3):
        await starts.until_permitted()
    assert (gateway.slept, starts.wait_seconds, starts.remaining) == ([], 0, 101)


async def test_the_last_starts_are_spread_over_the_day(database: Database, now: Clock) -> None:
    """A bot that crashes at every start begins a session every six minutes."""
    gateway = Gateway(StartLimit(1000, 100, 36_000), database, now)
    for crash in range(4):
        starts = gateway.starts(shared=False)
        await starts.use_turn(0)
        assert gateway.seconds == pytest.approx(360 * crash)
    assert max(gateway.slept) <= 60


async def test_no_start_is_left_until_the_next_day(database: Database, now: Clock) -> None:
    gateway = Gateway(StartLimit(1000, 0, 3600), database, now)
    starts = gateway.starts()
    told: list[float] = []

    async def sleep(seconds: float) -> None:
        told.append(starts.wait_seconds)
        await gateway.sleep(seconds)
        left = 3600 - gateway.seconds
        gateway.limit = StartLimit(1000, 0, left) if left > 0 else StartLimit(1000, 1000, 86_400)

    starts.sleep = sleep
    await starts.until_permitted()
    assert gateway.seconds == pytest.approx(3600, abs=60)
    assert told[0] == pytest.approx(3600)
    assert not starts.wait_seconds


async def test_waiting_can_be_seen(shared: Database, now: Clock) -> None:
    gateway = Gateway(StartLimit(1000, 1000 // SCARCE_PART, 3600), shared, now)
    await gateway.starts().until_permitted()
    waiting = gateway.starts()
    waits = asyncio.Event()

    async def wait(_: float) -> None:
        waits.set()
        await asyncio.Event().wait()

    waiting.sleep = wait
    task = asyncio.create_task(waiting.until_permitted())
    await waits.wait()
    assert 0 < waiting.wait_seconds <= 36
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert waiting.wait_seconds, "the reservation is kept for the next try"


async def test_identifies_of_a_bucket_are_apart(database: Database, now: Clock) -> None:
    """On SQLite, whose clock is that of the test."""
    gateway = Gateway(StartLimit(1000, 1000, 3600, max_concurrency=2), database, now)
    moments: dict[int, float] = {}
    processes = [gateway.starts() for _ in range(3)]
    for shard in range(6):
        starts = processes[shard // 2]
        await starts.use_turn(shard)
        moments[shard] = gateway.seconds
    gap = GAP.total_seconds()
    assert moments == pytest.approx({0: 0, 1: 0, 2: gap, 3: gap, 4: 2 * gap, 5: 2 * gap})
    assert processes[0].remaining == 998


async def test_a_turn_that_a_broken_connection_did_not_use_is_kept(
    database: Database, now: Clock
) -> None:
    gateway = Gateway(StartLimit(1000, 1000, 3600), database, now)
    await gateway.starts().use_turn(0)
    starts = gateway.starts()

    async def break_(_: float) -> None:
        raise ConnectionError

    starts.sleep = break_
    for _ in range(5):
        with pytest.raises(ConnectionError):
            await starts.until_turn(1)
    starts.sleep = gateway.sleep
    await starts.until_turn(1)
    assert gateway.seconds == pytest.approx(GAP.total_seconds())
    gateway.seconds += LATEST
    await starts.until_turn(1)
    assert gateway.seconds == pytest.approx(GAP.total_seconds() + LATEST), "it may still connect"


@pytest.mark.parametrize("shared", [True, False])
async def test_a_connection_that_took_too_long_waits_for_another_turn(
    database: Database, now: Clock, shared: bool
) -> None:
    gateway = Gateway(StartLimit(1000, 1000, 3600), database, now)
    starts, gap = gateway.starts(shared=shared), GAP.total_seconds()
    moments = []
    for shard, connecting in enumerate((0.9 * LATEST, 1.1 * LATEST, 0.1 * LATEST)):
        await starts.until_turn(shard)
        await gateway.sleep(connecting)
        await starts.use_turn(shard)
        moments.append(gateway.seconds)
    assert moments == pytest.approx([0.9 * LATEST, 2 * gap, 3 * gap + 0.1 * LATEST])
    assert starts.remaining == 997


# Commands


async def test_one_process_at_a_time_sends_commands(
    start: Start, shared: Database, now: Clock
) -> None:
    async def wait(seconds: float) -> None:
        waits.append(seconds)
        now.pass_(seconds)

    waits: list[float] = []
    one, two = (SentCommands(shared, start(each), now, wait) for each in (FIRST, SECOND))
    async with one.turn("here"):
        async with two.turn("elsewhere") as may:
            assert may
        assert waits == []
        async with two.turn("here"):
            assert sum(waits) == pytest.approx(TURN.total_seconds(), abs=1), "the first seems dead"
    before = len(waits)
    async with one.turn("here") as may:
        assert may
    assert len(waits) == before


async def test_an_older_version_sends_nothing_while_a_newer_one_is_alive(
    start: Start, shared: Database, now: Clock
) -> None:
    old, new = start(FIRST, version="0.9.0"), start(FIRST, version="0.10.0")
    sent_by = {each.version: SentCommands(shared, each, now) for each in (old, new)}

    async def may_send(version: str) -> bool:
        async with sent_by[version].turn("here") as may:
            return may

    assert await may_send("0.9.0")
    assert await may_send("0.10.0")
    assert not await may_send("0.9.0")
    now.time += LEASE
    assert await may_send("0.9.0"), "the operator went back to it"


# Limits of people


def quotas_of(database: Database, now: Clock, **limits: float) -> Quotas:
    return Quotas(database, now, QuotaLimits(**limits), shared=True)  # type: ignore[arg-type]


async def test_the_rate_of_a_person_holds_for_all_processes(
    postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limiter, "SHARED_SECONDS", 600)  # however busy the machine is
    async with connect(parse_address(postgresql_tables)) as database:
        one, two = (quotas_of(database, now, person_pace=0.001).rate_limiter for _ in range(2))
        assert await one.allows(ADA, 0.005)
        assert not await two.allows(ADA, 0.005)
        assert await two.allows(BOB, 0.005)


async def test_while_the_database_is_away_each_process_keeps_the_rate(
    postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connect(parse_address(postgresql_tables)) as database:
        limiter = quotas_of(database, now, person_pace=0.001).rate_limiter

        async def hang(*_: object, **__: object) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(request_rates, "take", hang)
        assert await limiter.allows(ADA, 0.005)
        assert not await limiter.allows(ADA, 0.005)


async def test_use_that_another_process_counted_does_not_come_back(
    shared: Database, services: Services, now: Clock
) -> None:
    one, two = quotas_of(shared, now), quotas_of(shared, now)
    deletes = PersonalData(shared, services.attempts, one, 1000, now)
    running = await two.open(ADA)
    for person in (ADA, BOB):
        two.charge(two.shares_of(person, None), 5)
    now.pass_(1)
    await deletes.delete(Reader(ADA))

    async def used(person: int) -> int:
        share: QuotaShare
        (share,) = one.shares_of(person, None)
        return share.limit - (await quotas_of(shared, now).left(share))[share]

    await two.save()
    assert [await used(ADA), await used(BOB)] == [0, 5000]
    now.pass_(1)
    running(2.0)  # the job ends after the deletion
    await two.save()
    assert await used(ADA) == 0
    two.charge(two.shares_of(ADA, None), 3)  # a new one
    await two.save()
    assert await used(ADA) == 3000
    running = await two.open(BOB)
    now.time = opens(today(now()) + timedelta(days=1))
    running(2.0)
    await two.save()
    assert await used(BOB) == 0
    two.charge(two.shares_of(BOB, None), 3)
    await two.save()
    assert await used(BOB) == 3000


# Outages


async def test_an_outage_of_a_range_saves_the_streaks_of_its_servers(
    shared: Database, now: Clock
) -> None:
    up: list[int] = [0, 1]
    heartbeat = Heartbeat(shared, now, lambda: up, shard_count=2)
    async with shared.writing() as connection:
        two_ago, one_ago = (today(now.time) - timedelta(days=ago) for ago in (2, 1))
        daily = await add_daily(connection, two_ago)
        await add_daily(connection, one_ago)
        for person, shard in ((ADA, 0), (BOB, 1)):
            await add_solved(connection, person, daily, 60)
            await players.join(connection, person, shard << 22)
    now.time -= timedelta(days=1)
    await heartbeat.record()
    up.remove(1)
    for _ in range(30):
        now.time += MAX_GAP
        await heartbeat.record()
    up.append(1)
    now.time += MAX_GAP
    await heartbeat.record()
    now.time += timedelta(days=1)
    streaks = Streaks(shared, now)
    assert [await streaks.current(ADA), await streaks.current(BOB)] == [0, 1]
