"""A shard serves from READY or RESUMED on; one that does not in time begins a new session."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.gateway import ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

from app.health import readiness
from bot.connection import gateway
from bot.connection.discord_internals import use_classes
from sandbox.model.settings import SandboxSettings
from telemetry.metrics import Metrics
from tests.support.incoming.shard import GivenShard, given_shard
from tests.support.incoming.turns import Turns, connecting
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from texts import operator

READY = {
    "user": {"id": "1", "username": "ouro", "discriminator": "0000", "avatar": None},
    "guilds": [],
    "session_id": "s",
    "resume_gateway_url": "ws://127.0.0.1:1/",
    "shard": [0, 1],
}


@pytest.fixture
async def shard() -> AsyncIterator[GivenShard]:
    async with given_shard() as found:
        yield found


def serving(shard: GivenShard) -> float | None:
    return shard.metrics.registry.get_sample_value("ouro_shard_serving", {"shard": "0"})


@pytest.mark.parametrize("resume", [False, True])
async def test_a_shard_that_does_not_serve_in_time_begins_a_new_session(
    shard: GivenShard, monkeypatch: pytest.MonkeyPatch, resume: bool
) -> None:
    monkeypatch.setattr(gateway, "SERVING_SECONDS", 0.02)
    logged = Mock()
    monkeypatch.setattr(gateway, "log", logged)
    await shard.connect(resume=resume)
    with pytest.raises(ReconnectWebSocket) as ended:
        await shard.connection.poll_event()
    assert (ended.value.resume, shard.socket.closed) == (False, True)
    [entry] = logged.warning.mock_calls
    assert (entry.args, entry.kwargs["shard"]) == (("shard does not serve",), 0)
    assert shard.client.serving.missing([0]) == (0,)
    assert serving(shard) == 0


@pytest.mark.parametrize("changes", [{}, {"user": None}, {"session_id": {}, "guilds": [{}]}])
async def test_a_shard_serves_until_its_connection_ends(
    shard: GivenShard, changes: dict[str, Any]
) -> None:
    """One whose READY cannot be parsed never serves."""
    await shard.connect()
    assert (shard.client.serving.numbers, serving(shard)) == ((), None)
    await shard.receive("READY", {**READY, **changes})
    if not changes:
        assert (shard.client.serving.numbers, serving(shard)) == ((0,), 1)
    shard.socket.closed = True
    with pytest.raises(ReconnectWebSocket) as ended:
        await shard.connection.poll_event()
    assert ended.value.resume == (not changes)
    assert shard.client.serving.numbers == ()
    assert shard.client.serving.missing([0]) == (0,)


@pytest.mark.parametrize("data", [{"_trace": []}, {}])
async def test_a_resumed_shard_serves(shard: GivenShard, data: Any) -> None:
    await shard.connect(resume=True, session="s", sequence=3)
    assert shard.socket.sent[-1] == {"op": 6, "d": {"seq": 3, "session_id": "s", "token": "token"}}
    await shard.receive("RESUMED", data)
    assert (shard.client.serving.numbers, serving(shard)) == ((0,), 1)


ENDS: dict[str, str | bytes] = {
    "asks to reconnect": '{"op": 7, "d": null}',
    "resumable": '{"op": 9, "d": true}',
    "not resumable": '{"op": 9, "d": false}',
    "damaged": b"damaged\x00\x00\xff\xff",
    "no text": zlib.compress(b"\xff")[:-4] + b"\x00\x00\xff\xff",
}
"""What ends a connection."""


@pytest.mark.parametrize("served", [False, True])
@pytest.mark.parametrize("end", [*ENDS, "closed"])
async def test_what_ends_a_connection_ends_its_session_unless_it_served(
    shard: GivenShard, end: str, served: bool
) -> None:
    """Otherwise an event that breaks the connection would come again at each RESUME."""
    await shard.connect(resume=True, session="s", sequence=3)
    if served:
        await shard.receive("RESUMED", {})
    shard.socket.closed = end == "closed"
    with pytest.raises(ReconnectWebSocket) as ended:
        await shard.receive_text(ENDS.get(end, ""))
    assert ended.value.resume == (served and end != "not resumable")
    assert (shard.socket.closed, shard.client.serving.numbers) == (True, ())


async def test_a_shard_pauses_before_it_connects_again_and_again(
    shard: GivenShard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "RECONNECT_SECONDS", 0.02)
    tries: list[float] = []
    done = asyncio.Queue[None]()

    async def connect(*_: object) -> None:
        tries.append(asyncio.get_running_loop().time())
        done.put_nowait(None)

    monkeypatch.setattr(Shard, "reidentify", connect)
    monkeypatch.setattr(Shard, "reconnect", connect)
    await shard.connect()
    shard.client._reconnect = True
    found = gateway.IndependentShard(shard.connection, shard.client, Mock())
    begun = asyncio.get_running_loop().time()
    for resume in (True, False, True):
        await found.reidentify(ReconnectWebSocket(0, resume=resume))
        await done.get()
        await found.reconnect()
        await done.get()
    # The pauses are between the beginnings of tries, each of which is noted a moment later.
    assert all(at - begun > 0.0199 * number for number, at in enumerate(tries))
    monkeypatch.setattr(gateway, "RECONNECT_SECONDS", 3600.0)
    await found.reconnect()
    await done.get()
    await found.reconnect()
    await found.close()  # does not wait for it
    assert (len(tries), done.empty()) == (7, True)


@pytest.mark.parametrize("resume", [False, True])
async def test_a_connection_that_ends_at_once_is_no_fatal_error(
    shard: GivenShard, resume: bool
) -> None:
    """discord.py ends the process when it meets any other exception there."""
    with pytest.raises(gateway.EXPECTED):
        await shard.connect({"op": 7, "d": None}, resume=resume)


class TurnsOfOthers(Turns):
    """Shard 0 waits for its turn; others need not."""

    async def until_turn(self, shard: int) -> None:
        self.asked.append(shard)
        if shard == 0:
            await self.may_connect.wait()


async def test_a_shard_that_waits_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = TurnsOfOthers()
    turns.may_connect.set()
    async with (
        Sandbox(application="Ouro", settings=SandboxSettings(shards=3)) as sandbox,
        connecting(sandbox, turns, monkeypatch) as client,
    ):
        await client.connected.wait()
        turns.may_connect.clear()
        sandbox.gateway.invalidate()
        await until(lambda: client.serving.numbers == (1, 2))
        assert client.serving.missing(client.shards) == (0,)
        turns.may_connect.set()
        await until(lambda: client.serving.numbers == (0, 1, 2))


@pytest.mark.waits
async def test_a_gateway_that_never_answers_resume_gets_a_new_session(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, resume = Turns(), gateway.ShardConnection.resume
    turns.may_connect.set()

    async def resume_briefly(connection: gateway.ShardConnection) -> None:
        await resume(connection)
        monkeypatch.setattr(gateway, "SERVING_SECONDS", 0.02)

    async with connecting(sandbox, turns, monkeypatch) as client:
        await client.connected.wait()
        check = readiness(client, Mock(), Mock(), Metrics(), Mock())["discord"]
        assert await check() is None
        monkeypatch.setattr(gateway.ShardConnection, "resume", resume_briefly)
        sandbox.gateway.resumes_to_ignore = 1
        turns.may_connect.clear()
        turns.asked.clear()
        await sandbox.gateway.drop()
        await until(lambda: turns.asked == [0])  # it gave up resuming
        monkeypatch.setattr(gateway, "SERVING_SECONDS", 600.0)
        assert sandbox.gateway.resumes_to_ignore == 0
        assert await check() == operator.not_serving([0])
        turns.may_connect.set()
        await until(lambda: client.serving.numbers == (0,))
        assert await check() is None


async def test_a_frame_that_is_no_json_is_the_only_loss(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Turns()
    turns.may_connect.set()
    async with connecting(sandbox, turns, monkeypatch) as client:
        await client.connected.wait()
        sandbox.gateway.send("no JSON")
        channel = sandbox.world.add_channel(sandbox.client.guild, "puzzles")
        await until(lambda: client.get_channel(channel) is not None)
        assert (client.serving.numbers, turns.used) == ((0,), [0])


async def test_another_client_of_the_process_keeps_its_connections(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py has one class of connections for all clients."""
    monkeypatch.setattr(Route, "BASE", sandbox.api_base)
    use_classes(gateway.ShardConnection, gateway.IndependentShard)
    async with discord.AutoShardedClient(intents=discord.Intents(guilds=True)) as client:
        await client.login(sandbox.token)
        connection = asyncio.create_task(client.connect())
        await until(lambda: bool(client.guilds))
        await client.close()
        await connection


def test_shards_are_missing_until_they_serve() -> None:
    shards = gateway.ServingShards(Metrics())
    shards.note(2, serves=True)
    shards.note(1, serves=False)
    assert (shards.numbers, shards.missing([0, 1, 2])) == ((2,), (0, 1))
