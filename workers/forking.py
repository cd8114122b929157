"""The main function of the fork server: it forks a worker for each request of the bot.

It runs in a process of its own, started by `workers.fork_server`, with one thread, a clean
environment, and one socket to the bot as standard input. Each request has the descriptors of a
worker: its connection, its standard error, and a status socket. The exit code is sent through the
status socket; when the bot shuts that down, the worker is killed.
"""

import contextlib
import gc
import importlib
import os
import pickle
import selectors
import signal
import socket
import struct
from collections.abc import Iterable
from typing import NoReturn

from workers.child import work

LENGTH = struct.Struct("!I")
"""The length of a request in bytes, which the descriptors accompany."""
EXIT_CODE = struct.Struct("!i")
"""The exit code of a worker, negative for a signal."""
DESCRIPTORS = 3
"""The number of descriptors of a request."""
_CHUNK = 1 << 16


class Forker:
    """Forks workers, and watches their ends and their status sockets."""

    def __init__(self, requests: socket.socket) -> None:
        self._requests = requests
        self._workers: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._ended, wake = socket.socketpair()
        for end in (self._ended, wake):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake.detach(), warn_on_full_buffer=False)
        self._selector.register(requests, selectors.EVENT_READ)
        self._selector.register(self._ended, selectors.EVENT_READ)

    def serve(self) -> None:
        """Answer requests until the bot closes its socket; kill the remaining workers then."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._ended:
                    self._report_ended()
                elif key.data is not None:
                    self._kill(key.data)
                else:
                    request = _receive(self._requests)
                    if request is None:
                        for worker in self._workers:
                            os.kill(worker, signal.SIGKILL)
                        return
                    modules, setup, descriptors = request
                    _import(modules)
                    self._fork(setup, descriptors)

    def _fork(self, setup: bytes, descriptors: list[int]) -> None:
        connection, errors, status = (socket.socket(fileno=number) for number in descriptors)
        worker = os.fork()
        if worker == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _work(connection, errors, setup)
        connection.close()
        errors.close()
        self._workers[worker] = status
        self._selector.register(status, selectors.EVENT_READ, worker)

    def _kill(self, worker: int) -> None:
        """Kill a worker whose status socket the bot has shut down, unless it has just ended."""
        status = self._workers.get(worker)
        if status is not None:
            self._selector.unregister(status)
            os.kill(worker, signal.SIGKILL)  # it is not reaped yet, so the ID is its own

    def _report_ended(self) -> None:
        """Send the exit codes of the workers that have ended."""
        with contextlib.suppress(BlockingIOError):
            while self._ended.recv(_CHUNK):
                pass
        with contextlib.suppress(ChildProcessError):  # there are no workers
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                worker, wait_status = ended
                with self._workers.pop(worker) as status:
                    with contextlib.suppress(KeyError):  # it was killed
                        self._selector.unregister(status)
                    with contextlib.suppress(OSError):  # the bot has ended
                        status.send(EXIT_CODE.pack(os.waitstatus_to_exitcode(wait_status)))


def _receive(requests: socket.socket) -> tuple[Iterable[str], bytes, list[int]] | None:
    """The next request: modules to import, the packed setup, and descriptors; None at the end."""
    data, descriptors, _, _ = socket.recv_fds(requests, LENGTH.size, DESCRIPTORS)
    if not data:
        return None
    (length,) = LENGTH.unpack(data)
    packed = b""
    while len(packed) < length:
        packed += requests.recv(length - len(packed))
    modules, setup = pickle.loads(packed)  # noqa: S301 - from the bot
    return modules, setup, descriptors


def _import(modules: Iterable[str]) -> None:
    """Import modules, so that all workers share them; a worker reports what cannot be imported."""
    gc.disable()  # collections would find next to nothing
    for module in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(module)
    gc.freeze()  # else the next collection would scan all that was imported
    gc.enable()


def _work(connection: socket.socket, errors: socket.socket, setup: bytes) -> NoReturn:
    """Run as a worker."""
    try:
        worker_setup, limits = pickle.loads(setup)  # noqa: S301 - from the bot
    except BaseException:
        os._exit(1)
    work(connection, errors, worker_setup, limits)


if __name__ == "__main__":
    Forker(socket.socket(fileno=0)).serve()
