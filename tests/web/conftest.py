"""A board page's server on a fresh database, and a client that speaks for a page."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from app.board_page import page_app, page_services
from app.services import Services
from tests.support.board_pages import Pages
from tests.support.fixtures.services import database, now, pool, services
from web.files import packed_files
from web.server import PageServer, PageSite

__all__ = ["database", "now", "pool", "services"]


@pytest.fixture
async def pages(services: Services, tmp_path: Path) -> AsyncIterator[Pages]:
    """The server and its client."""
    origins: list[str] = []
    site = PageSite(lambda: frozenset(origins))
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>A board</title>")
    (folder / "notes.txt").write_text("not for pages")
    server = PageServer(
        site,
        page_services(services),
        services.quotas,
        services.pool.metrics,
        packed_files(folder),
    )
    async with TestClient(TestServer(page_app(server))) as client:
        found = Pages(client, services, server)
        origins.append(found.origin)
        yield found
        await server.close()
