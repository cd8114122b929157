"""A bot that may have few descriptors, whose board page anybody may flood with connections."""

import os
import resource
import signal
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.support.board_pages import opened_page
from tests.support.chat.dailies import posts
from tests.support.chat.playing import link_to, opened, press
from tests.support.program import forked_service
from tests.support.raw_pages import raw_page
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from tests.support.warm.program import WarmProgram
from tests.support.worker_pools import children_of, is_running

FILES = 256
BURST = 32
"""Connections that are made at once: where more wait to be accepted, the system drops some."""
SMALL = "3x3:i"


def workers_of(process: int) -> set[int]:
    """The processes that a bot has started, and those that these have, without further ones."""
    below = children_of(process)
    return set[int]().union(*(workers_of(each) or {each} for each in below))


def open_files(process: int) -> int:
    """How many descriptors a process has."""
    return len([*Path(f"/proc/{process}/fd").iterdir()])


@pytest.mark.usefixtures("made_dailies")
async def test_a_flood_of_the_page_keeps_nobody_from_anything(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    place = {"OURO_WEB_URL": f"http://127.0.0.1:{port}/", "OURO_WEB_PORT": str(port)}
    async with (
        forked_service(warm_bots, sandbox, tmp_path, **place) as bot,
        AsyncExitStack() as stack,
    ):

        async def flood(sent: bytes = b"") -> None:
            for _ in range(FILES // BURST):
                for _ in range(BURST):
                    page = await stack.enter_async_context(raw_page(port))
                    await page.send(sent)
                async with ClientSession() as session, session.get(place["OURO_WEB_URL"]) as answer:
                    assert answer.status == 200

        resource.prlimit(bot.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        await flood()
        board = await opened(sandbox)
        await flood(b"POST /api/session HTTP/1.1\r\nContent-Length: 9")
        async with opened_page(link_to(board)) as page:
            assert "marks" in await page.receive()
            await flood()
            assert "ack" in await page.draw(3)
            for worker in workers_of(bot.pid):
                os.kill(worker, signal.SIGKILL)
                await until(lambda gone=worker: not is_running(gone))  # type: ignore[misc]
            assert "213 solutions" in (await sandbox.client.slash("solve", {"puzzle": SMALL})).text
            panel = await sandbox.client.slash("setup", {"channel": sandbox.client.general})
            await sandbox.client.press(panel, "Post today's now")
            await until(lambda: posts(sandbox, sandbox.client.general))
            await press(sandbox, board, "right")
            assert (await page.receive())["changes"]
        assert open_files(bot.pid) < FILES
