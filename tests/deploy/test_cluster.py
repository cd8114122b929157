"""The units of a Dask cluster, with the shipped settings, do what docs/scaling.md says."""

import asyncio
import importlib
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import pytest

from tests.support.dask_cluster import dask_variables, unit_command
from tests.support.fixtures.certificates import certificates
from tests.support.paths import ROOT
from tests.support.waiting import until
from tools.programs import free_port, running

__all__ = ["certificates"]

DEPLOY = ROOT / "deploy"
UNITS = ("ouro-scheduler.service", "ouro-worker@.service")


def listening(process: subprocess.Popen[str]) -> dict[int, str]:
    """The ports at which a program listens, with the address of each."""
    psutil = importlib.import_module("psutil")  # which has no types
    found = psutil.Process(process.pid).net_connections("tcp4")
    return {each.laddr.port: each.laddr.ip for each in found if each.status == "LISTEN"}


@pytest.mark.waits
async def test_what_is_open_has_tls_and_a_worker_ends_with_its_scheduler(
    certificates: Path,
) -> None:
    jobs, health, worker_health = free_port(), free_port(), free_port()
    scheduling, working = (
        unit_command(
            unit,
            **{
                "8786": str(jobs),
                "tls://%i:8786": f"tls://127.0.0.1:{jobs}",
                "127.0.0.1:8787": f"127.0.0.1:{health}",
                "127.0.0.1:8788": f"127.0.0.1:{worker_health}",
            },
        )
        for unit in UNITS
    )
    with ExitStack() as stack:
        variables = dask_variables(certificates)
        scheduler = stack.enter_context(running(scheduling, **variables))
        worker = stack.enter_context(running(working, **variables))
        await until(lambda: {jobs, health} <= listening(scheduler).keys(), seconds=60)
        assert listening(scheduler) == {jobs: "0.0.0.0", health: "127.0.0.1"}  # noqa: S104
        async with aiohttp.ClientSession() as asking, asyncio.timeout(60):
            joined = False
            while not joined:
                async with asking.get(f"http://127.0.0.1:{health}/metrics") as metrics:
                    text = await metrics.text()
                    joined = 'dask_scheduler_workers{state="idle"} 1.0' in text
        assert listening(worker)[worker_health] == "127.0.0.1"
        scheduler.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_started_again_however_it_ends(unit: str) -> None:
    assert "\nRestart=always\n" in (DEPLOY / unit).read_text(encoding="utf-8")


def commands() -> Iterator[tuple[str, str]]:
    """All commands of Dask in documents and deployment files, with the names of their files."""
    for path in [*(ROOT / "docs").glob("*.md"), *DEPLOY.rglob("*.*"), *ROOT.glob("compose*.yaml")]:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        found = re.findall(r"(?:bin/|-m |, )dask[ ,]+(?:scheduler|worker)\b.*(?:\n    --.*)*", text)
        yield from ((path.name, line.replace(",", " ")) for line in found)


@pytest.mark.parametrize(("file", "command"), list(commands()))
def test_no_command_opens_the_dashboard_to_all(file: str, command: str) -> None:
    """Without an address Dask listens at all of them, also with --no-dashboard."""
    [address] = re.findall(r"--dashboard-address\s+(\S+)", command)
    of_pods = file == "cluster.yaml"  # whose NetworkPolicy admits probes and Prometheus
    assert address.startswith('":8787"' if of_pods else "127.0.0.1:")
