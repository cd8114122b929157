"""The checks of `ouro doctor` for several bot processes on one database."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from app.operating.checkup_result import CheckupResult
from app.settings import Settings
from service.version import VERSION
from store import processes
from store.address import parse_address
from store.database import connect
from store.errors import StoreError
from store.records import ProcessRecord

MAX_NAMED_SHARDS = 10
"""Maximum number of shards that a sentence names; the others are counted."""


def check_processes(settings: Settings) -> Iterator[CheckupResult]:
    """Check that the living bot processes agree about the shards, and that each shard has one.

    Yields nothing when this process is alone, or when the database cannot be read, which
    `app.operating.doctor.check_database` reports.
    """
    if settings.shards is None or not settings.one_of_several:
        return
    try:
        alive = asyncio.run(_find_alive(settings))
    except StoreError:
        return
    yield from describe_processes(alive, settings.shards.count)


def describe_processes(alive: Sequence[ProcessRecord], count: int) -> Iterator[CheckupResult]:
    """Results about living bot processes, for settings with `count` shards in all.

    >>> next(describe_processes((), 2)).sentence
    'No bot process is alive on this database yet; together they need 2 shards.'
    """
    if not alive:
        yield CheckupResult(
            "ok",
            f"No bot process is alive on this database yet; together they need {count} shards.",
        )
        return
    counts = sorted({one.shard_count for one in alive} - {count})
    if counts:
        yield CheckupResult(
            "failed",
            f"OURO_SHARDS divides into {count} shards here, but into {counts[0]} in a process that "
            "is alive.",
            "Give every process the same number after the slash; servers are lost between them.",
        )
    versions = sorted({one.version for one in alive} - {VERSION})
    if versions:
        yield CheckupResult(
            "warning",
            f"A process of version {versions[0]} is alive; this one is {VERSION}.",
            "Fine during a rolling restart; otherwise run the same version everywhere.",
        )
    unserved = sorted(set(range(count)) - processes.served_shards(alive, count))
    if unserved:
        yield CheckupResult(
            "warning",
            f"Of {count} shards, {_shards(unserved)} have no bot process now.",
            "Start a process for them: OURO_SHARDS names its range.",
        )
    else:
        yield CheckupResult(
            "ok", f"Bot processes that are alive: {len(alive)}; every shard has one."
        )


async def _find_alive(settings: Settings) -> tuple[ProcessRecord, ...]:
    address = parse_address(settings.database_address)
    async with connect(address) as opened, opened.reading() as connection:
        return await processes.alive(connection, datetime.now(UTC))


def _shards(numbers: Sequence[int]) -> str:
    """The numbers of shards, at most `MAX_NAMED_SHARDS`.

    >>> _shards([3, 5]), _shards(range(12))
    ('3 and 5', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more')
    """
    names = [str(number) for number in numbers[:MAX_NAMED_SHARDS]]
    if len(numbers) > MAX_NAMED_SHARDS:
        names.append(f"{len(numbers) - MAX_NAMED_SHARDS} more")
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
