"""A Dask cluster with mutual TLS on this machine, for tests.

Its commands and settings are those of `deploy`.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.programs import ROOT, free_port, running

CERTIFICATES = ("bot", "server")
"""The certificates of `make_certificates`: of bots and batches, and of the cluster."""
SETTINGS = "dask.yaml"
"""The file with Dask's settings, in `deploy` and beside certificates."""


def make_certificates(folder: Path) -> None:
    """Make the certificates of a bot and of a cluster, their authority, and settings with them."""
    for kind, name in zip(("client", "server"), CERTIFICATES, strict=True):
        command = [str(ROOT / "script" / "certificates"), str(folder), kind, name]
        subprocess.run(command, check=True)
    shipped = (ROOT / "deploy" / SETTINGS).read_text(encoding="utf-8")
    (folder / SETTINGS).write_text(shipped.replace("/etc/ouro/tls", str(folder)), encoding="utf-8")


def dask_variables(folder: Path) -> dict[str, str]:
    """The variable that names Dask's settings beside the certificates of `make_certificates`."""
    return {"DASK_CONFIG": str(folder / SETTINGS)}


def unit_command(unit: str, **changes: str) -> list[str]:
    """The command of a unit in `deploy` with this Python, after some words in it were changed."""
    lines = (ROOT / "deploy" / unit).read_text(encoding="utf-8").splitlines()
    [line] = [each for each in lines if each.startswith("ExecStart=")]
    _, *words = shlex.split(line)
    return [sys.executable, *(changes.get(each, each) for each in words)]


def scheduler_command(port: int) -> list[str]:
    """The command of a scheduler at a port of this machine."""
    changes = {"8786": str(port), "127.0.0.1:8787": "127.0.0.1:0"}
    return [*unit_command("ouro-scheduler.service", **changes), "--host", "127.0.0.1"]


def worker_command(address: str, threads: int) -> list[str]:
    """The command of a worker for so many jobs at once."""
    changes = {"tls://%i:8786": address, "127.0.0.1:8788": "127.0.0.1:0"}
    return [*unit_command("ouro-worker@.service", **changes), "--nthreads", str(threads)]


@contextmanager
def cluster(
    folder: Path, threads: int, workers: int = 1, variables: Mapping[str, str] = os.environ
) -> Iterator[str]:
    """A cluster with the certificates of a folder; yields its address.

    Programs that use it wait until a worker has joined.
    """
    environment = {**variables, **dask_variables(folder)}
    port = free_port()
    address = f"tls://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(running(scheduler_command(port), **environment))
        for _ in range(workers):
            stack.enter_context(running(worker_command(address, threads), **environment))
        yield address
