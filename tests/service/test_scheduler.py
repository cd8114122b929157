"""Periodic tasks go on whatever happens in one run, and each finished run is reported."""

import asyncio

from prometheus_client import CollectorRegistry

from service.scheduler import PeriodicTask, running
from telemetry.metrics import PeriodicTaskMetrics
from tests.support.waiting import until


async def test_each_finished_run_is_reported_with_its_error() -> None:
    reported: list[tuple[str, Exception | None]] = []
    error, runs = KeyError(), 0
    hanging = asyncio.Event()

    async def fail_every_other_time() -> None:
        nonlocal runs
        runs += 1
        if runs % 2:
            raise error

    async def hang() -> None:
        await hanging.wait()

    async def never() -> None:
        raise AssertionError

    tasks = [
        PeriodicTask("sometimes", 0.01, fail_every_other_time),
        PeriodicTask("hangs", 0.01, hang),
        PeriodicTask("by the clock", 0.01, never, by_clock=True),
    ]
    ready = asyncio.Event()
    ready.set()

    def report(name: str, raised: Exception | None) -> None:
        reported.append((name, raised))

    async with running(tasks, ready, lambda: False, lambda: False, report):
        await until(lambda: len(reported) >= 4)
    assert reported[:4] == [("sometimes", error), ("sometimes", None)] * 2
    assert {name for name, _ in reported} == {"sometimes"}


def test_the_metrics_have_age_and_results_of_each_task() -> None:
    seconds = 100.0
    registry = CollectorRegistry()
    metrics = PeriodicTaskMetrics(registry, lambda: seconds)

    def value(name: str, **labels: str) -> float | None:
        return registry.get_sample_value(f"ouro_periodic_task_{name}", {"task": "a", **labels})

    metrics.add("a")
    metrics.add("b")
    seconds = 130.0
    assert (value("age_seconds"), value("failed")) == (30.0, 0.0)
    assert value("runs_total", outcome="done") == 0.0
    metrics.record_run("a", None)
    seconds = 131.5
    assert (value("age_seconds"), value("failed")) == (1.5, 0.0)
    assert value("runs_total", outcome="done") == 1.0
    metrics.record_run("a", KeyError())
    assert (value("age_seconds"), value("failed")) == (0.0, 1.0)
    assert value("runs_total", outcome="unexpected") == 1.0
    assert registry.get_sample_value("ouro_periodic_task_age_seconds", {"task": "b"}) == 31.5
