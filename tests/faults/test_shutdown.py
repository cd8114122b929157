"""SIGTERM, seen from outside: a real `python -m bot`, looked at with all of Python's warnings.

It takes no new work, gives the answers it can, leaves the others to the next start, and is gone
in ten seconds, whatever its workers and Discord do.
"""

import asyncio
import os
import signal
import sqlite3
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from sandbox.api.faults import Fault, FaultKind
from sandbox.server import Sandbox
from store.address import file_address
from tests.support import program
from tests.support import sample_jobs as jobs
from tests.support.chat.stored import pending_replies
from tests.support.contract.contract import Contract
from tests.support.program import end_of
from tests.support.waiting import until_is
from texts import failures

MAX_SECONDS = 10.0
SMALL = "3x3:i"
LINE_HOST = "127.0.0.2"
"""Also this machine; see `Line`."""
ANSWERS = "/messages/@original$"
UNWANTED = ("Traceback", "Warning", "never retrieved", "was destroyed", "never awaited", "unclosed")


def service(sandbox: Sandbox, folder: Path) -> AbstractAsyncContextManager[Process]:
    """The bot, ready for commands, with every warning there is."""
    variables = {
        "OURO_SOLVE_SECONDS": "60",
        "PYTHONDEVMODE": "1",
        "PYTHONWARNINGS": "default,ignore:'audioop' is deprecated:DeprecationWarning",
    }
    return program.service(sandbox, folder, **variables)


async def stopped(process: Process) -> list[dict[str, Any]]:
    """Tell the bot to stop and see that it ends as it should; what it logged."""
    process.send_signal(signal.SIGTERM)
    return await ended(process, time.monotonic())


async def ended(
    process: Process, since: float, *, errors: Collection[str] = ()
) -> list[dict[str, Any]]:
    """See that the bot ends as it should; errors are those that may be in its log."""
    code, printed, log = await end_of(process)
    seconds = time.monotonic() - since
    assert code == 0, printed
    assert seconds < MAX_SECONDS
    assert log[-1]["event"] == "stopped"
    found = [line for line in printed.splitlines() if any(word in line for word in UNWANTED)]
    assert not found, printed
    bad = [entry for entry in log if "exception" in entry or entry["level"] == "error"]
    assert [entry for entry in bad if entry["event"] not in errors] == []
    await asyncio.to_thread(jobs.wait_for_end_of_group, process.pid)
    return log


def database_in(folder: Path) -> str:
    """The address of the database that a program in a folder makes."""
    return file_address(folder / "data" / "ouro.db")


def workers_of(process: Process) -> list[int]:
    """The processes that do its jobs: children of the one that forks them."""
    return [pid for pid in jobs.group_members(process.pid) if parent_of(pid) != process.pid != pid]


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.usefixtures("made_dailies")
async def test_an_idle_bot_stops_at_once(sandbox: Sandbox, tmp_path: Path) -> None:
    async with service(sandbox, tmp_path) as process:
        await sandbox.client.slash("solve", {"puzzle": SMALL})
        await stopped(process)


@pytest.mark.usefixtures("made_dailies")
async def test_a_job_without_end_is_left_to_the_next_start(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    chat = sandbox.client
    async with service(sandbox, tmp_path) as process:
        for worker in workers_of(process):
            os.kill(worker, signal.SIGSTOP)
        asked = [
            asyncio.create_task(chat.slash("solve", {"puzzle": SMALL}, seconds=60)),
            asyncio.create_task(chat.slash("play", {"puzzle": SMALL}, seconds=60)),
        ]
        await until_is([True, False], lambda: pending_replies(database_in(tmp_path)))
        process.send_signal(signal.SIGTERM)
        since = time.monotonic()
        await wait_for_closing(sandbox)
        log = await ended(process, since)
        assert [
            entry["count"] for entry in log if entry["event"] == "replies left for the next start"
        ] == [2]
    assert sorted(await pending_replies(database_in(tmp_path))) == [False, True]
    async with service(sandbox, tmp_path) as process:
        solved, other = await asyncio.gather(*asked)
        assert "213 solutions" in solved.text
        assert failures.WAS_RESTARTED.text in other.text
        await stopped(process)


async def wait_for_closing(sandbox: Sandbox) -> None:
    """Return when new work is turned away, with the sentence for that."""
    async with asyncio.timeout(4):
        while "restarting" not in (await sandbox.client.slash("about")).text:
            pass


@pytest.mark.usefixtures("made_dailies")
async def test_it_does_not_wait_for_a_slow_discord(sandbox: Sandbox, tmp_path: Path) -> None:
    """The answer is on its way when it has to go; whether it comes or not, it comes once."""
    async with service(sandbox, tmp_path) as process:
        sandbox.faults.add(Fault(FaultKind.LATENCY, 9, times=None, path=ANSWERS))
        asked = asyncio.create_task(sandbox.client.slash("solve", {"puzzle": SMALL}, seconds=60))
        await until_is([True], lambda: pending_replies(database_in(tmp_path)))
        await asyncio.sleep(0.5)
        await stopped(process)
    sandbox.faults.clear()
    async with service(sandbox, tmp_path) as process:
        assert "213 solutions" in (await asked).text
        await until_is([], lambda: pending_replies(database_in(tmp_path)))
        await stopped(process)


@pytest.mark.usefixtures("made_dailies")
async def test_it_does_not_wait_for_a_locked_database(sandbox: Sandbox, tmp_path: Path) -> None:
    """What could not be written down is answered, too, or it fails where people see it."""
    async with service(sandbox, tmp_path) as process:
        with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=5)) as file:
            file.execute("BEGIN IMMEDIATE")
            asked = asyncio.create_task(sandbox.client.slash("solve", {"puzzle": SMALL}))
            board = asyncio.create_task(sandbox.client.slash("play", {"puzzle": SMALL}))
            await asyncio.sleep(1)
            process.send_signal(signal.SIGTERM)
            errors = {"the store failed", "periodic task failed"}
            await ended(process, time.monotonic(), errors=errors)
        for task in (asked, board):
            task.cancel()
        await asyncio.gather(asked, board, return_exceptions=True)
    async with service(sandbox, tmp_path) as process:
        again = await sandbox.client.slash("solve", {"puzzle": SMALL})
        assert "213 solutions" in again.text
        await stopped(process)


class Line:
    """A way to a server that can go dead: nothing gets through, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """The server is reached at the address of the line, too."""
        server = await asyncio.start_server(self._connect, LINE_HOST, self._port)
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        self._open.clear()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_connection("127.0.0.1", self._port)
        for source, sink in ((near, forth), (far, back)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()


async def test_it_does_not_wait_for_a_discord_that_is_gone(
    tmp_path: Path, contract: Contract
) -> None:
    async with Sandbox(application="Ouro", names=[LINE_HOST], inspector=contract) as sandbox:
        line = Line(URL(sandbox.api_base).port or 0)
        async with line.serving(), service(sandbox, tmp_path) as process:
            line.cut()
            await stopped(process)
