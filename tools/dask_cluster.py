"""A Dask cluster with mutual TLS on this machine, for trials and tests."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.programs import ROOT, free_port, running

CERTIFICATES = ("client", "server")
"""The certificates of `make_certificates`: of bots and batches, and of the cluster."""
COMM = "DASK_DISTRIBUTED__COMM__"


def make_certificates(folder: Path) -> None:
    """Make the certificates of a bot and of a cluster, and their authority."""
    for name in CERTIFICATES:
        command = [str(ROOT / "script" / "certificates"), str(folder), name, name]
        subprocess.run(command, check=True)  # noqa: S603 - our script


def tls_variables(folder: Path, name: str) -> dict[str, str]:
    """Dask's settings for mutual TLS with one of the certificates of `make_certificates`."""
    variables = {
        f"{COMM}REQUIRE_ENCRYPTION": "True",
        f"{COMM}TLS__CA_FILE": str(folder / "ca.pem"),
    }
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        variables[f"{COMM}TLS__{role}__CERT"] = str(folder / f"{name}.pem")
        variables[f"{COMM}TLS__{role}__KEY"] = str(folder / f"{name}.key")
    return variables


def scheduler_command(port: int) -> list[str]:
    """The command of a scheduler at a port of this machine."""
    options = ("--protocol", "tls", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    return [sys.executable, "-P", "-m", "dask", "scheduler", *options]


def worker_command(address: str, threads: int) -> list[str]:
    """The command of a worker for so many jobs at once."""
    options = ("--nthreads", str(threads), "--nworkers", "1", "--no-nanny", "--no-dashboard")
    return [sys.executable, "-P", "-m", "dask", "worker", address, *options]


@contextmanager
def cluster(
    folder: Path, threads: int, workers: int = 1, variables: Mapping[str, str] = os.environ
) -> Iterator[str]:
    """A cluster with the certificates of a folder; yields its address.

    Programs that use it wait until a worker has joined.
    """
    environment = {**variables, **tls_variables(folder, "server")}
    port = free_port()
    address = f"tls://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(running(scheduler_command(port), **environment))
        for _ in range(workers):
            stack.enter_context(running(worker_command(address, threads), **environment))
        yield address
