"""What runs in the fork server: it imports what workers need, then forks one whenever asked to.

Forking from a process that has the modules is quick, and unlike forking the bot itself it copies no
sockets, no threads and no secrets: this process begins with a clean environment.
"""

import contextlib
import gc
import importlib
import os
import selectors
import signal
import socket
import struct
from typing import Any

from workers.child import work
from workers.codec import Codec
from workers.confinement import Confinement
from workers.frames import Order, read_frame

COMMAND = struct.Struct("!cI")
"""From the bot: what to do, and the number of the worker that is meant."""
FORK, KILL = b"F", b"K"
"""FORK comes with the descriptor of the worker's socket."""
EXIT = struct.Struct("!Ii")
"""To the bot: the number of a worker, and its exit code, negative for a signal."""
READY = 0
"""Stands for the number of a worker when the server has imported all."""
NOT_FORKED = 1
"""The exit code of a worker that could not be forked."""


def main(descriptor: int) -> None:
    """Serve the bot at the other end of a socket until it is gone; then end all workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the bot decides when its workers end
    with socket.socket(fileno=descriptor) as bot:
        order = read_frame(descriptor, Order)
        if order is not None:
            _ForkServer(bot, order).serve()


def resolve(name: str) -> Any:
    """What has a name, as `module:attribute`."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


class _ForkServer:
    def __init__(self, bot: socket.socket, order: Order) -> None:
        self._bot = bot
        self._order = order
        for module in order.modules:
            importlib.import_module(module)
        self._codec = Codec(resolve(order.registry)())
        if order.start is not None:
            resolve(order.start)(*order.arguments)
        self._confinement = Confinement(order.readable, order.writable)
        self._numbers: dict[int, int] = {}  # of running workers, by process
        gc.freeze()  # garbage is not looked for among what is imported, which all processes share

    def serve(self) -> None:
        """Do what the bot says, and tell it of each worker that ended."""
        wake, woken = socket.socketpair()
        wake.setblocking(False)
        woken.setblocking(False)
        signal.signal(signal.SIGCHLD, _ignore)
        signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
        with wake, woken, selectors.DefaultSelector() as selector:
            selector.register(self._bot, selectors.EVENT_READ)
            selector.register(wake, selectors.EVENT_READ)
            try:
                self._bot.sendall(EXIT.pack(READY, 0))
                while True:
                    for key, _ in selector.select():
                        if key.fileobj is wake:
                            wake.recv(4096)
                            self._reap()
                        elif not self._obey(selector, wake, woken):
                            return
            except OSError:
                return  # the bot is gone
            finally:
                self._end_all()

    def _obey(self, *private: Any) -> bool:
        """Do the next thing that the bot says; False where it is gone.

        What is `private` is closed in workers.
        """
        data, descriptors, _, _ = socket.recv_fds(self._bot, COMMAND.size, 1)
        if len(data) < COMMAND.size:
            return False
        command, number = COMMAND.unpack(data)
        if command == FORK:
            for descriptor in descriptors:
                try:
                    self._fork(number, descriptor, private)
                finally:
                    os.close(descriptor)
        elif command == KILL:
            for process, worker in self._numbers.items():
                if worker == number:
                    os.kill(process, signal.SIGKILL)
        return True

    def _fork(self, number: int, descriptor: int, private: tuple[Any, ...]) -> None:
        try:
            process = os.fork()
        except OSError:
            self._bot.sendall(EXIT.pack(number, NOT_FORKED))
            return
        if process == 0:
            try:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for each in (*private, self._bot):
                    each.close()
                work(descriptor, self._codec, self._order, self._confinement)
            finally:
                os._exit(1)
        self._numbers[process] = number

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                number = self._numbers.pop(process)
                self._bot.sendall(EXIT.pack(number, os.waitstatus_to_exitcode(status)))

    def _end_all(self) -> None:
        for process in self._numbers:
            os.kill(process, signal.SIGKILL)
        for process in self._numbers:
            os.waitpid(process, 0)


def _ignore(*_: object) -> None:
    """SIGCHLD wakes the selector, nothing else."""
