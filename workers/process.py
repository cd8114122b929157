"""A worker process that runs one job at a time, within limits, and is replaced when it fails.

The upper half of this module runs in the bot, the lower half in the worker process.
"""

import asyncio
import contextlib
import contextvars
import gc
import importlib
import multiprocessing
import multiprocessing.context
import os
import pickle
import resource
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import structlog
from pebble import ProcessExpired, ProcessPool

from workers.errors import AnswerTooLarge, OutOfMemory, TimedOut

Request = TypeVar("Request")
Answer = TypeVar("Answer")

GRACE_SECONDS = 10.0
"""Maximum seconds that pebble may take to kill a job past its time limit; then the whole worker is
replaced."""

MEBIBYTE = 1 << 20
"""Bytes in a MiB."""

NICENESS = 8
"""Niceness of workers relative to the bot, which has to acknowledge commands in time."""

FULL_PRIORITY_SECONDS = 0.1
"""CPU seconds before a job that is not quick yields to other programs. Most jobs need less, and so
finish also while another program uses the whole processor."""

FAIR_SHARE = 0.5
"""Minimum share of one processor that a job must have had since its start before it yields. A job
that had less competes with a busy program, and would never end at idle priority."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """Limits of one job (`seconds`, `memory` in MiB, `answer` in bytes) and of one worker.

    `memory` limits address space, which is at least as large as resident memory. A worker is
    replaced after `jobs` jobs, which bounds leaks, and when its resident memory once exceeded
    `resident` MiB, as large boards leave much memory allocated; a fresh worker has about 100 MiB.
    """

    seconds: float
    memory: int = 1024
    answer: int = 32 * MEBIBYTE
    jobs: int = 500
    resident: int = 200


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """The modules that a fresh process imports, and a function that it then calls."""

    modules: tuple[str, ...] = ()
    start: Callable[[], None] | None = None


class WorkerDied(Exception):  # noqa: N818
    """The process died while it ran the job, or before it received it."""


class Worker:
    """The bot's handle on one worker process: start it, run jobs in it, stop it."""

    def __init__(
        self,
        processes: multiprocessing.context.ForkServerContext,
        limits: WorkerLimits,
        worker_setup: WorkerSetup,
    ) -> None:
        self._processes = processes
        self._limits = limits
        self._worker_setup = worker_setup
        self._pool: ProcessPool | None = None

    def start(self) -> ProcessPool:
        """Create the pool of one process; the process itself starts with its first job."""
        self._pool = pool = ProcessPool(
            max_workers=1,
            max_tasks=self._limits.jobs,
            initializer=_initialize,
            initargs=(self._worker_setup, self._limits.memory),
            context=self._processes,
        )
        return pool

    async def run(
        self, job: Callable[[Request], Answer], request: Request, *, low_priority: bool = False
    ) -> Answer:
        """Run a job and return its answer; with `low_priority`, long jobs yield the processor.

        Raises `TimedOut`, `OutOfMemory` or `AnswerTooLarge` when the job exceeds a limit,
        `WorkerDied` when the process dies, and what the job raises.
        """
        pool = self._pool
        if pool is None or not pool.active:
            pool = await self._replace()
        try:
            pickled, peak_memory = await self._run_pickled(pool, job, request, low_priority)
        except OutOfMemory:
            await self._replace()
            raise
        except (ProcessExpired, BrokenProcessPool) as error:
            await self._replace()
            if getattr(error, "exitcode", None) == -signal.SIGABRT:
                # The C++ code of the SAT solver aborts when an allocation fails. A retry would too.
                raise OutOfMemory(self._limits.memory) from error
            raise WorkerDied from error
        if peak_memory > self._limits.resident:
            await self._replace()
        answer: Answer = pickle.loads(pickled)  # noqa: S301 - our own process pickled it
        return answer

    async def _run_pickled(
        self,
        pool: ProcessPool,
        job: Callable[[Request], Answer],
        request: Request,
        low_priority: bool,
    ) -> tuple[bytes, int]:
        """The pickled answer of a job and the process's peak resident memory in MiB."""
        limits = self._limits
        work = partial(_run_at_low_priority, job) if low_priority else job
        context = structlog.contextvars.get_contextvars()
        start = time.monotonic()
        try:
            future = pool.schedule(
                _run_job, args=(work, request, limits, context), timeout=limits.seconds
            )
        except RuntimeError as error:  # the pool broke after the check of `active`
            raise WorkerDied from error
        try:
            async with asyncio.timeout(limits.seconds + GRACE_SECONDS) as deadline:
                result: tuple[bytes, int] = await asyncio.wrap_future(future)
                return result
        except TimeoutError:
            if deadline.expired():
                await self._replace()
            elif hasattr(future.exception(), "traceback"):
                raise  # pebble adds this attribute to errors that the job itself raised
            elif time.monotonic() - start < limits.seconds / 2:
                raise WorkerDied from None  # pebble uses the wall clock, which was set forward
            raise TimedOut(limits.seconds) from None

    async def _replace(self) -> ProcessPool:
        await self.stop()
        return self.start()

    async def stop(self) -> None:
        """Kill the process, even in the middle of a job, and return when it has ended."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_stop, pool)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it unannotated
    pool.join()


# In the worker process


def _initialize(worker_setup: WorkerSetup, memory: int) -> None:
    """Import the modules of the setup, limit memory to `memory` MiB, and arrange for a clean end.

    SIGTERM gets its default action and ends the process at once: pebble's Python handler does not
    run while the SAT solver is inside one long call. The process also ends when the bot does, even
    when the bot is killed.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for module in worker_setup.modules:
        importlib.import_module(module)
    if worker_setup.start is not None:
        worker_setup.start()
    gc.freeze()  # the garbage collector skips imported objects, whose pages all workers share
    _limit(resource.RLIMIT_AS, memory * MEBIBYTE)
    _limit(resource.RLIMIT_CORE, 0)  # a core file would contain what users sent


