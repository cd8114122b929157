"""A bot whose long jobs run on a Dask cluster, which is lost and comes back, in a local chat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from distributed import Scheduler, Worker

from batch import cluster_pool
from batch.cluster_pool import ClusterPool
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until

pytestmark = pytest.mark.waits

EXPERT = {"size": "5x5", "level": "expert"}


@asynccontextmanager
async def cluster(port: int = 0) -> AsyncIterator[Scheduler]:
    async with (
        Scheduler(host="127.0.0.1", port=port, dashboard_address=":0") as scheduler,
        Worker(scheduler.address, nthreads=1, dashboard_address=":0"),
    ):
        yield scheduler


def jobs_there(pool: ClusterPool) -> float:
    sample = pool.metrics.registry.get_sample_value
    return sample("ouro_cluster_jobs_total", {"priority": "long", "outcome": "done"}) or 0


async def test_people_get_their_puzzles_with_and_without_the_cluster(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_pool, "RETRY_SECONDS", 0.05)
    chat = sandbox.client
    async with cluster() as scheduler:
        address, port = scheduler.address, scheduler.port
        async with run_bot(sandbox, cluster=address) as pool:
            assert isinstance(pool, ClusterPool)
            await until(lambda: pool._client)
            assert (await chat.slash("new", EXPERT)).files
            assert jobs_there(pool) == 1
            board = await chat.slash("play", {"puzzle": "3x3:3a3c3a3"})
            assert board.files
            assert jobs_there(pool) == 1, "a board is drawn here"
            client = pool._client
            await scheduler.close()
            assert (await chat.slash("new", EXPERT)).files
            assert jobs_there(pool) == 1
            await until(lambda: client is not None and client.status != "running")
            async with cluster(port):
                await until(lambda: pool._client and pool._client.status == "running")
                assert (await chat.slash("new", EXPERT)).files
                assert jobs_there(pool) == 2
