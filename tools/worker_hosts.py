"""Worker hosts behind a load balancer, HAProxy, on this machine: for benchmarks and for trying out.

`python -m tools.worker_hosts` is `ouro worker` that prints its port when its workers are ready.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.worker_host import run_host
from app.worker_settings import WorkerSettings, load
from telemetry.logs import configure_logging
from tools.programs import ROOT, MissingProgramError, free_port, running
from workers.tls import TlsFiles

HAPROXY_CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
HAPROXY_FOLDERS = ("/usr/sbin", "/usr/local/sbin")
"""Where Debian and others put HAProxy, beside the folders in `PATH`."""


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


@contextmanager
def worker_host(folder: Path, workers: int) -> Iterator[int]:
    """A worker host with the certificates of a folder; yields its port when it is ready."""
    variables = {
        **tls_variables(tls_files(folder, "worker")),
        "OURO_WORKERS": str(workers),
        "OURO_WORKER_PORT": "0",
        "OURO_LOG_LEVEL": "error",
    }
    with running([sys.executable, "-P", "-m", "tools.worker_hosts"], **variables) as process:
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
def balancer(folder: Path, hosts: Sequence[int], workers: int) -> Iterator[int]:
    """HAProxy with the shipped configuration before hosts at two ports with so many workers each.

    Yields its port. Raises `MissingProgramError` when it is not installed.
    """
    port = free_port()
    variables = balancer_variables(folder, folder, port, hosts, workers)
    with running([haproxy(), "-db", "-q", "-f", str(HAPROXY_CONFIGURATION)], **variables):
        yield port


def main() -> None:
    """Run a worker host until it is stopped."""
    settings = load(WorkerSettings)
    configure_logging(settings.log_format, settings.log_level)

    def tell(port: int) -> None:
        print(port, flush=True)

    run_host(settings, on_ready=tell)


if __name__ == "__main__":
    main()
