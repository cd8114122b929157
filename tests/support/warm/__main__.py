"""`python -m tests.support.warm MODULE NUMBER`: imports a module, and forks it for each request.

A request is a datagram on the socket with that descriptor: the folder, the arguments and the
environment of the program, with three descriptors. The program is the function `main` of that
module. It writes to the first two descriptors; the third one gets its process id and, when it has
ended, its exit code.
"""

import contextlib
import gc
import json
import os
import signal
import socket
import sys
from dataclasses import dataclass
from importlib import import_module

MAX_REQUEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Request:
    """A program to run: its folder, arguments and environment, and where it writes."""

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


def keep(request: Request) -> bool:
    """Fork the program, wait for it, and tell how it ended; true in the program itself."""
    child = os.fork()
    if not child:
        request.become()
        return True
    *outputs, status = request.descriptors
    for each in outputs:
        os.close(each)
    _, code = os.waitpid(child, 0)
    os.write(status, b"%d\n" % os.waitstatus_to_exitcode(code))
    return False


def reap(*_: object) -> None:
    """Forget the processes that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main(module: str, number: str) -> None:
    run = import_module(module).main
    requests = socket.socket(fileno=int(number))
    gc.freeze()  # a collection would copy what the forks share
    signal.signal(signal.SIGCHLD, reap)
    while (request := next_request(requests)) is not None:
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            if keep(request):
                run(*request.arguments)
            return
        request.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
