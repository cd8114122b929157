"""Health, readiness and metrics over HTTP, also of bot processes and session starts."""

import asyncio
import re
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from app import health
from app.errors import StartError
from app.health import Check, health_app, process_note, readiness, serving_health, watch_processes
from app.operating.health import TIMEOUT_SECONDS
from app.settings import Settings
from bot.connection.client import OuroClient
from service.running.outbox import Outbox
from service.running.processes import Processes
from service.running.session_starts import SessionStarts, StartLimit
from store import outbox
from store.database import open_database
from store.records import PendingMessage, Target
from store.shards import ShardRange
from telemetry.metrics import Metrics
from tests.support.clock import Clock
from tests.support.store.tables import tell
from texts import operator
from workers.codec import answer_probe
from workers.pool import LocalPool
from workers.probe import PROBE_SECONDS
from workers.setup import WorkerLimits

Client = TestClient[web.Request, web.Application]


async def fine() -> str | None:
    return None


async def bad() -> str | None:
    return "a plain reason"


async def broken() -> str | None:
    raise OSError("gone")


async def stuck() -> str | None:
    await asyncio.sleep(60)
    return None


@pytest.fixture
async def metrics() -> Metrics:
    return Metrics()


async def opened(metrics: Metrics, **checks: Check) -> AsyncIterator[Client]:
    async with TestClient(TestServer(health_app(metrics, checks))) as client:
        yield client


async def test_the_bot_is_alive_and_ready(metrics: Metrics) -> None:
    async for client in opened(metrics, discord=fine, database=fine):
        assert (await client.get("/healthz")).status == 200
        ready = await client.get("/readyz")
        assert (ready.status, await ready.text()) == (200, "discord: ok\ndatabase: ok\n")


@pytest.mark.parametrize(
    ("check", "reason"),
    [(bad, "a plain reason"), (broken, operator.CHECK_FAILED), (stuck, operator.NO_ANSWER)],
)
async def test_a_failed_check_is_named_with_its_reason(
    metrics: Metrics, check: Check, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if check is stuck:
        monkeypatch.setattr("app.health.CHECK_SECONDS", 1.0)
    async for client in opened(metrics, discord=fine, database=check):
        ready = await client.get("/readyz")
        assert ready.status == 503
        assert await ready.text() == f"discord: ok\ndatabase: not ready ({reason})\n"
        assert (await client.get("/healthz")).status == 200


def test_a_check_has_time_for_a_probe_of_the_workers_and_the_command_for_a_check() -> None:
    assert PROBE_SECONDS < health.CHECK_SECONDS < TIMEOUT_SECONDS


async def test_metrics_have_prometheus_text_format(metrics: Metrics) -> None:
    metrics.solves.labels("unique").inc()
    async for client in opened(metrics):
        answer = await client.get("/metrics")
        text = await answer.text()
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert 'ouro_solves_total{outcome="unique"} 1.0' in text.splitlines()
    lag = re.search(r"^ouro_loop_lag_seconds (\S+)$", text, re.MULTILINE)
    assert lag is not None
    assert 0 <= float(lag[1]) < 5


async def test_two_registries_do_not_mix() -> None:
    one, two = Metrics(), Metrics()
    one.crashes.inc()
    assert b"ouro_worker_crashes_total 1.0" in one.text()
    assert b"ouro_worker_crashes_total 0.0" in two.text()


async def test_it_listens_at_the_configured_port_and_nowhere_by_default(metrics: Metrics) -> None:
    async with serving_health(Settings(), metrics, {}):
        pass
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings().model_copy(update={"http_port": port})
        with pytest.raises(StartError, match="OURO_HTTP_PORT"):
            async with serving_health(settings, metrics, {}):
                pass
    address = f"http://127.0.0.1:{port}/healthz"
    async with (
        serving_health(settings, metrics, {}),
        aiohttp.ClientSession() as session,
        session.get(address) as answer,
    ):
        assert await answer.text() == "ok\n"


async def test_a_bot_is_not_ready_while_more_jobs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = LocalPool(workers=1, queue=1, per_person=9, limits=WorkerLimits(600))
    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database, pool:
        checks = readiness(OuroClient(None, Metrics()), database, pool, Metrics(), Mock())
        monkeypatch.setattr("workers.probe.WorkerProbe.passes", AsyncMock(return_value=True))
        assert await checks["workers"]() is None
        waiting = [
            asyncio.create_task(pool.run(answer_probe, None, person=person)) for person in (1, 2)
        ]
        await asyncio.sleep(0)
        assert await checks["workers"]() == operator.QUEUE_FULL
        await asyncio.gather(*waiting)
        assert await checks["workers"]() is None


async def test_a_bot_is_not_ready_while_it_can_read_and_store_nothing(tmp_path: Path) -> None:
    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database:
        client = OuroClient(None, Metrics())
        checks = readiness(client, database, Mock(), Metrics(), Mock())
        app = health_app(Metrics(), {"database": checks["database"]})
        async with TestClient(TestServer(app)) as asking:
            assert (await asking.get("/readyz")).status == 200
            full = shutil.disk_usage(tmp_path)._replace(free=1 << 19)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(shutil, "disk_usage", lambda _: full)
                answer = await asking.get("/readyz")
                assert (answer.status, "no room left" in await answer.text()) == (503, True)
            assert (await asking.get("/readyz")).status == 200
            async with database.writing() as connection:
                await tell(connection, "PRAGMA query_only = 1")
            answer = await asking.get("/readyz")
            assert (answer.status, "readonly" in await answer.text()) == (503, True)


async def test_a_bot_is_not_ready_while_its_messages_are_late(tmp_path: Path) -> None:
    now, metrics = Clock(), Metrics()
    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database:
        own = Outbox(database, now, "me")
        client = OuroClient(None, Metrics())
        check = readiness(client, database, Mock(), metrics, own)["messages"]
        due = PendingMessage("k:1", {}, Target.CHANNEL, 7, now(), now())
        await database.write(lambda connection: outbox.add(connection, due))
        now.pass_(600)
        [[claimed]] = await own.claim(9)
        assert await check() is None
        own.release(claimed.key)  # nothing was sent
        now.pass_(60)
        assert await check() == "the oldest pending message is due since 11 minutes"
        assert metrics.registry.get_sample_value("ouro_messages_late_seconds") == 660
        [[claimed]] = await own.claim(9)
        await own.shown(claimed, 1, "", is_last=False)
        assert await own.claim(9) == ()
        assert await check() is None


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
