"""Other programs on this machine, for benchmarks and tests."""

import os
import secrets
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class MissingProgramError(Exception):
    """A program that is needed is not installed; the text is a sentence."""


PORTS = range(20_000, 32_000)
"""Ports for programs, below those that systems give to outgoing connections: one of these could
take a port before its program listens."""


def free_port() -> int:
    """A random port of the loopback interface that nothing uses now."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


@contextmanager
def running(command: Sequence[str], **variables: str) -> Iterator[subprocess.Popen[str]]:
    """A program with these additional variables; it is stopped at the end of the block."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    with subprocess.Popen(  # noqa: S603 - our own programs
        command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
