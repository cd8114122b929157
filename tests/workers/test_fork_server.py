"""The fork server of workers: its environment, its death, cancelled starts, and the log."""

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.support import hostile_jobs, sample_jobs
from tests.support.waiting import until
from tests.support.worker_pools import (
    children_of,
    end_fork_server,
    is_running,
    process_id_from,
)
from workers.errors import PoolClosed
from workers.fork_server import KEPT_VARIABLES, MAX_LINES, PAUSE, READ_SIZE, log_errors
from workers.forking import Forker
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup

SECRET = "password-that-nobody-may-know"  # noqa: S105 - of no database


def new_pool(workers: int = 1, writable: tuple[str, ...] = ()) -> LocalPool:
    return LocalPool(
        workers=workers,
        queue=9,
        per_person=9,
        limits=WorkerLimits(seconds=600),
        worker_setup=WorkerSetup(hostile_jobs.registry, writable=writable),
    )


def descriptors() -> set[tuple[str, str]]:
    """The open descriptors of this process, with what each of them leads to."""
    found = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add((entry.name, str(entry.readlink())))
    return {(name, target) for name, target in found if not target.startswith("/proc/")}


def environment_of(process: int) -> str:
    return Path(f"/proc/{process}/environ").read_text()


async def kill(process: int) -> None:
    """Kill a process, and return when it has ended."""
    os.kill(process, signal.SIGKILL)
    await until(lambda: not is_running(process))


async def server_of(pool: LocalPool) -> int:
    _, server = await pool.run(hostile_jobs.processes, None, person=1)
    return server


async def test_pools_share_one_fork_server() -> None:
    async with new_pool() as one, new_pool() as other:
        assert await server_of(one) == await server_of(other)
        assert await server_of(one) in children_of(os.getpid())


async def test_a_fork_server_that_is_killed_is_replaced_with_a_clean_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with new_pool(workers=2) as pool:
        await pool.warm_up()
        monkeypatch.setenv("OURO_DATABASE", f"postgresql://ouro:{SECRET}@localhost/ouro")
        for _ in range(3):
            server = await server_of(pool)
            await kill(server)
            replaced = await asyncio.gather(*(server_of(pool) for _ in range(4)))
            assert server not in replaced
            variables = await pool.run(hostile_jobs.environment, None, person=1)
            assert SECRET not in str(variables)
            assert SECRET not in environment_of(replaced[-1])


async def test_a_job_survives_the_death_of_the_fork_server(tmp_path: Path) -> None:
    async with new_pool(writable=(str(tmp_path),)) as pool:
        server = await server_of(pool)
        path = tmp_path / "id"
        task = asyncio.create_task(pool.run(sample_jobs.leave_id_and_sleep, path, person=1))
        first = await process_id_from(path)
        path.unlink()
        await kill(server)
        assert await process_id_from(path) != first
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("restart", [False, True], ids=["running", "restarted"])
async def test_a_cancelled_start_leaks_nothing(restart: bool) -> None:
    """Cancelled at every step of the event loop between its beginning and the greeting."""
    async with new_pool() as pool:
        server = await server_of(pool)
    before = descriptors()
    cancelled = 0
    for steps in range(12):
        if restart and steps % 4 == 0:
            await asyncio.to_thread(end_fork_server)
        pool = new_pool()
        task = asyncio.create_task(pool.warm_up())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        cancelled += task.cancelled()
        await pool.close()
    assert cancelled
    async with new_pool() as pool:
        server = await server_of(pool)
    await until(lambda: not children_of(server))
    if not restart:  # another fork server has other descriptors
        assert descriptors() == before
    assert len(descriptors()) == len(before)


async def test_closing_during_a_start_waits_for_its_end() -> None:
    pool = new_pool(workers=3)
    task = asyncio.create_task(pool.warm_up())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await pool.close()
    with pytest.raises(PoolClosed):
        await task
    async with new_pool() as other:
        server = await server_of(other)
    assert not children_of(server)


async def test_the_fork_server_has_only_what_workers_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a session of its own, so a terminal of the bot is not its own."""
    monkeypatch.setenv("OURO_DATABASE", SECRET)
    await asyncio.to_thread(end_fork_server)
    async with new_pool() as pool:
        server = await server_of(pool)
        names = {line.partition("=")[0] for line in environment_of(server).split("\0") if line}
        assert names <= {*KEPT_VARIABLES, "PYTHONPATH", "LC_CTYPE"}
        assert os.getsid(server) == server != os.getsid(0)


def test_a_worker_that_has_just_ended_is_not_killed() -> None:
    """Its end and the wish to kill it may be seen at once, the end first."""
    forker = object.__new__(Forker)
    forker._workers = {}
    forker._kill(os.getpid())


async def test_a_worker_that_floods_the_bot_has_to_wait() -> None:
    ours, its = socket.socketpair()
    ours.setblocking(False)
    written = 0

    def flood() -> None:
        nonlocal written
        with contextlib.suppress(OSError):
            while True:
                written += its.send(b"x\n" * (1 << 13))

    buffers = 2 * ours.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) + READ_SIZE
    thread = threading.Thread(target=flood)
    with capture_logs() as entries:
        start = time.monotonic()
        task = asyncio.create_task(log_errors(ours))
        thread.start()
        await asyncio.sleep(5 * PAUSE)
        reads = (time.monotonic() - start) / PAUSE + 2
        assert written <= reads * READ_SIZE + buffers
        its.shutdown(socket.SHUT_RDWR)
        await task
    await asyncio.to_thread(thread.join)
    its.close()
    assert len(entries) == MAX_LINES
