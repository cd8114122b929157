"""Limits of the connections to an HTTP server of the bot: how many, and how many of one address.

What is beyond these is refused. How long a connection may take, and how large its headers may be,
is limited by the proxy in front of the page (`deploy/Caddyfile`).
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from enum import StrEnum
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from logging import LogRecord

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from msgspec import Struct, field

from telemetry.logs import Throttle

if sys.platform != "win32":
    import resource

MOST, RESERVE = 1_000, 256
"""Maximum number of connections, and of the descriptors of the process those that they leave to
Discord, the database and the workers; a process that may have few keeps half of them."""
MAX_BODY = 40 * 1024
"""Maximum bytes of the body of a request."""
HOME_BITS = 64
"""The first bits of an IPv6 address, which all addresses of one home have."""
HOME = web.RequestKey("home", str)
"""Under which a request has its address while it counts for that."""
REPORT_SECONDS = 60.0
"""Minimum seconds between two reports of connections that are refused."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = structlog.stdlib.get_logger(__name__)


class Refused(asyncio.Protocol):
    """A connection that is closed at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close it."""
        transport.close()


class Forwarding(StrEnum):
    """Whether a request says for whom it was forwarded, and whether that is believed."""

    NONE = "none"
    UNTRUSTED = "untrusted"
    TRUSTED = "trusted"


class Connections(Struct, eq=False):
    """The connections to a server, at most `most`; half of them for requests of one address, but
    those of people with a session, who share theirs with others, as behind Discord's proxy.

    `proxies` are those that the server trusts.
    """

    most: int = MOST
    proxies: Collection[str] = ()
    _busy: Counter[str] = field(default_factory=Counter)
    _full: Throttle = field(default_factory=partial(Throttle, REPORT_SECONDS))

    def protocol(self, server: web.Server) -> asyncio.Protocol:
        """The protocol of a new connection to a server."""
        if len(server.connections) < room(self.most):
            return server()
        if (suppressed := self._full.suppressed_before()) is not None:
            log.warning("connection refused: there are too many", suppressed=suppressed)
        return Refused()

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; raises `HTTPTooManyRequests` if its address has too many at once, and,
        for nobody to see, `HTTPRequestTimeout` if its connection is lost.
        """
        home = self.home(request)
        if self._busy[home] >= (room(self.most) + 1) // 2:
            raise web.HTTPTooManyRequests
        self._busy[home] += 1
        request[HOME] = home
        try:
            return await handler(request)
        except ConnectionError:
            if request.transport is not None:
                raise
            raise web.HTTPRequestTimeout from None
        finally:
            self.release(request)

    def release(self, request: web.Request) -> None:
        """Count a request no more for its address: it is over, or of a person with a session."""
        if (home := request.pop(HOME, None)) is not None:
            self._busy[home] -= 1
            if not self._busy[home]:
                del self._busy[home]

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
        if is_within(peer, self.proxies):
            return Forwarding.TRUSTED, forwarded
        return Forwarding.UNTRUSTED, peer


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
