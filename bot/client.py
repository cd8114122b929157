"""The Discord client: how it connects, what it may do, and whom it passes events to."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.errors import LoginRefused, Unreachable
from bot.gateway_sockets import closing_broken_sockets
from bot.interaction_state import Interaction

DISCORD_API = "https://discord.com/api/v10"

log = structlog.stdlib.get_logger(__name__)


def use_api(base: str) -> None:
    """Send all requests to the HTTP API at that address, such as `DISCORD_API`.

    The library keeps this address on a class, so it holds for the whole process. Call it
    once, before the client logs in.
    """
    Route.BASE = base


class OuroClient(discord.AutoShardedClient):
    """The bot's connection. It works in servers, in direct messages, and as a person's own app.

    It needs no privileged intent, reads no messages, and mentions nobody. Set before it starts:

    - `on_login`: called once after logging in, when commands can be sent;
    - `on_press`: called for every interaction, to answer presses and forms;
    - `on_server_left`: called with the ID of a server that the bot is not in any more.
    """

    on_login: Callable[[], Awaitable[Any]]
    on_press: Callable[[Interaction], Awaitable[None]]
    on_server_left: Callable[[int], Awaitable[None]]

    def __init__(self, gateway: str | None, trace: aiohttp.TraceConfig) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            http_trace=trace,
        )
        self.connected = asyncio.Event()
        self._gateway = gateway

    async def log_in(self, token: str) -> None:
        """Say who the bot is; raises `LoginRefused` or `Unreachable`."""
        try:
            await self.login(token)
        except discord.LoginFailure as error:
            raise LoginRefused from error
        except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
            raise Unreachable(Route.BASE) from error

    async def setup_hook(self) -> None:
        """Once after logging in: the gateway's address, commands."""
        self.http.ws_connect = closing_broken_sockets(self.http.ws_connect)  # type: ignore[assignment, method-assign]
        await self._find_gateway()
        await self.on_login()

    async def _find_gateway(self) -> None:
        """Where to connect: the library uses Discord's own gateway unless it is told another."""
        if self._gateway is None and Route.BASE == DISCORD_API:
            return
        shards, address, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway or address)
        self.shard_count = shards  # with it known the library connects where it was told

    async def on_shard_connect(self, shard: int) -> None:
        """From here on commands arrive; say so in the log."""
        log.info("connected", shard=shard, shards=self.shard_count)

    async def on_ready(self) -> None:
        """All servers are known: periodic tasks begin."""
        self.connected.set()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out of a server, or it is gone."""
        await self.on_server_left(guild.id)
        log.info("server left", server=guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Something was pressed or filled in; the library sees to commands itself."""
        await self.on_press(interaction)


def shards_up(client: discord.AutoShardedClient) -> int:
    """How many connections to Discord's gateway there are."""
    return sum(not shard.is_closed() for shard in client.shards.values())
