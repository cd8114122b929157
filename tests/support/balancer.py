"""HAProxy with the configuration that is shipped."""

import asyncio
import os
import shutil
import socket
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT
from tests.support.worker_hosts import Certificates

CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"


def haproxy() -> str:
    """The path of HAProxy; without it the test is skipped, and fails in CI."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])
    return shutil.which("haproxy", path=path) or skip_or_fail("HAProxy is not installed")


def free_port() -> int:
    """A port of the loopback interface that nothing uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@asynccontextmanager
async def balancer(
    certificates: Certificates, ports: tuple[int, int], folder: Path, **variables: str
) -> AsyncIterator[str]:
    """Run HAProxy before hosts at two ports of this machine with two workers each; yields its URL.

    By default it is patient: only refused connections show that a host is gone.
    """
    port = free_port()
    chosen = {
        "OURO_BALANCER_ADDRESS": f"127.0.0.1:{port}",
        "OURO_BALANCER_METRICS": str(folder / "metrics.sock"),
        "OURO_BALANCER_CERT": str(certificates.folder / "balancer.both.pem"),
        "OURO_WORKERS_CA": str(certificates.folder / "ca.pem"),
        "OURO_HOST_1": f"127.0.0.1:{ports[0]}",
        "OURO_HOST_2": f"127.0.0.1:{ports[1]}",
        "OURO_HOST_WORKERS": "2",
        "OURO_HOST_SLOW": "1",
        "OURO_HOST_LONG": "1",
        "OURO_BALANCER_SILENCE": "600s",
        "OURO_BALANCER_CHECK": "60s",
    }
    process = await asyncio.create_subprocess_exec(
        *(haproxy(), "-db", "-f", str(CONFIGURATION)), env=chosen | variables, stderr=PIPE
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
