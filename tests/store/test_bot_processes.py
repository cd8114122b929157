"""Several bot processes on one database: whose work is whose, and what they share."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise

import pytest
from msgspec.structs import replace

from store import (
    identify_turns,
    outages,
    players,
    processes,
    request_rates,
    servers,
    shard_outages,
)
from store.database import Database
from store.growth import DEAD
from store.purge import purge
from store.records import Outage, ProcessRecord, Server
from store.request_rates import TokenRequest
from store.shards import ALL_SHARDS, ShardRange
from tests.support.store.rows import NOON, SECOND
from tests.support.store.tables import ask, tell

MINUTE = timedelta(minutes=1)
GAP = timedelta(seconds=5.25)
RANGES = (ShardRange(0, 1, 6), ShardRange(2, 3, 6), ShardRange(4, 5, 6))
SERVERS = tuple(shard << 22 for shard in range(1, 13))


def process(name: str, seconds: float = 20) -> ProcessRecord:
    """A process whose lease ends some seconds after noon."""
    lease = NOON + seconds * SECOND
    return ProcessRecord(name, 0, 1, 6, "0.1.0", NOON, lease)


# Leases


async def test_a_process_is_alive_until_its_lease_is_over(database: Database) -> None:
    async with database.writing() as connection:
        for each in (process("b"), process("a"), process("c", 5)):
            await processes.renew(connection, each)
        assert [one.id for one in await processes.alive(connection, NOON)] == ["a", "b", "c"]
        later = NOON + 5 * SECOND
        assert [one.id for one in await processes.alive(connection, later)] == ["a", "b"]
        await processes.renew(connection, replace(process("c", 30), servers=7))
        await processes.leave(connection, "a")
        assert await processes.alive(connection, later) == (
            process("b"),
            replace(process("c", 30), servers=7),
        )
    assert await purge(database, "processes", NOON + DEAD + 25 * SECOND) == 1
    async with database.reading() as connection:
        assert [one.id for one in await processes.alive(connection, later)] == ["c"]


# Servers of a range


def has(shards: ShardRange, server_id: int) -> bool:
    """Whether a server belongs to a range, by Discord's formula."""
    return (server_id >> 22) % shards.count in shards.ids


def test_each_server_belongs_to_one_range() -> None:
    for server in (*SERVERS, 175928847299117063):
        assert [has(shards, server) for shards in RANGES].count(True) == 1
        assert has(ALL_SHARDS, server)
    assert ALL_SHARDS.is_all
    assert ShardRange(0, 5, 6).is_all
    assert not RANGES[0].is_all


async def test_a_range_has_its_servers(database: Database) -> None:
    async with database.writing() as connection:
        for server in SERVERS:
            await servers.save(connection, Server(server, NOON, channel_id=100))
        for shards in RANGES:
            page = await servers.with_channel(connection, shards=shards)
            assert [each.id for each in page] == [each for each in SERVERS if has(shards, each)]


# Outages


async def test_a_shard_that_nobody_has_is_away_by_itself(database: Database) -> None:
    longest = 5 * MINUTE
    async with database.writing() as connection:
        for minute in range(0, 60, 4):
            now = NOON + minute * MINUTE
            shards = (0, 1, 2, 3) if minute in {0, 4, 40, 44} else (0, 1)
            found = await shard_outages.record_heartbeats(connection, now, longest, shards, 6)
            away = Outage(NOON + 4 * MINUTE, NOON + 40 * MINUTE)
            assert found == ({2: away, 3: away} if minute == 40 else {})
        for person, server in ((1, 0), (2, 2), (3, 3), (4, 4)):
            await players.ensure(connection, person, NOON)
            await players.join(connection, person, server << 22)
        await players.join(connection, 1, 3 << 22)
        concerned = {
            person: await shard_outages.since(connection, NOON, person) for person in range(1, 6)
        }
        assert concerned == {1: (away,), 2: (away,), 3: (away,), 4: (), 5: ()}


