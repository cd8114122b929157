"""Connections that are too many are refused, and what each of them may do is bounded.

What sends slowly or does not read, the proxy ends: `tests/faults/test_flooded_page.py`.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from logging import ERROR

import pytest
from aiohttp import ClientSession, web

from app.listening import listening
from play.history import Mark
from puzzle.model import EdgeState
from service.running.readers import Reader
from tests.support.board_pages import ADA, BOB, Pages
from tests.support.raw_pages import raw_page
from tests.support.waiting import until
from web.connections import MAX_BODY, MOST, RESERVE, Connections, room

PATIENCE = 60.0
SESSION = b'{"link": "xxxxxxxxxxxxxxxxxxxxxx", "holder": "hhhhhhhhhhhhhhhhhhhhhh"}'
ASKED = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"

Serving = Callable[[Connections], AbstractAsyncContextManager[Pages]]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nobody can fill the log with errors."""
    yield
    assert [each.getMessage() for each in caplog.get_records("call") if each.levelno >= ERROR] == []


# What one connection may do


async def test_a_page_that_does_not_read_holds_nobody_up(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(pages.page(await pages.token()))
        assert "marks" in await page.receive()
        [stuck] = pages.server._open
        assert stuck._req
        other = await stack.enter_async_context(pages.page(await pages.token(BOB)))
        assert "marks" in await other.receive()
        stuck._req.protocol.pause_writing()  # as when the system takes no more
        await page.socket.send_json({"s": page.stream, "n": 1, "do": "share"})
        async with asyncio.timeout(PATIENCE):
            drawn = Mark({7: EdgeState.CROSS})
            await pages.services.attempts.change(Reader(BOB), await pages.board(BOB), drawn)
            assert (await other.receive())["changes"] == [[7, "x"]]
            monkeypatch.setattr("web.server.CLOSE_SECONDS", 0.05)
            await pages.services.board_links.end_all(Reader(ADA))
            await pages.server.look()
            await until(lambda: stuck not in pages.server._open)
            monkeypatch.setattr("web.server.CLOSE_SECONDS", PATIENCE)
            closing = asyncio.create_task(pages.server.close())
            assert (await other.socket.receive()).data == 1012
            await closing


async def test_a_body_that_is_too_large_is_refused(pages: Pages) -> None:
    status, _ = await pages.post("/api/session", link="x" * MAX_BODY)
    assert status == 413


@pytest.mark.parametrize("body", [SESSION[:-9], b""])
async def test_a_request_that_is_given_up_leaves_no_error(pages: Pages, body: bytes) -> None:
    async with raw_page(pages.port) as page:
        start = page.request("POST", "/api/session", body=SESSION).removesuffix(SESSION)
        await page.send(start + body)
        await until(lambda: pages.server.connections._busy)
    await until(lambda: not pages.server.connections._busy)


COMPRESSED = gzip.compress(SESSION)
MALFORMED = {
    "request line": b"GET /\xff HTTP/1.1\r\n\r\n",
    "version": b"GET / HTTP/9.9\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01" + bytes(100),
    "long header": b"Cookie: " + 9_000 * b"x",
    "many headers": 200 * b"X: y\r\n" + b"X: y",
    "length": b"Content-Length: -1",
    "compressed": b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%b"
    % (len(COMPRESSED), COMPRESSED),
    "unknown compression": b"Content-Encoding: no\r\nContent-Length: 3\r\n\r\n{}}",
    "chunk": b"Transfer-Encoding: chunked\r\n\r\nno\r\n",
    "chunk and length": b"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
    "key of a socket": b"Upgrade: websocket\r\nConnection: upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \xff",
}


async def test_malformed_requests_are_refused(serving: Serving) -> None:
    """And fill no log: see `quiet`."""
    async with serving(Connections()) as pages:
        for name, rest in MALFORMED.items():
            method, path = ("GET", "/api/live") if "socket" in name else ("POST", "/api/session")
            async with raw_page(pages.port) as page, asyncio.timeout(PATIENCE):
                start = page.request(method, path, "Content-Type: application/json")[:-2]
                is_whole = rest.startswith((b"GET", b"\x16"))
                await page.send(rest if is_whole else start + rest + b"\r\n\r\n")
                answer = await page.receive(65536)
                assert answer.split(b" ")[1] == b"400", name


# Too many


async def test_connections_beyond_the_limit_are_refused() -> None:
    """Which an operator can lower while the bot runs."""
    connections = Connections(3)
    async with (
        listening(web.Application(), "127.0.0.1", 0, "OURO_HTTP", connections) as port,
        raw_page(port) as one,
        raw_page(port) as other,
    ):
        for page in (one, other):
            await page.send(ASKED)
            assert await page.receive(12) == b"HTTP/1.1 404"
        connections.most = 2
        async with raw_page(port) as third, asyncio.timeout(PATIENCE):
            await third.end()
        await other.send(ASKED)
        assert await other.receive(12)
        one.socket.close()

        async def is_let_in() -> bool:
            async with raw_page(port) as next_one:
                with suppress(ConnectionError):
                    await next_one.send(ASKED)
                    return bool(await next_one.receive(12))
            return False

        await until(is_let_in, PATIENCE)


async def test_one_address_has_half_of_the_connections() -> None:
    """But not of those of people with a session, who may share it."""
    connections = Connections(4, ["127.0.0.1"])
    waiting, going_on = asyncio.Queue[web.Request](), asyncio.Event()

    async def wait(request: web.Request) -> web.Response:
        waiting.put_nowait(request)
        await going_on.wait()
        return web.Response()

    app = web.Application()
    app.router.add_get("/", wait)
    async with (
        listening(app, "127.0.0.1", 0, "OURO_WEB", connections) as port,
        ClientSession(f"http://127.0.0.1:{port}") as client,
        asyncio.timeout(PATIENCE),
        asyncio.TaskGroup() as tasks,
    ):

        def ask(address: str) -> asyncio.Task[int]:
            """The status of a request; only the last address of the header is the proxy's."""

            async def status() -> int:
                headers = {"X-Forwarded-For": f"192.0.2.77, {address}"}
                async with client.get("/", headers=headers) as answer:
                    return answer.status

            return tasks.create_task(status())

        let_in = [ask("2001:db8::8"), ask("2001:db8::9")]  # in the same home
        first, _ = await waiting.get(), await waiting.get()
        assert await ask("2001:db8::a") == 429
        let_in.append(ask("192.0.2.1"))
        await waiting.get()
        connections.release(first)
        let_in.append(ask("2001:db8::b"))
        await waiting.get()
        going_on.set()
        assert [await each for each in let_in] == [200] * 4
    assert not connections._busy


async def test_people_with_a_session_do_not_count_for_their_address(serving: Serving) -> None:
    connections = Connections(2)
    async with serving(connections) as pages, AsyncExitStack() as stack:
        token = await pages.token()
        for stream in ("s" * 22, "t" * 22):
            page = await stack.enter_async_context(pages.page(token, stream))
            assert "marks" in await page.receive()
            assert not connections._busy


@pytest.mark.parametrize(
    ("files", "places"),
    [(256, 128), (512, 256), (1024, 1024 - RESERVE), (65536, MOST), (-1, MOST)],
)
def test_the_rest_of_the_bot_keeps_its_descriptors(
    files: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (files, -1))
    assert room(MOST) == places
