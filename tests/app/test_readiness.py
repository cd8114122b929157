"""What `/readyz` and `/metrics` tell of bot processes and session starts."""

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from aiohttp import TraceConfig
from aiohttp.test_utils import TestClient, TestServer

from app.health import health_app, process_note, readiness, watch_processes
from bot.core.client import OuroClient
from service.running.processes import Processes
from service.running.session_starts import SessionStarts, StartLimit
from store.database import open_database
from store.shards import ShardRange
from telemetry.metrics import Metrics
from tests.support.clock import Clock
from texts import operator
from workers.codec import answer_probe
from workers.pool import LocalPool
from workers.setup import WorkerLimits


async def test_a_bot_is_not_ready_while_more_jobs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = LocalPool(workers=1, queue=1, per_person=9, limits=WorkerLimits(600))
    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database, pool:
        checks = readiness(OuroClient(None, TraceConfig()), database, pool, Metrics())
        monkeypatch.setattr("workers.probe.WorkerProbe.passes", AsyncMock(return_value=True))
        assert await checks["workers"]() is None
        waiting = [
            asyncio.create_task(pool.run(answer_probe, None, person=person)) for person in (1, 2)
        ]
        await asyncio.sleep(0)
        assert await checks["workers"]() == operator.QUEUE_FULL
        await asyncio.gather(*waiting)
        assert await checks["workers"]() is None


async def test_other_processes_are_told_of_and_do_not_decide(tmp_path: Path) -> None:
    now, metrics = Clock(), Metrics()

    async def fetch() -> StartLimit:
        return StartLimit(1000, 700, 3600)

    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database:
        starts = SessionStarts(database, now, fetch, shared=True)
        processes = Processes(database, now, shards=ShardRange(0, 1, 6), shared=True)
        other = Processes(database, now, shards=ShardRange(3, 5, 6), shared=True)
        assert process_note(Processes(database, now)) is None
        watch_processes(processes, starts, metrics)
        notes = {"processes": lambda: process_note(processes), "nothing": lambda: None}
        async with TestClient(TestServer(health_app(metrics, {}, notes))) as client:
            alone = await client.get("/readyz")
            assert alone.status == 200
            assert await alone.text() == "processes: 1 alive, no process has shards 2, 3, 4, 5\n"
            for each in (other, processes):
                await each.renew()
            await starts.until_permitted()
            text = await (await client.get("/readyz")).text()
            assert text == "processes: 2 alive, no process has shard 2\n"
    sample = metrics.registry.get_sample_value
    assert sample("ouro_processes") == 2
    assert sample("ouro_shards_unserved") == 1
    assert sample("ouro_session_starts_left") == 700
    assert sample("ouro_session_start_wait_seconds") == 0
    labels = {"process": processes.id, "shards": "0-1/6", "version": processes.version}
    assert sample("ouro_process_info", labels) == 1
