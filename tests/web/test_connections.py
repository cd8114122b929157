"""Connections that do not read, send slowly, or are too many: others are served beside them."""

import asyncio
import gzip
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from logging import ERROR

import pytest

from play.history import Mark
from puzzle.model import EdgeState
from tests.support.board_pages import ADA, BOB, HOLDER, Pages
from tests.support.raw_pages import PING, RawPage, frame, raw_page
from tests.support.waiting import until
from web.connections import MOST, RESERVE, Connections, TimeLimits, home_of, room
from web.server import ANSWERS

READ_SOON = TimeLimits(headers=600, body=600, write=0.05)
SEND_SOON = TimeLimits(headers=0.05, body=0.05, write=600)
SLOW = TimeLimits(headers=600, body=600, write=600)
PATIENCE = 60.0
ADDRESSES = [(method, path) for path, answers in ANSWERS.items() for method in answers]
"""What a page asks for, besides files."""
BODIES = {
    "api/draft": b'{"do": "set", "size": "5x5", "clues": []}',
    "api/activity": b'{"code": "no", "instance": "i"}',
    "api/session": b'{"link": "xxxxxxxxxxxxxxxxxxxxxx", "holder": "hhhhhhhhhhhhhhhhhhhhhh"}',
    "api/requests": b'{"requests": [{"s": "ssssssssssssssssssssss", "n": 1, "do": "share"}]}',
}

Serving = Callable[[Connections], AbstractAsyncContextManager[Pages]]


@pytest.fixture(autouse=True)
def small_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system keeps little for a connection, so that few answers fill it."""
    monkeypatch.setattr("app.listening.SEND_BYTES", 8192)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nobody can fill the log with errors."""
    yield
    assert [each.getMessage() for each in caplog.get_records("call") if each.levelno >= ERROR] == []


def asking(page: RawPage, method: str, path: str, token: str) -> bytes:
    """A request with the token of a session."""
    known = f"Authorization: Bearer {token}"
    return page.request(method, f"/{path}", known, body=BODIES.get(path, b""))


async def ask_without_reading(page: RawPage, asked: bytes) -> None:
    """Ask until the server reads no more and cuts the connection off."""
    async with asyncio.timeout(PATIENCE):
        try:
            while True:
                await page.send(asked)
        except ConnectionError:
            return


async def open_socket(page: RawPage, token: str) -> None:
    """Open a socket of a session."""
    await page.send(page.upgrade() + frame({"token": token}))


def ask_of_socket(number: int = 1) -> bytes:
    """A request of a socket."""
    return frame({"s": "s" * 22, "n": number, "do": "share"})


# Readers that stop


def test_all_addresses_are_known() -> None:
    assert {path for _, path in ADDRESSES} >= {"api/board", "api/changes"}
    assert {path for method, path in ADDRESSES if method == "POST"} == set(BODIES)


@pytest.mark.parametrize(("method", "path"), [*ADDRESSES, ("GET", "index.html"), ("GET", "no")])
async def test_who_does_not_read_answers_is_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    monkeypatch.setattr("web.connections.MAX_UNANSWERED", sys.maxsize)
    connections = Connections(times=READ_SOON)
    async with serving(connections) as pages, raw_page(pages.port) as page:
        await ask_without_reading(page, asking(page, method, path, await pages.token()))
        await until(lambda: not connections)


async def test_who_does_not_read_its_socket_is_cut_off(serving: Serving) -> None:
    async with serving(Connections(times=READ_SOON)) as pages, raw_page(pages.port) as page:
        await open_socket(page, await pages.token())
        await ask_without_reading(page, ask_of_socket())


