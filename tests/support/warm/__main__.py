"""`python -m tests.support.warm NUMBER MODULE...`: imports modules, and forks at each request.

A request is a datagram on the socket with that descriptor: a module, and the folder, the arguments
and the environment of the program, with three descriptors. The program is the function `main` of
that module. It writes to the first two descriptors; the third one gets its process id and, when it
has ended, its exit code.
"""

import asyncio
import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from app.discord_bot import build_bot
from app.settings import Settings
from bot.connection.command_sync import CommandTranslator, payload_of
from jobs.reading import PastedText
from jobs.solving import SolveRequest, solve_puzzle
from service.running.clock import TimeSource
from service.running.clock_guard import ClockGuard
from service.services import Services
from store.address import file_address
from store.database import open_database
from workers.pool import LocalPool
from workers.setup import WorkerLimits

MAX_REQUEST = 1 << 16


class Request(Struct, frozen=True):
    """A program to run: its module, folder, arguments and environment, and where it writes."""

    module: str
    folder: str
    arguments: list[str]
    environment: dict[str, str]
    descriptors: list[int]

    def close(self) -> None:
        for each in self.descriptors:
            os.close(each)

    def become(self) -> None:
        """Make this process like one that was started for the request, and tell its id."""
        os.setsid()
        os.write(self.descriptors[2], b"%d\n" % os.getpid())
        for target, descriptor in zip((1, 2), self.descriptors, strict=False):
            os.dup2(descriptor, target)
        self.close()
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.environment)


def next_request(requests: socket.socket) -> Request | None:
    """The next request; None after the last one."""
    data, descriptors, _, _ = socket.recv_fds(requests, MAX_REQUEST, 3)
    if not data:
        return None
    return Request(**json.loads(data), descriptors=descriptors)


def keep(request: Request) -> None:
    """Fork the program, wait for it, and tell how it ended; returns in the program itself.

    The program is killed when nobody is left to be told, since the process of the tests has died.
    """
    child = os.fork()
    if not child:
        request.become()
        return
    *outputs, status = request.descriptors
    for each in outputs:
        os.close(each)
    ends = select.poll()
    ends.register(os.pidfd_open(child), select.POLLIN)
    ends.register(status, 0)  # POLLERR once nobody reads it
    if any(event & select.POLLERR for _, event in ends.poll()):
        os.kill(child, signal.SIGKILL)
    _, code = os.waitpid(child, 0)
    os.write(status, b"%d\n" % os.waitstatus_to_exitcode(code))
    os._exit(0)  # to free all that was imported takes longer than to run some programs


def reap(*_: object) -> None:
    """Forget the processes that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


async def preload(folder: Path) -> None:
    """Load what a bot loads when it starts: its commands, and the statements of its database."""
    solve_puzzle(SolveRequest(PastedText("3x3:i")))
    pool = LocalPool(workers=1, queue=1, per_person=1, limits=WorkerLimits(seconds=1))
    settings = Settings()
    async with open_database(file_address(folder / "ouro.db")) as database:
        clock = ClockGuard(TimeSource())
        services = Services(settings.of_services, pool, database, clock)
        bot = build_bot(settings, services, database, pool.metrics, clock)
        await bot.tree.set_translator(CommandTranslator())
        await payload_of(bot.tree)


def main(number: str, *modules: str) -> None:
    programs = {module: import_module(module).main for module in modules}
    requests = socket.socket(fileno=int(number))
    with TemporaryDirectory() as folder:
        asyncio.run(preload(Path(folder)))
    gc.freeze()  # a collection would copy what the forks share
    signal.signal(signal.SIGCHLD, reap)
    while (request := next_request(requests)) is not None:
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            keep(request)
            programs[request.module](*request.arguments)
            return
        request.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
