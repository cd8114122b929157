"""The bot's end of its fork server: a process that forks workers (`workers.fork_main`).

It is started with a clean environment, so neither it nor a worker has the token or the password of
the database.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import count

from workers.codec import CodecError
from workers.fork_main import COMMAND, EXIT, FORK, KILL, READY
from workers.frames import HEADER, Frame, Order, pack_frame, unpack_frame

START_SECONDS = 60.0
"""How long a server may take to import all; beyond that it is given up."""
STOP_SECONDS = 10.0
"""How long a killed process may take to be gone, before its server is killed as well."""

KEPT_VARIABLES = ("LD_LIBRARY_PATH", "PYTHONTZPATH", "TZ", "TZDIR")
"""What a worker gets of the environment: where libraries and time zones are."""

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from workers.fork_main import main; main(int(sys.argv[1]))"
)


class Process:
    """A worker, seen from the bot: a socket, and the exit code once it has ended."""

    def __init__(self, server: "ForkServer", number: int, connection: socket.socket) -> None:
        self._server = server
        self._number = number
        self._connection = connection
        self._users = 0
        self._killed = False
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int | None] = self._loop.create_future()
        """The exit code, negative for a signal; None where the server is gone as well."""

    async def send(self, frame: object) -> None:
        """Send a frame; raises `OSError` where the process is gone."""
        with self._using():
            await self._loop.sock_sendall(self._connection, pack_frame(frame))

    async def receive(self, kind: type[Frame], most: int) -> Frame:
        """The next frame, of at most so many bytes.

        Raises `EOFError` or `OSError` where the process is gone, and `CodecError` for anything but
        such a frame.
        """
        with self._using():
            (size,) = HEADER.unpack(await self._read(HEADER.size))
            if size > most:
                raise CodecError(f"a frame of {size} bytes, where {most} are allowed")
            return unpack_frame(await self._read(size), kind)

    async def _read(self, size: int) -> bytearray:
        data = bytearray(size)
        view = memoryview(data)
        while view:
            got = await self._loop.sock_recv_into(self._connection, view)
            if not got:
                raise EOFError
            view = view[got:]
        return data

    @contextlib.contextmanager
    def _using(self) -> Iterator[None]:
        """A block in which the socket stays open: the event loop knows it by its number, which
        another socket could have as soon as it is closed."""
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

    def kill(self) -> None:
        """End the process at once; see `ended`. Who waits for it gets an `EOFError`."""
        if not self._killed:
            self._killed = True
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)
            self._close_unused()
            if not self.ended.done():
                self._server.kill(self._number)


class ForkServer:
    """Starts a process that forks workers, and starts it anew where it died."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._ready: asyncio.Future[None] | None = None
        self._workers: dict[int, Process] = {}
        self._received = b""

    async def fork(self) -> Process:
        """A worker, once the server is ready. It may still die before it has greeted.

        Raises `OSError` (also `TimeoutError`) or `EOFError` where none can be.
        """
        if self._control is None:
            self._start()
        if self._ready is not None:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.shield(self._ready)
        if self._control is None:
            raise EOFError("the fork server ended")
        ours, its = socket.socketpair()
        with its:
            ours.setblocking(False)
            number = next(self._numbers)
            process = Process(self, number, ours)
            try:
                socket.send_fds(self._control, [COMMAND.pack(FORK, number)], [its.fileno()])
            except OSError:
                ours.close()
                self._lost()
                raise
        self._workers[number] = process
        return process

    def kill(self, number: int) -> None:
        """End a worker at once."""
        if self._control is not None:
            with contextlib.suppress(OSError):  # the server is gone, and its workers with it
                self._control.sendall(COMMAND.pack(KILL, number))

    async def close(self) -> None:
        """End the server and all workers, and return when they are gone."""
        process = self._part()
        if process is not None:
            await asyncio.to_thread(_wait, process)

    def _start(self) -> None:
        ours, its = socket.socketpair()
        with its:
            path = [os.path.abspath(place) for place in sys.path]  # noqa: PTH100 - also for ""
            # -I: no variable and no present folder changes what is imported.
            command = [sys.executable, "-I", "-B", "-X", "utf8", "-c", _PROGRAM]
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*command, str(its.fileno()), *path],
                env={name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                cwd="/",
            )
        ours.sendall(pack_frame(self._order))
        ours.setblocking(False)
        self._control, self._received = ours, b""
        loop = asyncio.get_running_loop()
        self._ready = loop.create_future()
        loop.add_reader(ours, self._read)

    def _read(self) -> None:
        """Hear which workers have ended."""
        if self._control is None:
            return
        try:
            data = self._control.recv(1 << 12)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        self._received += data
        whole = len(self._received) // EXIT.size * EXIT.size
        for number, code in EXIT.iter_unpack(self._received[:whole]):
            if number == READY:
                self._set_ready()
            elif (worker := self._workers.pop(number, None)) is not None:
                worker.ended.set_result(code)
        self._received = self._received[whole:]

    def _set_ready(self) -> None:
        if self._ready is not None and not self._ready.done():
            self._ready.set_result(None)

    def _lost(self) -> None:
        """The server is gone, or does not do what it should; the next worker starts another."""
        process = self._part()
        if process is not None:
            asyncio.get_running_loop().run_in_executor(None, _wait, process)

    def _part(self) -> "subprocess.Popen[bytes] | None":
        """Close the socket to the server, which ends with all its workers when it sees that."""
        control, self._control = self._control, None
        if control is not None:
            asyncio.get_running_loop().remove_reader(control)
            control.close()
        self._set_ready()  # as far as it will ever be
        workers, self._workers = self._workers, {}
        for worker in workers.values():
            worker.ended.set_result(None)
        process, self._process = self._process, None
        return process


def _wait(process: "subprocess.Popen[bytes]") -> None:
    """Return when a server is gone, of which the bot has parted."""
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
