"""HAProxy with the configuration that is shipped."""

import asyncio
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.missing import skip_or_fail
from tests.support.worker_hosts import Certificates
from tools import worker_hosts
from tools.programs import MissingProgramError, free_port
from workers.remote_pool import RemotePool


def haproxy() -> str:
    """The path of HAProxy; without it the test is skipped, and fails in CI."""
    try:
        return worker_hosts.haproxy()
    except MissingProgramError as error:
        skip_or_fail(str(error))


@asynccontextmanager
async def balancer(
    certificates: Certificates, ports: tuple[int, int], folder: Path, **variables: str
) -> AsyncIterator[str]:
    """Run HAProxy before hosts at two ports of this machine with two workers each; yields its URL.

    By default it is patient: only refused connections show that a host is gone.
    """
    port = free_port()
    chosen = worker_hosts.balancer_variables(folder, certificates.folder, port, ports, workers=2)
    patience = {"OURO_BALANCER_SILENCE": "600s", "OURO_BALANCER_CHECK": "60s"}
    process = await asyncio.create_subprocess_exec(
        *(haproxy(), "-db", "-f", str(worker_hosts.HAPROXY_CONFIGURATION)),
        env=chosen | patience | variables,
        stderr=PIPE,
    )
    assert process.stderr is not None
    reading = asyncio.create_task(process.stderr.read())
    try:
        yield f"https://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await reading


async def has_checked_hosts(pool: RemotePool) -> bool:
    """Whether the balancer behind a pool knows that no host runs.

    It takes all hosts for ready until it has checked them.
    """
    return not await pool.is_ready() and "status" in pool._watch.reason
