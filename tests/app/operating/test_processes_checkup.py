"""`ouro doctor` on several bot processes: who is alive, and whether each shard has one."""

import asyncio
from datetime import UTC, datetime, timedelta

from pydantic import SecretStr

from app.operating.checkup_result import CheckupResult
from app.operating.processes_checkup import check_processes, describe_processes
from app.settings import Settings
from service.version import VERSION
from store import processes
from store.address import parse_address
from store.database import connect
from store.records import ProcessRecord
from store.shards import ShardRange


def record(shards: ShardRange, *, version: str = VERSION, seconds: float = 20) -> ProcessRecord:
    """A process whose lease ends in some seconds."""
    now = datetime.now(UTC)
    return ProcessRecord(
        id=f"{shards}@{version}",
        first_shard=shards.first,
        last_shard=shards.last,
        shard_count=shards.count,
        version=version,
        started_at=now,
        lease_until=now + timedelta(seconds=seconds),
    )


def settings(address: str) -> Settings:
    """The settings of a process with half of four shards."""
    return Settings(database=SecretStr(address), shards=ShardRange(0, 1, 4))


async def store(address: str, *records: ProcessRecord) -> None:
    async with connect(parse_address(address)) as opened, opened.writing() as connection:
        for one in records:
            await processes.renew(connection, one)


async def test_shards_without_a_process_are_named(postgresql_tables: str) -> None:
    dead = record(ShardRange(0, 1, 4), seconds=-1)
    await store(postgresql_tables, record(ShardRange(2, 3, 4)), dead)
    (result,) = await look(settings(postgresql_tables))
    assert result.state == "warning"
    assert "Of 4 shards, 0 and 1 have no bot process" in result.sentence
    await store(postgresql_tables, record(ShardRange(0, 1, 4)))
    (result,) = await look(settings(postgresql_tables))
    assert result == CheckupResult("ok", "Bot processes that are alive: 2; every shard has one.")


async def look(chosen: Settings) -> list[CheckupResult]:
    """The results of the check, which opens an event loop of its own."""
    return await asyncio.to_thread(lambda: list(check_processes(chosen)))


async def test_a_process_alone_and_a_database_out_of_reach_are_not_looked_at() -> None:
    assert await look(Settings()) == []
    assert await look(settings("postgresql://nobody@/none?host=/nowhere")) == []


def test_another_number_of_shards_is_wrong() -> None:
    states = [each.state for each in describe_processes((record(ShardRange(0, 5, 6)),), 4)]
    assert states == ["failed", "warning"]


def test_another_version_is_doubtful() -> None:
    first, *rest = describe_processes((record(ShardRange(0, 3, 4), version="0.0.1"),), 4)
    assert first.state == "warning"
    assert "version 0.0.1" in first.sentence
    assert [each.state for each in rest] == ["ok"]
