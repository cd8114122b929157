"""Connections to PostgreSQL on which nothing arrives any more: everything ends in time."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress

import pytest

from store import players
from store.address import parse_address
from store.database import Database, connect, open_database
from store.errors import StoreError, UnreachableError
from store.pools import POSTGRES_WRITERS, READERS
from store.postgres_driver import PostgresConnection
from store.transaction import Connection
from tests.support.faults.proxy import FaultProxy, NetworkFault, proxied_postgres
from tests.support.store.rows import NOON
from tests.support.store.tables import ask
from tests.support.waiting import until

pytestmark = pytest.mark.waits

PATIENT = 100.0
"""Seconds that no test needs; a limit of the program ends what they wait for."""
NEVER = 10_000.0
"""A limit that a test does not reach: what it waits for ends without one."""


class Proxied:
    """A database through a proxy, with all connections of its pools open and idle."""

    def __init__(self, proxy: FaultProxy, address: str, database: Database) -> None:
        self.proxy = proxy
        self.address = address
        self.database = database


@pytest.fixture
async def proxied(postgresql_tables: str) -> AsyncIterator[Proxied]:
    async with (
        proxied_postgres(postgresql_tables) as (proxy, address),
        connect(parse_address(address)) as database,
    ):
        await use_all_connections(database)
        yield Proxied(proxy, address, database)


async def use_all_connections(database: Database) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(READERS):
            await players.find(await stack.enter_async_context(database.reading()), 7)
        for _ in range(POSTGRES_WRITERS):
            await players.find(await stack.enter_async_context(database.writing()), 7)


async def add_player(database: Database, player: int) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, player, NOON)


async def stored(database: Database) -> set[int]:
    async with database.reading() as connection:
        return {player for (player,) in await ask(connection, "SELECT id FROM players")}


@pytest.mark.parametrize("count", [1, READERS + POSTGRES_WRITERS])
async def test_forgotten_connections_are_replaced(proxied: Proxied, count: int) -> None:
    assert proxied.proxy.forget(count) == count
    async with asyncio.timeout(PATIENT):
        await asyncio.gather(*(add_player(proxied.database, number) for number in range(30)))
        await asyncio.gather(*(stored(proxied.database) for _ in range(30)))
    assert await stored(proxied.database) == set(range(30))


async def test_one_lost_connection_costs_the_limit_once(
    proxied: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other idle connections were probably lost with it, and are not tried in turn."""
    begun = 0
    original = PostgresConnection.begin

    async def begin(self: PostgresConnection, seconds: float, **how: bool) -> None:
        nonlocal begun
        begun += 1
        await original(self, seconds, **how)

    monkeypatch.setattr(PostgresConnection, "begin", begin)
    proxied.proxy.forget()
    await stored(proxied.database)
    assert begun == 2


async def test_a_silent_server_is_not_waited_for_by_everybody_in_turn(
    postgresql_tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.postgres_driver.CONNECT_SECONDS", 0.3)
    monkeypatch.setattr("store.transaction.SILENT_SECONDS", NEVER)
    async with (
        proxied_postgres(postgresql_tables) as (proxy, address),
        connect(parse_address(address)) as database,
    ):
        proxy.fault = NetworkFault.SILENT
        asked = (stored(database) for _ in range(50))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(answer, UnreachableError) for answer in answers)
        assert proxy.forget() <= READERS
        proxy.fault = None
        monkeypatch.setattr("store.postgres_driver.CONNECT_SECONDS", NEVER)
        database.reader.silent_until = 0.0
        assert await stored(database) == set()


@pytest.mark.parametrize("fault", [NetworkFault.SILENT, NetworkFault.HALF_OPEN])
@pytest.mark.parametrize("at", ["statement", "commit"])
async def test_a_transaction_without_answers_fails(
    postgresql_tables: str, fault: NetworkFault, at: str
) -> None:
    async def be_cut_off(proxy: FaultProxy, database: Database) -> None:
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)
            proxy.fault = fault
            if at == "statement":
                await players.find(connection, 7)

    async with (
        proxied_postgres(postgresql_tables) as (proxy, address),
        connect(parse_address(address), statement_seconds=0.5) as database,
        asyncio.timeout(PATIENT),
    ):
        with pytest.raises(UnreachableError, match="it does not answer"):
            await be_cut_off(proxy, database)
        proxy.fault = None

        async def answers() -> bool:
            with suppress(UnreachableError):  # half a second may be too short on a busy machine
                await add_player(database, 8)
                return await stored(database) >= {8}
            return False

        await until(answers)


@pytest.mark.parametrize("fault", [NetworkFault.SILENT, NetworkFault.HALF_OPEN])
@pytest.mark.parametrize("at", ["begin", "statement", "commit", "connecting"])
async def test_a_cancelled_task_does_not_wait_for_the_server(
    proxied: Proxied, monkeypatch: pytest.MonkeyPatch, fault: NetworkFault, at: str
) -> None:
    monkeypatch.setattr("store.postgres_driver.ROUND_TRIP_SECONDS", NEVER)
    monkeypatch.setattr("store.postgres_driver.CONNECT_SECONDS", NEVER)
    proxy = proxied.proxy
    waits = asyncio.Event()

    async def wait(database: Database) -> None:
        if at in {"begin", "connecting"}:
            proxy.fault = fault
            waits.set()
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)
            proxy.fault = fault
            waits.set()
            if at == "statement":
                await players.find(connection, 7)

    async with connect(parse_address(proxied.address), statement_seconds=NEVER) as database:
        if at != "connecting":
            await add_player(database, 6)
        task = asyncio.create_task(wait(database))
        await waits.wait()
        await asyncio.sleep(0.2)
        assert not task.done()
        task.cancel()
        await asyncio.wait([task], timeout=PATIENT)
        assert task.cancelled()


async def test_an_answer_that_ends_anywhere_ends_in_time(
    postgresql_tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server falls silent after each number of bytes: connecting, migrating, in transactions.

    What was committed is stored.
    """
    for name in ("ROUND_TRIP_SECONDS", "CONNECT_SECONDS"):
        monkeypatch.setattr(f"store.postgres_driver.{name}", 0.5)
    for name in ("store.pools.STATEMENT_SECONDS", "store.migrate.MAINTENANCE_SECONDS"):
        monkeypatch.setattr(name, 0.5)
    committed: set[int] = set()

    async def write(address: str, number: int) -> None:
        async with open_database(address) as database:
            await add_player(database, number)
            committed.add(number)
            await stored(database)

    async with asyncio.timeout(10 * PATIENT):
        number, failed = 0, True
        while failed:
            async with proxied_postgres(postgresql_tables) as (proxy, address):
                proxy.left = 499 * number
                try:
                    await write(address, number)
                except StoreError:
                    number += 1
                else:
                    failed = False
    assert number > 3
    async with connect(parse_address(postgresql_tables)) as database:
        assert await stored(database) >= committed


async def test_idle_connections_are_kept_alive(proxied: Proxied) -> None:
    async with proxied.database.reading() as connection:
        opened = socket_of(connection)
        assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) <= 60
        assert 0 < opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 30_000


def socket_of(connection: Connection) -> socket.socket:
    assert isinstance(connection.driver, PostgresConnection)
    found: socket.socket = connection.driver.raw._transport.get_extra_info("socket")
    return found
