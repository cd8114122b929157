"""A bot that may have few descriptors, whose board page anybody may flood through its proxy."""

import asyncio
import os
import re
import resource
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from aiohttp import ClientConnectionError, ClientSession

from tests.support.board_pages import opened_page
from tests.support.chat.dailies import posts
from tests.support.chat.playing import link_to, opened, press
from tests.support.program import forked_service
from tests.support.proxy import CONFIG, proxying
from tests.support.raw_pages import RawPage, raw_page
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from tests.support.warm.program import WarmProgram
from tests.support.worker_pools import children_of, is_running
from tools.programs import free_port

FILES = 256
EACH = 24
"""Connections at once of each kind of flood."""
SOMEBODY = "127.0.0.2"
PATIENCE = 300.0
SMALL = "3x3:i"


def workers_of(process: int) -> set[int]:
    """The processes that a bot has started, and those that these have, without further ones."""
    below = children_of(process)
    return set[int]().union(*(workers_of(each) or {each} for each in below))


def open_files(process: int) -> int:
    """How many descriptors a process has."""
    return len([*Path(f"/proc/{process}/fd").iterdir()])


def impatient(folder: Path) -> Path:
    """The shipped configuration of the proxy, with shorter times for what nobody has to do while
    others flood the page, and enough for an answer."""
    text = CONFIG.read_text(encoding="utf-8")
    shorter, count = re.subn(r"\b(read_header|read_body|idle) \w+", r"\1 1s", text)
    shorter, answers = re.subn(r"\bwrite \w+", "write 5s", shorter)
    assert (count, answers) == (3, 1)
    config = folder / "Caddyfile"
    config.write_text(shorter)
    return config


def floods(page: RawPage) -> dict[str, tuple[bytes, bytes]]:
    """What somebody sends at once, and then again and again until the connection ends."""
    fields = ("Content-Type: application/json", "Content-Length: 1000000")
    start = page.request("POST", "/api/session", *fields)
    unfinished = start[: -len(b"\r\n")]
    return {
        "nothing": (b"", b""),
        "a request": (page.request("GET", "/"), b""),
        "slow headers": (unfinished + b"Cookie: ", b"x"),
        "large headers": (unfinished + b"Cookie: " + 64_000 * b"x", b"x"),
        "no body": (start, b""),
        "a slow body": (start, b"x"),
        "a large body": (start, 10_000 * b"x"),
        "no token": (page.upgrade(), b""),
        "no reading": (b"", 50 * page.request("GET", "/discord-sdk.js")),
    }


async def flood(port: int, kind: str, over: asyncio.Event) -> None:
    """Connections from an address of its own until all is over; the proxy ends each of them."""
    while not over.is_set():
        async with raw_page(port, SOMEBODY) as page:
            start, rest = floods(page)[kind]
            with suppress(ConnectionError):  # it ended while something was sent
                await (page.drip(start, rest) if rest else page.send(start))
                await page.end()
        with suppress(TimeoutError):  # some end at once, and would take all of the processor
            await asyncio.wait_for(over.wait(), 0.5)


async def answers(address: str) -> bool:
    """Whether the page can be opened."""
    try:
        async with ClientSession() as session, session.get(address) as answer:
            return answer.status == 200
    except ClientConnectionError:
        return False


@pytest.mark.usefixtures("made_dailies")
async def test_a_flood_of_the_page_keeps_nobody_from_anything(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    port, inner = free_port(), free_port()
    address = f"http://127.0.0.1:{port}/"
    place = {"OURO_WEB_URL": address, "OURO_WEB_PORT": str(inner)}
    host, bot_host = f"127.0.0.1:{port}", f"127.0.0.1:{inner}"
    async with AsyncExitStack() as stack:
        bot = await stack.enter_async_context(forked_service(warm_bots, sandbox, tmp_path, **place))
        stack.enter_context(proxying(tmp_path, host, bot_host, config=impatient(tmp_path)))
        await until(lambda: answers(address), PATIENCE)
        resource.prlimit(bot.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        board = await opened(sandbox)
        page = await stack.enter_async_context(opened_page(link_to(board)))
        assert "marks" in await page.receive()
        kinds = [kind for kind in floods(RawPage(None, port)) for _ in range(EACH)]  # type: ignore[arg-type]
        over = asyncio.Event()
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as flooding:
            for kind in kinds:
                flooding.create_task(flood(port, kind, over))
            await until(lambda: answers(address), PATIENCE)
            assert "ack" in await page.draw(3)
            for worker in workers_of(bot.pid):
                with suppress(ProcessLookupError):  # some that only start others end by themselves
                    os.kill(worker, signal.SIGKILL)
                await until(lambda gone=worker: not is_running(gone))  # type: ignore[misc]
            assert "213 solutions" in (await sandbox.client.slash("solve", {"puzzle": SMALL})).text
            panel = await sandbox.client.slash("setup", {"channel": sandbox.client.general})
            await sandbox.client.press(panel, "Post today's now")
            await until(lambda: posts(sandbox, sandbox.client.general))
            await press(sandbox, board, "right")
            assert (await page.receive())["changes"]
            over.set()
        assert open_files(bot.pid) < FILES
        await until(lambda: answers(address), PATIENCE)
        assert "ack" in await page.draw(8)  # a socket outlasts all times of the proxy
