"""What the bot uses of discord.py that is not documented.

The tests compare these parts with those of the installed version: when an update changes one, read
the change, and then the code here and in the modules that use it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import discord
import discord.app_commands
import discord.gateway
import discord.shard
import msgspec
from aiohttp import ClientMiddlewareType, ClientSession
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import HTTPClient, Route
from discord.shard import Shard
from discord.state import ConnectionState
from discord.ui import Item, LayoutView
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

Parser: TypeAlias = Callable[[Any], None]
"""Handles the data of one kind of event."""
Interaction: TypeAlias = discord.Interaction[Any]
Json: TypeAlias = Mapping[str, Any]
Files: TypeAlias = Sequence[tuple[str, bytes]]
"""Names and data of files."""

USED: Mapping[str, object] = {
    "gateway.DiscordWebSocket.__init__": DiscordWebSocket.__init__,
    "gateway.DiscordWebSocket.from_client": DiscordWebSocket.from_client,
    "gateway.DiscordWebSocket.identify": DiscordWebSocket.identify,
    "gateway.DiscordWebSocket.received_message": DiscordWebSocket.received_message,
    "gateway.DiscordWebSocket.poll_event": DiscordWebSocket.poll_event,
    "gateway.DiscordWebSocket.send_heartbeat": DiscordWebSocket.send_heartbeat,
    "gateway.KeepAliveHandler": KeepAliveHandler,
    "shard.Shard": Shard,
    "shard.AutoShardedClient.launch_shard": discord.AutoShardedClient.launch_shard,
    "shard.AutoShardedClient.connect": discord.AutoShardedClient.connect,
    "shard.AutoShardedClient.close": discord.AutoShardedClient.close,
    "state.ConnectionState.__init__": ConnectionState.__init__,
    "http.HTTPClient.static_login": HTTPClient.static_login,
    "app_commands.CommandTree._from_interaction": (
        discord.app_commands.CommandTree._from_interaction
    ),
    "app_commands.CommandTree._call": discord.app_commands.CommandTree._call,
    "InteractionResponse.__init__": discord.InteractionResponse.__init__,
    "InteractionResponse.edit_message": discord.InteractionResponse.edit_message,
    "Interaction.edit_original_response": discord.Interaction.edit_original_response,
    "ui.Item.__init__": Item.__init__,
    "webhook.async_.AsyncWebhookAdapter.request": AsyncWebhookAdapter.request,
}
"""The parts on whose code the bot depends, by their names below `discord`."""


def use_classes(connection: type[DiscordWebSocket], shard: type[Shard]) -> None:
    """Set the classes of connections and of shards of every client."""
    discord.shard.DiscordWebSocket = connection  # type: ignore[misc]
    discord.shard.Shard = shard  # type: ignore[misc]


def use_middleware(client: discord.Client, middleware: ClientMiddlewareType) -> None:
    """Let all requests of a client go through a middleware, those of its login too.

    The client opens its session just before the first of them.
    """
    http: Any = client.http

    def first(*arguments: Any, **options: Any) -> Awaitable[Any]:
        http._HTTPClient__session._middlewares = (middleware,)
        del http.request  # that of the class is used again
        request: Awaitable[Any] = http.request(*arguments, **options)
        return request

    http.request = first


def client_behind(connection: DiscordWebSocket) -> discord.Client:
    """The client for which a connection receives events."""
    return connection._connection._get_client()


def parsers_of(connection: DiscordWebSocket) -> Mapping[str, Parser]:
    """The parsers of events by name that a connection calls."""
    return connection._discord_parsers


def replace_parsers(connection: DiscordWebSocket, parsers: dict[str, Parser]) -> None:
    """Make a connection call other parsers."""
    connection._discord_parsers = parsers


def set_time_of_heartbeat(connection: DiscordWebSocket, sent: float) -> None:
    """Set when the last heartbeat was sent, in seconds of `time.perf_counter`."""
    if connection._keep_alive is not None:
        connection._keep_alive._last_send = sent


def release(interaction: Any) -> None:
    """Part an interaction that is handled from its response, which refers to it.

    What is in no cycle of references is freed at once. Else the garbage collector stops the bot.
    """
    with suppress(AttributeError):  # it had no response
        del interaction._cs_response


def release_view(view: LayoutView) -> None:
    """Part the items of a view, which is only sent, from what holds them, for the same reason."""
    for item in view.walk_children():
        item._view = item._parent = None


async def edit_pressed(interaction: Interaction, message: Json, files: Files) -> None:
    """Acknowledge a press by an edit of its message; Discord returns nothing but a status."""
    edit = discord.InteractionResponseType.message_update
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = Route("POST", path, webhook_id=interaction.id, webhook_token=interaction.token)
    await _send(interaction, route, {"type": edit.value, "data": message}, files)
    interaction.response._response_type = edit


async def edit_answer(interaction: Interaction, message: Json, files: Files) -> None:
    """Edit the answer to an interaction; the message that Discord returns is not read."""
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    number, token = interaction.application_id, interaction.token
    route = Route("PATCH", path, webhook_id=number, webhook_token=token)
    await _send(interaction, route, message, files)


async def _send(interaction: Interaction, route: Route, payload: Json, files: Files) -> None:
    """Send a form of a payload and files; its body is joined here, as that is the quickest."""
    kind = "application/octet-stream"
    parts = [
        ('name="payload_json"', "application/json", msgspec.json.encode(payload, enc_hook=str))
    ]
    for number, (name, data) in enumerate(files):
        parts.append((f'name="files[{number}]"; filename="{name}"', kind, data))
    boundary, body = secrets.token_hex(16), b""
    for name, kind, data in parts:
        head = f"--{boundary}\r\nContent-Disposition: form-data; {name}\r\nContent-Type: {kind}"
        body += b"%b\r\n\r\n%b\r\n" % (head.encode(), data)
    body += f"--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}

    def request(method: str, url: str, **options: Any) -> Any:
        options |= {"data": BytesIO(body), "headers": headers}
        return interaction._session.request(method, url, **options)

    http, session = interaction._state.http, cast("ClientSession", SimpleNamespace(request=request))
    await async_context.get().request(route, session, proxy=http.proxy, proxy_auth=http.proxy_auth)
