"""Things that go wrong on the way, on purpose: slow answers, 429, 500, answers that get lost."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum

from aiohttp import web

from sandbox.api.answers import API_PREFIX, json_answer
from sandbox.api.limits import too_fast

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
MAX_SECONDS = 60.0
MAX_FAULTS = 20


class FaultKind(Enum):
    """What goes wrong with a request."""

    LATENCY = "latency"  # it takes longer
    RATE_LIMIT = "429"  # it is refused, to be tried again
    ERROR = "500"  # it fails, and nothing happened
    LOST = "lost"  # it fails although it was carried out


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong with the next requests that match.

    `seconds` is the latency, or what a 429 asks to wait. `times` None means until it is cleared.
    `path` is a regular expression that is searched in "POST /channels/…".
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
    """The faults that wait for a request. Each request meets the first one that matches it.

    >>> faults = Faults()
    >>> faults.add(Fault(FaultKind.ERROR, path="^POST /channels"))
    >>> faults.meet("GET", "/users/@me") is None
    True
    >>> faults.meet("POST", "/channels/1/messages").kind
    <FaultKind.ERROR: '500'>
    >>> faults.waiting
    ()
    """

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    @property
    def waiting(self) -> tuple[Fault, ...]:
        """What has yet to happen."""
        return tuple(self._waiting)

    def add(self, fault: Fault) -> None:
        """Let something go wrong; `ValueError` when too much waits already."""
        if len(self._waiting) >= MAX_FAULTS:
            raise ValueError(f"only {MAX_FAULTS} faults can wait at once")
        self._waiting.append(fault)

    def clear(self) -> None:
        """Let everything work again."""
        self._waiting.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """The fault that a request meets, which is used up once more."""
        for index, fault in enumerate(self._waiting):
            if re.search(fault.path, f"{method} {path}"):
                if fault.times == 1:
                    del self._waiting[index]
                elif fault.times is not None:
                    self._waiting[index] = replace(fault, times=fault.times - 1)
                return fault
        return None

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let requests to the HTTP API meet their faults."""
        fault = self.meet(request.method, request.path.removeprefix(API_PREFIX))
        if fault is None:
            return await handler(request)
        if fault.kind is FaultKind.LATENCY:
            await asyncio.sleep(fault.seconds)
            return await handler(request)
        if fault.kind is FaultKind.RATE_LIMIT:
            return too_fast(fault.seconds, everywhere=False)
        if fault.kind is FaultKind.LOST:
            await handler(request)
        return json_answer({"message": "500: Internal Server Error", "code": 0}, 500)