async def test_a_page_that_does_not_read_holds_nobody_up(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.CLOSE_SECONDS", 0.05)
    connections = Connections(times=SLOW)
    async with serving(connections) as pages, raw_page(pages.port) as page:
        await open_socket(page, await pages.token())
        asking_on = asyncio.create_task(page.drip(b"", 50 * ask_of_socket()))
        await until(
            lambda: any(each.get_write_buffer_size() for each in connections._all)  # type: ignore[attr-defined]
        )
        async with pages.page(await pages.token(BOB)) as other, asyncio.timeout(PATIENCE):
            assert "marks" in await other.receive()
            await pages.services.board_links.end_all(ADA)
            await pages.server.look()
            drawn = Mark({7: EdgeState.CROSS})
            await pages.services.attempts.change(BOB, await pages.board(BOB), drawn)
            assert (await other.receive())["changes"] == [[7, "x"]]
            closing = asyncio.create_task(pages.server.close())
            assert (await other.socket.receive()).data == 1012
            await closing
        connections.cut_off()
        await asking_on


# Slow senders


def stages(page: RawPage) -> dict[str, tuple[bytes, bytes]]:
    """What a slow sender sends at once, and then again and again."""
    unfinished = b"\r\n".join(page.request("GET", "/").split(b"\r\n")[:-2]) + b"\r\nCookie: "
    body = page.request("POST", "/api/session", body=bytes(60_000))
    return {
        "headers": (unfinished, b"x"),
        "headers after an answer": (page.request("GET", "/") + unfinished, b"x"),
        "body": (body[:-59_000], b"x"),
        "after upgrade": (page.upgrade(), PING),
        "hello": (page.upgrade() + b"\x81\xfe\x70\x00" + bytes(4), b"x"),
    }


@pytest.mark.parametrize("stage", stages(RawPage(None, 0)))  # type: ignore[arg-type]
async def test_slow_senders_are_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    for limit in ("HELLO_SECONDS", "CLOSE_SECONDS"):
        monkeypatch.setattr(f"web.server.{limit}", 0.05)
    monkeypatch.setattr("app.listening.LINGER_SECONDS", 0.05)
    async with serving(Connections(times=SEND_SOON)) as pages, raw_page(pages.port) as page:
        async with asyncio.timeout(PATIENCE):
            await page.drip(*stages(page)[stage])


async def test_who_says_nothing_is_cut_off(serving: Serving) -> None:
    async with serving(Connections(times=SEND_SOON)) as pages, raw_page(pages.port) as page:
        async with asyncio.timeout(PATIENCE):
            await page.end()


# Senders that do not stop


def floods(page: RawPage) -> dict[str, tuple[bytes, bytes]]:
    """What somebody without a session sends at once, and then again and again."""
    start = b"\r\n".join(page.request("POST", "/api/session").split(b"\r\n")[:-2])
    chunks = start + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    return {
        "headers": (start, b"\r\nCookie: " + bytes(200 * b"x")),
        "body": (chunks, b"1\r\n \r\n" * 30),
        "requests": (b"", page.request("GET", "/api/changes") * 2),
        "no requests": (page.request("CONNECT", "/"), bytes(200)),
        "hello": (page.upgrade(), b"\x01\xfe\x01\x00" + bytes(260)),
        "pings": (page.upgrade(), PING * 30),
    }


@pytest.mark.parametrize("flood", floods(RawPage(None, 0)))  # type: ignore[arg-type]
async def test_who_sends_more_than_a_request_has_is_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, flood: str
) -> None:
    monkeypatch.setattr("web.connections.MAX_UNANSWERED", 1024)
    monkeypatch.setattr("web.server.HELLO_SECONDS", PATIENCE)
    connections = Connections(times=SLOW)
    async with serving(connections) as pages, raw_page(pages.port) as page:
        start, rest = floods(page)[flood]
        looking = asyncio.Event()

        async def look(_: str) -> None:
            await looking.wait()

        monkeypatch.setattr(pages.services.board_links, "session", look)
        async with asyncio.timeout(PATIENCE):
            await page.drip(start, rest)
        assert not connections
        looking.set()


