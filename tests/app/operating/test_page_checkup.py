"""`ouro doctor` opens the board page as a browser does, and says what it got."""

import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr

from app.operating import page_checkup
from app.operating.checkup_result import CheckupResult
from app.operating.doctor import run_checks
from app.operating.page_checkup import check_page, check_public_page, open_page
from app.settings import Settings
from tests.support.fixtures.certificates import certificates
from web.server import PROTOCOL

__all__ = ["certificates"]

Answer = Callable[[web.Request], web.Response]


def settings(**changes: object) -> Settings:
    return Settings(token=SecretStr("x")).model_copy(update=changes)


@asynccontextmanager
async def served(
    answer: Answer, *, sockets: bool = True, tls: ssl.SSLContext | None = None
) -> AsyncIterator[str]:
    """What a proxy shows of the page, at an address of this machine."""

    async def proxy(request: web.Request) -> web.Response:
        return answer(request)

    async def live(request: web.Request) -> web.StreamResponse:
        if not sockets:
            return web.Response(status=400)
        opened = web.WebSocketResponse(protocols=(PROTOCOL,))
        await opened.prepare(request)
        await opened.receive()
        return opened

    app = web.Application()
    app.add_routes([web.get("/api/proxy", proxy), web.get("/api/live", live)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    try:
        await site.start()
        port = runner.addresses[0][1]
        yield f"http{'s' if tls else ''}://127.0.0.1:{port}/"
    finally:
        await runner.cleanup()


async def found(url: str, trusted: ssl.SSLContext | None = None) -> list[CheckupResult]:
    return [result async for result in open_page(url, trusted)]


def test_the_board_page_needs_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    [local] = check_page(settings(token=None))
    assert local.state == "ok"
    [without] = check_page(settings())
    assert (without.state, "OURO_WEB_URL" in without.remedy) == ("warning", True)
    assert list(check_page(settings(web_url="http://127.0.0.1/"))) == []
    monkeypatch.setenv("OURO_WEB_URL", "https://board.example/?page=1")
    [refused] = run_checks(offline=True)
    assert (refused.state, "OURO_WEB_URL" in refused.sentence) == ("failed", True)


async def test_a_page_that_browsers_can_use() -> None:
    async with served(lambda _: web.Response(text="trusted")) as url:
        page, live = await found(url)
    assert (page.state, live.state) == ("ok", "ok")
    assert "sockets work" in live.sentence


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        (lambda _: web.Response(status=301, headers={"Location": "/b"}), "failed", "on to /b"),
        (lambda _: web.Response(status=502), "warning", "Start the bot"),
        (lambda _: web.Response(status=421), "failed", "header Host"),
        (lambda _: web.Response(status=404), "failed", "something else (status 404)"),
        (lambda _: web.Response(text="hello"), "failed", "something else (status 200)"),
        (lambda _: web.Response(text="untrusted"), "failed", "OURO_WEB_PROXIES"),
    ],
)
async def test_what_a_proxy_does_wrong_is_named(answer: Answer, state: str, said: str) -> None:
    async with served(answer) as url:
        [result] = await found(url)
    assert result.state == state
    assert said in result.sentence + result.remedy


async def test_a_proxy_has_to_forward_sockets() -> None:
    async with served(lambda _: web.Response(text="trusted"), sockets=False) as url:
        page, live = await found(url)
    assert (page.state, live.state) == ("ok", "failed")
    assert "Upgrade" in live.remedy


async def test_certificates_are_looked_at_as_browsers_do(certificates: Path) -> None:
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    client = ssl.create_default_context(cafile=str(certificates / "ca.pem"))
    client.check_hostname = False
    async with served(lambda _: web.Response(text="none"), tls=server) as url:
        [refused] = await found(url)
        assert "refuse the certificate" in refused.sentence
        [silent] = await found(url, client)
    assert "X-Forwarded-For" in silent.remedy


def test_an_address_that_nobody_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closing:
        port = closing.getsockname()[1]
    [result] = check_public_page(settings(web_url=f"http://127.0.0.1:{port}/"))
    assert (result.state, "cannot be reached" in result.sentence) == ("failed", True)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setattr(page_checkup, "SECONDS", 0.01)
        port = silent.getsockname()[1]
        [late] = check_public_page(settings(web_url=f"http://127.0.0.1:{port}/"))
    assert "no answer within" in late.sentence
    assert list(check_public_page(settings())) == []
