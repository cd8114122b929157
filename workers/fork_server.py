"""Starts worker processes with a fork server, and logs what they write to their standard error.

A worker that runs hostile code may write anything and as much as it likes. So only the first lines
are logged, each as one value of a log entry, whose control characters every log format escapes.
"""

import asyncio
import atexit
import contextlib
import os
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import structlog

from workers.codec import CodecError
from workers.forking import EXIT_CODE, LENGTH
from workers.messages import HEADER, Frame, pack_frame, unpack_frame
from workers.setup import WorkerLimits, WorkerSetup

LAST_ERRORS_SECONDS = 1.0
"""Maximum seconds that the rest of what an ended process wrote is waited for."""


class ForkServer:
    """The process that forks workers: started by the first request, and again when it has ended.

    It ends with this process. Its methods block, and may be called from several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    def fork(
        self, sockets: tuple[socket.socket, ...], setup: WorkerSetup, limits: WorkerLimits
    ) -> None:
        """Have a worker forked with its ends of three sockets (`workers.forking`).

        Raises `OSError` when the fork server cannot be started, or has just ended.
        """
        packed = pickle.dumps((setup.imports, pickle.dumps((setup, limits))))
        with self._lock:
            requests = self._requests or self._start()
            try:
                descriptors = [end.fileno() for end in sockets]
                socket.send_fds(requests, [LENGTH.pack(len(packed))], descriptors)
                requests.sendall(packed)
            except OSError:
                self._stop()
                raise

    def stop(self) -> None:
        """End the fork server and its workers, if it runs."""
        with self._lock:
            self._stop()

    def _start(self) -> socket.socket:
        ours, its = socket.socketpair()
        flags = ["-B"] if sys.dont_write_bytecode else []
        with its:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, *flags, "-P", "-m", "workers.forking"],
                stdin=its.fileno(),
                stdout=subprocess.DEVNULL,
                env=clean_variables(),
                start_new_session=True,
            )
        self._requests = ours
        atexit.register(self.stop)
        return ours

    def _stop(self) -> None:
        if self._requests is not None and self._process is not None:
            atexit.unregister(self.stop)
            self._requests.close()
            self._process.wait()
            self._requests = self._process = None


FORK_SERVER = ForkServer()
"""The fork server of this program."""


class WorkerProcess:
    """The bot's end of a worker process: a socket, and an exit code when it has ended.

    Creating one begins to start the process, and needs a running event loop. Frames can be sent and
    received at once; both raise `EOFError` or `OSError` when the start fails.
    """

    def __init__(self, setup: WorkerSetup, limits: WorkerLimits) -> None:
        ours, its = socket.socketpair()
        errors, its_errors = socket.socketpair()
        self._status, its_status = socket.socketpair()
        for end in (ours, errors, self._status):
            end.setblocking(False)
        self._connection = ours
        self._users = 0
        self._killed = False
        self._loop = asyncio.get_running_loop()
        self.start_error: Exception | None = None
        """Why the process could not be started: the fork server ended, or descriptors ran out."""
        ends = (its, its_errors, its_status)
        self.ended: asyncio.Task[int | None] = self._loop.create_task(
            self._live(ends, errors, setup, limits)
        )
        """Ends with the process; the exit code, negative for a signal, None if it never started."""

    async def send(self, frame: object) -> None:
        """Send a frame; raises `EOFError` or `OSError` when the process has ended."""
        with self._using():
            await self._loop.sock_sendall(self._connection, pack_frame(frame))

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

    def kill(self) -> None:
        """Kill the process, also one that is still starting; `receive` then raises `EOFError`.

        Returns at once; `ended` is done when the process has ended.
        """
        if not self._killed:
            self._killed = True
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)
            with contextlib.suppress(OSError):  # it has ended
                self._status.shutdown(socket.SHUT_WR)
            self._close_unused()

    async def _live(
        self,
        its: tuple[socket.socket, ...],
        errors: socket.socket,
        setup: WorkerSetup,
        limits: WorkerLimits,
    ) -> int | None:
        """Start the process, wait for its end, release what it held, and return its exit code.

        `its` are its sockets. What it writes to its standard error, which leads to `errors`, is
        logged.
        """
        logging = self._loop.create_task(log_errors(errors))
        try:
            with its[0], its[1], its[2]:
                await asyncio.to_thread(FORK_SERVER.fork, its, setup, limits)
            code = await self._loop.sock_recv(self._status, EXIT_CODE.size)
            if not code:
                raise EOFError
            return int(EXIT_CODE.unpack(code)[0])
        except (OSError, EOFError) as error:
            self.start_error = error
            return None
        finally:
            self._status.close()
            await asyncio.wait([logging], timeout=LAST_ERRORS_SECONDS)
            logging.cancel()

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
        if self._killed:
            raise EOFError
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self._close_unused()

    def _close_unused(self) -> None:
        if self._killed and not self._users:
            self._connection.close()


KEPT_VARIABLES = ("LD_LIBRARY_PATH", "PYTHONTZPATH", "TZ", "TZDIR")
"""Variables that workers get from the bot: where libraries, certificates and time zones are."""


def clean_variables() -> dict[str, str]:
    """The whole environment of a worker: `KEPT_VARIABLES` and the import path of this process."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    return {**kept, "PYTHONPATH": path}


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
    with errors:
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
