"""The bot's end of a worker process: starts it as a program, and logs its standard error.

A worker that runs hostile code may write anything and as much as it likes. So only the first lines
are logged, each as one value of a log entry, whose control characters every log format escapes.
"""

import asyncio
import contextlib
import functools
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

import structlog

from workers.codec import CodecError
from workers.messages import HEADER, Frame, pack_bytes, pack_frame, unpack_frame
from workers.setup import WorkerLimits, WorkerSetup, WorkerTask

END_SECONDS = 0.005
"""Seconds between two looks whether a killed process has ended, which takes milliseconds."""
STUCK_SECONDS = 20.0
"""Seconds between two looks at a process that has a job. One that used no processor time meanwhile
and does not wait for the processor is stopped or stuck, and is killed; jobs wait for nothing."""
LAST_ERRORS_SECONDS = 1.0
"""Maximum seconds that the rest of what an ended process wrote is waited for."""


class WorkerProcess:
    """The bot's end of a worker process: a socket, and an exit code when it has ended.

    The process is a program of its own (`workers.__main__`) with a clean environment. It ends with
    this process. Frames can be sent and received at once; both raise `EOFError` or `OSError` when
    the process has ended.
    """

    def __init__(self, setup: WorkerSetup, limits: WorkerLimits) -> None:
        """Start the process; needs a running event loop.

        Raises `OSError` when there are too many processes or open files, or there is no memory.
        """
        packed = pack_bytes(pickle.dumps(WorkerTask(setup, limits, max_tasks())))
        with contextlib.ExitStack() as stack:
            ours, its = map(stack.enter_context, socket.socketpair())
            errors, its_errors = map(stack.enter_context, socket.socketpair())
            for end in (ours, errors):
                end.setblocking(False)
            self._process = _start(its, its_errors)
            stack.pop_all()
        its.close()
        its_errors.close()
        self._connection = ours
        self._users = 0
        self._loop = asyncio.get_running_loop()
        self._killed = self._loop.create_future()
        self.ended = self._loop.create_task(self._live(packed, errors))
        """Ends with the process; the exit code, negative for a signal."""

    async def send(self, frame: object) -> None:
        """Send a frame; raises `EOFError` or `OSError` when the process has ended."""
        await self._send(pack_frame(frame))

    async def receive(self, kind: type[Frame], max_size: int) -> Frame:
        """Return the next frame, of at most `max_size` bytes.

        Raises `EOFError` or `OSError` when the process has ended, and `CodecError` for any other
        bytes.
        """
        with self._using():
            (size,) = HEADER.unpack(await self._read(HEADER.size))
            if size > max_size:
                raise CodecError(f"a frame has {size} bytes, more than {max_size}")
            return unpack_frame(await self._read(size), kind)

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """A block in which the process has a job; it is killed if it does not work on it."""
        self._timer = self._loop.call_later(STUCK_SECONDS, self._look, ())
        try:
            yield
        finally:
            self._timer.cancel()

    def _look(self, before: Sequence[Sequence[str]]) -> None:
        """Kill the process if nothing of it ran since the look before, else look again."""
        now = self._threads()
        if now and now == before and all(state != "R" for state, *_ in now):
            log.warning("a worker is stuck", seconds=STUCK_SECONDS)
            self._process.kill()
        else:
            self._timer = self._loop.call_later(STUCK_SECONDS, self._look, now)

    def _threads(self) -> Sequence[Sequence[str]]:
        """The state and the processor time of each thread, as Linux tells them.

        The state of one that only waits for the processor is R.
        """
        found = []
        for path in sorted(Path(f"/proc/{self._process.pid}/task").glob("*/stat")):
            with contextlib.suppress(OSError):  # it has ended
                fields = path.read_text("utf-8").rpartition(")")[2].split()
                found.append((fields[0], *fields[11:13]))
        return found

    def kill(self) -> None:
        """Kill the process; `receive` then raises `EOFError`.

        Returns at once; `ended` is done when the process has ended.
        """
        if not self._killed.done():
            self._killed.set_result(None)
            self._process.kill()
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)
            self._close_unused()

    async def _live(self, packed: bytes, errors: socket.socket) -> int:
        """Send the setup, wait for the end of the process, and return its exit code.

        What it writes to its standard error, which leads to `errors`, is logged. A process that
        closed that is killed, and so is one to which the setup cannot be sent.
        """
        logging = self._loop.create_task(log_errors(errors))
        try:
            with contextlib.suppress(OSError, EOFError):  # it has ended, or cannot be reached
                await self._send(packed)
                await asyncio.wait((logging, self._killed), return_when=asyncio.FIRST_COMPLETED)
            self._process.kill()
            while (code := self._process.poll()) is None:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(END_SECONDS)
            return code
        finally:
            self._process.kill()  # the loop ends
            await asyncio.wait([logging], timeout=LAST_ERRORS_SECONDS)
            logging.cancel()

    async def _send(self, data: bytes) -> None:
        with self._using():
            await self._loop.sock_sendall(self._connection, data)

    async def _read(self, size: int) -> bytearray:
        data = bytearray(size)
        view = memoryview(data)
        while view:
            count = await self._loop.sock_recv_into(self._connection, view)
            if not count:
                raise EOFError
            view = view[count:]
        return data

    @contextlib.contextmanager
    def _using(self) -> Iterator[None]:
        """A block in which `kill` does not close the socket.

        The event loop waits for a descriptor by its number, which another socket may get as soon as
        this one is closed.
        """
        if self._killed.done():
            raise EOFError
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self._close_unused()

    def _close_unused(self) -> None:
        if self._killed.done() and not self._users:
            self._connection.close()


