"""Requests that get no answer are sent again, and no others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.connection import outgoing
from bot.connection.outgoing import PAUSES, OutgoingRequests

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Sender:
    """Sends requests to a server, and counts their tries."""

    def __init__(self, session: aiohttp.ClientSession, url: yarl.URL) -> None:
        self._session = session
        self._url = url
        self.tries = 0

    def count(self, url: yarl.URL) -> None:
        assert url == self._url
        self.tries += 1

    async def send(self, method: str, data: object = None, seconds: float | None = None) -> str:
        limits = aiohttp.ClientTimeout(seconds)
        async with self._session.request(method, self._url, data=data, timeout=limits) as answer:
            return await answer.text()

    async def post(self, data: object, seconds: float | None = None) -> str:
        return await self.send("POST", data, seconds)


@asynccontextmanager
async def sender_to(handler: Handler, path: str = "/") -> AsyncIterator[Sender]:
    app, requests = web.Application(), OutgoingRequests()
    app.router.add_route("*", path, handler)
    async with (
        TestServer(app, host="127.0.0.1") as server,
        aiohttp.ClientSession(middlewares=(requests,)) as session,
    ):
        sender = Sender(session, server.make_url(path))
        requests.on_try.append(sender.count)
        yield sender


def abort(request: web.Request) -> web.Response:
    """Close the connection; the response is not sent."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    bodies = list[bytes]()

    async def half(request: web.Request) -> web.StreamResponse:
        bodies.append(await request.read())
        if len(bodies) > 1:
            return web.json_response({"whole": True})
        response = web.StreamResponse(headers={"Content-Length": "5"})
        await response.prepare(request)
        await response.write(b"who")
        abort(request)
        return response

    async with sender_to(half) as sender:
        assert await sender.post(b"question") == '{"whole": true}'
        assert sender.tries == 2
    assert bodies == [b"question"] * 2


@pytest.mark.parametrize(
    ("method", "path", "is_repeated"),
    [
        ("POST", "/interactions/1/token/callback", True),
        ("PATCH", "/webhooks/1/token/messages/@original", True),
        ("GET", "/webhooks/1/token/messages/@original", True),
        ("POST", "/channels/1/messages", True),
        ("PUT", "/applications/1/commands", True),
        ("POST", "/webhooks/1/token", False),
    ],
)
async def test_silence_repeats_what_is_done_once(
    method: str, path: str, is_repeated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follow-up message would be shown twice, so it is waited for."""

    def limit_tries(seconds: float) -> None:
        for name in ("ACKNOWLEDGE_SECONDS", "ANSWER_SECONDS"):
            monkeypatch.setattr(outgoing, name, seconds)

    limit_tries(0.1)
    release, arrived = asyncio.Event(), list[str]()

    async def answer_later(request: web.Request) -> web.StreamResponse:
        arrived.append(request.path)
        if len(arrived) == 1:
            limit_tries(600.0)
            if not is_repeated:
                asyncio.get_running_loop().call_later(0.2, release.set)
            await release.wait()
        return web.json_response({})

    async with sender_to(answer_later, path) as sender:
        assert await sender.send(method) == "{}"
        assert (len(arrived) > 1) == is_repeated
        release.set()


@pytest.mark.parametrize(("status", "tries"), [(503, 2), (520, 2), (500, 1), (404, 1)])
async def test_server_errors_that_the_library_leaves_alone_are_repeated(
    status: int, tries: int
) -> None:
    async def fail_once(_: web.Request) -> web.StreamResponse:
        return web.json_response({}, status=status if sender.tries == 1 else 200)

    async with sender_to(fail_once) as sender:
        await sender.post(b"question")
        assert sender.tries == tries


async def test_a_request_that_never_arrives_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PAUSES", (0.0,) * len(PAUSES))

    async def never(request: web.Request) -> web.StreamResponse:
        return abort(request)

    async with sender_to(never) as sender:
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await sender.post(b"question")
        assert sender.tries == len(PAUSES) + 1


async def test_a_body_that_cannot_be_sent_twice_is_sent_once() -> None:
    async def never(request: web.Request) -> web.StreamResponse:
        await request.read()
        return abort(request)

    async def parts() -> AsyncIterator[bytes]:
        yield b"part"

    async with sender_to(never) as sender:
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await sender.post(parts())
        assert sender.tries == 1


async def test_neither_a_refusal_nor_a_time_limit_repeats_a_request() -> None:
    async def refuse(_: web.Request) -> web.StreamResponse:
        return web.Response(status=400, text="no")

    async with sender_to(refuse) as sender:
        assert await sender.post(b"question") == "no"
        assert sender.tries == 1

    release = asyncio.Event()

    async def hang(_: web.Request) -> web.StreamResponse:
        await release.wait()
        return web.Response()

    async with sender_to(hang) as sender:
        with pytest.raises(TimeoutError):
            await sender.post(b"question", seconds=0.05)
        assert sender.tries == 1
        release.set()
