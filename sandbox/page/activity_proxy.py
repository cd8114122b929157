"""Discord's proxy: serves the page of an application as an Activity, at an origin of its own.

The page that it serves gets the policy of the proxy in place of its own, as on Discord. A frame at
that origin, the relay, passes messages between Discord's client, which is the chat page here, and
the page: its library accepts messages from Discord's own sites and from its own origin only.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from aiohttp import web
from msgspec import Struct

RELAY = Path(__file__).parent / "relay"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self' {socket}; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {ancestors}"
)
SHUTDOWN_SECONDS = 1.0

BoardHandler: TypeAlias = Callable[[web.Request, str], Awaitable[web.StreamResponse]]
"""Answers a request for the page of a program, given the path below its address."""


class ActivityProxy(Struct, eq=False):
    """Serves the page on a free port; `chats` are the origins that may show it.

    `host` is the name by which people reach the sandbox. Without a `handler`, there is no page.
    """

    host: str
    chats: Callable[[], frozenset[str]]
    handler: BoardHandler | None = None
    _port: int = 0
    _runner: web.AppRunner | None = None

    @property
    def origin(self) -> str:
        """The origin of the page."""
        return f"http://{self.host}:{self._port}"

    async def open(self, address: str) -> None:
        """Listen at a free port of an address."""
        app = web.Application()
        app.router.add_get("/.relay/{name}", self._relay)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
        await self._runner.setup()
        await web.TCPSite(self._runner, address, 0).start()
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _relay(self, request: web.Request) -> web.Response:
        path = RELAY / request.match_info["name"]
        if path.suffix not in TYPES or not path.is_file():
            raise web.HTTPNotFound
        headers = {
            "Content-Type": f"{TYPES[path.suffix]}; charset=utf-8",
            "Content-Security-Policy": self._policy(),
            "Referrer-Policy": "no-referrer",
        }
        return web.Response(body=path.read_bytes(), headers=headers)

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        if self.handler is None:
            raise web.HTTPNotFound
        response = await self.handler(request, request.match_info["path"])
        if not response.prepared:
            response.headers["Content-Security-Policy"] = self._policy()
        return response

    def _policy(self) -> str:
        named = [origin for origin in sorted(self.chats()) if "[" not in origin]
        ancestors = " ".join((self.origin, *named))
        return POLICY.format(socket=self.origin.replace("http", "ws", 1), ancestors=ancestors)
