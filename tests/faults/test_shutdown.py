"""SIGTERM to the real program, run with all of Python's warnings.

It refuses new work, sends the answers that it can, leaves the others to the next start, and ends
in time, whatever its workers and Discord do.
"""

import asyncio
import os
import re
import signal
import sqlite3
import time
from collections.abc import Collection, Iterator
from contextlib import AbstractAsyncContextManager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from sandbox.api.faults import Fault, FaultKind
from store.address import file_address
from tests.support import sample_jobs as jobs
from tests.support.chat.stored import pending_replies
from tests.support.contract.contract import Contract
from tests.support.faults.proxy import FaultProxy, NetworkFault
from tests.support.program import end_of, forked_service
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProcess, WarmProgram, warm_program
from tests.support.worker_pools import helpers_of
from texts import problems

pytestmark = pytest.mark.waits

MAX_SECONDS = 55.0
"""More than any of the limits of a shutdown together, so that a busy machine passes, but less than
what the bot must not wait for. `tests/test_image.py` compares the limits with systemd and Docker.
"""
SMALL = "3x3:i"
PROXY_HOST = "127.0.0.2"
"""Another loopback address, for a proxy to the local chat."""
ANSWERS = "/messages/@original$"
UNWANTED_OUTPUT = (
    "Traceback",
    "Warning",
    "never retrieved",
    "was destroyed",
    "never awaited",
    "unclosed",
)


@pytest.fixture(scope="module")
def strict_bots() -> Iterator[WarmProgram]:
    """Starts bots with all warnings enabled."""
    variables = {
        "PYTHONDEVMODE": "1",
        "PYTHONMALLOC": "default",  # its checks of memory are slow, and not about shutdown
        "PYTHONWARNINGS": "default,ignore:'audioop' is deprecated:DeprecationWarning",
    }
    with warm_program("app.__main__", **variables) as bots:
        yield bots


def service(
    bots: WarmProgram, sandbox: Sandbox, folder: Path
) -> AbstractAsyncContextManager[WarmProcess]:
    """The bot as a program that is ready for commands."""
    return forked_service(bots, sandbox, folder, OURO_SOLVE_SECONDS="600", OURO_WORKERS="3")


async def stop_and_check(process: WarmProcess) -> list[dict[str, Any]]:
    """Stop the bot and check that it ends properly; returns its log."""
    process.send_signal(signal.SIGTERM)
    return await check_end(process, time.monotonic())


