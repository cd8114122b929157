"""Connections to PostgreSQL by asyncpg, which is optional: only `store.pools` imports this module,
when the address of a database needs it."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import asyncpg
from msgspec import Struct

from store.drivers import CONNECTION_LOST, Fetched, PostgresError, Sent
from store.failures import first_line

CONNECT_SECONDS = 5.0
"""Seconds that a server may take to accept a connection."""
ROUND_TRIP_SECONDS = 2.0
"""Seconds that a server may take for a statement without work: the begin of a transaction, which
also finds out whether an idle connection still exists, and a rollback."""
KEEPALIVE = {
    "SO_KEEPALIVE": (socket.SOL_SOCKET, 1),
    "TCP_KEEPIDLE": (socket.IPPROTO_TCP, 30),
    "TCP_KEEPINTVL": (socket.IPPROTO_TCP, 5),
    "TCP_KEEPCNT": (socket.IPPROTO_TCP, 3),
    "TCP_USER_TIMEOUT": (socket.IPPROTO_TCP, 10_000),
}
"""Options of sockets, as far as the machine has them: firewalls do not forget idle connections, and
a connection on which nothing arrives for some seconds fails."""


class PostgresConnection(Struct, eq=False):
    """A `DriverConnection` to a server; `open_connection` creates it.

    `begin_sql` is the command that begins a transaction.

    A statement whose task is cancelled, or that the server does not answer in time, may still be
    running. So the connection is not used again: `rollback` fails, and the server rolls back when
    the connection is closed.
    """

    raw: "asyncpg.Connection[asyncpg.Record]"
    begin_sql: str
    _in_doubt: bool = False

    async def begin(self, seconds: float, *, single: bool = False) -> None:
        """Begin a transaction, which also finds out whether the connection still exists; in
        PostgreSQL, nobody locks a whole database."""
        del seconds, single
        await self._send(self.begin_sql, ROUND_TRIP_SECONDS)

    async def execute(self, sent: Sent) -> Fetched:
        """See `DriverConnection.execute`."""
        with self._translating():
            if sent.returns:
                rows = await self.raw.fetch(sent.sql, *sent.rows[0])
                return Fetched(rows, len(rows))
            if len(sent.rows) == 1:
                return Fetched((), _count(await self.raw.execute(sent.sql, *sent.rows[0])))
            await self.raw.executemany(sent.sql, sent.rows)
            return Fetched((), -1)

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._send("COMMIT")

    async def rollback(self) -> None:
        """Roll back the transaction if there is one.

        Raises `PostgresError` if a statement may still be running.
        """
        if self._in_doubt:
            raise PostgresError(CONNECTION_LOST, "a statement was interrupted")
        if self.raw.is_in_transaction():
            await self._send("ROLLBACK", ROUND_TRIP_SECONDS)

    async def close(self) -> None:
        """Close the connection at once."""
        self.raw.terminate()

    async def _send(self, command: str, seconds: float | None = None) -> None:
        with self._translating():
            await self.raw.execute(command, timeout=seconds)

    @contextmanager
    def _translating(self) -> Iterator[None]:
        """Raise errors of asyncpg and of the network as `PostgresError`.

        Without its cause, whose details contain values.
        """
        self._in_doubt = True
        try:
            yield
        except asyncpg.PostgresError as error:
            self._in_doubt = False
            raise PostgresError(error.sqlstate or "", first_line(error)) from None
        except TimeoutError:
            raise PostgresError(CONNECTION_LOST, "it does not answer") from None
        except (OSError, asyncpg.InternalClientError) as error:
            # asyncpg raises the latter when the server has ended an idle transaction.
            raise PostgresError(CONNECTION_LOST, first_line(error)) from None
        except asyncpg.InterfaceError as error:
            lost = CONNECTION_LOST if self.raw.is_closed() else ""
            raise PostgresError(lost, first_line(error)) from None
        self._in_doubt = False


async def connect(**options: Any) -> "asyncpg.Connection[asyncpg.Record]":
    """Connect as `asyncpg.connect` does, in a limited time, and keep the connection alive."""
    raw: asyncpg.Connection[asyncpg.Record]
    raw = await asyncpg.connect(**{"timeout": CONNECT_SECONDS, **options})
    opened = raw._transport.get_extra_info("socket")
    if opened.family != socket.AF_UNIX:
        for name, (level, value) in KEEPALIVE.items():
            if hasattr(socket, name):
                opened.setsockopt(level, getattr(socket, name), value)
    return raw


async def open_connection(options: Mapping[str, Any], begin: str) -> PostgresConnection:
    """Open a connection by options of `asyncpg.connect`.

    Raises `OSError` if the network fails, and `PostgresError` if the server refuses.
    """
    try:
        return PostgresConnection(await connect(**options), begin)
    except asyncpg.PostgresError as error:
        raise PostgresError(error.sqlstate or "", first_line(error)) from None
    except (asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise PostgresError(CONNECTION_LOST, first_line(error)) from None


def _count(status: str) -> int:
    """The number of changed rows in the status of a command.

    >>> _count("INSERT 0 2"), _count("UPDATE 1"), _count("CREATE TABLE")
    (2, 1, -1)
    """
    number = status.rpartition(" ")[2]
    return int(number) if number.isdecimal() else -1
