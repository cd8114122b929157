"""The start and the end of worker processes: failing calls, cancelled starts, the end of the bot.

Everything here is about processes without jobs of the bot, which start faster.
"""

import asyncio
import contextlib
import errno
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.support.paths import ROOT
from tests.support.waiting import until
from tests.support.worker_pools import PATIENT, children_of, limit_jobs, stopped
from workers import process, worker_process
from workers.child import PeakMemory, serve
from workers.codec import Codec, Registry, answer_probe
from workers.errors import PoolClosed, TimedOut
from workers.messages import (
    ENVELOPE,
    HEADER,
    Greeting,
    JobOutcome,
    OutcomeKind,
    Request,
    pack_bytes,
    pack_frame,
    read_bytes,
)
from workers.pool import LocalPool, Priority
from workers.process import GREETING_SECONDS
from workers.setup import WorkerLimits, WorkerSetup, WorkerTask
from workers.worker_process import (
    KEPT_VARIABLES,
    MAX_LINES,
    PAUSE,
    READ_SIZE,
    SET_VARIABLES,
    WORKER_TASKS,
    WorkerProcess,
    log_errors,
)

SECRET = "password-that-nobody-may-know"  # noqa: S105 - of no database
SYSTEM_CALLS = frozenset({"posix", "_posixsubprocess", "_socket", "select", "fcntl"})
"""The modules of Python whose functions call the system."""

NEVER_FAIL = frozenset(
    {"_path_splitroot_ex", "close", "detach", "fileno", "fspath", "read", "setblocking"}
)
"""Functions there that need nothing new from the system; `read` is of a pipe that has an end."""


def new_pool(workers: int = 1) -> LocalPool:
    return LocalPool(
        workers=workers, queue=9, per_person=9, fair=False, limits=WorkerLimits(seconds=600)
    )


async def answer(pool: LocalPool) -> None:
    await pool.run(answer_probe, None, person=1, priority=Priority.QUICK)


Started = Callable[[], set[int]]


@pytest.fixture
def workers() -> Started:
    """Tells the processes that this one has started since the test began.

    Other tests of the session keep programs, and a bot with workers.
    """
    before = children_of(os.getpid())
    return lambda: children_of(os.getpid()) - before


def descriptors() -> set[tuple[str, str]]:
    """The open descriptors of this process, with what each of them leads to."""
    found = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add((entry.name, str(entry.readlink())))
    return {(name, target) for name, target in found if not target.startswith("/proc/")}


class FailingCall:
    """Lets one call of the system fail while a worker starts: the one with this number."""

    def __init__(self, number: int, code: int) -> None:
        self._left = number
        self._code = code
        self.failed = ""
        """The name of the function that failed."""

    def __call__(self, frame: FrameType, event: str, function: Any) -> None:
        """Python calls this before it calls a function in C, and raises what this raises."""
        if event != "c_call" or self.failed or not _starts_worker(frame):
            return
        owner = getattr(function, "__self__", None)
        module = getattr(function, "__module__", None) or type(owner).__module__
        calls_system = module in SYSTEM_CALLS or isinstance(owner, socket.socket)
        if calls_system and function.__name__ not in NEVER_FAIL:
            self._left -= 1
            if self._left < 0:
                self.failed = f"{module}.{function.__name__}"
                raise OSError(self._code, os.strerror(self._code))

    @contextmanager
    def active(self) -> Iterator[None]:
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def _starts_worker(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == worker_process.__file__:
            return True
        frame = frame.f_back
    return False


OTHERS = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EPERM, errno.EINTR, errno.ENOENT)


@pytest.mark.parametrize(
    "code", [errno.ENOMEM, *(pytest.param(code, marks=pytest.mark.long) for code in OTHERS)]
)
async def test_a_start_survives_an_error_of_each_call_of_the_system(
    code: int, monkeypatch: pytest.MonkeyPatch, workers: Started
) -> None:
    """Of each that Python makes from the first socket to the greeting, each time another one."""
    monkeypatch.setattr(process, "START_PAUSE", 0)
    worker_process.max_tasks()  # is known from the first start on
    seen: list[str] = []
    while True:
        call = FailingCall(len(seen), code)
        before = descriptors()
        pool = new_pool()
        async with pool:
            with call.active():
                async with asyncio.timeout(GREETING_SECONDS):  # nobody waits for one that is lost
                    await answer(pool)
            await answer(pool)
        assert not workers()
        assert descriptors() == before, call.failed
        if not call.failed:
            break
        seen.append(call.failed)
    assert "_posixsubprocess.fork_exec" in seen


