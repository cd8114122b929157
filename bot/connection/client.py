"""The Discord client: its intents, and the callbacks for its events."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.connection.discord_internals import use_classes, use_middleware
from bot.connection.errors import LoginRefused, Unreachable
from bot.connection.events import Arriving
from bot.connection.gateway import GatewayClient, IndependentShard, ServingShards, ShardConnection
from bot.connection.outgoing import OutgoingRequests, measuring
from bot.connection.permissions import invite_url, news_channel
from service.running.session_starts import StartLimit
from store.shards import ShardRange
from telemetry.metrics import Metrics

log = structlog.stdlib.get_logger(__name__)


def use_api(base: str) -> None:
    """Set the base URL of the HTTP API for the whole process.

    discord.py stores it on a class. Call this once, before the client logs in.
    """
    Route.BASE = base


class OuroClient(GatewayClient):
    """The bot's connection to Discord, for servers, direct messages and user-installed apps.

    With `shards` it connects these only, otherwise all that Discord recommends. With `invites` it
    logs the invite link when it starts and is in no server.

    It needs no privileged intent, receives no messages, and allows no mentions by default. Set
    these callbacks before it starts:

    - `on_login`: called once after logging in, when commands can be registered;
    - `on_press`: called for every interaction, to answer presses and forms;
    - `on_server_joined`: called with the ID of a server to which the bot was added, and its channel
      for news, unless it may not write there;
    - `on_server_left`: called with the ID of a server that the bot left.

    All its requests go through `requests`. `logged_in` is set once requests can be sent, and
    `connected` once all shards are connected and all servers are known.
    `has_entry_point` tells whether Discord can launch the application as an Activity.
    """

    on_login: Callable[[], Awaitable[Any]]
    on_press: Callable[[discord.Interaction[Any]], Awaitable[None]]
    on_server_joined: Callable[[int, int], Awaitable[None]]
    on_server_left: Callable[[int], Awaitable[None]]

    def __init__(
        self,
        gateway: str | None,
        metrics: Metrics,
        shards: ShardRange | None = None,
        *,
        invites: bool = False,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice support
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            **({} if shards is None else _shard_options(shards)),
        )
        self.requests = OutgoingRequests()
        self.requests.on_end.append(measuring(metrics))
        use_middleware(self, self.requests)
        self.logged_in = asyncio.Event()
        self.connected = asyncio.Event()
        self.serving = ServingShards(metrics)
        self.arriving = Arriving(metrics)
        self.has_entry_point = False
        self._gateway = gateway
        self._invites = invites

    async def log_in(self, token: str) -> None:
        """Log in over the HTTP API.

        Raises `LoginRefused` when Discord rejects the token, and `Unreachable` when the API does
        not answer.
        """
        try:
            await self.login(token)
        except discord.LoginFailure as error:
            raise LoginRefused from error
        except (
            OSError,
            aiohttp.ClientError,
            discord.DiscordServerError,
            discord.GatewayNotFound,
        ) as error:
            raise Unreachable(Route.BASE) from error

    async def setup_hook(self) -> None:
        """Prepare the gateway connection, and call `on_login`, after logging in."""
        self.logged_in.set()
        use_classes(ShardConnection, IndependentShard)
        await self._set_gateway()
        await self.on_login()

    async def _set_gateway(self) -> None:
        """Set the URL of the gateway and the number of shards, which Discord recommends."""
        shards, address, limit = await self.http.get_bot_gateway()
        self.starts.note(_start_limit(limit))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway or address)
        # Without a shard count, the library requests the gateway again and uses that one.
        self.shard_count = self.shard_count or shards

    async def fetch_start_limit(self) -> StartLimit:
        """Fetch from Discord how many sessions may still start."""
        _, _, limit = await self.http.get_bot_gateway()
        return _start_limit(limit)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard, as soon as it may identify: this wait may exceed the library's limit."""
        await self.starts.until_turn(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Record that a shard identifies; `ShardConnection` has waited until it may."""
        del initial
        await self.starts.use_turn(shard_id or 0)

    async def on_shard_connect(self, shard: int) -> None:
        """Log that a shard is connected; from now on it receives commands."""
        log.info("connected", shard=shard, shards=self.shard_count)

    async def on_shard_resumed(self, shard: int) -> None:
        """Log that a shard has resumed its session."""
        log.info("resumed", shard=shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Log that the connection of a shard has ended."""
        log.info("disconnected", shard=shard)

    async def on_ready(self) -> None:
        """Set `connected`: all servers are known."""
        if self._invites and not self.connected.is_set() and self._is_in_no_server():
            log.info("in no server yet", invite=invite_url(self.application_id or 0))
        self.connected.set()

    def _is_in_no_server(self) -> bool:
        """Whether the bot is in no server, as a process with all shards can tell."""
        return not self.guilds and len(self.shards) == self.shard_count

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Call `on_server_joined`: the library tells servers apart that come back."""
        if (channel := news_channel(guild)) is not None:
            await self.on_server_joined(guild.id, channel)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Call `on_server_left`: the bot was removed from a server, or the server was deleted."""
        await self.on_server_left(guild.id)
        log.info("server left", server=guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Call `on_press`; the library dispatches commands itself."""
        await self.on_press(interaction)


def _shard_options(shards: ShardRange) -> dict[str, Any]:
    """The options of a client that connects some shards."""
    return {"shard_ids": list(shards.ids), "shard_count": shards.count}


def _start_limit(limit: Mapping[str, Any]) -> StartLimit:
    """The limit from an answer of Discord, whose times are in milliseconds."""
    return StartLimit(
        limit["total"], limit["remaining"], limit["reset_after"] / 1000, limit["max_concurrency"]
    )
