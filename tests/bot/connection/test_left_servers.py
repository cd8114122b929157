"""Servers are forgotten only when Discord says that the bot is not in them."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.connection.client import OuroClient
from bot.connection.gateway import ServingShards
from bot.connection.left_servers import MISSING_ACCESS, UNKNOWN_SERVER, LeftServers
from service.services import Services
from store import servers
from store.database import Database
from store.records import Server
from telemetry.metrics import Metrics
from tests.support.clock import Clock

KNOWN, LEFT, CLOSED, HIDDEN, FAILING, ELSEWHERE = (number << 22 for number in (2, 4, 6, 8, 10, 3))
"""Of two shards the client has the first, so the last server belongs to another process."""
CODES = {LEFT: UNKNOWN_SERVER, CLOSED: MISSING_ACCESS, FAILING: 0, ELSEWHERE: UNKNOWN_SERVER}


class Client:
    """A client that knows one server."""

    def __init__(self) -> None:
        self.application_id = 5
        self.shard_count = 2
        self.shards = {0: object()}
        self.serving = ServingShards(Metrics())
        self.serving.note(0, serves=True)
        self.http = SimpleNamespace(get_guild=self.fetch)
        self.asked: list[int] = []
        self.ready = True

    def is_ready(self) -> bool:
        return self.ready

    def get_guild(self, server_id: int) -> object:
        return object() if server_id == KNOWN else None

    async def fetch(self, server_id: int, *, with_counts: bool) -> dict[str, Any]:
        assert not with_counts
        self.asked.append(server_id)
        if server_id in CODES:
            response = cast("Any", SimpleNamespace(status=404, reason=""))
            raise discord.HTTPException(response, {"code": CODES[server_id], "message": ""})
        return {}


@pytest.fixture
async def client(database: Database, now: Clock) -> Client:
    """A client, with servers in the database."""
    async with database.writing() as connection:
        for server_id in (KNOWN, LEFT, CLOSED, HIDDEN, FAILING, ELSEWHERE):
            await servers.save(connection, Server(server_id, now()))
    return Client()


async def forget(client: Client, services: Services) -> set[int]:
    """What is left once servers are forgotten."""
    await LeftServers(cast("OuroClient", client), services.servers).forget()
    return set(await services.servers.all_ids())


async def test_what_discord_does_not_know_is_forgotten(client: Client, services: Services) -> None:
    assert await forget(client, services) == {KNOWN, HIDDEN, FAILING, ELSEWHERE}
    assert client.asked == [LEFT, CLOSED, HIDDEN, FAILING]


async def test_nothing_is_forgotten_before_all_servers_are_known(
    client: Client, services: Services
) -> None:
    client.ready = False
    assert len(await forget(client, services)) == 6
    client.ready = True
    client.shards[1] = object()
    client.serving.note(1, serves=False)
    assert len(await forget(client, services)) == 6
    assert client.asked == []


async def test_another_application_forgets_nothing_at_first(
    client: Client, services: Services
) -> None:
    assert await services.servers.is_of_application(4)
    assert len(await forget(client, services)) == 6
    assert client.asked == []
    assert len(await forget(client, services)) == 4