async def test_a_cancelled_start_leaks_nothing(workers: Started) -> None:
    """Cancelled at every step of the event loop between its beginning and the greeting."""
    async with new_pool() as pool:
        await answer(pool)
    before = descriptors()
    cancelled = 0
    for steps in range(8):
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
    assert not workers()
    await until(lambda: descriptors() == before)  # a thread may still list the code


async def test_closing_during_a_start_waits_for_its_end(workers: Started) -> None:
    pool = new_pool(workers=3)
    task = asyncio.create_task(pool.warm_up())
    await until(workers)
    await pool.close()
    with pytest.raises(PoolClosed):
        await task
    assert not workers()


async def test_a_worker_that_a_job_ended_is_replaced_at_once(workers: Started) -> None:
    """So the next job finds one ready."""
    async with new_pool() as pool:
        await answer(pool)
        (first,) = workers()
        limit_jobs(pool, 0.1)
        with stopped([first]), pytest.raises(TimedOut):
            await answer(pool)
        await until(lambda: workers() - {first})
        assert len(workers()) == 1


async def test_frozen_processes_hold_up_nothing_but_their_jobs(workers: Started) -> None:
    """All that the bot has started; closing does not wait for them either."""
    async with new_pool(workers=3) as pool:
        await pool.warm_up()
        for _ in range(2):
            with stopped([*workers()]):
                limit_jobs(pool, 0.5)
                asked = [answer(pool) for _ in range(3)]
                found = await asyncio.gather(*asked, return_exceptions=True)
                assert [type(each) for each in found] == [TimedOut] * 3
                limit_jobs(pool, PATIENT)
                await asyncio.gather(*(answer(pool) for _ in range(3)))
            await pool.warm_up()
        with stopped([*workers()]):
            await pool.close()
    assert not workers()


async def test_a_job_in_a_frozen_worker_is_done_by_the_next(
    monkeypatch: pytest.MonkeyPatch, workers: Started
) -> None:
    monkeypatch.setattr(worker_process, "STUCK_SECONDS", 0.5)
    async with new_pool(workers=2) as pool:
        await pool.warm_up()
        with stopped([*workers()]):
            async with asyncio.timeout(GREETING_SECONDS):
                await asyncio.gather(*(answer(pool) for _ in range(2)))
        assert b"ouro_worker_crashes_total 2.0" in pool.metrics.text()


async def test_the_end_of_an_idle_worker_is_noticed(workers: Started) -> None:
    worker = WorkerProcess(WorkerSetup(), WorkerLimits(seconds=600))
    await worker.receive(Greeting, ENVELOPE)
    (number,) = workers()
    os.kill(number, signal.SIGKILL)
    assert await worker.ended == -signal.SIGKILL
    with pytest.raises(EOFError):
        await worker.receive(Greeting, ENVELOPE)
    worker.kill()


SETUP = pack_bytes(pickle.dumps(WorkerTask(WorkerSetup(), WorkerLimits(seconds=600), 1000)))
REQUEST = pack_frame(Request("answer_probe", Codec(Registry()).pack(None), low_priority=False))


