"""Direct connections to the gateway: payloads, compression, sessions and close codes."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from sandbox.model.sessions import Intent
from sandbox.model.settings import SandboxSettings
from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_until
from tests.support.sandbox.clock import Clock
from tests.support.sandbox.server import Sandbox

pytestmark = pytest.mark.wrong_requests
QUERY = "?v=10&encoding=json"


class Shard:
    """One connection, read frame by frame."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token
        self.inflate = zlib.decompressobj()

    async def read(self) -> Any:
        message = await self.socket.receive(timeout=300)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self.inflate.decompress(message.data))
        if message.type is aiohttp.WSMsgType.TEXT:
            return json.loads(message.data)
        return self.socket.close_code

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, intents: int = 1, **more: Any) -> Any:
        properties = {"os": "linux", "browser": "test", "device": "test"}
        await self.send(
            2, {"token": self.token, "intents": intents, "properties": properties, **more}
        )
        return await self.read()


@asynccontextmanager
async def connect(sandbox: Sandbox, query: str = QUERY) -> AsyncIterator[Shard]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway_url + query) as socket,
    ):
        yield Shard(socket, sandbox.token)


async def register(sandbox: Sandbox) -> None:
    option = {"type": 11, "name": "file", "description": "A file"}
    person = {"type": 6, "name": "person", "description": "Somebody"}
    place = {"type": 7, "name": "place", "description": "Somewhere"}
    count = {"type": 4, "name": "count", "description": "How many", "autocomplete": True}
    sandbox.commands.overwrite(
        [
            {
                "name": "send",
                "description": "Send",
                "options": [option, person, place, count],
                "integration_types": [0, 1],
            },
            {"name": "Look", "type": 3},
        ],
        None,
    )


