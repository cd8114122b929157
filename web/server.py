"""The addresses of the board page, and what guards them.

A link from chat has its secret after `#`, which no server sees; the page exchanges it for a token
by POST. The token is a header, or the first frame of a socket: never in an address, which is
logged. Requests from other sites are refused by `Origin` and `Host`. A frame whose origin is
opaque, as some of Discord's clients make one, gets what `OPENLY` lists, and boards only with a
session of the Activity: any site can make such a frame.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from aiohttp import WSCloseCode, WSMsgType, web
from msgspec import Struct, field
from msgspec.structs import replace

from service.errors import NotYours
from service.services import Services
from store.records import PageSession, shown_by
from texts.board_page import page_words
from texts.drafts import draft_words
from web.activity import ActivityPages
from web.answers import Answers, PageContent
from web.boards import BoardContent
from web.channel import INVALID, SESSION_OVER, TOO_MANY, PageChannel
from web.connections import Connections
from web.drafts import DraftContent
from web.drills import DrillContent
from web.files import PackedFile
from web.limits import REQUEST_WEIGHT, OpenPages
from web.page_requests import MAX_FRAME, InvalidRequest, read_hello, read_redeem, read_waiting
from web.readers import browser_localizer, page_reader
from web.shared_boards import SharedContent
from workers.errors import Busy

PROTOCOL = "ouro.1"
"""The subprotocol of sockets."""
HELLO_SECONDS, PING_SECONDS, POLL_SECONDS = 5.0, 30.0, 25.0
"""How long a socket may take to send its token, how often it is asked whether it is alive, and how
long a page without a socket waits for changes."""
CLOSE_SECONDS = 2.0
"""How long a page may take to notice that its socket is closed."""
LOOKUPS = 2
"""Maximum number of links and tokens that are looked up at once, of anybody: fewer than there are
connections to the database."""
BOARD_WEIGHT = 6
"""The weight of asking for a whole board against the rate limit of a person."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {socket}; "
    "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {ancestors}; require-trusted-types-for 'script'; trusted-types worker"
)
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OPAQUE = "null"
"""The `Origin` of a frame without one of its own."""
PUBLIC = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Headers of files, which everybody may have."""
ALLOWED = {
    "Access-Control-Allow-Origin": OPAQUE,
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "600",
}
"""Headers of answers to a frame whose origin is opaque."""


def origin_of(address: str) -> str:
    """The origin of an address.

    >>> origin_of("https://board.example/ouro/")
    'https://board.example'
    """
    return "/".join(address.split("/")[:3])


class PageSite(Struct, frozen=True):
    """Where pages are: the origins that they may have."""

    origins: Callable[[], frozenset[str]]

    def is_own(self, request: web.Request) -> bool:
        """Whether a request comes from a page of this site."""
        return request.headers.get("Origin") in self.origins()

    @staticmethod
    def is_opaque(request: web.Request) -> bool:
        """Whether a request comes from a frame whose origin is opaque, of any site."""
        return request.headers.get("Origin") == OPAQUE

    def has_host(self, request: web.Request) -> bool:
        """Whether a request is addressed to this site."""
        hosts = {origin.partition("://")[2] for origin in self.origins()}
        return request.headers.get("Host") in hosts


class PageServer(Struct):
    """Serves the page and its requests."""

    site: PageSite
    services: Services
    files: Mapping[str, PackedFile]
    connections: Connections = field(default_factory=Connections)
    activity: ActivityPages | None = None
    _pages: OpenPages = field(default_factory=OpenPages)
    _lookups: asyncio.Semaphore = field(default_factory=partial(asyncio.Semaphore, LOOKUPS))
    _open: dict[web.WebSocketResponse, bytes] = field(default_factory=dict)
    _closing: set[asyncio.Task[None]] = field(default_factory=set)

    async def handle(self, request: web.Request, path: str) -> web.StreamResponse:
        """Answer a request; `path` is what follows the address of the page in its address.

        Raises `HTTPMisdirectedRequest` for another host, and `HTTPForbidden` for another site.
        """
        if not self.site.has_host(request):
            raise web.HTTPMisdirectedRequest
        opaque = path in ANSWERS and self.site.is_opaque(request)
        if opaque and (self.activity is None or path not in OPENLY):
            raise web.HTTPForbidden
        if opaque and request.method == "OPTIONS":
            return web.Response(status=204, headers=ALLOWED)
        changes = request.method != "GET" or path == "api/live"
        if changes and not (opaque or self.site.is_own(request)):
            raise web.HTTPForbidden
        response = await self._answer(request, path)
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers.update(PUBLIC if path not in ANSWERS else ALLOWED if opaque else {})
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    async def look(self) -> None:
        """Close pages whose session is over, and tell others what other processes have changed."""
        over = await self.services.board_links.over(set(self._open.values()))
        for socket, session in self._open.items():
            if session in over:
                self._close_soon(socket, SESSION_OVER)
        await self.services.attempts.look()
        await self.services.together.look()
        if self.activity is not None:
            await self.activity.companions.look()

    async def close(self) -> None:
        """Close all sockets at once; pages connect again, to another process or after a restart."""
        for socket in self._open:
            self._close_soon(socket, WSCloseCode.SERVICE_RESTART)
        self._pages.end()
        await asyncio.gather(*self._closing)

    async def _answer(self, request: web.Request, path: str) -> web.StreamResponse:
        answers = ANSWERS.get(path)
        if answers is None or (path == ACTIVITY and self.activity is None):
            if request.method != "GET":
                raise web.HTTPMethodNotAllowed(request.method, ["GET"])
            return self._file(request, path or "index.html")
        answer = answers.get(request.method)
        if answer is None:
            raise web.HTTPMethodNotAllowed(request.method, [*answers])
        return await answer(self, request)

    # The page

    def _file(self, request: web.Request, name: str) -> web.Response:
        found = self.files.get(name)
        if found is None:
            raise web.HTTPNotFound
        origins = sorted(self.site.origins())
        named = [origin for origin in origins if "[" not in origin]  # policies know no IPv6
        sockets = " ".join(origin.replace("http", "ws", 1) for origin in named)
        ancestors = "'none'" if self.activity is None else self.activity.ancestors
        policy = POLICY.format(socket=sockets, ancestors=ancestors)
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": policy}
        return _packed_response(request, found, headers)

    async def _words(self, request: web.Request) -> web.Response:
        localizer = browser_localizer(request.headers.get("Accept-Language", ""))
        is_draft = request.query.get("of") == "draft"
        return web.json_response(draft_words(localizer) if is_draft else page_words(localizer))

    async def _proxy(self, request: web.Request) -> web.Response:
        """Whether the proxy says who asks, for `ouro doctor`."""
        return web.Response(text=self.connections.forwarding(request)[0])

    async def _activity(self, request: web.Request) -> web.Response:
        if self.activity is None:
            raise web.HTTPNotFound
        return await self.activity.answer(request, self.connections.home(request))

    async def _redeem(self, request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            asked = read_redeem(await request.read())
        except InvalidRequest:
            raise web.HTTPBadRequest from None
        async with self._lookups:
            token = await self.services.board_links.redeem(asked.link, asked.holder)
        if token is None:
            return web.json_response({"why": "link"}, status=403)
        return web.json_response({"token": token})

    async def _board(self, request: web.Request) -> web.Response:
        """What a page needs once."""
        async with self._page_of(request, BOARD_WEIGHT) as page:
            packed = await asyncio.to_thread(_packed_value, await page.content.needed())
        return _packed_response(request, packed, {"Cache-Control": "private, no-cache"})

    async def _race(self, request: web.Request) -> web.Response:
        """The race of the person of a board's page."""
        async with self._page_of(request) as page:
            if not isinstance(page.content, BoardContent):
                raise web.HTTPNotFound
            return web.json_response(await page.content.race())

    # Sockets

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            timeout=CLOSE_SECONDS,
            max_msg_size=MAX_FRAME,
            heartbeat=PING_SECONDS,
            compress=False,
            writer_limit=0,  # the next frame waits until the page takes this one
            protocols=(PROTOCOL,),
        )
        try:
            await socket.prepare(request)
        except ValueError:  # a key that is no text in base64
            raise web.HTTPBadRequest from None
        found = await self._hello(request, socket)
        if found is None:
            await socket.close(code=SESSION_OVER)
            return socket
        session, token = found
        self.connections.release(request)
        end = partial(self._close_soon, socket, TOO_MANY)
        with self._pages.opened(session.player_id, end):
            channel = PageChannel(socket, await self._page(session, token, request))
            self._open[socket] = session.hash
            self.services.pool.metrics.page_sockets.inc()
            try:
                async with self._in_company(request, session, channel):
                    await channel.run()
            except NotYours:
                await socket.close(code=SESSION_OVER)
            finally:
                self._open.pop(socket)
                self.services.pool.metrics.page_sockets.dec()
        return socket

    @asynccontextmanager
    async def _in_company(
        self, request: web.Request, session: PageSession, channel: PageChannel
    ) -> AsyncIterator[None]:
        """Tell a page inside Discord how far others there are while the block runs."""
        activity = self.activity
        if activity is None or request.headers.get("Origin") not in {activity.origin(), OPAQUE}:
            yield
            return
        async with activity.companions.telling(session, channel.tell):
            yield

    def _close_soon(self, socket: web.WebSocketResponse, code: int) -> None:
        """Close a socket without waiting for its page, which may not answer any more."""
        task = asyncio.create_task(_close(socket, code), name="close page")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _hello(
        self, request: web.Request, socket: web.WebSocketResponse
    ) -> tuple[PageSession, str] | None:
        """The session whose token is the first frame, with it; None if it is over or none comes."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await socket.receive()
        except TimeoutError:
            return None
        if first.type is not WSMsgType.TEXT:
            return None
        try:
            token = read_hello(first.data).token
        except InvalidRequest:
            await socket.close(code=INVALID)
            return None
        session = await self._session(request, token)
        return None if session is None else (session, token)

    # Without sockets

    async def _requests(self, request: web.Request) -> web.Response:
        async with self._page_of(request, weight=0) as page:  # each of the requests has its own
            try:
                asked = read_waiting(await request.read())
                answers = [await page.answer(each) for each in asked.requests]
            except InvalidRequest:
                raise web.HTTPBadRequest from None
            return web.json_response({"answers": answers})

    async def _changes(self, request: web.Request) -> web.Response:
        """The board once it is newer than a revision; 204 if that takes too long."""
        try:
            known = int(request.query.get("revision", "-1"))
        except ValueError:
            raise web.HTTPBadRequest from None
        async with self._page_of(request) as page:
            whole = await self._newer(page.content, known)
            if whole["revision"] <= known:
                return web.Response(status=204)
            return web.json_response(whole)

    async def _newer(self, content: PageContent, known: int) -> dict[str, Any]:
        """All that a page shows once it is newer than a revision, or after a while.

        Raises `HTTPServiceUnavailable` when the wait ends early: the server stops, or the person
        has too many pages.
        """
        changed = asyncio.Event()
        ended = asyncio.Event()

        def end() -> None:
            ended.set()
            changed.set()

        stop = content.watch(known, changed.set)
        try:
            with self._pages.opened(content.session.player_id, end):
                whole = await content.whole()
                if whole["revision"] <= known:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), POLL_SECONDS)
                    whole = await content.whole()
        finally:
            stop()
        if ended.is_set():
            raise web.HTTPServiceUnavailable
        return whole

    # Sessions

    async def _session(self, request: web.Request, token: str) -> PageSession | None:
        """The session of a token; in a frame whose origin is opaque only one of the Activity."""
        async with self._lookups:
            session = await self.services.board_links.page_session(token)
            if session is not None and self.site.is_opaque(request):
                inside = await self.services.companions.instance_of(session)
                return None if inside is None else session
            return session

    @asynccontextmanager
    async def _page_of(
        self, request: web.Request, weight: float = REQUEST_WEIGHT
    ) -> AsyncIterator[Answers]:
        """The page whose token a request has, which counts against the rate of its person.

        Raises `HTTPUnauthorized` if it is over, also while the block runs, and
        `HTTPTooManyRequests` beyond the rate.
        """
        token = _token_of(request)
        session = await self._session(request, token)
        if session is None:
            raise web.HTTPUnauthorized
        self.connections.release(request)
        try:
            await self.services.quotas.admit(session.player_id, None, weight)
        except Busy:
            raise web.HTTPTooManyRequests from None
        try:
            yield await self._page(session, token, request)
        except NotYours:
            raise web.HTTPUnauthorized from None

    async def _page(self, session: PageSession, token: str, request: web.Request) -> Answers:
        """What answers a page, with what it shows: a kind of content for each kind of session."""
        player = await self.services.preferences.read(session.player_id)
        reader = page_reader(player, request.headers.get("Accept-Language", ""))
        there = await self.services.activities.board_of(session)
        reader = replace(reader, server=None if there is None else there.server_id)
        content = CONTENTS[shown_by(session)[0]](self.services, session, token, reader, player)
        return Answers(self.services, content)


CONTENTS: Mapping[str, type[PageContent]] = MappingProxyType(
    {
        "attempt_id": BoardContent,
        "draft_id": DraftContent,
        "drill_id": DrillContent,
        "together_id": SharedContent,
    }
)
"""What a page shows and changes, by which of `PAGES` its session is for."""
ACTIVITY = "api/activity"
Answer: TypeAlias = Callable[[PageServer, web.Request], Awaitable[web.StreamResponse]]
ANSWERS: Mapping[str, Mapping[str, Answer]] = MappingProxyType(
    {
        "api/live": {"GET": PageServer._live},
        "api/board": {"GET": PageServer._board},
        "api/changes": {"GET": PageServer._changes},
        "api/race": {"GET": PageServer._race},
        "api/requests": {"POST": PageServer._requests},
        "api/session": {"POST": PageServer._redeem},
        "api/words": {"GET": PageServer._words},
        "api/proxy": {"GET": PageServer._proxy},
        ACTIVITY: {"GET": PageServer._activity, "POST": PageServer._activity},
    }
)
"""What answers a request, by its address and method; all other addresses are files."""
OPENLY = frozenset(
    {ACTIVITY, "api/words", "api/board", "api/changes", "api/race", "api/requests", "api/live"}
)
"""The addresses that a frame of an opaque origin may ask, where there is an Activity."""


def _token_of(request: web.Request) -> str:
    """The token that a request has; empty for none."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind == "Bearer" else ""


async def _close(socket: web.WebSocketResponse, code: int) -> None:
    """Close a socket, whose page may not read any more."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code=code)


def _packed_response(
    request: web.Request, packed: PackedFile, headers: dict[str, str]
) -> web.Response:
    """A compressed file, or that the browser has it."""
    headers["ETag"] = f'"{packed.etag}"'
    if packed.etag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    headers |= {"Content-Encoding": "gzip", "Content-Type": f"{packed.kind}; charset=utf-8"}
    return web.Response(body=packed.body, headers=headers)


def _packed_value(value: dict[str, Any]) -> PackedFile:
    """A value as compressed JSON, which takes milliseconds for a large board."""
    return PackedFile.of(json.dumps(value, separators=(",", ":")).encode(), ".json")
