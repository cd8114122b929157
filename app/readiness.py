"""The readiness checks of the service."""

import math
from collections.abc import Mapping
from types import MappingProxyType

from app.health import Check
from bot.core.client import OuroClient, shards_up
from service.running.processes import Processes
from service.running.session_starts import SessionStarts
from store import meta
from store.database import Database
from telemetry.metrics import Metrics
from texts import operator
from workers.pool import LocalPool
from workers.probe import PROBE_SECONDS, WorkerProbe


def readiness(
    client: OuroClient, database: Database, pool: LocalPool, metrics: Metrics
) -> Mapping[str, Check]:
    """Checks of Discord, the database and the workers, by name, for `app.health`.

    Also connects the metrics `shards` and `servers` to the client.
    """

    probe = WorkerProbe(pool)

    async def discord() -> str | None:
        if (seconds := client.starts.wait_seconds) > 0:
            return operator.few_session_starts(client.starts.remaining or 0, seconds)
        connected = client.connected.is_set() and shards_up(client) == len(client.shards)
        return None if connected else operator.NOT_CONNECTED

    async def store() -> str | None:
        async with database.reading() as connection:
            await meta.read(connection, "ready")
        return None

    async def workers() -> str | None:
        if pool.closing:
            return operator.STOPPING
        if pool.is_full:
            return operator.QUEUE_FULL
        return None if await probe.passes() else operator.no_worker_answered(PROBE_SECONDS)

    metrics.shards.set_function(lambda: shards_up(client))
    metrics.servers.set_function(lambda: len(client.guilds))
    return MappingProxyType({"discord": discord, "database": store, "workers": workers})


def process_note(processes: Processes) -> str | None:
    """The bot processes and the shards without one, for `/readyz`; None where one is alone.

    Another process that is missing does not make this one unready.
    """
    if not processes.shared:
        return None
    return operator.processes_alive(len(processes.alive), processes.unserved)


def watch_processes(processes: Processes, starts: SessionStarts, metrics: Metrics) -> None:
    """Connect the metrics of bot processes and of session starts."""
    metrics.process.labels(
        process=processes.id, shards=str(processes.shards), version=processes.version
    ).set(1)
    metrics.processes.set_function(lambda: len(processes.alive))
    metrics.shards_unserved.set_function(lambda: len(processes.unserved))
    metrics.session_starts.set_function(
        lambda: math.nan if starts.remaining is None else starts.remaining
    )
    metrics.session_start_wait.set_function(lambda: starts.wait_seconds)
