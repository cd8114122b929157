"""The HTTP routes of the chat page: its files, its JSON API and its event socket."""

import asyncio
import json
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path

from aiohttp import web
from msgspec import Struct, field

from sandbox.api.answers import json_answer, read_page_action, with_key
from sandbox.chat.actions import Actions
from sandbox.model.events import Event
from sandbox.model.records import AnswerStage, Json
from sandbox.model.settings import SandboxSettings
from sandbox.model.snowflakes import number_in
from sandbox.model.state import State
from sandbox.model.uploads import read_body
from sandbox.model.waiting import wait_for_answer
from sandbox.page.activity_proxy import ActivityProxy
from sandbox.page.requests import REQUESTS, Autocompletion, PageAction
from sandbox.page.view import PageView

PAGE = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
KEY_HEADER = "X-Sandbox-Key"
USER_HEADER = "X-Sandbox-User"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self' ws://{host}; frame-src {activity}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class PageVisitor(Struct, frozen=True):
    """The user that the page acts for by default, and the key that its URL must contain."""

    key: str
    user_id: int


class PageApi(Struct, eq=False):
    """Serves the page to clients that send the key.

    A request can choose the user it acts for (header `X-Sandbox-User`; for events the parameter
    `user`), so that one page can switch between personas.
    """

    state: State
    actions: Actions
    view: Callable[[int], PageView]
    settings: SandboxSettings
    visitor: PageVisitor
    proxy: ActivityProxy
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    def add_routes(self, app: web.Application) -> None:
        """Register every route."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name:[a-z_]+\\.(?:js|css|svg)}", self._file)
        app.router.add_get("/page/api/state", with_key(self.check_key, self._get_state))
        app.router.add_get("/page/api/events", self._events)
        app.router.add_post("/page/api/autocomplete", with_key(self.check_key, self._autocomplete))
        for name, kind in REQUESTS.items():
            act = with_key(self.check_key, partial(self._act, kind))
            app.router.add_post(f"/page/api/{name}", act)

    async def close(self) -> None:
        """Close the event sockets of all open pages."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    async def _index(self, request: web.Request) -> web.Response:
        if not self._knows_key(request.query.get("key")):
            text = "Open the address that was printed when the sandbox started; it carries a key.\n"
            return web.Response(status=403, text=text)
        return self._page_file("index.html", request.host)

    async def _file(self, request: web.Request) -> web.Response:
        return self._page_file(request.match_info["name"], request.host)

    def _page_file(self, name: str, host: str) -> web.Response:
        path = PAGE / name
        if not path.is_file():
            raise web.HTTPNotFound(text="There is no such file.\n")
        headers = {
            "Content-Type": f"{TYPES[path.suffix]}; charset=utf-8",
            "Content-Security-Policy": POLICY.format(host=host, activity=self.proxy.origin),
            "Cache-Control": "no-cache",
        }
        return web.Response(body=path.read_bytes(), headers=headers)

    async def _get_state(self, request: web.Request) -> web.Response:
        return json_answer(self.view(self._person(request)).whole())

    async def _events(self, request: web.Request) -> web.WebSocketResponse:
        if not self._knows_key(request.query.get("key")):
            raise web.HTTPForbidden(text="The key is wrong.\n")
        view = self.view(self._user_id_from(request.query.get("user")))
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1024)
        await socket.prepare(request)
        outbox: asyncio.Queue[Json] = asyncio.Queue()

        def listen(event: Event) -> None:
            data = view.event(event)
            if data is not None:
                outbox.put_nowait(data)

        unsubscribe = self.state.subscribe(listen)
        self._sockets.add(socket)
        writer = asyncio.create_task(_write(socket, outbox))
        try:
            async for _ in socket:
                pass  # the page sends nothing
        finally:
            unsubscribe()
            self._sockets.discard(socket)
            writer.cancel()
        return socket

    async def _autocomplete(self, request: web.Request) -> web.Response:
        asked = read_page_action(await read_body(request), Autocompletion)
        interaction = self.actions.autocomplete(
            self._person(request), asked.channel_id, asked.name, asked.values, asked.focused
        )
        timeout = self.settings.acknowledge + 1
        settled = await wait_for_answer(self.state, interaction.id, timeout)
        failed = settled.stage is AnswerStage.FAILED
        return json_answer({"choices": list(settled.choices), "failed": failed})

    async def _act(self, kind: type[PageAction], request: web.Request) -> web.Response:
        body = await read_body(request)
        wanted = read_page_action(body, kind)
        return json_answer(wanted.act(self.actions, self._person(request), body.files) or {})

    def _person(self, request: web.Request) -> int:
        """The user that a request acts for; the default user if it names none."""
        return self._user_id_from(request.headers.get(USER_HEADER))

    def _user_id_from(self, text: str | None) -> int:
        if text is None:
            return self.visitor.user_id
        user = self.state.users.get(number_in(text) or 0)
        if user is None or user.bot:
            raise web.HTTPForbidden(text="There is nobody with that id.\n")
        return user.id

    def _knows_key(self, key: str | None) -> bool:
        return key is not None and secrets.compare_digest(key.encode(), self.visitor.key.encode())

    def check_key(self, request: web.Request) -> None:
        """Raises `HTTPForbidden` for a request without the key."""
        if not self._knows_key(request.headers.get(KEY_HEADER)):
            raise web.HTTPForbidden(text="The key is wrong.\n")


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[Json]) -> None:
    while True:
        data = await outbox.get()
        try:
            await socket.send_str(json.dumps(data, separators=(",", ":")))
        except ConnectionError:
            return
