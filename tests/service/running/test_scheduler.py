"""Periodic tasks: failures do not end them, those by the clock wait, each run is reported."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prometheus_client import CollectorRegistry

from service.running import scheduler
from service.running.scheduler import PeriodicTask, ignore_run, running
from telemetry.metrics import PeriodicTaskMetrics
from tests.support.waiting import until


class Counting:
    """Two tasks that count their runs; the one by the clock runs while `right` is set."""

    def __init__(self) -> None:
        self.by_clock = 0
        self.always = 0
        self.ready = asyncio.Event()
        self.right = asyncio.Event()
        self.stopping = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        tasks = (
            PeriodicTask("by clock", 0.001, self._count_by_clock, self.ready, by_clock=True),
            PeriodicTask("always", 0.001, self._count_always, self.ready),
        )
        async with running(tasks, lambda: self.stopping, self._until_right, ignore_run):
            yield

    async def _until_right(self) -> None:
        await self.right.wait()

    async def _count_by_clock(self) -> None:
        self.by_clock += 1

    async def _count_always(self) -> None:
        self.always += 1
        raise OSError("no database")


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed runs are tried again at once."""
    monkeypatch.setattr(scheduler, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(scheduler, "MAX_WAIT", 0.001)


@pytest.mark.usefixtures("short_waits")
async def test_tasks_wait_until_ready_and_run_again_after_failures() -> None:
    counting = Counting()
    counting.right.set()
    async with counting.running():
        await asyncio.sleep(0.01)
        assert (counting.by_clock, counting.always) == (0, 0)
        counting.ready.set()
        await until(lambda: min(counting.by_clock, counting.always) >= 3)
    before = counting.by_clock, counting.always
    await asyncio.sleep(0.01)
    assert (counting.by_clock, counting.always) == before


@pytest.mark.usefixtures("short_waits")
async def test_a_task_by_the_clock_pauses_while_the_clock_is_wrong() -> None:
    counting = Counting()
    counting.ready.set()
    async with counting.running():
        await until(lambda: counting.always >= 3)
        assert counting.by_clock == 0
        counting.right.set()
        await until(lambda: counting.by_clock >= 3)
        counting.right.clear()
        before, others = counting.by_clock, counting.always
        await until(lambda: counting.always >= others + 3)
        assert counting.by_clock == before


async def test_no_task_starts_while_the_bot_stops() -> None:
    counting = Counting()
    counting.ready.set()
    async with counting.running():
        await until(lambda: counting.always)
        counting.stopping = True
        counting.right.set()
        await asyncio.sleep(0.01)
        assert counting.by_clock == 0


async def test_each_finished_run_is_reported_with_its_error() -> None:
    reported: list[tuple[str, BaseException | None]] = []
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

    ready = asyncio.Event()
    tasks = [
        PeriodicTask("sometimes", 0.01, fail_every_other_time, ready),
        PeriodicTask("hangs", 0.01, hang, ready),
        PeriodicTask("by the clock", 0.01, never, ready, by_clock=True),
    ]

    ready.set()

    def report(name: str, raised: BaseException | None) -> None:
        reported.append((name, raised))

    async def never_right() -> None:
        await hanging.wait()

    async with running(tasks, lambda: False, never_right, report):
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


@pytest.mark.usefixtures("short_waits")
async def test_nothing_that_a_run_does_ends_its_task() -> None:
    """It raises, awaits what was cancelled, hangs, and what observes it fails."""
    seen: list[type[BaseException] | None] = []

    async def fail() -> None:
        raise ExceptionGroup("several", [KeyError()])

    async def await_a_cancelled_task() -> None:
        task = asyncio.create_task(asyncio.Event().wait())
        task.cancel()
        await task

    async def hang() -> None:
        await asyncio.Event().wait()

    async def nothing() -> None:
        pass

    ways = [fail, await_a_cancelled_task, hang, nothing, nothing]

    async def run() -> None:
        await ways[len(seen)]() if len(seen) < len(ways) else await asyncio.Event().wait()

    def observe(_: str, error: BaseException | None) -> None:
        seen.append(None if error is None else type(error))
        if len(seen) in {1, 4, 5}:
            raise ZeroDivisionError

    async with running([PeriodicTask("hostile", 0, run, limit=0.05)], observe=observe):
        await until(lambda: len(seen) >= len(ways) + 2)
    assert seen[:5] == [
        ExceptionGroup,
        asyncio.CancelledError,
        TimeoutError,
        None,
        ZeroDivisionError,
    ]


async def test_failed_runs_wait_longer_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    failing = True

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    async def run() -> None:
        nonlocal failing
        failing = len(pauses) != 7
        if failing:
            raise OSError

    real = asyncio.sleep
    monkeypatch.setattr("asyncio.sleep", pause)
    async with running([PeriodicTask("failing", 1, run)]):
        while len(pauses) < 9:
            await real(0)
    assert pauses[:9] == [1, 1, 2, 4, 8, 10, 10, 1, 1]


async def test_a_task_that_takes_its_cancellation_is_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler, "STOP_SECONDS", 0.01)
    cancelled = 0

    async def go_on() -> None:
        nonlocal cancelled
        while cancelled < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled += 1

    started = asyncio.Event()

    async def run() -> None:
        started.set()
        await go_on()

    async with running([PeriodicTask("stubborn", 0, run)]):
        await started.wait()
    assert cancelled == 3
