"""Health, readiness and metrics over HTTP."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from app import health
from app.errors import StartError
from app.health import Check, health_app, serving_health
from app.operating.health import TIMEOUT_SECONDS
from app.settings import Settings
from telemetry.metrics import Metrics
from texts import operator
from workers.probe import PROBE_SECONDS

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
