"""The readiness checks of the service."""

from collections.abc import Mapping
from types import MappingProxyType

from app.health import Check
from bot.client import OuroClient, shards_up
from store import meta
from store.database import Database
from telemetry.metrics import Metrics
from texts import operator
from workers.pool import ManagedPool
from workers.probe import PROBE_SECONDS, WorkerProbe


def readiness(
    client: OuroClient, database: Database, pool: ManagedPool, metrics: Metrics
) -> Mapping[str, Check]:
    """Checks of Discord, the database and the workers, by name, for `app.health`.

    Also connects the metrics `shards` and `servers` to the client.
    """

    probe = WorkerProbe(pool)

    async def discord() -> str | None:
        connected = client.connected.is_set() and shards_up(client) == len(client.shards)
        return None if connected else operator.NOT_CONNECTED

    async def store() -> str | None:
        async with database.reading() as connection:
            await meta.read(connection, "ready")
        return None

    async def workers() -> str | None:
        if pool.closing:
            return operator.STOPPING
        return None if await probe.passes() else operator.no_worker_answered(PROBE_SECONDS)

    metrics.shards.set_function(lambda: shards_up(client))
    metrics.servers.set_function(lambda: len(client.guilds))
    return MappingProxyType({"discord": discord, "database": store, "workers": workers})
