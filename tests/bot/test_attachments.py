"""What is fetched from people is bounded, whatever was announced, and kept by Discord alone."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from discord.http import Route

from bot.attachments import HOSTS, decode, fetch_text, is_discord_url
from service.errors import InputError, Problem

MOST = 256 * 1024


def test_as_much_as_is_allowed_is_read() -> None:
    assert len(decode(b"3" * MOST, MOST)) == MOST


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"3" * (MOST + 1), Problem.FILE_TOO_LARGE),
        (b"\x89PNG\r\n", Problem.NOT_TEXT),
        (b"PK\x03\x04\0\0", Problem.NOT_TEXT),
        ("3.2".encode("utf-16"), Problem.NOT_TEXT),
    ],
)
def test_what_is_no_text_or_too_much_is_refused(data: bytes, problem: Problem) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, MOST)
    assert caught.value.problem is problem


class Shelf:
    """A server of files that announces and sends what it likes."""

    def __init__(self) -> None:
        self.sent = 0
        self.asked: list[web.Request] = []

    async def give(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request)
        match request.match_info["name"]:
            case "small":
                return web.Response(body=b"3.2")
            case "gone":
                return web.Response(status=404)
            case "elsewhere":
                return web.Response(status=302, headers={"Location": "/small"})
            case "bomb":
                packed = gzip.compress(b"3" * (64 << 20))
                return web.Response(body=packed, headers={"Content-Encoding": "gzip"})
            case "broken":
                answer = web.StreamResponse(headers={"Content-Length": "5"})
                await answer.prepare(request)
                await answer.write(b"3")
                assert request.transport is not None
                request.transport.abort()
                return answer
            case "slow":
                await asyncio.sleep(60)
        return await self._endless(request)

    async def _endless(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        with contextlib.suppress(OSError):
            for _ in range(4096):
                await answer.write(b"3" * (64 << 10))
                self.sent += 64 << 10
        return answer


@pytest.fixture
async def shelf(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Shelf, str]]:
    """Files at the address where the API is."""
    shelf, app = Shelf(), web.Application()
    app.router.add_get("/{name}", shelf.give)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", f"{address}/api/v10")
    yield shelf, address
    await runner.cleanup()


async def test_a_file_is_fetched(shelf: tuple[Shelf, str]) -> None:
    assert await fetch_text(f"{shelf[1]}/small", MOST) == "3.2"
    assert shelf[0].asked[0].headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("name", ["gone", "elsewhere", "broken", "slow"])
async def test_what_cannot_be_fetched_is_told(
    name: str, shelf: tuple[Shelf, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.attachments.FETCH_SECONDS", 0.5)
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{shelf[1]}/{name}", MOST)
    assert caught.value.problem is Problem.FILE_UNAVAILABLE
    assert len(shelf[0].asked) == 1, "no redirection is followed"


async def test_an_endless_file_is_not_read_to_its_end(shelf: tuple[Shelf, str]) -> None:
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{shelf[1]}/endless", MOST)
    assert caught.value.problem is Problem.FILE_TOO_LARGE
    assert shelf[0].sent < 32 << 20


async def test_packed_bytes_are_not_unpacked(shelf: tuple[Shelf, str]) -> None:
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{shelf[1]}/bomb", MOST)
    assert caught.value.problem is Problem.NOT_TEXT


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1/small",
        "http://169.254.169.254/latest/meta-data",
        "http://cdn.discordapp.com/attachments/1/2/a.txt",
        "https://cdn.discordapp.com:8443/attachments/1/2/a.txt",
        "https://cdn.discordapp.com.example.org/a.txt",
        "https://example.org/cdn.discordapp.com/a.txt",
        "https://cdn.discordapp.com@example.org/a.txt",
        "https://me:it@cdn.discordapp.com/a.txt",
        "https://localhost/a.txt",
        "https://[::1]/a.txt",
        "file:///etc/passwd",
        "//cdn.discordapp.com/a.txt",
        "/attachments/1/2/a.txt",
        "",
        "https://[",
        "https://cdn.discordapp.com\\@example.org/a.txt",
    ],
)
async def test_nothing_else_is_fetched(
    address: str, shelf: tuple[Shelf, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("aiohttp.ClientSession", never)
    assert not is_discord_url(address)
    with pytest.raises(InputError):
        await fetch_text(address, MOST)
    assert not shelf[0].asked


def test_discords_own_files_are_fetched() -> None:
    for host in HOSTS:
        for folder in ("attachments", "ephemeral-attachments"):
            assert is_discord_url(f"https://{host}/{folder}/1/2/a.txt?ex=1&is=2&hm=3&")
