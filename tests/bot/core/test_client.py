"""When the client connects and identifies, and how it measures the time of a heartbeat."""

import asyncio
import gc
import time
import warnings
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock, call

import aiohttp
import pytest
from aiohttp import web
from discord.gateway import KeepAliveHandler

from bot.core.gateway import ShardConnection, closing_broken_sockets
from bot.core.permissions import invite_url
from sandbox.model.settings import SandboxSettings
from tests.support.incoming.turns import Turns, connecting
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until


async def test_a_shard_connects_when_its_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns()
    async with (
        Sandbox(application="Ouro", settings=SandboxSettings(shards=2)) as sandbox,
        connecting(sandbox, turns, monkeypatch) as client,
    ):
        await until(lambda: bool(turns.asked))
        assert client.logged_in.is_set()
        assert (len(sandbox.gateway._connections), turns.used) == (0, [])
        turns.may_connect.set()
        await client.connected.wait()
        assert (len(sandbox.gateway._connections), turns.used) == (2, [0, 1])


async def test_a_lost_session_waits_for_a_turn_before_it_connects(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Turns()
    turns.may_connect.set()
    async with connecting(sandbox, turns, monkeypatch) as client:
        await client.connected.wait()
        await sandbox.gateway.drop()  # the session is resumed, which needs no turn
        await until(lambda: len(sandbox.gateway._connections) == 1)
        assert turns.used == [0]
        turns.may_connect.clear()
        turns.asked.clear()
        sandbox.gateway.invalidate()
        await until(lambda: turns.asked == [0])
        assert (len(sandbox.gateway._connections), turns.used) == (0, [0])
        turns.may_connect.set()
        await until(lambda: turns.used == [0, 0])


@pytest.mark.parametrize(
    ("invites", "servers", "told"),
    [(True, False, True), (True, True, False), (False, False, False)],
    ids=["in no server", "in a server", "in a local chat"],
)
async def test_a_bot_in_no_server_logs_its_invite_link(
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    invites: bool,
    servers: bool,
    told: bool,
) -> None:
    logged = Mock()
    monkeypatch.setattr("bot.core.client.log", logged)
    if not servers:
        sandbox.world.remove_bot(sandbox.client.guild)
    turns = Turns()
    turns.may_connect.set()
    async with connecting(sandbox, turns, monkeypatch, invites=invites) as client:
        await client.connected.wait()
        link = call("in no server yet", invite=invite_url(sandbox.state.application_id))
        assert (link in logged.info.mock_calls) == told
        await client.on_ready()  # a new session
        assert logged.info.mock_calls.count(link) == told


async def test_the_time_of_a_heartbeat_is_taken_before_its_answer() -> None:
    """The answer may come before the thread that sent the heartbeat goes on."""
    socket = SimpleNamespace()
    connection = ShardConnection(cast("Any", socket), loop=asyncio.get_running_loop())
    connection._max_heartbeat_timeout = 60.0
    keep_alive = KeepAliveHandler(ws=connection, interval=41.0, shard_id=0)
    keep_alive._last_send = time.perf_counter() - 41
    connection._keep_alive = keep_alive

    async def answer(_: str) -> None:
        keep_alive.ack()

    socket.send_str = answer
    await connection.send_heartbeat({"op": 1})
    assert connection.latency < 20


async def test_a_broken_connection_is_closed_before_the_next_one_opens() -> None:
    held: list[web.WebSocketResponse] = []

    async def serve(request: web.Request) -> web.WebSocketResponse:
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        held.append(answer)
        await answer.receive()
        return answer

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    asyncio.get_running_loop().set_debug(True)  # else unclosed connections cause no warning
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with aiohttp.ClientSession() as session:
            connect = closing_broken_sockets(session.ws_connect)
            first, second = await connect(address), await connect(address)
            transport = held[0]._req.transport if held[0]._req else None
            assert transport is not None
            transport.abort()
            while first.get_extra_info("peername"):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            third = await connect(address)
            assert (first.closed, second.closed, third.closed) == (True, False, False)
            del first
            gc.collect()
            await second.close()
            await third.close()
        await runner.cleanup()
    assert [each for each in told if "Unclosed" in str(each.message)] == []