@pytest.mark.parametrize("place", ["general", "direct", "elsewhere"])
async def test_interactions_follow_the_schema(sandbox: Sandbox, place: str) -> None:
    await register(sandbox)
    client = sandbox.client
    channel = getattr(client, place)
    async with connect(sandbox) as shard:
        await shard.read()
        await shard.identify()
        await shard.read()
        values: dict[str, Any] = {"file": Upload("a.txt", b"x"), "person": "You", "count": 3}
        if place != "direct":
            values["place"] = "#general" if place == "general" else "lounge"
        used = asyncio.create_task(client.slash("send", values, channel=channel))
        slash = await shard.read()
        assert slash["d"]["data"]["resolved"]["users"]

        await answer(sandbox, slash["d"], sample_message())
        reply = await used
        waiting: list[asyncio.Task[Any]] = []
        waiting.append(asyncio.create_task(client.press(reply, "Go", seconds=0.01)))
        press = await shard.read()
        assert press["d"]["message"]["components"] == reply.message["components"]

        waiting.append(asyncio.create_task(client.select(reply, "pick", ["a"], seconds=0.01)))
        assert (await shard.read())["t"] == "INTERACTION_CREATE"

        typed = client.autocomplete("send", "count", {"count": "1"}, channel=channel)
        waiting.append(asyncio.create_task(typed))
        assert (await shard.read())["t"] == "INTERACTION_CREATE"

        opened = asyncio.create_task(client.press(reply, "Go"))
        await answer(sandbox, (await shard.read())["d"], {"type": 9, "data": sample_modal()})
        sent = client.submit_modal(await opened, {"name": "x"}, seconds=0.01)
        waiting.append(asyncio.create_task(sent))
        assert (await shard.read())["t"] == "INTERACTION_CREATE"

        if place == "general":
            said = await client.post_message("hello")
            looked = client.message_command("Look", said, seconds=0.01)
            waiting.append(asyncio.create_task(looked))
            assert (await shard.read())["t"] == "INTERACTION_CREATE"
        for task in waiting:  # nobody answers them
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def sample_message() -> dict[str, Any]:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    link = {"type": 2, "style": 5, "label": "Out", "url": "https://example.org"}
    menu = {"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}]}
    rows = [{"type": 1, "components": [button, link]}, {"type": 1, "components": [menu]}]
    text = {"type": 10, "content": "hello"}
    thumbnail = {"type": 11, "media": {"url": "https://example.org/a.png"}}
    section = {"type": 9, "components": [text], "accessory": thumbnail}
    inside = [text, section, {"type": 14}, *rows]
    return {
        "type": 4,
        "data": {"flags": 1 << 15, "components": [{"type": 17, "components": inside}]},
    }


def sample_modal() -> dict[str, Any]:
    field = {"type": 4, "custom_id": "name", "style": 1}
    label = {"type": 18, "label": "Name", "component": field}
    return {"custom_id": "form", "title": "Form", "components": [label]}


async def answer(sandbox: Sandbox, interaction: Any, callback: dict[str, Any]) -> None:
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    async with (
        aiohttp.ClientSession() as session,
        session.post(sandbox.api_base + path, json=callback) as response,
    ):
        assert response.status == 204, await response.text()


async def test_compression(sandbox: Sandbox) -> None:
    async with connect(sandbox, QUERY + "&compress=zlib-stream") as shard:
        assert (await shard.read())["op"] == 10
        assert (await shard.identify())["t"] == "READY"
        assert (await shard.read())["t"] == "GUILD_CREATE"


async def test_heartbeats_are_acknowledged(sandbox: Sandbox) -> None:
    async with connect(sandbox) as shard:
        await shard.read()
        await shard.send(1, None)
        assert (await shard.read())["op"] == 11


async def test_a_silent_shard_is_disconnected() -> None:
    async with (
        Sandbox(settings=SandboxSettings(heartbeat=0.05)) as sandbox,
        connect(sandbox) as shard,
    ):
        await shard.read()
        assert await shard.read() == 4009


@pytest.mark.parametrize(
    ("query", "frames", "code"),
    [
        ("?v=9&encoding=json", [], 4012),
        (QUERY, [{"op": 99, "d": None}], 4001),
        (QUERY, ["[]"], 4002),
        (QUERY, ["{nonsense"], 4002),
        (QUERY, [{"op": 3, "d": {}}], 4003),
        (QUERY, [{"op": 2, "d": {"token": "wrong", "intents": 1}}], 4004),
        (QUERY, [{"op": 2, "d": {"intents": 1}}] * 2, 4005),
        (QUERY, [{"op": 2, "d": {"intents": 1, "shard": [3, 2]}}], 4010),
        (QUERY, [{"op": 2, "d": {"intents": 1 << 30}}], 4013),
        (QUERY, [{"op": 2, "d": {"intents": 1 << 15}}], 4014),
    ],
)
async def test_close_codes(sandbox: Sandbox, query: str, frames: list[Any], code: int) -> None:
    async with connect(sandbox, query) as shard:
        for frame in frames:
            if isinstance(frame, dict) and frame["op"] == 2:
                frame["d"].setdefault("token", sandbox.token)
            text = frame if isinstance(frame, str) else json.dumps(frame)
            await shard.socket.send_str(text)
        while isinstance(received := await shard.read(), dict):
            pass
        assert received == code


async def test_an_unknown_session_is_invalid(sandbox: Sandbox) -> None:
    async with connect(sandbox) as shard:
        await shard.read()
        await shard.send(6, {"token": sandbox.token, "session_id": "no", "seq": 1})
        assert await shard.read() == {"op": 9, "t": None, "s": None, "d": False}
        assert (await shard.identify())["t"] == "READY"  # the connection stays useful


async def test_a_session_expires(sandbox: Sandbox, clock: Clock) -> None:
    async with connect(sandbox) as shard:
        await shard.read()
        session = (await shard.identify())["d"]["session_id"]
    await wait_until(sandbox.state, lambda: None if sandbox.state.online else True, 30)
    clock.now += 181
    async with connect(sandbox) as shard:
        await shard.read()
        await shard.send(6, {"token": sandbox.token, "session_id": session, "seq": 1})
        assert (await shard.read())["op"] == 9


async def test_a_sequence_from_the_future_is_refused(sandbox: Sandbox) -> None:
    async with connect(sandbox) as shard:
        await shard.read()
        session = (await shard.identify())["d"]["session_id"]
    async with connect(sandbox) as shard:
        await shard.read()
        await shard.send(6, {"token": sandbox.token, "session_id": session, "seq": 1000})
        assert await shard.read() == 4007


async def test_message_contents_need_the_intent(clock: Clock) -> None:
    settings = SandboxSettings(privileged_intents=int(Intent.MESSAGE_CONTENT))
    async with Sandbox(settings=settings, clock=clock) as sandbox:
        messages = int(Intent.GUILD_MESSAGES)
        async with connect(sandbox) as plain, connect(sandbox) as full:
            await plain.read()
            await full.read()
            await plain.identify(messages)
            await full.identify(messages | Intent.MESSAGE_CONTENT)
            await sandbox.client.post_message("secret")
            event = await plain.read()
            assert (event["t"], event["d"]["content"]) == ("MESSAGE_CREATE", "")
            assert (await full.read())["d"]["content"] == "secret"
