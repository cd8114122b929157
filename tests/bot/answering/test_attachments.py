"""Fetched files are bounded, whatever size was announced, and come from Discord only."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from discord.http import Route

from bot.answering.attachments import (
    HOSTS,
    FoundPicture,
    decode,
    fetch_picture,
    fetch_text,
    is_discord_url,
)
from bot.connection import outgoing
from scanner.errors import PictureError
from service.errors import InputError, Problem

MAX_BYTES = 256 * 1024


def test_a_text_of_the_maximum_size_is_read() -> None:
    assert len(decode(b"3" * MAX_BYTES, MAX_BYTES)) == MAX_BYTES


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"3" * (MAX_BYTES + 1), Problem.FILE_TOO_LARGE),
        (b"\x89PNG\r\n\x1a\n", Problem.NOT_TEXT),
        (b"PK\x03\x04\0\0", Problem.NOT_TEXT),
        ("3.2".encode("utf-16-le"), Problem.NOT_TEXT),
        ("3.2".encode("utf-32"), Problem.NOT_TEXT),
        (b"\xff\xfe3", Problem.NOT_TEXT),
    ],
)
def test_binary_data_and_long_texts_are_rejected(data: bytes, problem: Problem) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, MAX_BYTES)
    assert caught.value.problem is problem


class FileServer:
    """A file server with files of all kinds: small, endless, slow, broken, compressed."""

    def __init__(self) -> None:
        self.sent = 0
        self.asked: list[web.Request] = []

    async def give(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request)
        match request.match_info["name"]:
            case "small":
                return web.Response(body=b"3.2")
            case "404" | "429" | "503" as status:
                return web.Response(status=int(status))
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
async def file_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[FileServer, str]]:
    """A file server at the origin of the API, and its base URL."""
    file_server, app = FileServer(), web.Application()
    app.router.add_get("/{name}", file_server.give)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", f"{address}/api/v10")
    yield file_server, address
    await runner.cleanup()


async def test_a_file_is_fetched(file_server: tuple[FileServer, str]) -> None:
    assert await fetch_text(f"{file_server[1]}/small", MAX_BYTES) == "3.2"
    assert file_server[0].asked[0].headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("name", ["404", "elsewhere", "broken", "429", "503", "slow"])
async def test_an_unavailable_file_raises_an_input_error(
    name: str, file_server: tuple[FileServer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "slow":
        monkeypatch.setattr("bot.answering.attachments.FETCH_SECONDS", 2.0)
    monkeypatch.setattr(outgoing, "PAUSES", (0.0,) * 3)
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{file_server[1]}/{name}", MAX_BYTES)
    assert caught.value.problem is Problem.FILE_UNAVAILABLE
    tries = 4 if name in {"broken", "429", "503"} else 1
    assert len(file_server[0].asked) == tries, "no redirection is followed"


async def test_an_endless_file_is_not_read_to_its_end(file_server: tuple[FileServer, str]) -> None:
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{file_server[1]}/endless", MAX_BYTES)
    assert caught.value.problem is Problem.FILE_TOO_LARGE
    assert file_server[0].sent < 32 << 20


async def test_a_large_picture_is_not_fetched(file_server: tuple[FileServer, str]) -> None:
    served, address = file_server
    assert await fetch_picture(FoundPicture(f"{address}/small")) == b"3.2"
    for picture in (
        FoundPicture(f"{address}/404", (10 << 20) + 1),
        FoundPicture(f"{address}/endless"),
    ):
        with pytest.raises(PictureError):
            await fetch_picture(picture)
    assert [request.match_info["name"] for request in served.asked] == ["small", "endless"]


async def test_compressed_data_is_not_decompressed(file_server: tuple[FileServer, str]) -> None:
    with pytest.raises(InputError) as caught:
        await fetch_text(f"{file_server[1]}/bomb", MAX_BYTES)
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
async def test_files_elsewhere_are_not_fetched(
    address: str, file_server: tuple[FileServer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("aiohttp.ClientSession", never)
    assert not is_discord_url(address)
    with pytest.raises(InputError):
        await fetch_text(address, MAX_BYTES)
    assert not file_server[0].asked


def test_discords_own_files_are_fetched() -> None:
    for host in HOSTS:
        for folder in ("attachments", "ephemeral-attachments"):
            assert is_discord_url(f"https://{host}/{folder}/1/2/a.txt?ex=1&is=2&hm=3&")