async def test_direct_messages_are_with_the_first_shard(database: Database) -> None:
    async with database.writing() as connection:
        await shard_outages.record_heartbeats(connection, NOON, MINUTE, (0,), 2)
        later = NOON + 10 * MINUTE
        await shard_outages.record_heartbeats(connection, later, MINUTE, (0,), 2)
        assert await shard_outages.since(connection, NOON, 7) == (Outage(NOON, later),)


async def test_another_number_of_shards_is_no_outage(database: Database) -> None:
    async with database.writing() as connection:

        async def beat(minute: int, *shards: int, of: int) -> set[int]:
            at = NOON + minute * MINUTE
            found = await shard_outages.record_heartbeats(connection, at, 5 * MINUTE, shards, of)
            return set(found)

        await outages.record_heartbeat(connection, NOON, 5 * MINUTE)
        assert await beat(4, 0, 1, of=2) == set()
        assert await beat(8, 0, 1, 2, 3, of=4) == set()
        assert await beat(30, 0, 1, of=2) == {0, 1}  # nothing was there in between
        whole = await outages.record_heartbeat(connection, NOON + 34 * MINUTE, 5 * MINUTE)
        assert whole is None


# Turns to identify


async def test_turns_of_a_bucket_are_apart(database: Database) -> None:
    async def reserve(bucket: int) -> identify_turns.IdentifyTurn:
        async with database.writing() as connection:
            return await identify_turns.reserve(connection, bucket, GAP, NOON)

    first, *others = await asyncio.gather(*(reserve(0) for _ in range(6)))
    turns = sorted([first, *others], key=lambda turn: turn.at)
    assert turns[0].seconds == 0
    assert all(two.at - one.at >= GAP for one, two in pairwise(turns))
    assert all(turn.seconds <= 5 * GAP.total_seconds() for turn in turns)
    assert (await reserve(1)).seconds == 0


async def test_a_wrong_clock_stops_nobody(database: Database) -> None:
    year = timedelta(days=365)
    async with database.writing() as connection:
        await tell(
            connection,
            "INSERT INTO identify_turns (bucket, next_at) VALUES (0, :next_at)",
            next_at=datetime.now(UTC) + year,
        )
        turn = await identify_turns.reserve(connection, 0, GAP, NOON)
        assert turn.seconds == 0
        await processes.renew(connection, replace(process("a"), lease_until=NOON + year))
        assert await processes.alive(connection, NOON) == ()


# Rates of requests


@pytest.fixture
def tokens() -> Iterator[TokenRequest]:
    """Requests of a new person; an hour refills their tokens, so the test takes no time."""
    return (TokenRequest("requests", person, 3600.0, 7200.0) for person in count(1))


async def test_all_processes_together_keep_a_rate(
    postgresql_database: Database, tokens: Iterator[TokenRequest]
) -> None:
    one, other = next(tokens), next(tokens)

    async def take(request: TokenRequest) -> bool:
        async with postgresql_database.writing() as connection:
            return await request_rates.take(connection, request)

    permitted = await asyncio.gather(*(take(one) for _ in range(8)))
    assert sum(permitted) == 3  # two hours' worth, and one beyond
    assert [await take(each) for each in (one, other, one)] == [False, True, False]
    assert await take(replace(one, scope="exports"))
    assert await purge(postgresql_database, "request_rates", NOON) == 3  # far ahead of this clock


async def test_a_full_bucket_is_forgotten(postgresql_database: Database) -> None:
    async with postgresql_database.writing() as connection:
        for person, cost in ((1, 0.0), (2, 60.0)):
            await request_rates.take(connection, TokenRequest("requests", person, cost, 1))
        [[now]] = await ask(connection, "SELECT clock_timestamp()")
    assert await purge(postgresql_database, "request_rates", now) == 1
    assert await purge(postgresql_database, "request_rates", now) == 0