def test_a_worker_ends_when_the_bot_ends_after_any_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its setup and of a request; it runs a job only if all of the request has come."""
    monkeypatch.setattr(os, "nice", lambda _: None)
    codec, memory = Codec(Registry()), PeakMemory()
    for length in range(len(SETUP)):
        with connection_with(SETUP[:length]) as (_, its):
            assert read_bytes(its.fileno()) is None
    for length in range(len(REQUEST) + 1):
        with connection_with(REQUEST[:length]) as (ours, its):
            serve(its.fileno(), codec, 1 << 20, (), memory)
            its.close()
            answers = ours.makefile("rb").read()
        frames = []
        while answers:
            end = HEADER.size + HEADER.unpack_from(answers)[0]
            frames.append(answers[:end])
            answers = answers[end:]
        assert len(frames) == (2 if length == len(REQUEST) else 1)


WRITTEN = (
    pack_frame(Greeting(())),
    pack_frame(JobOutcome(OutcomeKind.ANSWER, 9, Codec(Registry()).pack(None))),
)
"""What a worker writes: after its setup, and after a request."""


class MortalProcess:
    """Stands for a worker that dies after it wrote a number of bytes."""

    def __init__(self, its: socket.socket, errors: socket.socket, bytes_left: int) -> None:
        self._ends = its.dup(), errors.dup()
        self._left = bytes_left
        self._frames = iter(WRITTEN)
        self._received = b""
        self._code: int | None = None
        its.setblocking(False)
        asyncio.get_running_loop().add_reader(self._ends[0], self._read)

    def _read(self) -> None:
        self._received += (data := self._ends[0].recv(1 << 16))
        while len(self._received) >= (size := self._size):
            self._received = self._received[size:]
            frame = next(self._frames)[: self._left]
            self._ends[0].send(frame)
            self._left -= len(frame)
        if not data or not self._left:
            self.kill()

    @property
    def _size(self) -> int:
        """The size of the first frame that is received."""
        if len(self._received) < HEADER.size:
            return HEADER.size
        return HEADER.size + int(HEADER.unpack_from(self._received)[0])

    pid = 0
    """Of no process."""

    def poll(self) -> int | None:
        return self._code

    def kill(self) -> None:
        if self._code is None:
            self._code = -signal.SIGKILL
            asyncio.get_running_loop().remove_reader(self._ends[0])
            for end in self._ends:
                end.close()


async def test_the_bot_goes_on_when_a_worker_dies_after_any_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of its greeting and of an answer: the job is done by the next one."""
    total = sum(map(len, WRITTEN))
    before = descriptors()
    for length in range(total):
        lives = iter((length, total + 1))
        monkeypatch.setattr(
            worker_process,
            "_start",
            lambda its, errors, lives=lives: MortalProcess(its, errors, next(lives)),
        )
        async with new_pool() as pool:
            await answer(pool)
            assert b"ouro_worker_crashes_total 1.0" in pool.metrics.text(), length
            assert next(lives, None) is None
    assert descriptors() == before


@contextmanager
def connection_with(data: bytes) -> Iterator[tuple[socket.socket, socket.socket]]:
    """The ends of the bot and of a worker, after the bot sent data and ended."""
    ours, its = socket.socketpair()
    with ours, its:
        ours.sendall(data)
        ours.shutdown(socket.SHUT_WR)
        yield ours, its


async def test_a_worker_has_only_the_variables_that_it_needs(
    monkeypatch: pytest.MonkeyPatch, workers: Started
) -> None:
    monkeypatch.setenv("OURO_DATABASE", SECRET)
    async with new_pool() as pool:
        await pool.warm_up()
        (worker,) = workers()
        environment = Path(f"/proc/{worker}/environ").read_text()  # noqa: ASYNC240 - in memory
        pairs = dict(line.split("=", 1) for line in environment.split("\0") if line)
        assert pairs.keys() <= {*KEPT_VARIABLES, *SET_VARIABLES, "PYTHONPATH"}
        assert SET_VARIABLES.items() <= pairs.items()
        assert os.getsid(worker) == worker != os.getsid(0)


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


THREADS = """
import asyncio, threading
from tests.support import hostile_jobs as jobs
from workers.errors import WorkerLost
from workers.pool import LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

async def main():
    limits, setup = WorkerLimits(seconds=600), WorkerSetup(jobs.registry)
    pool = LocalPool(workers=2, queue=9, per_person=9, limits=limits, worker_setup=setup)
    async with pool:
        await pool.warm_up()
        print(await pool.run(jobs.keep_starting_threads, 1000, person=1))
        others = [threading.Thread(target=threading.Event().wait, daemon=True) for _ in range(40)]
        for other in others:
            other.start()
        assert await pool.run(jobs.processes, None, person=1)

asyncio.run(main())
"""


async def test_a_worker_that_starts_threads_without_end_leaves_the_bot_its_share() -> None:
    """The bot can start threads, and the other worker runs slow jobs."""
    # The limit is for a user, and root has none: another user who may read what root may.
    rights = ("--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search")
    other_user = ("setpriv", "--reuid=64999", "--clear-groups", *rights)
    program = await asyncio.create_subprocess_exec(
        *(other_user if os.geteuid() == 0 else ()),
        sys.executable,
        "-c",
        THREADS,
        env={"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await program.communicate()
    assert program.returncode == 0
    assert 0 < int(printed) <= WORKER_TASKS
