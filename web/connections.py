"""Limits of the connections to an HTTP server of the bot: how many, and how long each may take.

A connection that does not send its request in time, sends more than a request has, or does not
read what was written to it, is cut off, whatever the request is. When there are too many, the one
that has been of no use to anybody for longest goes, of the address that has most of these: so
people with a session, who have a few connections each, and those who come anew, are served beside
any number of connections that say nothing.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from logging import LogRecord
from typing import cast

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from msgspec import Struct

from telemetry.logs import Throttle

if sys.platform != "win32":
    import resource

IDLE_SECONDS = 130.0
"""How long a connection may wait for another request; proxies close theirs before."""
SEND_BYTES = 128 * 1024
"""Maximum bytes that the system keeps for a connection, besides one answer or frame."""
MOST, RESERVE = 1_000, 256
"""Maximum number of connections, and of the descriptors of the process those that they leave to
Discord, the database and the workers; a process that may have few keeps half of them."""
MAX_BODY = 40 * 1024
"""Maximum bytes of the body of a request."""
MAX_UNANSWERED = MAX_BODY + 16 * 1024
"""Maximum bytes that are taken from a connection before it has an answer, and of requests that it
sends meanwhile: a request with its headers."""
KEPT_PER_PERSON = 8
"""Maximum number of connections that are kept for a person; another one takes the place of the
first."""
HOME_BITS = 64
"""The first bits of an IPv6 address, which all addresses of one home have."""
REPORT_SECONDS = 60.0
"""Minimum seconds between two reports of connections that are given up."""
BACKLOG = 64
"""Maximum number of connections that are accepted before the limit is looked at."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = structlog.stdlib.get_logger(__name__)


class TimeLimits(Struct, frozen=True):
    """Maximum seconds of a connection for the headers of a request, then for its body, and how long
    what is written may wait for the other side to read.
    """

    headers: float = 10.0
    body: float = 10.0
    write: float = 20.0


USUAL = TimeLimits()