def _run_at_low_priority(job: Callable[[Request], Answer], request: Request) -> Answer:
    """Run a job that yields to other programs after `FULL_PRIORITY_SECONDS` of CPU time.

    It does not yield while it gets less than `FAIR_SHARE` of a processor. The job runs in a thread
    of its own, because an unprivileged thread cannot raise its priority again.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return job(request)
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as thread:
        try:
            ident, native_id = thread.submit(_current_thread).result()
        except RuntimeError as error:  # Python raises this when a new thread gets no memory
            raise MemoryError from error
        future = thread.submit(context.run, job, request)
        start, clock = time.monotonic(), time.pthread_getcpuclockid(ident)
        while not wait([future], timeout=FULL_PRIORITY_SECONDS / 5).done:
            cpu_seconds = time.clock_gettime(clock)
            fair_seconds = FAIR_SHARE * (time.monotonic() - start)
            if cpu_seconds > FULL_PRIORITY_SECONDS and cpu_seconds > fair_seconds:
                _lower_priority(native_id)
                break
        return future.result()


def _current_thread() -> tuple[int, int]:
    """Python's identifier of the current thread, and that of the operating system."""
    return threading.get_ident(), threading.get_native_id()


def _lower_priority(thread: int) -> None:
    """Give a thread, by its native ID, only the processor time that no other thread wants.

    Under `SCHED_IDLE` Linux treats its processor as free for other threads; under niceness alone
    it does not.
    """
    with contextlib.suppress(OSError):  # not permitted: niceness remains
        os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def _limit(kind: int, soft: int) -> None:
    """Set the soft limit of a resource, capped at its hard limit."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(kind, (soft, hard))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_job(
    job: Callable[[Request], Answer],
    request: Request,
    limits: WorkerLimits,
    context: dict[str, Any],
) -> tuple[bytes, int]:
    """Run a job; return its pickled answer and the process's peak resident memory in MiB.

    `context` is the logging context of the caller, added to what the job logs.

    Raises `OutOfMemory` or `AnswerTooLarge` when the job exceeds a limit, and what the job raises.
    """
    with structlog.contextvars.bound_contextvars(**context):
        try:
            pickled = pickle.dumps(job(request), pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            raise OutOfMemory(limits.memory) from None
    if len(pickled) > limits.answer:
        raise AnswerTooLarge(len(pickled), limits.answer)
    return pickled, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
