"""Rate limits: buckets by route, a global limit per second, and the headers that report them.

Discord does not publish the sizes of its buckets; these approximate the headers it sends.
"""

import hashlib
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sandbox.api.answers import json_answer
from sandbox.model.settings import SandboxSettings

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Key = tuple[str, ...]
MAJOR = ("channel_id", "guild_id", "token")
"""Path parameters whose values are counted separately within a route."""
ROUTES = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
}
"""Bucket size by route: number of requests, and the window in seconds."""
WEBHOOK = (5, 2.0)
OTHER = (30, 10.0)
EXEMPT = ("/interactions/", "/webhooks/")
"""Prefixes of routes that do not count towards the global limit: answers to interactions."""
MAX_WINDOWS = 10_000
"""Number of windows above which expired ones are removed."""


@dataclass(slots=True)
class Window:
    """A window of `size` requests, with `left` of them remaining until `end` (s since 1970)."""

    size: int
    left: int
    end: float


@dataclass(frozen=True, slots=True)
class RateLimitResult:
    """Whether a request may pass, and the values for the headers.

    `everywhere` is True when the global limit refused it.
    """

    passed: bool
    everywhere: bool
    bucket: str
    window: Window


class RateLimits:
    """Counts requests in windows on the sandbox's clock."""

    def __init__(self, clock: Callable[[], float], settings: SandboxSettings) -> None:
        self._clock = clock
        self._enabled = settings.rate_limits
        self._most = settings.requests_per_second
        self._windows: dict[Key, Window] = {}

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer 429 to requests over a limit; add the limit's headers to every answer."""
        if not self._enabled:
            return await handler(request)
        verdict = self.count(request.method, _route(request), _major(request))
        if verdict is None:
            return await handler(request)
        if not verdict.passed:
            wait = verdict.window.end - self._clock()
            return self._tell(too_fast(wait, everywhere=verdict.everywhere), verdict)
        return self._tell(await handler(request), verdict)

    def count(self, method: str, route: str, major: Key) -> RateLimitResult | None:
        """Count a request of a route; None for interaction callbacks, which have no limit."""
        self._forget_old()
        if not route.startswith(EXEMPT):
            window = self._window(("",), self._most, 1.0)
            if window.left == 0:
                return RateLimitResult(False, True, "global", window)
            window.left -= 1
        if route.startswith("/interactions/"):
            return None
        size, seconds = ROUTES.get((method, route), OTHER)
        if route.startswith("/webhooks/"):
            size, seconds, method, route = *WEBHOOK, "", "/webhooks"
        window = self._window((method, route, *major), size, seconds)
        bucket = hashlib.sha256(f"{method} {route}".encode()).hexdigest()[:32]
        if window.left == 0:
            return RateLimitResult(False, False, bucket, window)
        window.left -= 1
        return RateLimitResult(True, False, bucket, window)

    def _window(self, key: Key, size: int, seconds: float) -> Window:
        now = self._clock()
        window = self._windows.get(key)
        if window is None or window.end <= now:
            window = self._windows[key] = Window(size, size, now + seconds)
        return window

    def _forget_old(self) -> None:
        if len(self._windows) > MAX_WINDOWS:
            now = self._clock()
            self._windows = {k: w for k, w in self._windows.items() if w.end > now}

    def _tell(self, response: web.StreamResponse, verdict: RateLimitResult) -> web.StreamResponse:
        if verdict.everywhere:
            return response
        window = verdict.window
        response.headers.update(
            {
                "X-RateLimit-Limit": str(window.size),
                "X-RateLimit-Remaining": str(window.left),
                "X-RateLimit-Reset": f"{window.end:.3f}",
                "X-RateLimit-Reset-After": f"{max(window.end - self._clock(), 0):.3f}",
                "X-RateLimit-Bucket": verdict.bucket,
            }
        )
        return response


def too_fast(seconds: float, *, everywhere: bool) -> web.Response:
    """A 429 response with the number of seconds to wait.

    It has a `Via` header, because clients interpret a 429 without one as a ban by Cloudflare.
    """
    body: dict[str, Any] = {
        "message": "You are being rate limited.",
        "retry_after": round(max(seconds, 0.001), 3),
        "global": everywhere,
        "code": 0,
    }
    response = json_answer(body, 429)
    response.headers["Retry-After"] = str(math.ceil(seconds))
    response.headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
    response.headers["Via"] = "1.1 sandbox"
    if everywhere:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    canonical = request.path if resource is None else resource.canonical
    return canonical[canonical.index("/", len("/api/")) :] if canonical.startswith("/api/") else ""


def _major(request: web.Request) -> Key:
    return tuple(request.match_info[name] for name in MAJOR if name in request.match_info)
