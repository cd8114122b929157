"""The bot as a program, whose jobs run on `ouro worker` behind HAProxy, in a local chat."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sandbox.server import Sandbox
from service.version import VERSION
from tests.support.balancer import balancer, has_checked_hosts
from tests.support.paths import ROOT
from tests.support.program import forked_service
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProgram
from tests.support.worker_hosts import Certificates, remote_pool
from tools.programs import free_port
from tools.worker_hosts import tls_variables

PUZZLE = "2x2:0b4"
NOBODY = "machines that solve and draw for me do not answer"


def settings(certificates: Certificates, name: str) -> dict[str, str]:
    return {**tls_variables(certificates.files(name)), "OURO_LOG_FORMAT": "json"}


@asynccontextmanager
async def worker_host(certificates: Certificates, port: int) -> AsyncIterator[Process]:
    """`ouro worker` as a program."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cli", "worker"),
        env={
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(ROOT),
            "OURO_WORKERS": "2",
            "OURO_WORKER_PORT": str(port),
            "OURO_LOG_LEVEL": "error",
            **settings(certificates, "worker"),
        },
        stdin=DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def test_people_are_served_by_hosts_and_told_when_there_is_none(
    sandbox: Sandbox, warm_bots: WarmProgram, certificates: Certificates, tmp_path: Path
) -> None:
    client, ports = sandbox.client, (free_port(), free_port())
    async with balancer(certificates, ports, tmp_path) as url:
        variables = {"OURO_WORKERS_URL": url, **settings(certificates, "bot")}
        async with remote_pool(url, certificates.files("bot"), version=VERSION) as pool:

            async def workers() -> int:
                return pool.load.workers if await pool.is_ready() else 0

            await until(partial(has_checked_hosts, pool))
            async with worker_host(certificates, ports[0]) as first:
                await until(workers)
                async with forked_service(warm_bots, sandbox, tmp_path, **variables):
                    assert "One solution" in (await client.slash("solve", {"puzzle": PUZZLE})).text
                    board = await client.slash("play", {"puzzle": "3x3:3a3c3a3"})
                    assert board.files
                    first.send_signal(signal.SIGTERM)
                    assert await first.wait() == 0
                    await until_is(0, workers)
                    assert NOBODY in (await client.slash("solve", {"puzzle": PUZZLE})).text
                    async with worker_host(certificates, ports[1]):
                        await until(workers)
                        again = await client.slash("solve", {"puzzle": PUZZLE})
                        assert "One solution" in again.text
