"""When the client connects and identifies, and how it measures the time of a heartbeat."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock, call

import pytest
from discord.gateway import KeepAliveHandler

from bot.connection.gateway import ShardConnection
from bot.connection.permissions import invite_url
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
    monkeypatch.setattr("bot.connection.client.log", logged)
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
