"""What an operator can watch: counts and times, as Prometheus reads them.

A `Metrics` has a registry of its own, so that several bots in one process do not mix. The
numbers speak of commands, jobs and requests; no person, server or puzzle is in any label.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

PROMPT = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5)
"""Seconds in which people and Discord expect something; Discord gives up after three."""
PATIENT = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60)
"""Seconds of work."""
SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Seconds of a transaction."""

DONE = "done"
"""The outcome of what went well; any other is the name of a failure, `cancelled`, or
`unexpected`."""
OURS = frozenset(
    {
        "app",
        "bot",
        "discord",
        "jobs",
        "play",
        "puzzle",
        "renderer",
        "service",
        "solver",
        "store",
        "workers",
    }
)
"""Whose failures have names that are known beforehand."""
SCOPES = frozenset({"user", "global", "shared"})
"""Whose rate limit it was, as Discord says.

Source: https://discord.com/developers/docs/topics/rate-limits
"""


class Metrics:
    """Everything that is counted and timed.

    >>> metrics = Metrics()
    >>> metrics.busy.labels(crowd="queue").inc()
    >>> "ouro_busy_total{crowd=\\"queue\\"} 1.0" in metrics.text().decode()
    True
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter = partial(Counter, registry=registry)
        timed = partial(Histogram, registry=registry)
        read_off = partial(Gauge, registry=registry)
        self.acks = timed(
            "ouro_ack_seconds",
            "From receiving a command or press to Discord's word that it is acknowledged",
            ("command",),
            buckets=PROMPT,
        )
        self.answers = timed(
            "ouro_answer_seconds",
            "From receiving a command or press to its answer",
            ("command", "outcome"),
            buckets=PATIENT,
        )
        self.busy = counter("ouro_busy", "Jobs that were not admitted", ("crowd",))
        self.waits = timed(
            "ouro_job_wait_seconds",
            "How long jobs waited for a worker",
            ("urgency",),
            buckets=PATIENT,
        )
        self.jobs = timed(
            "ouro_job_seconds", "How long jobs took a worker", ("job", "outcome"), buckets=PATIENT
        )
        self.waiting = read_off("ouro_jobs_waiting", "Jobs that wait for a worker")
        self.running = read_off("ouro_jobs_running", "Jobs that have a worker")
        self.workers = read_off("ouro_workers", "Worker processes")
        self.crashes = counter(
            "ouro_worker_crashes", "Workers that died by themselves while they had a job"
        )
        self.solves = counter("ouro_solves", "What came of solving a puzzle", ("outcome",))
        self.transactions = timed(
            "ouro_store_seconds",
            "How long transactions took, waiting for their turn included",
            ("kind", "outcome"),
            buckets=SHORT,
        )
        self.requests = timed(
            "ouro_discord_request_seconds",
            "Requests to Discord, by the status of the answer",
            ("method", "status"),
            buckets=PATIENT,
        )
        self.rate_limits = counter(
            "ouro_discord_rate_limits", "Requests that Discord refused as too many", ("scope",)
        )
        self.shards = read_off(
            "ouro_gateway_shards", "Connections to Discord's gateway that are up"
        )
        self.servers = read_off("ouro_servers", "Servers the bot is in")
        self.clock_offset = read_off(
            "ouro_clock_offset_seconds", "How far this machine's clock is ahead of Discord's"
        )
        self.schedules_stopped = read_off(
            "ouro_schedules_stopped", "1 while nothing is done by the clock, as it may be wrong"
        )
        self.loop_lag = read_off(
            "ouro_loop_lag_seconds", "How late the event loop came to a task a moment ago"
        )
        self.tasks = read_off("ouro_tasks", "Tasks of the event loop")
        self.tasks.set_function(_tasks)

    def text(self) -> bytes:
        """All of it, in Prometheus's text format."""
        return generate_latest(self.registry)

    def trace(self) -> aiohttp.TraceConfig:
        """What times the requests of an HTTP client session.

        The addresses are not looked at: they hold tokens.
        """
        config = aiohttp.TraceConfig()
        config.on_request_start.append(_begin)
        config.on_request_end.append(self._end)
        config.on_request_exception.append(self._fail)
        return config

    async def _end(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        status = end.response.status
        seconds = time.perf_counter() - context.start
        self.requests.labels(end.method, str(status)).observe(seconds)
        if status == 429:
            scope = end.response.headers.get("X-RateLimit-Scope", "")
            self.rate_limits.labels(scope if scope in SCOPES else "unknown").inc()

    async def _fail(
        self,
        _: aiohttp.ClientSession,
        context: SimpleNamespace,
        end: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        seconds = time.perf_counter() - context.start
        self.requests.labels(end.method, "none").observe(seconds)


def _tasks() -> int:
    """How many tasks the present event loop has; they are more and more where some never end."""
    try:
        return len(asyncio.all_tasks())
    except RuntimeError:  # no loop runs
        return 0


async def _begin(
    _: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams
) -> None:
    context.start = time.perf_counter()


class ObservedTiming:
    """How long something took so far, and what came of it."""

    def __init__(self) -> None:
        self.start = time.perf_counter()
        self.outcome = DONE

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.perf_counter() - self.start

    def failed(self, error: BaseException) -> None:
        """Something was raised; it becomes the outcome."""
        self.outcome = outcome_of(error)


def outcome_of(error: BaseException) -> str:
    """The name of a failure for a label; there are not many.

    >>> class WorkerLost(Exception):
    ...     __module__ = "workers.errors"
    >>> outcome_of(WorkerLost()), outcome_of(KeyError("a private name"))
    ('WorkerLost', 'unexpected')
    """
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    ours = type(error).__module__.partition(".")[0] in OURS
    return type(error).__name__ if ours else "unexpected"


@contextmanager
def observed(histogram: Histogram, *labels: str) -> Iterator[ObservedTiming]:
    """Times a block; the last label of the histogram is what came of it."""
    timing = ObservedTiming()
    try:
        yield timing
    except BaseException as error:
        timing.failed(error)
        raise
    finally:
        histogram.labels(*labels, timing.outcome).observe(timing.seconds)