async def check_end(
    process: WarmProcess, since: float, *, errors: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Check that the bot ends properly; its log may contain the events in `errors`.

    `since` is the time of the signal on the monotonic clock. Returns the log.
    """
    code, printed, log = await end_of(process)
    seconds = time.monotonic() - since
    assert code == 0, printed
    assert seconds < MAX_SECONDS
    events = [str(entry["event"]) for entry in log]
    slow = re.compile("Executing .* took .* seconds")  # asyncio says so of a busy machine
    assert [event for event in events if not slow.match(event)][-1] == "stopped"
    found = [line for line in printed.splitlines() if any(word in line for word in UNWANTED_OUTPUT)]
    assert not found, printed
    bad = [entry for entry in log if "exception" in entry or entry["level"] == "error"]
    assert [entry for entry in bad if entry["event"] not in errors] == []
    await asyncio.to_thread(jobs.wait_for_end_of_group, process.pid)
    return log


def database_in(folder: Path) -> str:
    """The address of the database of a program that runs in a folder."""
    return file_address(folder / "data" / "ouro.db")


@pytest.mark.usefixtures("made_dailies")
async def test_a_job_without_end_is_left_to_the_next_start(
    sandbox: Sandbox, strict_bots: WarmProgram, tmp_path: Path
) -> None:
    chat = sandbox.client
    async with service(strict_bots, sandbox, tmp_path) as process:
        for worker in helpers_of(process.pid):
            os.kill(worker, signal.SIGSTOP)
        asked = [
            asyncio.create_task(chat.slash("solve", {"puzzle": SMALL}, seconds=600)),
            asyncio.create_task(chat.slash("play", {"puzzle": SMALL}, seconds=600)),
        ]
        await until_is({True, False}, partial(kinds_of_replies, tmp_path))
        process.send_signal(signal.SIGTERM)
        since = time.monotonic()
        await until(partial(is_closing, sandbox))
        log = await check_end(process, since)
        assert [
            entry["count"] for entry in log if entry["event"] == "replies left for the next start"
        ] == [2]
    assert await kinds_of_replies(tmp_path) == {True, False}
    async with service(strict_bots, sandbox, tmp_path) as process:
        solved, other = await asyncio.gather(*asked)
        assert "213 solutions" in solved.text
        assert problems.WAS_RESTARTED.text in other.text
        await stop_and_check(process)


async def kinds_of_replies(folder: Path) -> set[bool]:
    """Whether the requests of pending replies are stored: one is stored after a look-up."""
    return {*await pending_replies(database_in(folder))}


async def is_closing(sandbox: Sandbox) -> bool:
    """Whether new commands are refused because of the shutdown."""
    return "restarting" in (await sandbox.client.slash("privacy")).text


@pytest.mark.usefixtures("made_dailies")
async def test_it_does_not_wait_for_a_slow_discord(
    sandbox: Sandbox, strict_bots: WarmProgram, tmp_path: Path
) -> None:
    """The answer is being sent when the bot stops; it arrives exactly once."""
    async with service(strict_bots, sandbox, tmp_path) as process:
        sandbox.faults.add(Fault(FaultKind.LATENCY, 60, times=None, path=ANSWERS))
        asked = asyncio.create_task(sandbox.client.slash("solve", {"puzzle": SMALL}, seconds=600))
        await until_is([True], lambda: pending_replies(database_in(tmp_path)))
        await asyncio.sleep(0.5)
        await stop_and_check(process)
    sandbox.faults.clear()
    async with service(strict_bots, sandbox, tmp_path) as process:
        assert "213 solutions" in (await asked).text
        await until_is([], lambda: pending_replies(database_in(tmp_path)))
        await stop_and_check(process)


@pytest.mark.usefixtures("made_dailies")
async def test_it_does_not_wait_for_a_locked_database(
    sandbox: Sandbox, strict_bots: WarmProgram, tmp_path: Path
) -> None:
    """The bot stops although commands wait for the lock, and works after the next start."""
    async with service(strict_bots, sandbox, tmp_path) as process:
        with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=60)) as file:
            file.execute("BEGIN IMMEDIATE")
            asked = asyncio.create_task(sandbox.client.slash("solve", {"puzzle": SMALL}))
            board = asyncio.create_task(sandbox.client.slash("play", {"puzzle": SMALL}))
            await asyncio.sleep(1)
            process.send_signal(signal.SIGTERM)
            errors = {"the store failed", "periodic task failed"}
            await check_end(process, time.monotonic(), errors=errors)
        for task in (asked, board):
            task.cancel()
        await asyncio.gather(asked, board, return_exceptions=True)
    async with service(strict_bots, sandbox, tmp_path) as process:
        again = await sandbox.client.slash("solve", {"puzzle": SMALL})
        assert "213 solutions" in again.text
        await stop_and_check(process)


async def test_it_does_not_wait_for_a_discord_that_is_gone(
    tmp_path: Path, strict_bots: WarmProgram, contract: Contract
) -> None:
    async with patient_chat(names=[PROXY_HOST], inspector=contract) as sandbox:
        port = URL(sandbox.api_base).port or 0
        proxy = FaultProxy(partial(asyncio.open_connection, "127.0.0.1", port))
        async with (
            proxy.serving(PROXY_HOST, port),
            service(strict_bots, sandbox, tmp_path) as process,
        ):
            proxy.fault = NetworkFault.SILENT
            await stop_and_check(process)
