"""Events as a local chat sends them."""

import json
from typing import Any, NamedTuple

import aiohttp

from sandbox.model.sessions import Intent
from sandbox.model.world import BOT_PERMISSIONS
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until


class Event(NamedTuple):
    """The name and the data of an event."""

    name: str
    data: Any


async def recorded_events() -> list[Event]:
    """At least one event of every kind that a local chat sends, but interactions; in order."""
    found: list[Event] = []

    def record(name: str, data: Any) -> tuple[Any]:
        found.append(Event(name, json.loads(json.dumps(data))))
        return (data,)

    intents = Intent.GUILDS | Intent.GUILD_MESSAGES
    async with (
        Sandbox(application="Ouro") as chat,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{chat.gateway_url}?v=10&encoding=json") as socket,
    ):
        with chat.gateway.altering(record):
            identify = {"token": chat.token, "intents": int(intents), "shard": [0, 1]}
            await socket.send_str(json.dumps({"op": 2, "d": identify | {"properties": {}}}))
            await until(lambda: bool(chat.gateway.sessions))
            _change_everything(chat)
            await chat.client.post_message("Hello")
    return found


def _change_everything(chat: Sandbox) -> None:
    world, server = chat.world, chat.client.guild
    world.change_bot_permissions(server, BOT_PERMISSIONS)
    world.add_role(server, "players")
    channel = world.add_channel(server, "puzzles")
    thread = world.add_thread(channel, "daily")
    for place in (channel, thread):
        world.change_channel(place, name="renamed")
    for place in (thread, channel):
        world.remove_channel(place)
    world.remove_bot(server)
    world.invite_bot(server)
