"""Rate limits: buckets by route, a global limit per second, and the headers that report them.

Discord does not publish the sizes of its buckets; these approximate the headers it sends.
"""

import hashlib
import math
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from msgspec import Struct

from sandbox.api.answers import json_answer
from sandbox.model.settings import SandboxSettings

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Key = tuple[str, ...]
MAJOR_PARAMETERS = ("channel_id", "guild_id", "token")
"""Path parameters whose values are counted separately within a route."""
ROUTE_LIMITS = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
}
"""Bucket size by route: number of requests, and the window in seconds."""
WEBHOOK_LIMIT = (5, 2.0)
DEFAULT_LIMIT = (30, 10.0)
GLOBAL_LIMIT_EXEMPT = ("/interactions/", "/webhooks/")
"""Prefixes of routes that do not count towards the global limit: answers to interactions."""
MAX_WINDOWS = 10_000
"""Number of windows above which expired ones are removed."""


class Window(Struct):
    """A window of `size` requests, with `left` of them remaining until `end` (s since 1970)."""

    size: int
    left: int
    end: float


class RateLimitResult(Struct, frozen=True):
    """Whether a request may pass, and the values for the headers.

    `global_limit` is True when the global limit refused it.
    """

    passed: bool
    global_limit: bool
    bucket: str
    window: Window


class RateLimits:
    """Counts requests in windows on the sandbox's clock."""

    def __init__(self, clock: Callable[[], float], settings: SandboxSettings) -> None:
        self._clock = clock
        self._enabled = settings.rate_limits
        self._requests_per_second = settings.requests_per_second
        self._windows: dict[Key, Window] = {}

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer 429 to requests over a limit; add the limit's headers to every answer."""
        if not self._enabled:
            return await handler(request)
        result = self.count(request.method, _route(request), _major(request))
        if result is None:
            return await handler(request)
        if not result.passed:
            wait = result.window.end - self._clock()
            return self._add_headers(
                too_many_requests(wait, global_limit=result.global_limit), result
            )
        return self._add_headers(await handler(request), result)

    def count(self, method: str, route: str, major: Key) -> RateLimitResult | None:
        """Count a request of a route; None for interaction callbacks, which have no limit."""
        self._remove_expired()
        if not route.startswith(GLOBAL_LIMIT_EXEMPT):
            window = self._window(("",), self._requests_per_second, 1.0)
            if window.left == 0:
                return RateLimitResult(False, True, "global", window)
            window.left -= 1
        if route.startswith("/interactions/"):
            return None
        size, seconds = ROUTE_LIMITS.get((method, route), DEFAULT_LIMIT)
        if route.startswith("/webhooks/"):
            size, seconds, method, route = *WEBHOOK_LIMIT, "", "/webhooks"
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

    def _remove_expired(self) -> None:
        if len(self._windows) > MAX_WINDOWS:
            now = self._clock()
            self._windows = {k: w for k, w in self._windows.items() if w.end > now}

    def _add_headers(
        self, response: web.StreamResponse, result: RateLimitResult
    ) -> web.StreamResponse:
        if result.global_limit:
            return response
        window = result.window
        response.headers.update(
            {
                "X-RateLimit-Limit": str(window.size),
                "X-RateLimit-Remaining": str(window.left),
                "X-RateLimit-Reset": f"{window.end:.3f}",
                "X-RateLimit-Reset-After": f"{max(window.end - self._clock(), 0):.3f}",
                "X-RateLimit-Bucket": result.bucket,
            }
        )
        return response


def too_many_requests(seconds: float, *, global_limit: bool) -> web.Response:
    """A 429 response with the number of seconds to wait.

    It has a `Via` header, because clients interpret a 429 without one as a ban by Cloudflare.
    """
    body: dict[str, Any] = {
        "message": "You are being rate limited.",
        "retry_after": round(max(seconds, 0.001), 3),
        "global": global_limit,
        "code": 0,
    }
    response = json_answer(body, 429)
    response.headers["Retry-After"] = str(math.ceil(seconds))
    response.headers["X-RateLimit-Scope"] = "global" if global_limit else "user"
    response.headers["Via"] = "1.1 sandbox"
    if global_limit:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    canonical = request.path if resource is None else resource.canonical
    return canonical[canonical.index("/", len("/api/")) :] if canonical.startswith("/api/") else ""


def _major(request: web.Request) -> Key:
    return tuple(
        request.match_info[name] for name in MAJOR_PARAMETERS if name in request.match_info
    )