class Deadline:
    """Calls a function unless it is stopped within some seconds of its start."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self._seconds = seconds
        self._call = call
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start, unless it has started."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._call)

    def stop(self) -> None:
        """Stop, if it has started."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class LimitedConnection(asyncio.Protocol):
    """A connection, before the protocol that answers its requests."""

    def __init__(self, connections: "Connections", inner: asyncio.Protocol) -> None:
        self.address = ""
        self.person: int | None = None
        """For whom it is kept."""
        self._connections = connections
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._request = Deadline(connections.times.headers, self.cut_off)
        self._writing = Deadline(connections.times.write, self.cut_off)
        self._answering = False
        self._unanswered = 0
        self._is_socket = False

    @property
    def is_open(self) -> bool:
        """Whether it is among the connections."""
        return self._transport is not None and self._connections.has(self, self._transport)

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit what may be unsent, and the time until the first request."""
        stream = cast("asyncio.Transport", transport)
        self._transport = stream
        self.address = home_of(str((stream.get_extra_info("peername") or ("",))[0]))
        stream.set_write_buffer_limits(high=0)  # to be told of any byte that has to wait
        self._request.start()
        self._inner.connection_made(stream)
        self._connections.open(self, stream)

    def data_received(self, data: bytes) -> None:
        """Pass data on; what comes while no request is answered is the beginning of one."""
        if not self._answering:
            self._request.start()
        self._unanswered += len(data)
        if self._unanswered > MAX_UNANSWERED and not self._is_socket:
            self.cut_off()
            return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Limit the time until everything is sent."""
        self._writing.start()
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Everything is sent."""
        self._writing.stop()
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._request.stop()
        self._writing.stop()
        if self._transport is not None:
            self._connections.forget(self, self._transport)
        self._inner.connection_lost(exc)

    # What its requests tell

    def begin_request(self) -> None:
        """The headers of a request have come."""
        self._request.stop()
        self._answering = True

    def become_socket(self) -> None:
        """The socket of somebody with a session takes frames without end, one after the other."""
        self._is_socket = True

    def end_request(self, *, is_last: bool) -> None:
        """A request has its answer, which may be on its way; `is_last`: none has come after it."""
        self._answering = False
        if is_last:
            self._unanswered = 0

    def cut_off(self) -> None:
        """Close at once, without sending what waits."""
        if self._transport is not None:
            self._connections.forget(self, self._transport)
            self._transport.abort()


class Forwarding(StrEnum):
    """Whether a request says for whom it was forwarded, and whether that is believed."""

    NONE = "none"
    UNTRUSTED = "untrusted"
    TRUSTED = "trusted"


class Connections:
    """The connections to a server, at most `most`; `proxies` are those that it trusts."""

    def __init__(
        self, most: int = MOST, proxies: Collection[str] = (), times: TimeLimits = USUAL
    ) -> None:
        self.times = times
        self._most = most
        self._proxies = proxies
        self._all: dict[asyncio.BaseTransport, LimitedConnection] = {}
        self._idle: defaultdict[str, dict[LimitedConnection, None]] = defaultdict(dict)
        self._kept: defaultdict[int, dict[LimitedConnection, None]] = defaultdict(dict)
        self._full = Throttle(REPORT_SECONDS)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)

    def has(self, connection: LimitedConnection, transport: asyncio.BaseTransport) -> bool:
        """Whether a connection is one of these."""
        return self._all.get(transport) is connection

    def protocol(self, inner: Callable[[], asyncio.Protocol]) -> LimitedConnection:
        """The protocol of a new connection."""
        return LimitedConnection(self, inner())

    def open(self, connection: LimitedConnection, transport: asyncio.Transport) -> None:
        """Count a connection, which may cost others their place, or get none."""
        self._all[transport] = connection
        while transport in self._all and len(self._all) > room(self._most):
            if (suppressed := self._full.suppressed_before()) is not None:
                log.warning("connection given up for a new one", suppressed=suppressed)
            self._longest_idle(connection).cut_off()
        if transport in self._all:
            self._idle[connection.address][connection] = None

    def forget(self, connection: LimitedConnection, transport: asyncio.BaseTransport) -> None:
        """Count a connection no more."""
        self._all.pop(transport, None)
        self._remove_idle(connection)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; raises `HTTPRequestTimeout` if its body does not come in time,
        and, for nobody to see, if the connection is lost.
        """
        with self._answering(request):
            try:
                await self._read_body(request)
                return await handler(request)
            except ConnectionError:
                if request.transport is not None:
                    raise
                raise web.HTTPRequestTimeout from None

    @contextmanager
    def kept(self, request: web.Request, person: int, *, is_socket: bool = False) -> Iterator[None]:
        """Keep the connection of a request while the block runs: a person with a session has it."""
        connection = self._of(request)
        if connection is None:
            yield
            return
        if is_socket:
            connection.become_socket()
        self._keep(connection, person)
        try:
            yield
        finally:
            self._release(connection)

    def cut_off(self) -> None:
        """Close all connections at once."""
        for connection in [*self._all.values()]:
            connection.cut_off()

    async def _read_body(self, request: web.Request) -> None:
        try:
            async with asyncio.timeout(self.times.body):
                await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None

    def _keep(self, connection: LimitedConnection, person: int) -> None:
        """Keep a connection for a person, beside others of theirs."""
        theirs = self._kept[person]
        if len(theirs) >= KEPT_PER_PERSON:
            self._release(next(iter(theirs)))
        self._remove_idle(connection)
        connection.person = person
        self._kept[person][connection] = None

    def _release(self, connection: LimitedConnection) -> None:
        """Keep a connection no more."""
        if connection.person is None:
            return
        theirs = self._kept[connection.person]
        theirs.pop(connection)
        if not theirs:
            del self._kept[connection.person]
        connection.person = None
        self._add_idle(connection)

    @contextmanager
    def _answering(self, request: web.Request) -> Iterator[None]:
        connection = self._of(request)
        if connection is None:
            yield
            return
        connection.begin_request()
        self._remove_idle(connection)
        connection.address = self.home(request)
        self._add_idle(connection)
        try:
            yield
        finally:
            connection.end_request(is_last=not request.protocol._messages)
            self._remove_idle(connection)
            self._add_idle(connection)

    def home(self, request: web.Request) -> str:
        """What a request has in common with others from where it comes."""
        return home_of(self.forwarding(request)[1])

    def forwarding(self, request: web.Request) -> tuple[Forwarding, str]:
        """Whether a proxy forwarded a request, and the address that the request comes from: what a
        trusted proxy says, else the peer's.

        Of `X-Forwarded-For` only the last entry is from the proxy, in a header of its own or not.
        """
        peer = request.remote or ""
        chain = ",".join(request.headers.getall("X-Forwarded-For", ()))
        forwarded = chain.rpartition(",")[2].strip()
        if not forwarded:
            return Forwarding.NONE, peer
        if is_within(peer, self._proxies):
            return Forwarding.TRUSTED, forwarded
        return Forwarding.UNTRUSTED, peer

    def _of(self, request: web.Request) -> LimitedConnection | None:
        transport = request.transport
        return None if transport is None else self._all.get(transport)

    def _longest_idle(self, newest: LimitedConnection) -> LimitedConnection:
        """The connection to give up for a new one: that one, if all others are kept."""
        idle = max(self._idle.values(), key=len, default={newest: None})
        return next(iter(idle))

    def _add_idle(self, connection: LimitedConnection) -> None:
        """Note a connection as the last of those that nobody with a session has, if it is open."""
        if connection.person is None and connection.is_open:
            self._idle[connection.address][connection] = None

    def _remove_idle(self, connection: LimitedConnection) -> None:
        theirs = self._idle[connection.address]
        theirs.pop(connection, None)
        if not theirs:
            del self._idle[connection.address]


def room(most: int) -> int:
    """How many connections there may be, at most `most`, with the descriptors of this process.

    >>> room(1)
    1
    """
    if sys.platform == "win32":
        return most
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return most
    return min(most, max(files - RESERVE, files // 2))


def home_of(address: str) -> str:
    """What connections of one place have in common: an IPv4 address, or the network of an IPv6 one.

    >>> home_of("192.0.2.1"), home_of("2001:db8:0:1::5"), home_of("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8:0:1::/64', '192.0.2.1')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, HOME_BITS), strict=False))
    return address


def is_worth_logging(record: LogRecord) -> bool:
    """Whether an entry of the log of aiohttp's server tells more than that a request was malformed,
    which anybody can make happen without end.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError)


def is_within(address: str, networks: Collection[str]) -> bool:
    """Whether an address is in one of some networks.

    >>> is_within("10.1.2.3", ["10.0.0.0/8"]), is_within("", ["10.0.0.0/8"])
    (True, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(network) for network in networks)
