"""A client that is connected to a local chat, whose shards connect when a test allows it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from discord.http import Route
from msgspec import Struct, field

from bot.connection.client import OuroClient
from service.running.session_starts import SessionStarts
from telemetry.metrics import Metrics
from tests.support.sandbox.server import Sandbox


class Turns(Struct):
    """Stands for the turns of shards, which come when the test allows it."""

    asked: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    may_connect: asyncio.Event = field(default_factory=asyncio.Event)

    remaining: int = 1000
    wait_seconds: float = 0.0

    async def until_turn(self, shard: int) -> None:
        """Wait until the test allows it."""
        self.asked.append(shard)
        await self.may_connect.wait()

    async def use_turn(self, shard: int) -> None:
        """Note that a shard identifies."""
        self.used.append(shard)

    def note(self, limit: object) -> None:
        """Ignore the limit."""


@asynccontextmanager
async def connecting(
    sandbox: Sandbox, turns: Turns, monkeypatch: pytest.MonkeyPatch, *, invites: bool = False
) -> AsyncIterator[OuroClient]:
    """A client that is logged in and connects while the block runs."""
    monkeypatch.setattr(Route, "BASE", sandbox.api_base)
    async with OuroClient(None, Metrics(), invites=invites) as client:

        async def do_nothing(*_: object) -> None:
            """Register no commands, answer no presses."""

        client.on_login = client.on_press = client.on_server_left = do_nothing
        client.on_server_joined = do_nothing
        client.starts = cast("SessionStarts", turns)
        client._connection.guild_ready_timeout = 0.05  # seconds
        await client.login(sandbox.token)
        connection = asyncio.create_task(client.connect())
        try:
            yield client
        finally:
            await client.close()
            connection.cancel()
            await asyncio.gather(connection, return_exceptions=True)
