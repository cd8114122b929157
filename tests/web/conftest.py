"""A board page's server on a fresh database, and a client that speaks for a page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession

from app.board_page import page_app
from app.listening import listening
from service.services import Services
from tests.support.board_pages import Pages, Serving
from tests.support.fixtures.services import database, now, pool, services
from web.connections import Connections
from web.files import packed_files
from web.server import PageServer, PageSite

__all__ = ["database", "now", "pool", "services"]


@pytest.fixture
def serving(services: Services, tmp_path: Path) -> Serving:
    """What serves pages, within limits of connections, to a client."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>A board</title>")
    (folder / "notes.txt").write_text("not for pages")

    @asynccontextmanager
    async def serve(connections: Connections) -> AsyncIterator[Pages]:
        origins: list[str] = []
        server = PageServer(
            PageSite(lambda: frozenset(origins)),
            services,
            packed_files(folder),
            connections,
        )
        async with listening(page_app(server), "127.0.0.1", 0, "OURO_WEB", connections) as port:
            origins.append(f"http://127.0.0.1:{port}")
            async with ClientSession(origins[0]) as client:
                yield Pages(client, services, server, port)

    return serve


@pytest.fixture
async def pages(serving: Serving) -> AsyncIterator[Pages]:
    """The server and its client."""
    async with serving(Connections()) as found:
        yield found
