"""Requests whose connection breaks are sent again, and no others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.core import outgoing
from bot.core.outgoing import PAUSES, OutgoingRequests

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

    async def post(self, data: object, seconds: float | None = None) -> str:
        limits = aiohttp.ClientTimeout(seconds)
        async with self._session.post(self._url, data=data, timeout=limits) as answer:
            return await answer.text()


@asynccontextmanager
async def sender_to(handler: Handler) -> AsyncIterator[Sender]:
    app, requests = web.Application(), OutgoingRequests()
    app.router.add_post("/", handler)
    async with (
        TestServer(app, host="127.0.0.1") as server,
        aiohttp.ClientSession(middlewares=(requests,)) as session,
    ):
        sender = Sender(session, server.make_url("/"))
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
