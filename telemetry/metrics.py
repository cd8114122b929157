"""The metrics of a bot for Prometheus: counters, gauges and histograms.

Each `Metrics` has a registry of its own, so that several bots in one process do not mix. Labels
name commands, jobs, requests and outcomes, never a user, a server or a puzzle.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

ACK_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5)
"""Histogram buckets in seconds for acknowledgements; Discord's limit is three seconds."""
WORK_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60)
"""Histogram buckets in seconds for jobs, answers and requests."""
TRANSACTION_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Histogram buckets in seconds for database transactions."""

DONE = "done"
"""The outcome label of success; the others are `cancelled`, `unexpected` and names of errors."""
OUR_PACKAGES = frozenset(
    {
        "app",
        "bot",
        "discord",
        "jobs",
        "play",
        "puzzle",
        "renderer",
        "scanner",
        "service",
        "solver",
        "store",
        "workers",
    }
)
"""Packages whose error classes may be outcome labels, and discord.py; their number is bounded."""


class Metrics:
    """All metrics of one bot, in a registry of their own.

    >>> metrics = Metrics()
    >>> metrics.busy.labels(reason="queue").inc()
    >>> "ouro_busy_total{reason=\\"queue\\"} 1.0" in metrics.text().decode()
    True
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry)
        gauge = partial(Gauge, registry=registry)
        self.acks = histogram(
            "ouro_ack_seconds",
            "From receiving a command or press to Discord's word that it is acknowledged",
            ("command",),
            buckets=ACK_BUCKETS,
        )
        self.answers = histogram(
            "ouro_answer_seconds",
            "From receiving a command or press to its answer",
            ("command", "outcome"),
            buckets=WORK_BUCKETS,
        )
        self.busy = counter("ouro_busy", "Jobs that were not admitted", ("reason",))
        self.waits = histogram(
            "ouro_job_wait_seconds",
            "How long jobs waited for a worker",
            ("priority",),
            buckets=WORK_BUCKETS,
        )
        self.jobs = histogram(
            "ouro_job_seconds",
            "How long jobs took a worker",
            ("job", "outcome"),
            buckets=WORK_BUCKETS,
        )
        self.waiting = gauge("ouro_jobs_waiting", "Jobs that wait for a worker")
        self.running = gauge("ouro_jobs_running", "Jobs that have a worker")
        self.workers = gauge("ouro_workers", "Worker processes")
        self.cluster_jobs = counter(
            "ouro_cluster_jobs",
            "Jobs that ran on the Dask cluster, and undone ones that then ran here",
            ("priority", "outcome"),
        )
        self.cluster_threads = gauge(
            "ouro_cluster_threads", "Jobs that the Dask cluster runs at once; 0 without one"
        )
        self.crashes = counter(
            "ouro_worker_crashes", "Workers that died by themselves while they had a job"
        )
        self.solves = counter("ouro_solves", "What came of solving a puzzle", ("outcome",))
        self.transactions = histogram(
            "ouro_store_seconds",
            "How long transactions took, waiting for their turn included",
            ("kind", "outcome"),
            buckets=TRANSACTION_BUCKETS,
        )
        self.damaged_rows = counter(
            "ouro_damaged_rows",
            "Times that a stored row was skipped, as it cannot be read",
            ("table",),
        )
        self.requests = histogram(
            "ouro_discord_request_seconds",
            "Requests to Discord, by the status of the answer",
            ("method", "status"),
            buckets=WORK_BUCKETS,
        )
        self.rate_limits = counter(
            "ouro_discord_rate_limits", "Requests that Discord refused as too many", ("scope",)
        )
        self.page_answers = histogram(
            "ouro_page_answer_seconds",
            "From receiving a request of a board page to its answer",
            ("request", "outcome"),
            buckets=ACK_BUCKETS,
        )
        self.page_sockets = gauge("ouro_page_sockets", "Open sockets of board pages")
        self.shards = gauge("ouro_gateway_shards", "Shards that receive events from Discord")
        self.shard_serving = gauge(
            "ouro_shard_serving", "1 while a shard receives events from Discord, else 0", ("shard",)
        )
        self.events_faulty = counter(
            "ouro_discord_events_faulty",
            "Events of Discord's that were dropped, or came twice",
            ("event", "outcome"),
        )
        self.servers = gauge("ouro_servers", "Servers the bot is in")
        self.process = gauge(
            "ouro_process_info",
            "1 for this bot process, its range of shards and its version",
            ("process", "shards", "version"),
        )
        self.processes = gauge("ouro_processes", "Bot processes that are alive, with this one")
        self.shards_unserved = gauge(
            "ouro_shards_unserved", "Shards that no bot process which is alive has"
        )
        self.session_starts = gauge(
            "ouro_session_starts_left", "Sessions that Discord lets start today, for all processes"
        )
        self.session_start_wait = gauge(
            "ouro_session_start_wait_seconds",
            "Until the next session of this process may start, while few starts are left",
        )
        self.clock_offset = gauge(
            "ouro_clock_offset_seconds", "How far this machine's clock is ahead of Discord's"
        )
        self.schedules_stopped = gauge(
            "ouro_schedules_stopped", "1 while tasks by the clock are paused, as it may be wrong"
        )
        self.periodic_tasks = PeriodicTaskMetrics(registry)
        self.loop_lag = gauge(
            "ouro_loop_lag_seconds", "How late the event loop came to a task a moment ago"
        )
        self.tasks = gauge("ouro_tasks", "Tasks of the event loop")
        self.tasks.set_function(_task_count)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class PeriodicTaskMetrics:
    """The metrics of periodic tasks, by the name of the task; `clock` returns seconds.

    >>> seconds = 0.0
    >>> tasks = PeriodicTaskMetrics(registry := CollectorRegistry(), lambda: seconds)
    >>> tasks.add("plan posts"); seconds = 60.0
    >>> registry.get_sample_value("ouro_periodic_task_age_seconds", {"task": "plan posts"})
    60.0
    >>> tasks.record_run("plan posts", None)
    >>> registry.get_sample_value("ouro_periodic_task_age_seconds", {"task": "plan posts"})
    0.0
    """

    def __init__(
        self, registry: CollectorRegistry, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._ends: dict[str, float] = {}
        self.ages = Gauge(
            "ouro_periodic_task_age_seconds",
            "Since the last finished run of a periodic task, or since the start of the bot",
            ("task",),
            registry=registry,
        )
        self.failed = Gauge(
            "ouro_periodic_task_failed",
            "1 if the last finished run of a periodic task failed, else 0",
            ("task",),
            registry=registry,
        )
        self.runs = Counter(
            "ouro_periodic_task_runs",
            "Finished runs of periodic tasks",
            ("task", "outcome"),
            registry=registry,
        )

    def add(self, task: str) -> None:
        """Show a task from now on; its age is computed whenever the metrics are read."""
        self._ends[task] = self._clock()
        self.ages.labels(task).set_function(lambda: self._clock() - self._ends[task])
        self.failed.labels(task).set(0)
        self.runs.labels(task, DONE)

    def record_run(self, task: str, error: BaseException | None) -> None:
        """Count a finished run of a task, which failed if there is an error."""
        self._ends[task] = self._clock()
        self.failed.labels(task).set(error is not None)
        self.runs.labels(task, DONE if error is None else outcome_of(error)).inc()


def _task_count() -> int:
    """The number of tasks of the running event loop; a growing number shows tasks that leak."""
    try:
        return len(asyncio.all_tasks())
    except RuntimeError:  # no loop runs
        return 0


class ObservedTiming:
    """The duration and the outcome label of one observed operation."""

    def __init__(self) -> None:
        self.start = time.perf_counter()
        self.outcome = DONE

    @property
    def seconds(self) -> float:
        """Seconds since the start of the operation."""
        return time.perf_counter() - self.start

    def record_failure(self, error: BaseException) -> None:
        """Set the outcome to the label of an error."""
        self.outcome = outcome_of(error)


def outcome_of(error: BaseException) -> str:
    """The outcome label of an error: `cancelled`, its class name, or `unexpected`.

    Only classes of `OUR_PACKAGES` are named, which bounds the number of labels.

    >>> class WorkerLost(Exception):
    ...     __module__ = "workers.errors"
    >>> outcome_of(WorkerLost()), outcome_of(KeyError("a private name"))
    ('WorkerLost', 'unexpected')
    """
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    named = type(error).__module__.partition(".")[0] in OUR_PACKAGES
    return type(error).__name__ if named else "unexpected"


@contextmanager
def observed(histogram: Histogram, *labels: str) -> Iterator[ObservedTiming]:
    """Observe the duration of a block; its outcome becomes the last label of the histogram."""
    timing = ObservedTiming()
    try:
        yield timing
    except BaseException as error:
        timing.record_failure(error)
        raise
    finally:
        histogram.labels(*labels, timing.outcome).observe(timing.seconds)
