"""Removes servers that the bot was removed from while it was not connected."""

from collections.abc import Collection

import discord
import structlog
from msgspec import Struct

from bot.connection.client import OuroClient
from service.posting.servers import Servers

UNKNOWN_SERVER = 10004
MISSING_ACCESS = 50001
"""Discord's error codes for a server that does not exist or that the bot is not in."""

log = structlog.stdlib.get_logger(__name__)


class LeftServers(Struct, eq=False):
    """Compares the servers in the database with those that the gateway announced."""

    client: OuroClient
    servers: Servers

    async def forget(self) -> None:
        """Remove the servers that the bot is not in any more.

        This happens only while all shards of this process are connected, and only for servers of
        these shards: other processes may serve others. Unavailable servers are kept. Before a
        server is removed, a request to Discord has to confirm that the bot is not in it. Nothing is
        removed at the first start with another application, which is in other servers.
        """
        client = self.client
        if not client.is_ready() or client.serving.missing(client.shards):
            return
        if client.application_id is None or not await self.servers.is_of_application(
            client.application_id
        ):
            return
        count = client.shard_count or 1
        for server_id in await self.servers.all_ids():
            ours = is_of_shards(server_id, count, client.shards.keys())
            if ours and client.get_guild(server_id) is None and await self._is_left(server_id):
                await self.servers.remove(server_id)
                log.info("server left while away", server=server_id)

    async def _is_left(self, server_id: int) -> bool:
        try:
            await self.client.http.get_guild(server_id, with_counts=False)
        except discord.HTTPException as error:
            return error.code in (UNKNOWN_SERVER, MISSING_ACCESS)
        return False


def is_of_shards(server_id: int, count: int, shards: Collection[int]) -> bool:
    """Whether a server belongs to one of some shards, of which there are `count` in all.

    Source: https://discord.com/developers/docs/events/gateway#sharding-sharding-formula

    >>> [is_of_shards(number << 22, 4, {0, 1}) for number in range(6)]
    [True, True, False, False, True, True]
    """
    return (server_id >> 22) % count in shards
