"""A batch on a Dask cluster with mutual TLS, of which a worker and then all is killed."""

import asyncio
import os
import sys
from pathlib import Path

import pyarrow.dataset as ds
import pytest

from batch.dask_workers import require_private
from batch.errors import BatchError
from tests.support.cli import PROGRAM, ouro
from tests.support.dask_cluster import dask_variables
from tests.support.waiting import until
from tools.programs import free_port, running

pytestmark = pytest.mark.waits

COUNT, CHUNK = 100, 5


@pytest.mark.parametrize("address", ["tcp://db.example:8786", "10.0.0.5:8786", "ucx://10.0.0.5:1"])
def test_a_scheduler_without_tls_is_refused(address: str) -> None:
    with pytest.raises(BatchError, match="has no TLS"):
        require_private(address)


@pytest.mark.parametrize("address", ["tls://db.example:8786", "127.0.0.1:1", "tcp://[::1]:1"])
def test_one_with_tls_or_on_this_machine_is_used(address: str) -> None:
    require_private(address)


def worker_below(nanny: int) -> int:
    """The process of a Dask worker below its nanny."""
    threads = Path(f"/proc/{nanny}/task").glob("*/children")
    for child in " ".join(thread.read_text(encoding="ascii") for thread in threads).split():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    raise LookupError("the nanny has no worker")


async def test_a_batch_survives_the_loss_of_a_worker_and_of_the_cluster(
    tmp_path: Path, certificates: Path
) -> None:
    variables = dask_variables(certificates)
    bank = tmp_path / "bank.parquet"
    address = f"tls://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    command = (
        "generate",
        "--size",
        "7x7",
        "--level",
        "easy",
        "--seed",
        "1",
        "--keep-equal",
        "--count",
        str(COUNT),
        "--chunk",
        str(CHUNK),
        "--out",
        str(bank),
    )

    def parts() -> int:
        return len(list(bank.glob("part-*.parquet")))

    dask, told = (sys.executable, "-P", "-m", "dask"), tmp_path / "errors"
    served = ("--protocol", "tls", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    threads = ("--nthreads", "2", "--no-dashboard")
    making_it = (*PROGRAM, *command, "--cluster", address)
    with (
        running((*dask, "scheduler", *served), **variables) as scheduler,
        running((*dask, "worker", address, *threads), **variables) as worker,
        running(("/bin/sh", "-c", f'exec "$@" 2>{told}', "sh", *making_it), **variables) as making,
    ):
        await until(lambda: parts() >= 2 or making.poll() is not None, seconds=600)
        os.kill(worker_below(worker.pid), 9)
        await until(lambda: parts() >= 8 or making.poll() is not None, seconds=600)
        scheduler.kill()
        await until(lambda: making.poll() is not None, seconds=600)
        worker.kill()
    errors = told.read_text(encoding="utf-8")
    assert making.returncode == 1, errors
    assert errors.endswith(
        f"The cluster {address} does not answer any more; the same command goes on from here.\n"
    )
    assert 8 <= parts() < COUNT // CHUNK
    again = await asyncio.to_thread(ouro, *command)
    assert again.returncode == 0, again.stderr
    seeds = ds.dataset(bank, format="parquet").to_table(columns=["seed"])["seed"].to_pylist()
    assert sorted(seeds) == list(range(1, COUNT + 1))