PROGRAM = __name__.rpartition(".")[0]
"""The package that is the program of a worker: `workers`, or as it is called where it was moved."""


def _start(connection: socket.socket, errors: socket.socket) -> subprocess.Popen[bytes]:
    """Start a worker, which gets no other descriptors than these; raises `OSError`."""
    flags = ["-B"] if sys.dont_write_bytecode else []
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *flags, "-P", "-m", PROGRAM],
        stdin=connection.fileno(),
        stdout=subprocess.DEVNULL,
        stderr=errors.fileno(),
        env=clean_variables(),
        start_new_session=True,
    )


WORKER_TASKS = 160
"""Number of threads and processes that all workers may have together; each needs two.

The bot itself has no such limit: it alone can use what the container or the service allows beyond.
"""


@functools.cache
def max_tasks() -> int:
    """`WORKER_TASKS` and what the user has at the first call, before there are workers.

    The system counts the processes and threads of a user, not of a program.
    """
    count = 0
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            if entry.stat().st_uid == os.geteuid():
                count += sum(1 for _ in (entry / "task").iterdir())
    return count + WORKER_TASKS


KEPT_VARIABLES = ("LD_LIBRARY_PATH", "PYTHONTZPATH", "TZ", "TZDIR")
"""Variables that workers get from the bot: where libraries, certificates and time zones are."""


SET_VARIABLES = MappingProxyType({"OPENBLAS_NUM_THREADS": "1"})
"""Variables that workers get whatever the bot has. numpy's library would start a thread for each
processor when it is imported, while a process that confines itself must have one."""


def clean_variables() -> dict[str, str]:
    """The whole environment of a worker: `KEPT_VARIABLES`, `SET_VARIABLES`, and the import path of
    this process."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    return {**kept, **SET_VARIABLES, "PYTHONPATH": path}


MAX_LINES = 40
"""Maximum number of lines that are logged of one process; a traceback has fewer."""
MAX_LINE = 400
"""Maximum length of a logged line in bytes."""
READ_SIZE = 1 << 18
PAUSE = 0.1
"""Seconds between two reads of what is not logged: a worker that floods the bot has to wait."""

log = structlog.stdlib.get_logger(__name__)


async def log_errors(errors: socket.socket) -> None:
    """Read from a socket until its other end is closed, and log the first lines; close it."""
    loop = asyncio.get_running_loop()
    unfinished, logged = b"", 0
    with errors, contextlib.suppress(OSError):
        while data := await loop.sock_recv(errors, READ_SIZE):
            if logged == MAX_LINES:
                await asyncio.sleep(PAUSE)
                continue
            *lines, unfinished = (unfinished + data).split(b"\n")
            unfinished = unfinished[:MAX_LINE]
            for line in lines[: MAX_LINES - logged]:
                log.warning("a worker wrote", line=line[:MAX_LINE].decode(errors="replace"))
            logged = min(MAX_LINES, logged + len(lines))
        if unfinished and logged < MAX_LINES:
            log.warning("a worker wrote", line=unfinished.decode(errors="replace"))
