"""Observability of a running bot: metrics, readiness, and request ids in the log."""

import asyncio
import re

import aiohttp
import pytest
import structlog
from structlog.testing import capture_logs

from sandbox.api.faults import Fault, FaultKind
from tests.support import sample_jobs as jobs
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox
from tests.support.worker_pools import stopped
from tools.programs import free_port


async def fetch(port: int, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}/{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def readiness(port: int, wanted: int) -> str:
    """Wait until `/readyz` answers with the status; returns its text."""
    for _ in range(2000):
        status, text = await fetch(port, "readyz")
        if status == wanted:
            return text
        await asyncio.sleep(0.1)
    raise AssertionError(f"never {wanted}, but {text}")


async def metrics(port: int, *wanted: str) -> str:
    """Wait until the metrics contain these lines, because work is counted after its answer."""
    for _ in range(2000):
        _, text = await fetch(port, "metrics")
        missing = set(wanted).difference(text.splitlines())
        if not missing:
            return text
        await asyncio.sleep(0.02)
    raise AssertionError(f"never {missing}")


async def test_work_before_the_acknowledgement_counts(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly(*_: object) -> bool:
        await asyncio.sleep(0.3)
        return True

    monkeypatch.setattr("bot.core.viewers.Readers.may_answer_publicly", slowly)
    port = free_port()
    async with run_bot(sandbox, http_port=port):
        await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
        early = 'ouro_ack_seconds_bucket{command="/solve",le="0.25"} 0.0'
        await metrics(port, early, 'ouro_ack_seconds_count{command="/solve"} 1.0')


async def test_work_shows_in_the_metrics(sandbox: Sandbox, run_bot: Runner) -> None:
    port = free_port()
    async with run_bot(sandbox, http_port=port, workers=2):
        assert await fetch(port, "healthz") == (200, "ok\n")
        assert await readiness(port, 200) == "discord: ok\ndatabase: ok\nworkers: ok\n"
        await sandbox.client.slash("solve", {"puzzle": "2x2:0b4"})
        reply = await sandbox.client.slash("solve", {"puzzle": "2x2:9"})
        assert reply.text
        text = await metrics(
            port,
            'ouro_ack_seconds_count{command="/solve"} 2.0',
            'ouro_answer_seconds_count{command="/solve",outcome="done"} 1.0',
            'ouro_answer_seconds_count{command="/solve",outcome="NotationError"} 1.0',
            'ouro_job_seconds_count{job="solve_puzzle",outcome="NotationError"} 1.0',
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


async def test_without_a_connection_it_is_not_ready(sandbox: Sandbox, run_bot: Runner) -> None:
    port = free_port()
    async with run_bot(sandbox, http_port=port):
        await readiness(port, 200)
        sandbox.faults.add(Fault(FaultKind.ERROR, path="gateway", times=None))
        await sandbox.gateway.drop(1001)
        assert "discord: not ready" in await readiness(port, 503)


async def test_with_stopped_workers_it_is_not_ready(sandbox: Sandbox, run_bot: Runner) -> None:
    port = free_port()
    async with run_bot(sandbox, http_port=port, workers=3) as pool:
        await readiness(port, 200)
        workers = [await worker.run(jobs.process_id, None) for worker in pool._workers]
        with stopped(workers):
            text = await readiness(port, 503)
            assert text == (
                "discord: ok\ndatabase: ok\n"
                "workers: not ready (no worker finished a trivial job within 3 seconds)\n"
            )
        await readiness(port, 200)


async def test_periodic_tasks_show_in_the_metrics(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("bot.core.left_servers.LeftServers.forget", fail)
    port = free_port()
    async with run_bot(sandbox, http_port=port):
        text = await metrics(
            port,
            'ouro_periodic_task_runs_total{outcome="done",task="generate dailies"} 1.0',
            'ouro_periodic_task_failed{task="generate dailies"} 0.0',
            'ouro_periodic_task_runs_total{outcome="unexpected",task="forget left servers"} 1.0',
            'ouro_periodic_task_runs_total{outcome="done",task="forget left servers"} 0.0',
            'ouro_periodic_task_failed{task="forget left servers"} 1.0',
        )
    shown = re.findall(r'^ouro_periodic_task_age_seconds\{task="(.+)"\} (\S+)$', text, re.MULTILINE)
    assert {"heartbeat", "plan posts", "send posts", "save quotas"} < {name for name, _ in shown}
    assert all(float(seconds) >= 0 for _, seconds in shown)


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
    (handled,) = (entry for entry in log if entry["event"] == "handled")
    assert handled["outcome"] == "unexpected"


async def test_requests_above_the_queue_are_refused_at_once(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    large = "100x100:" + "z" * 384 + "p"
    async with run_bot(sandbox, workers=1, queue=1) as pool:
        asked = [sandbox.client.slash("solve", {"puzzle": large}, seconds=120) for _ in range(20)]
        replies = await asyncio.gather(*asked)
        busy = [reply for reply in replies if "Many puzzles are waiting" in reply.text]
        assert len(busy) == 20 - 1 - 1
        assert all(reply.ephemeral for reply in busy)
        text = pool.metrics.text().decode()
    assert 'ouro_busy_total{reason="queue"} 18.0' in text
    assert sum("At least" in reply.text for reply in replies) == 2
