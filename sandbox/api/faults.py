"""Fault injection for the REST API: latency, 429, 500, lost answers, and broken connections.

Its HTTP routes, and those of the clock, are used by the panel of the chat page and by scripts.
"""

import asyncio
import re
import socket
import struct
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Annotated

from aiohttp import web
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from sandbox.api.answers import (
    API_PREFIX,
    JSON_TYPE,
    Answer,
    json_answer,
    read_page_action,
    with_key,
)
from sandbox.api.gateway import Gateway
from sandbox.api.limits import too_many_requests
from sandbox.model.clock import Clock
from sandbox.model.errors import ActionError
from sandbox.model.events import ClockAdvanced
from sandbox.model.records import Json
from sandbox.model.state import State
from sandbox.model.uploads import read_body

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
CheckKey = Callable[[web.Request], None]
MAX_SECONDS = 60.0
"""Maximum `Fault.seconds`."""
MAX_FAULTS = 20
"""Maximum number of faults that wait for a request."""
LOST_ACKS = 3
"""Number of heartbeats that `lose-acks` leaves unacknowledged."""
MAX_ADVANCE = 31 * 86_400
"""Maximum number of seconds that one request moves the clock forward."""


class FaultKind(Enum):
    """Kinds of faults."""

    LATENCY = "latency"  # the request is handled after a delay
    RATE_LIMIT = "429"  # the request is refused with a time to wait
    ERROR = "500"  # the request fails without an effect
    LOST = "lost"  # the request is handled, but the answer is 500
    RESET = "reset"  # the connection is reset, and the request has no effect
    RESET_AFTER = "reset after"  # the request is handled, but the connection is reset
    DISCONNECT = "disconnect"  # the connection is closed, and the request has no effect
    DISCONNECT_AFTER = "disconnect after"  # the request is handled, but the connection is closed
    CUT = "cut"  # the request is handled, but the connection is closed within the answer
    NO_JSON = "no json"  # the request is handled, but the answer is a page of HTML
    SILENCE = "silence"  # the request is handled at once and answered after `seconds`


AFTER = frozenset(
    {
        FaultKind.LOST,
        FaultKind.RESET_AFTER,
        FaultKind.DISCONNECT_AFTER,
        FaultKind.CUT,
        FaultKind.NO_JSON,
        FaultKind.SILENCE,
    }
)
"""The kinds of faults whose request is handled, although its answer is lost or late."""


class Fault(Struct, frozen=True):
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


class Disturbance(Struct):
    """What is done to the gateway."""

    do: str


class Advance(Struct):
    """How far the clock is moved forward."""

    seconds: Annotated[float, Meta(ge=0, le=MAX_ADVANCE)]


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
        answer = await handler(request) if fault.kind in AFTER else None
        return await _spoiled(fault, request, answer)


async def _spoiled(
    fault: Fault, request: web.Request, answer: web.StreamResponse | None
) -> web.StreamResponse:
    """What a request gets in place of its answer, which it has if it was handled."""
    match fault.kind:
        case FaultKind.RESET | FaultKind.RESET_AFTER:
            _break(request, reset=True)
        case FaultKind.DISCONNECT | FaultKind.DISCONNECT_AFTER:
            _break(request, reset=False)
        case FaultKind.NO_JSON:
            return web.Response(text="<html>One moment</html>", content_type="text/html")
        case FaultKind.CUT if answer is not None:
            return await _cut(request, answer)
        case FaultKind.SILENCE if answer is not None:
            await asyncio.sleep(fault.seconds)
            return answer
    return json_answer({"message": "500: Internal Server Error", "code": 0}, 500)


async def _cut(request: web.Request, answer: web.StreamResponse) -> web.StreamResponse:
    """Send the first half of an answer, and close the connection."""
    body = answer.body if isinstance(answer, web.Response) else None
    whole = body if isinstance(body, bytes) and body else b"{}"
    half = web.StreamResponse(headers={"Content-Type": JSON_TYPE})
    half.content_length = len(whole)
    await half.prepare(request)
    await half.write(whole[: len(whole) // 2])
    _break(request, reset=False)
    return half


def _break(request: web.Request, *, reset: bool) -> None:
    """Close the connection of a request, which gets no answer."""
    if (transport := request.transport) is None:
        return
    if reset:  # a socket that does not linger is reset when it is closed
        linger = struct.pack("ii", 1, 0)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    transport.abort()


class FaultApi(Struct, eq=False):
    """Routes that list, add and clear faults, disturb the gateway, and move the clock forward."""

    faults: Faults
    gateway: Gateway
    clock: Clock
    state: State
    check_key: CheckKey

    def add_routes(self, app: web.Application) -> None:
        """Register every route."""
        routes: list[tuple[str, str, Answer]] = [
            ("GET", "faults", self._list),
            ("POST", "faults", self._add),
            ("DELETE", "faults", self._clear),
            ("POST", "gateway", self._disturb_gateway),
            ("POST", "clock", self._advance),
        ]
        for method, name, answer in routes:
            app.router.add_route(method, f"/page/api/{name}", with_key(self.check_key, answer))

    async def _list(self, _: web.Request) -> web.Response:
        return json_answer(self._to_json())

    async def _add(self, request: web.Request) -> web.Response:
        """Add a fault: `{"kind", "seconds", "times", "path"}`; a kind is a value of `FaultKind`."""
        fault = read_page_action(await read_body(request), Fault)
        try:
            self.faults.add(fault)
        except ValueError as error:
            raise ActionError(str(error)) from error
        return json_answer(self._to_json())

    async def _clear(self, _: web.Request) -> web.Response:
        self.faults.clear()
        self.gateway.acks_to_lose = 0
        return json_answer(self._to_json())

    async def _disturb_gateway(self, request: web.Request) -> web.Response:
        """Disturb the gateway: `{"do": "drop" | "forget" | …}`."""
        match read_page_action(await read_body(request), Disturbance).do:
            case "drop":
                await self.gateway.drop()
            case "forget":
                await self.gateway.drop(4000, forget=True)
            case "reconnect":
                self.gateway.reconnect()
            case "invalidate":
                self.gateway.invalidate()
            case "lose-acks":
                self.gateway.acks_to_lose = LOST_ACKS
            case _:
                raise ActionError(
                    "do must be one of drop, forget, reconnect, invalidate, lose-acks"
                )
        await asyncio.sleep(0)  # let the sockets process it
        return json_answer(self._to_json())

    async def _advance(self, request: web.Request) -> web.Response:
        """Move the clock forward, which runs the timers that become due: `{"seconds": 900}`."""
        self.clock.advance(read_page_action(await read_body(request), Advance).seconds)
        self.state.publish(ClockAdvanced(self.clock()))
        return json_answer({"now": self.clock()})

    def _to_json(self) -> Json:
        return {
            "faults": to_builtins(self.faults.pending),
            "acks_to_lose": self.gateway.acks_to_lose,
            "max_seconds": MAX_SECONDS,
        }
