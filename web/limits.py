"""Limits of what reaches the server before anybody is known, and of open sockets."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from time import monotonic

from aiohttp import web
from cachetools import TTLCache

SOCKETS_PER_PERSON = 4
"""Maximum number of open sockets of a person; another one closes the oldest."""
SOCKETS = 600
"""Maximum number of open sockets of a process, also of those that have not said whose they are."""
FAILURES_PER_MINUTE = 10
"""Maximum number of failed redemptions of links from an address in a minute."""


class SocketLimits:
    """Knows the open sockets of people, the oldest first, and counts those of anybody."""

    def __init__(self) -> None:
        self._of: defaultdict[int, list[web.WebSocketResponse]] = defaultdict(list)
        self._all = 0

    @contextmanager
    def opened(self) -> Iterator[bool]:
        """Count a socket of anybody while the block runs; False if there are too many."""
        admitted = self._all < SOCKETS
        self._all += admitted
        try:
            yield admitted
        finally:
            self._all -= admitted

    @contextmanager
    def counted(
        self, person: int, socket: web.WebSocketResponse
    ) -> Iterator[web.WebSocketResponse | None]:
        """Count a socket of a person while the block runs; yields their oldest if it is one too
        many. That one may be dead: a phone that has lost its connection opens another socket.
        """
        theirs = self._of[person]
        oldest = theirs.pop(0) if len(theirs) >= SOCKETS_PER_PERSON else None
        theirs.append(socket)
        try:
            yield oldest
        finally:
            if socket in theirs:
                theirs.remove(socket)
            if not theirs:
                self._of.pop(person, None)


class FailureLimits:
    """Counts failed redemptions by address, in windows of a minute."""

    def __init__(self) -> None:
        self._failures = TTLCache[str, int](10_000, ttl=60, timer=monotonic)

    def allows(self, address: str) -> bool:
        """Whether an address may try again."""
        return self._failures.get(address, 0) < FAILURES_PER_MINUTE

    def count(self, address: str) -> None:
        """Count a failure."""
        self._failures[address] = self._failures.get(address, 0) + 1


def client_address(request: web.Request, proxies: Collection[str]) -> str:
    """The address that a request comes from: what a trusted proxy says, else the peer's.

    `proxies` are addresses or networks. Of `X-Forwarded-For` only the last entry is from the proxy.
    """
    peer = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return forwarded if forwarded and is_within(peer, proxies) else peer


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
