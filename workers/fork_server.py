"""Starts worker processes with the fork server of the standard library.

The fork server (`multiprocessing.forkserver`) is one process for the whole program. It imports the
modules of the first pool and then forks a worker on every request, which takes milliseconds. Unlike
a fork of the bot itself, a worker has no sockets, threads and secrets of the bot: the fork server
starts with a clean environment (`workers.environment`).
"""

import asyncio
import contextlib
import multiprocessing
import socket
import threading
from collections.abc import Iterable, Iterator
from multiprocessing.context import ForkServerProcess
from typing import TypeAlias

from workers.child import work
from workers.codec import CodecError
from workers.environment import clean_environment
from workers.error_output import log_errors
from workers.messages import HEADER, Frame, pack_frame, unpack_frame
from workers.setup import WorkerLimits, WorkerSetup

_CHILDREN = threading.Lock()
"""Guards what belongs to the whole program: the environment, and the list of child processes in
`multiprocessing`, which reads the exit codes of all of them when it starts another."""


LAST_ERRORS_SECONDS = 1.0
"""Maximum seconds that the rest of what an ended process wrote is waited for."""

_Sockets: TypeAlias = tuple[socket.socket, socket.socket]


class WorkerProcess:
    """The bot's end of a worker process: a socket, and an exit code when it has ended.

    Creating one begins to start the process, and needs a running event loop. Frames can be sent and
    received at once; both raise `EOFError` or `OSError` when the start fails.
    """

    def __init__(self, setup: WorkerSetup, limits: WorkerLimits) -> None:
        ours, its = socket.socketpair()
        errors, its_errors = socket.socketpair()
        ours.setblocking(False)
        errors.setblocking(False)
        self._connection = ours
        self._users = 0
        self._killed = False
        self._running = False
        self._process = multiprocessing.get_context("forkserver").Process(
            target=work, args=(its, its_errors, setup, limits), daemon=True
        )
        self._loop = asyncio.get_running_loop()
        self.start_error: Exception | None = None
        """Why the process could not be started: the fork server ended, or descriptors ran out."""
        self.ended: asyncio.Task[int | None] = self._loop.create_task(
            self._live((its, its_errors), errors, setup)
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
            self._close_unused()
            if self._running:
                self._process.kill()

    async def _live(self, its: _Sockets, errors: socket.socket, setup: WorkerSetup) -> int | None:
        """Start the process, wait for its end, release what it held, and return its exit code.

        `its` are its sockets; what it writes to the second one, its standard error, is logged.
        """
        logging = self._loop.create_task(log_errors(errors))
        try:
            return await self._run(its, setup)
        except (OSError, EOFError) as error:
            self.start_error = error
            return None
        finally:
            await asyncio.wait([logging], timeout=LAST_ERRORS_SECONDS)
            logging.cancel()

    async def _run(self, its: _Sockets, setup: WorkerSetup) -> int | None:
        with its[0], its[1]:
            await asyncio.to_thread(_start, self._process, setup.imports)
        self._running = True
        if self._killed:
            self._process.kill()
        await _readable(self._process.sentinel)
        self._running = False
        return await asyncio.to_thread(_reap, self._process)

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


def _start(process: ForkServerProcess, imports: Iterable[str]) -> None:
    """Have the fork server fork a process; start the fork server first if there is none.

    Blocks until the fork server has imported its modules. Raises `OSError` or `EOFError` when the
    fork server ends meanwhile.
    """
    with _CHILDREN, clean_environment():
        multiprocessing.set_forkserver_preload([work.__module__, *imports])
        process.start()


def _reap(process: ForkServerProcess) -> int | None:
    """Return the exit code of a process that has ended, and close its descriptors."""
    with _CHILDREN:
        process.join()
        code = process.exitcode
        process.close()
    return code


async def _readable(descriptor: int) -> None:
    """Wait until there is something to read, or the end of the file."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def notify() -> None:
        loop.remove_reader(descriptor)
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(descriptor, notify)
    try:
        await ready
    finally:
        loop.remove_reader(descriptor)
