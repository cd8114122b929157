"""The board page listens at its own port where it has an address, and nowhere else."""

import socket
from contextlib import AsyncExitStack

import aiohttp
import pytest

from app.board_page import serving_pages
from app.errors import StartError
from app.settings import Settings
from service.running.readers import Reader
from service.services import Services
from tests.support.board_pages import ADA, PUZZLE, opened_page
from tests.support.fixtures.services import database, now, pool, services

__all__ = ["database", "now", "pool", "services"]


async def test_it_listens_at_the_configured_port_alone(services: Services) -> None:
    async with serving_pages(Settings(), services, None):
        pass
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        url = f"http://127.0.0.1:{port}/"
        settings = Settings().model_copy(update={"web_url": url, "web_port": port})
        with pytest.raises(StartError, match="OURO_WEB_PORT"):
            async with serving_pages(settings, services, None):
                pass
    async with (
        serving_pages(settings, services, None),
        aiohttp.ClientSession() as session,
        session.get(url) as answer,
    ):
        assert answer.status == 200
        assert 'id="board"' in await answer.text()


async def test_a_stopping_server_tells_pages_to_connect_again(services: Services) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    settings = Settings().model_copy(update={"web_url": url, "web_port": port})
    board = (await services.boards.open_pasted(Reader(ADA), PUZZLE)).loaded.attempt.id
    secret = await services.board_links.make_link(ADA, board)
    async with AsyncExitStack() as stack:
        async with serving_pages(settings, services, None):
            page = await stack.enter_async_context(opened_page(f"{url}#{secret}"))
            assert "marks" in await page.receive()
        assert (await page.socket.receive()).data == 1012
