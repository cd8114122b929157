"""The Discord client: its connection, its intents, and the callbacks for its events."""

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
"""Base URL of Discord's HTTP API."""

log = structlog.stdlib.get_logger(__name__)


def use_api(base: str) -> None:
    """Set the base URL of the HTTP API, such as `DISCORD_API`, for the whole process.

    discord.py stores it on a class. Call this once, before the client logs in.
    """
    Route.BASE = base


class OuroClient(discord.AutoShardedClient):
    """The bot's connection to Discord, for servers, direct messages and user-installed apps.

    It needs no privileged intent, receives no messages, and allows no mentions by default. Set
    these callbacks before it starts:

    - `on_login`: called once after logging in, when commands can be registered;
    - `on_press`: called for every interaction, to answer presses and forms;
    - `on_server_left`: called with the ID of a server that the bot left.
    """

    on_login: Callable[[], Awaitable[Any]]
    on_press: Callable[[Interaction], Awaitable[None]]
    on_server_left: Callable[[int], Awaitable[None]]

    def __init__(self, gateway: str | None, trace: aiohttp.TraceConfig) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice support
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
        """Log in over the HTTP API.

        Raises `LoginRefused` when Discord rejects the token, and `Unreachable` when the API does
        not answer.
        """
        try:
            await self.login(token)
        except discord.LoginFailure as error:
            raise LoginRefused from error
        except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
            raise Unreachable(Route.BASE) from error

    async def setup_hook(self) -> None:
        """Prepare the gateway connection and call `on_login`, once after logging in."""
        self.http.ws_connect = closing_broken_sockets(self.http.ws_connect)  # type: ignore[assignment, method-assign]
        await self._set_gateway()
        await self.on_login()

    async def _set_gateway(self) -> None:
        """Set the URL of the gateway when it is not Discord's own, the default of discord.py."""
        if self._gateway is None and Route.BASE == DISCORD_API:
            return
        shards, address, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway or address)
        self.shard_count = shards  # unset, the library would ask the API and use that gateway

    async def on_shard_connect(self, shard: int) -> None:
        """Log that a shard is connected; from now on it receives commands."""
        log.info("connected", shard=shard, shards=self.shard_count)

    async def on_ready(self) -> None:
        """Set `connected`, which starts the periodic tasks: all servers are known."""
        self.connected.set()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Call `on_server_left`: the bot was removed from a server, or the server was deleted."""
        await self.on_server_left(guild.id)
        log.info("server left", server=guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Call `on_press`; the library dispatches commands itself."""
        await self.on_press(interaction)


def shards_up(client: discord.AutoShardedClient) -> int:
    """The number of open connections to Discord's gateway."""
    return sum(not shard.is_closed() for shard in client.shards.values())
