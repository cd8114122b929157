"""What has to be there for the service to serve."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.health import Check
from store import meta
from workers.pool import LocalPool

if TYPE_CHECKING:
    from bot.client import OuroClient


def readiness(client: OuroClient, pool: LocalPool) -> Mapping[str, Check]:
    """By name; also makes the metrics of the connection tell how it is now."""

    async def discord() -> bool:
        return client.connected.is_set() and shards_up(client) == len(client.shards)

    async def database() -> bool:
        async with client.database.reading() as connection:
            await meta.read(connection, "ready")
        return True

    async def workers() -> bool:
        return not pool.closing

    client.metrics.shards.set_function(lambda: shards_up(client))
    client.metrics.servers.set_function(lambda: len(client.guilds))
    return MappingProxyType({"discord": discord, "database": database, "workers": workers})


def shards_up(client: OuroClient) -> int:
    """How many connections to Discord's gateway there are."""
    return sum(not shard.is_closed() for shard in client.shards.values())
