"""Every server of the bot has limits of its connections."""

import asyncio
import re
from functools import cache

from aiohttp import web

from app.listening import listening
from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES
from tests.support.raw_pages import raw_page
from web.connections import Connections, TimeLimits

SERVERS = re.compile(
    r"(App|Server)Runner\(|(TCP|Sock|Unix)Site\(|run_app\(|(create|start|make)_([a-z]+_)?server\("
    r"|(HTTP|TCP|UDP|Unix\w+)Server\(|\.listen\("
)
ROUTES = re.compile(r"\.add_(route|get|post|put|patch|delete|head|view|static|routes|subapp)\(")
FREE_PORT = "app.operating.page_checkup"
"""Sees whether a port is free."""
ASKED = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


@cache
def texts() -> dict[str, str]:
    """The modules of the bot by name."""
    packages = set(PACKAGES) - {"sandbox", "tools"}
    files = (path for package in packages for path in modules(package))
    return {name_of(path): path.read_text(encoding="utf-8") for path in files}


def test_the_bot_listens_in_one_place() -> None:
    places = {name for name, text in texts().items() if SERVERS.search(text)}
    assert places - {FREE_PORT} == {"app.listening"}


def test_all_addresses_of_the_page_are_in_one_table() -> None:
    """Each of which `tests/web/test_connections.py` asks for; the other server has three."""
    counts = {name: len(ROUTES.findall(text)) for name, text in texts().items()}
    assert {name: n for name, n in counts.items() if n} == {"app.board_page": 1, "app.health": 3}


async def test_the_number_of_connections_may_be_lowered() -> None:
    """As an operator can do while the bot runs."""
    connections = Connections(3, times=TimeLimits(600, 600, 600))
    async with (
        listening(web.Application(), "127.0.0.1", 0, "OURO_HTTP", connections) as port,
        raw_page(port) as one,
        raw_page(port) as other,
    ):
        for page in (one, other):
            await page.send(ASKED)
            assert await page.receive(12) == b"HTTP/1.1 404"
        connections._most = 1
        async with raw_page(port) as newest, asyncio.timeout(60):
            await one.end()
            await other.end()
            await newest.send(ASKED)
            assert await newest.receive(12) == b"HTTP/1.1 404"
        assert len(connections) <= 1
