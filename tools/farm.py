"""Starts worker hosts and HAProxy on this machine, for benchmarks and for trying them out."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from workers.tls import TlsFiles

ROOT = Path(__file__).resolve().parents[1]
HAPROXY_CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
HAPROXY_FOLDERS = ("/usr/sbin", "/usr/local/sbin")
"""Where Debian and others put HAProxy, beside the folders in `PATH`."""


class MissingProgramError(Exception):
    """A program that is needed is not installed; the text is a sentence."""


def make_certificates(folder: Path) -> None:
    """Make certificates for a bot, worker hosts and a balancer of this machine."""
    script = str(ROOT / "script" / "certificates")
    names = ("127.0.0.1", "localhost")
    kinds = (("bot",), ("worker", *names), ("balancer", *names))
    for kind, *addresses in kinds:
        arguments = [str(folder), kind, kind, *addresses]
        subprocess.run([script, *arguments], check=True)  # noqa: S603 - our script


def tls_files(folder: Path, name: str) -> TlsFiles:
    """The files of one of the certificates of `make_certificates`."""
    return TlsFiles(folder / "ca.pem", folder / f"{name}.pem", folder / f"{name}.key")


def tls_variables(files: TlsFiles) -> dict[str, str]:
    """The settings of a bot or a worker host with these files."""
    return {
        "OURO_WORKERS_CA": str(files.authority),
        "OURO_WORKERS_CERTIFICATE": str(files.certificate),
        "OURO_WORKERS_KEY": str(files.key),
    }


def free_port() -> int:
    """A port of the loopback interface that nothing uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
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


@contextmanager
def worker_host(folder: Path, module: str, workers: int, port: int = 0) -> Iterator[int]:
    """A worker host, from a module that prints its port when it is ready; yields the port."""
    variables = {
        **tls_variables(tls_files(folder, "worker")),
        "OURO_WORKERS": str(workers),
        "OURO_WORKER_PORT": str(port),
        "OURO_LOG_LEVEL": "error",
    }
    with running([sys.executable, "-P", "-m", module], **variables) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())


def haproxy() -> str:
    """The path of HAProxy. Raises `MissingProgramError` when it is not installed."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *HAPROXY_FOLDERS])
    program = shutil.which("haproxy", path=path)
    if program is None:
        raise MissingProgramError("HAProxy is not installed. On Debian: apt-get install haproxy.")
    return program


def balancer_variables(
    folder: Path, certificates: Path, port: int, hosts: Sequence[int], workers: int
) -> dict[str, str]:
    """The variables of HAProxy's configuration for hosts at two ports of this machine.

    Each host has `workers` processes; the socket of the metrics is in `folder`.
    """
    return {
        "OURO_BALANCER_ADDRESS": f"127.0.0.1:{port}",
        "OURO_BALANCER_METRICS": str(folder / "metrics.sock"),
        "OURO_BALANCER_CERT": str(certificates / "balancer.both.pem"),
        "OURO_WORKERS_CA": str(certificates / "ca.pem"),
        "OURO_HOST_1": f"127.0.0.1:{hosts[0]}",
        "OURO_HOST_2": f"127.0.0.1:{hosts[1]}",
        "OURO_HOST_WORKERS": str(workers),
        "OURO_HOST_SLOW": str(max(1, workers - 1)),
        "OURO_HOST_LONG": str(max(1, workers - 2)),
    }


@contextmanager
def balancer(folder: Path, ports: Sequence[int], workers: int, port: int) -> Iterator[None]:
    """HAProxy with the shipped configuration before two hosts with these numbers of workers.

    Raises `MissingProgramError` when it is not installed.
    """
    variables = balancer_variables(folder, folder, port, ports, workers)
    with running([haproxy(), "-db", "-q", "-f", str(HAPROXY_CONFIGURATION)], **variables):
        yield


@contextmanager
def farm(folder: Path, module: str, workers: int) -> Iterator[str]:
    """Two hosts with so many workers each behind HAProxy; yields the URL of the balancer.

    Raises `MissingProgramError` when HAProxy is not installed.
    """
    with ExitStack() as stack:
        ports = [stack.enter_context(worker_host(folder, module, workers)) for _ in range(2)]
        port = free_port()
        stack.enter_context(balancer(folder, ports, workers, port))
        yield f"https://127.0.0.1:{port}"
