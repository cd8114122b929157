"""Fault injection for the REST API: latency, 429, 500, and lost answers."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum

from aiohttp import web

from sandbox.api.answers import API_PREFIX, json_answer
from sandbox.api.limits import too_many_requests

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
MAX_SECONDS = 60.0
"""Maximum `Fault.seconds`."""
MAX_FAULTS = 20
"""Maximum number of faults that wait for a request."""


class FaultKind(Enum):
    """Kinds of faults."""

    LATENCY = "latency"  # the request is handled after a delay
    RATE_LIMIT = "429"  # the request is refused with a time to wait
    ERROR = "500"  # the request fails without an effect
    LOST = "lost"  # the request is handled, but the answer is 500


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault for the next `times` requests that match; None means until it is cleared.

    `seconds` is the latency, or the time to wait in a 429. `path` is a regular expression that is
    searched in the method and path, such as "POST /channels/…". Raises `ValueError` when a field
    is out of range or `path` is not a valid expression.
    """

    kind: FaultKind
    seconds: float = 1.0
    times: int | None = 1
    path: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= MAX_SECONDS:
            raise ValueError(f"a fault lasts 0 to {MAX_SECONDS:.0f} s, not {self.seconds}")
        if self.times is not None and self.times < 1:
            raise ValueError(f"a fault happens at least once, not {self.times} times")
        if len(self.path) > 200:
            raise ValueError("the pattern of a path has at most 200 characters")
        try:
            re.compile(self.path)
        except re.error as error:
            raise ValueError(f"{self.path!r} is not a pattern: {error}") from error


class Faults:
    """The faults that wait for a request. Each request gets the first fault that matches it.

    >>> faults = Faults()
    >>> faults.add(Fault(FaultKind.ERROR, path="^POST /channels"))
    >>> faults.match("GET", "/users/@me") is None
    True
    >>> faults.match("POST", "/channels/1/messages").kind
    <FaultKind.ERROR: '500'>
    >>> faults.pending
    ()
    """

    def __init__(self) -> None:
        self._pending: list[Fault] = []

    @property
    def pending(self) -> tuple[Fault, ...]:
        """The faults that still wait for a request, in the order in which they were added."""
        return tuple(self._pending)

    def add(self, fault: Fault) -> None:
        """Add a fault. Raises `ValueError` when `MAX_FAULTS` are waiting."""
        if len(self._pending) >= MAX_FAULTS:
            raise ValueError(f"only {MAX_FAULTS} faults can wait at once")
        self._pending.append(fault)

    def clear(self) -> None:
        """Remove all faults."""
        self._pending.clear()

    def match(self, method: str, path: str) -> Fault | None:
        """The first fault that matches a request, or None. Counts one use of it."""
        for index, fault in enumerate(self._pending):
            if re.search(fault.path, f"{method} {path}"):
                if fault.times == 1:
                    del self._pending[index]
                elif fault.times is not None:
                    self._pending[index] = replace(fault, times=fault.times - 1)
                return fault
        return None

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Apply the matching fault, if any, to a request."""
        fault = self.match(request.method, request.path.removeprefix(API_PREFIX))
        if fault is None:
            return await handler(request)
        if fault.kind is FaultKind.LATENCY:
            await asyncio.sleep(fault.seconds)
            return await handler(request)
        if fault.kind is FaultKind.RATE_LIMIT:
            return too_many_requests(fault.seconds, global_limit=False)
        if fault.kind is FaultKind.LOST:
            await handler(request)
        return json_answer({"message": "500: Internal Server Error", "code": 0}, 500)
