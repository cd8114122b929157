"""Observability of a running bot: metrics, readiness, and request ids in the log."""

import asyncio
import re

import aiohttp
import pytest
import structlog
from structlog.testing import capture_logs

from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from tools.programs import free_port


async def fetch(port: int, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}/{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def metrics(port: int, *wanted: str) -> str:
    """Wait until the metrics contain these lines, because work is counted after its answer."""
    text = ""

    async def has_all() -> bool:
        nonlocal text
        _, text = await fetch(port, "metrics")
        return {*wanted} <= {*text.splitlines()}

    await until(has_all)
    return text


async def test_work_before_the_acknowledgement_counts(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly(*_: object) -> bool:
        await asyncio.sleep(0.3)
        return True

    monkeypatch.setattr("bot.answering.interactions.Readers.may_answer_publicly", slowly)
    port = free_port()
    async with run_bot(sandbox, http_port=port):
        await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
        early = 'ouro_ack_seconds_bucket{command="/solve",le="0.25"} 0.0'
        await metrics(port, early, 'ouro_ack_seconds_count{command="/solve"} 1.0')


async def test_work_shows_in_the_metrics(sandbox: Sandbox, run_bot: Runner) -> None:
    port = free_port()
    async with run_bot(sandbox, http_port=port, workers=2):
        assert await fetch(port, "healthz") == (200, "ok\n")
        ready = (200, "discord: ok\ndatabase: ok\nworkers: ok\nmessages: ok\n")
        await until_is(ready, lambda: fetch(port, "readyz"))
        await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
        reply = await sandbox.client.slash("solve", {"puzzle": "2x2:9"})
        assert reply.text
        text = await metrics(
            port,
            'ouro_ack_seconds_count{command="/solve"} 2.0',
            'ouro_answer_seconds_count{command="/solve",outcome="done"} 1.0',
            'ouro_answer_seconds_count{command="/solve",outcome="NotationError"} 1.0',
            'ouro_job_seconds_count{job="solve_puzzle",outcome="NotationError"} 1.0',
            'ouro_periodic_task_runs_total{outcome="done",task="generate dailies"} 1.0',
            "ouro_gateway_shards 1.0",
            "ouro_workers 2.0",
        )
        lines = text.splitlines()
        assert any(line.startswith("ouro_store_seconds_count{") for line in lines)
        assert any(line.startswith("ouro_solves_total{") for line in lines)
        assert any(line.startswith("ouro_discord_request_seconds_count{") for line in lines)
        for secret in (sandbox.token, "webhooks", "interactions"):
            assert secret not in text
    with pytest.raises(aiohttp.ClientConnectionError):
        await fetch(port, "healthz")


async def test_one_request_id_is_logged_by_bot_and_store(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.timed_database.SLOW_SECONDS", -1.0)
    monkeypatch.setattr("app.timed_database.LOG_SECONDS", 0.0)
    merge = structlog.contextvars.merge_contextvars
    with capture_logs(processors=[merge]) as log:
        async with run_bot(sandbox):
            await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
    (handled,) = (entry for entry in log if entry["event"] == "handled")
    number = handled["request"]
    assert re.fullmatch("[0-9a-f]{8}", number)
    assert handled["command"] == "/solve"
    events = {entry["event"] for entry in log if entry.get("request") == number}
    assert {"slow transaction", "answered", "handled"} <= events


async def test_an_unexpected_failure_shows_the_request_id_in_the_log(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.solving.chat.answer_message", fail)
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as log:
        async with run_bot(sandbox):
            reply = await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
    (failure,) = (entry for entry in log if entry["event"] == "unexpected failure")
    assert failure["request"] == failure["reference"]
    assert failure["reference"] in reply.text
    assert "ZeroDivisionError" not in reply.text
    (handled,) = (entry for entry in log if entry["event"] == "handled")
    assert handled["outcome"] == "unexpected"