async def test_who_is_answered_may_send_on(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.connections.MAX_UNANSWERED", 1024)
    async with serving(Connections()) as pages, raw_page(pages.port) as page:
        for _ in range(20):
            await page.send(page.request("GET", "/api/proxy"))
            assert (await page.receive(1024)).endswith(b"none")
        async with pages.page(await pages.token()) as socket:
            assert "marks" in await socket.receive()
            for mark in ("-", "x", ".") * 4:
                assert "s" in await socket.draw(3, mark=mark)


async def test_who_asks_before_answers_come_is_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer is that of an earlier request, while more and more wait."""
    async with serving(Connections(times=SLOW)) as pages, raw_page(pages.port) as page:
        asked = 3 * page.request("GET", "/api/changes")
        monkeypatch.setattr("web.connections.MAX_UNANSWERED", 5 * len(asked) // 2)
        answered = asyncio.Queue[None]()
        monkeypatch.setattr(pages.services.board_links, "session", lambda _: answered.get())
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                await page.send(asked)
                answered.put_nowait(None)
                assert b"401" in await page.receive(1024)
            await page.send(asked)
            await page.end()
        answered.put_nowait(None)


COMPRESSED = gzip.compress(BODIES["api/session"])
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


async def test_new_connections_take_the_place_of_those_of_nobody(serving: Serving) -> None:
    connections = Connections(4, ["127.0.0.1"], SLOW)
    async with serving(connections) as pages, AsyncExitStack() as stack:

        async def connect(address: str) -> RawPage:
            page = await stack.enter_async_context(raw_page(pages.port))
            before = len(connections)
            forged, told = "X-Forwarded-For: 192.0.2.77", f"X-Forwarded-For: 192.0.2.78, {address}"
            await page.send(page.request("GET", "/", forged, told))
            await until(lambda: home_of(address) in connections._idle)
            assert len(connections) >= before
            return page

        page = await stack.enter_async_context(pages.page(await pages.token()))
        assert "marks" in await page.receive()
        other = await connect("192.0.2.1")
        oldest = await connect("2001:db8::9")
        newer = await connect("2001:db8::8")  # in the same home
        await until(lambda: len(connections) == 4)
        last = await stack.enter_async_context(raw_page(pages.port))
        async with asyncio.timeout(PATIENCE):
            await oldest.end()  # of the address with most
        assert len(connections) == 4
        for each in (other, newer, last):
            await each.send(each.request("GET", "/"))
        assert "ack" in await page.draw(3)


async def test_who_has_a_session_gets_in_beside_any_number_of_others(serving: Serving) -> None:
    connections = Connections(3, times=SLOW)
    async with serving(connections) as pages, AsyncExitStack() as stack:
        secret = await pages.services.board_links.make_link(ADA, await pages.board())
        for _ in range(20):
            silent = await stack.enter_async_context(raw_page(pages.port))
            await silent.send(silent.upgrade())
        _, answer = await pages.post("/api/session", link=secret, holder=HOLDER)
        async with pages.page(answer["token"]) as page:
            assert "marks" in await page.receive()
            for _ in range(20):
                await stack.enter_async_context(raw_page(pages.port))
            assert "ack" in await page.draw(3)
        assert len(connections) <= 3


async def test_one_person_cannot_keep_all_connections(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.connections.KEPT_PER_PERSON", 2)
    monkeypatch.setattr("web.server.CLOSE_SECONDS", PATIENCE)
    connections = Connections(4, times=SLOW)
    async with serving(connections) as pages, AsyncExitStack() as stack:
        token = await pages.token()
        for _ in range(6):
            page = await stack.enter_async_context(raw_page(pages.port))
            await open_socket(page, token)
            assert await page.receive(1)
        async with pages.page(await pages.token(BOB)) as other, asyncio.timeout(PATIENCE):
            assert "marks" in await other.receive()
            assert "ack" in await other.draw(3)
        connections.cut_off()


async def test_nobody_loses_a_page_to_a_new_connection(serving: Serving) -> None:
    connections = Connections(2, times=SLOW)
    async with serving(connections) as pages:
        token = await pages.token()
        async with pages.page(token) as one, pages.page(token, "t" * 22) as other:
            for page in (one, other):
                assert "marks" in await page.receive()
            async with raw_page(pages.port) as refused, asyncio.timeout(PATIENCE):
                await refused.end()
            assert "ack" in await one.draw(3)
            assert (await other.receive())["changes"] == [[3, "-"]]


@pytest.mark.parametrize("stage", stages(RawPage(None, 0)))  # type: ignore[arg-type]
async def test_a_request_that_is_given_up_leaves_no_error(serving: Serving, stage: str) -> None:
    connections = Connections(1, times=SLOW)
    async with serving(connections) as pages, raw_page(pages.port) as page:
        start, _ = stages(page)[stage]
        await page.send(start)
        if stage not in {"headers", "headers after an answer"}:
            await until(lambda: any(each._answering for each in connections._all.values()))
        async with raw_page(pages.port), asyncio.timeout(PATIENCE):
            await page.end()


@pytest.mark.parametrize(
    ("files", "places"),
    [(256, 128), (512, 256), (1024, 1024 - RESERVE), (65536, MOST), (-1, MOST)],
)
def test_the_rest_of_the_bot_keeps_its_descriptors(
    files: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (files, -1))
    assert room(MOST) == places
