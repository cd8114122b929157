"""The readiness checks of the service."""

from collections.abc import Mapping
from types import MappingProxyType

from app.health import Check
from bot.client import OuroClient, shards_up
from store import meta
from store.database import Database
from telemetry.metrics import Metrics
from workers.pool import LocalPool


def readiness(
    client: OuroClient, database: Database, pool: LocalPool, metrics: Metrics
) -> Mapping[str, Check]:
    """Checks of Discord, the database and the workers, by name, for `app.health`.

    Also connects the metrics `shards` and `servers` to the client.
    """

    async def discord() -> bool:
        return client.connected.is_set() and shards_up(client) == len(client.shards)

    async def store() -> bool:
        async with database.reading() as connection:
            await meta.read(connection, "ready")
        return True

    async def workers() -> bool:
        return not pool.closing

    metrics.shards.set_function(lambda: shards_up(client))
    metrics.servers.set_function(lambda: len(client.guilds))
    return MappingProxyType({"discord": discord, "database": store, "workers": workers})
