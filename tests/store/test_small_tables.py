"""Quotas, single values and outages."""

import asyncio
from datetime import timedelta

from store import meta, outages, quotas
from store.database import Database
from store.growth import QUOTAS
from store.purge import purge
from store.records import Outage, Quota
from tests.support.store.rows import NOON, SECOND


async def test_a_quota_is_used_up_and_comes_back(database: Database) -> None:
    quota = Quota("solve", 7, NOON, 3)
    following = Quota("solve", 7, NOON + SECOND, 3)
    async with database.writing() as connection:
        taken = [await quotas.take(connection, quota, NOON) for _ in range(4)]
        assert taken == [True, True, True, False]
        assert await quotas.used(connection, quota) == 3
        assert await quotas.used(connection, following) == 0
        assert await quotas.take(connection, Quota("solve", 8, NOON, 3), NOON)
        assert await quotas.take(connection, Quota("rate", 7, NOON, 3), NOON)
        assert await quotas.take(connection, following, NOON)
        assert await quotas.used(connection, following) == 1
        assert not await quotas.take(connection, Quota("solve", 9, NOON, 0), NOON)
        assert await quotas.take(connection, quota, NOON)  # the clock was set back
    assert await purge(database, "quotas", NOON + QUOTAS) == 0
    assert await purge(database, "quotas", NOON + QUOTAS + SECOND) == 3


async def test_charges_count_beyond_the_limit(database: Database) -> None:
    quota = Quota("work", 7, NOON, 3)
    async with database.writing() as connection:
        for amount in (2, 5):
            await quotas.charge(connection, quota, amount)
        assert await quotas.used(connection, quota) == 7
        assert not await quotas.take(connection, quota, NOON)
        following = Quota("work", 7, NOON + SECOND, 3)
        await quotas.charge(connection, following, 1)
        assert await quotas.used(connection, following) == 1


async def test_a_quota_holds_for_all_callers_together(database: Database) -> None:
    quota = Quota("solve", 7, NOON, 10)

    async def take() -> bool:
        async with database.writing() as connection:
            return await quotas.take(connection, quota, NOON)

    assert sum(await asyncio.gather(*(take() for _ in range(40)))) == 10


async def test_values_are_stored_by_key(database: Database) -> None:
    async with database.writing() as connection:
        assert await meta.read(connection, "commands") is None
        for value in ("a", "b", "b"):
            await meta.write(connection, "commands", value)
        assert await meta.read(connection, "commands") == "b"


async def test_missing_heartbeats_are_an_outage(database: Database) -> None:
    longest = timedelta(minutes=3)
    minutes = (0, 1, 2, 60, 61, 30, 31)  # away once, and set back once
    async with database.writing() as connection:
        found = [
            await outages.record_heartbeat(connection, NOON + timedelta(minutes=minute), longest)
            for minute in minutes
        ]
        outage = Outage(NOON + timedelta(minutes=2), NOON + timedelta(minutes=60))
        assert [each for each in found if each] == [outage]
        assert await outages.since(connection, NOON) == (outage,)
        assert await outages.since(connection, outage.ended_at) == ()
        longer = Outage(outage.began_at, outage.ended_at + SECOND)
        await outages.add(connection, longer)
        assert await outages.since(connection, NOON) == (longer,)
