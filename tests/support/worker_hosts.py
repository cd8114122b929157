"""Worker hosts for tests: certificates, a host in this process, and hosts as programs."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support import sample_jobs
from tests.support.paths import ROOT
from tests.support.waiting import until
from tests.support.warm.program import WarmProcess, WarmProgram
from tools import worker_hosts
from workers.host import WorkerHost, serving
from workers.host_client import HostAddress
from workers.pool import LocalPool
from workers.remote_pool import RemotePool
from workers.setup import WorkerLimits, WorkerSetup
from workers.tls import TlsFiles

VERSION = "1.2.3"
"""The version of hosts and bots in tests."""
PATIENT = 600.0
"""Seconds of silence that no busy machine reaches."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """The folder of an authority, and of certificates of a bot, a worker host and a balancer."""

    folder: Path

    def files(self, name: str) -> TlsFiles:
        """The files of `bot`, `worker` or `balancer`."""
        return worker_hosts.tls_files(self.folder, name)


def make_certificates(folder: Path) -> Certificates:
    """Make a certificate of each kind, for hosts on the loopback interface."""
    worker_hosts.make_certificates(folder)
    return Certificates(folder)


class HostedPool(RemotePool):
    """A remote pool whose host is in this process: `host` is the pool there."""

    host: LocalPool


def remote_pool(
    url: str,
    tls: TlsFiles | None,
    *,
    version: str = VERSION,
    queue: int = 1000,
    per_person: int = 1000,
    answer: int = 1 << 20,
    silence: float = PATIENT,
) -> HostedPool:
    """A pool with the sample jobs, for the hosts behind a URL."""
    return HostedPool(
        HostAddress(url, tls),
        sample_jobs.registry(),
        version=version,
        queue=queue,
        per_person=per_person,
        answer=answer,
        silence=silence,
    )


@asynccontextmanager
async def serving_pool(
    pool: LocalPool, limits: WorkerLimits, tls: TlsFiles | None
) -> AsyncIterator[tuple[WorkerHost, str]]:
    """Serve a started pool in this process; yields the host and its URL."""
    host = WorkerHost(pool, limits, VERSION)
    workers = asyncio.create_task(host.watch_workers())
    context = None if tls is None else tls.server_context()
    async with serving(host.application(), "127.0.0.1", 0, context) as port:
        try:
            yield host, f"http{'s' if tls else ''}://127.0.0.1:{port}"
        finally:
            workers.cancel()
            await asyncio.gather(workers, return_exceptions=True)


@asynccontextmanager
async def hosted_pool(
    certificates: Certificates,
    setup: WorkerSetup,
    limits: WorkerLimits,
    *,
    workers: int,
    queue: int,
    per_person: int,
) -> AsyncIterator[HostedPool]:
    """A warm remote pool with these limits; its host has limits on time, memory and answers."""
    local = LocalPool(
        workers=workers, queue=1000, per_person=1000, limits=limits, worker_setup=setup
    )
    async with local, serving_pool(local, limits, certificates.files("worker")) as (_, url):
        remote = remote_pool(
            url,
            certificates.files("bot"),
            queue=queue,
            per_person=per_person,
            answer=limits.answer,
        )
        remote.host = local
        async with remote:
            await until(remote.is_ready)
            yield remote


@dataclass(slots=True)
class HostProgram:
    """A worker host with the sample jobs as a program."""

    process: WarmProcess
    port: int

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the host; its workers end when it does."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)


@asynccontextmanager
async def host_program(
    hosts: WarmProgram,
    folder: Path,
    tls: TlsFiles | None,
    *,
    workers: int = 2,
    port: int = 0,
    version: str = VERSION,
    **variables: str,
) -> AsyncIterator[HostProgram]:
    """Start a host whose jobs may write to `folder`; its process group is killed at the end."""
    chosen = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(ROOT),
        "OURO_WORKERS": str(workers),
        "OURO_WORKER_PORT": str(port),
        "OURO_LOG_LEVEL": "error",
    }
    if tls is not None:
        chosen |= worker_hosts.tls_variables(tls)
    async with hosts.running(ROOT, chosen | variables, str(folder), version) as process:
        line = await process.stdout.readline()
        assert line.strip().isdigit(), "the host did not start"
        yield HostProgram(process, int(line))
