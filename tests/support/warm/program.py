"""Starts programs that are forked from one that has imported and loaded everything."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from tests.support.paths import ROOT


class WarmProcess:
    """A running program, with what tests use of `asyncio.subprocess.Process`."""

    def __init__(
        self,
        process_id: int,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader,
        status: asyncio.StreamReader,
    ) -> None:
        self.pid = process_id
        self.stdout = stdout
        self.stderr = stderr
        self.returncode: int | None = None
        self._end = asyncio.create_task(self._wait(status))

    async def _wait(self, status: asyncio.StreamReader) -> int:
        self.returncode = int(await status.readline())
        return self.returncode

    async def wait(self) -> int:
        """Wait for the end; the exit code, negative for a signal."""
        return await asyncio.shield(self._end)

    async def communicate(self) -> tuple[bytes, bytes]:
        """Wait for the end; what was written and not read yet."""
        written = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await self.wait()
        return written[0], written[1]

    def send_signal(self, number: int) -> None:
        """Send a signal; raises `ProcessLookupError` after the end."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class WarmProgram:
    """Starts a program; `warm_programs` creates it."""

    def __init__(self, requests: socket.socket, module: str) -> None:
        self._requests = requests
        self._module = module

    @asynccontextmanager
    async def running(
        self, folder: Path, environment: Mapping[str, str], *arguments: str
    ) -> AsyncIterator[WarmProcess]:
        """The program in a folder; its process group is killed at the end."""
        pipes = [os.pipe() for _ in range(3)]
        text = json.dumps(
            {
                "module": self._module,
                "folder": str(folder),
                "arguments": arguments,
                "environment": dict(environment),
            }
        )
        socket.send_fds(self._requests, [text.encode()], [writing for _, writing in pipes])
        for _, writing in pipes:
            os.close(writing)
        opened = [await _reader(reading) for reading, _ in pipes]
        stdout, stderr, status = (reader for reader, _ in opened)
        process = WarmProcess(int(await status.readline()), stdout, stderr, status)
        try:
            yield process
        finally:
            await kill_group(process)
            for _, transport in opened:
                transport.close()
            await asyncio.sleep(0)  # a transport closes its pipe in the next turn of the loop


async def kill_group(process: Process | WarmProcess) -> None:
    """Kill a process and those that it started, if they still run, and read what is left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.communicate()


async def _reader(descriptor: int) -> tuple[asyncio.StreamReader, asyncio.ReadTransport]:
    """A reader of a pipe, and its transport, which is to be closed."""
    reader = asyncio.StreamReader()
    pipe = os.fdopen(descriptor, "rb", buffering=0)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader, transport


@contextmanager
def warm_program(module: str, **options: str) -> Iterator[WarmProgram]:
    """`warm_programs` with a single one."""
    with warm_programs(module, **options) as (program,):
        yield program


@contextmanager
def warm_programs(
    *modules: str, main: str = "tests.support.warm", **environment: str
) -> Iterator[tuple[WarmProgram, ...]]:
    """Programs of a process that has imported these modules, while the context is open.

    Each module has a function `main`. `environment` has further variables for Python itself.
    The module `main` imports and forks.
    """
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, its:
        process = subprocess.Popen(
            [sys.executable, "-m", main, str(its.fileno()), *modules],
            stdin=subprocess.DEVNULL,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            pass_fds=[its.fileno()],
        )
        its.close()
        yield tuple(WarmProgram(ours, module) for module in modules)
    process.wait()
