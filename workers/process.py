"""One process that does one job at a time, within limits, and is replaced when it fails.

The upper half of this module runs in the bot, the lower half in the process.
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
"""How long past its time limit a job may take to be ended, before its worker is given up."""

MEBIBYTE = 1 << 20

NICE = 8
"""How far a worker stands back for the bot, which has to acknowledge in time."""

FULL_PRIORITY_SECONDS = 0.1
"""Seconds of the processor that a patient job has like any other, before it stands back: most
need less, and so have their answer also where some other program wants the whole processor."""

FAIR_SHARE = 0.5
"""Of a processor. A job that has had less since it began does not stand back: somebody leaves
nothing, and it would never end."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """What one job may use: seconds, memory in MiB, bytes of its answer.

    Memory is address space: all that the process has mapped, so at least as much as it holds.
    A worker is replaced after `jobs` jobs, so that leaks end, and when it has once held more than
    `grown` MiB, as large boards leave much behind; a fresh one holds about 100.
    """

    seconds: float
    memory: int = 1024
    answer: int = 32 * MEBIBYTE
    jobs: int = 500
    grown: int = 200


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What a fresh process imports and then calls."""

    modules: tuple[str, ...] = ()
    start: Callable[[], None] | None = None


class WorkerDied(Exception):  # noqa: N818
    """The process died while it had the job, or could not be reached at all."""


class Worker:
    """A process, from outside; see `start`, `run` and `stop`."""

    def __init__(
        self,
        processes: multiprocessing.context.ForkServerContext,
        limits: WorkerLimits,
        worker_setup: WorkerSetup,
    ) -> None:
        self._processes = processes
        self._limits = limits
        self._preparation = worker_setup
        self._pool: ProcessPool | None = None

    def start(self) -> ProcessPool:
        """Begin; the process itself starts with its first job."""
        self._pool = pool = ProcessPool(
            max_workers=1,
            max_tasks=self._limits.jobs,
            initializer=_prepare,
            initargs=(self._preparation, self._limits.memory),
            context=self._processes,
        )
        return pool

    async def run(
        self, job: Callable[[Request], Answer], request: Request, *, low_priority: bool = False
    ) -> Answer:
        """The answer of a job; with `low_priority`, a long job yields the processor to others.

        Raises `TimedOut`, `OutOfMemory`, `AnswerTooLarge`, `WorkerDied`, and what the job raises.
        """
        pool = self._pool
        if pool is None or not pool.active:
            pool = await self._replace()
        try:
            packed, held = await self._packed(pool, job, request, low_priority)
        except OutOfMemory:
            await self._replace()
            raise
        except (ProcessExpired, BrokenProcessPool) as error:
            await self._replace()
            if getattr(error, "exitcode", None) == -signal.SIGABRT:
                # How the C++ of the SAT solver ends when it gets no memory. Another try would too.
                raise OutOfMemory(self._limits.memory) from error
            raise WorkerDied from error
        if held > self._limits.grown:
            await self._replace()
        answer: Answer = pickle.loads(packed)  # noqa: S301 - our own process packed it
        return answer

    async def _packed(
        self,
        pool: ProcessPool,
        job: Callable[[Request], Answer],
        request: Request,
        low_priority: bool,
    ) -> tuple[bytes, int]:
        limits = self._limits
        work = partial(_run_at_low_priority, job) if low_priority else job
        context = structlog.contextvars.get_contextvars()
        start = time.monotonic()
        try:
            future = pool.schedule(
                _do, args=(work, request, limits, context), timeout=limits.seconds
            )
        except RuntimeError as error:  # the pool broke this very moment
            raise WorkerDied from error
        try:
            async with asyncio.timeout(limits.seconds + GRACE_SECONDS) as deadline:
                packed: tuple[bytes, int] = await asyncio.wrap_future(future)
                return packed
        except TimeoutError:
            if deadline.expired():
                await self._replace()
            elif hasattr(future.exception(), "traceback"):
                raise  # pebble's mark on what the job itself raised
            elif time.monotonic() - start < limits.seconds / 2:
                raise WorkerDied from None  # pebble goes by the clock, which was put forward
            raise TimedOut(limits.seconds) from None

    async def _replace(self) -> ProcessPool:
        await self.stop()
        return self.start()

    async def stop(self) -> None:
        """End the process, whatever it does, and return when it is gone."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_stop, pool)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it unannotated
    pool.join()


# In the process


def _prepare(worker_setup: WorkerSetup, memory: int) -> None:
    """Make a fresh process ready: modules imported, memory limited, and two ways to end it.

    SIGTERM ends it at once: pebble would do so from a Python handler, which does not run
    while the SAT solver is inside one long call. And it ends when the bot is gone, however
    the bot died.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for module in worker_setup.modules:
        importlib.import_module(module)
    if worker_setup.start is not None:
        worker_setup.start()
    gc.freeze()  # garbage is not looked for among what is imported, which all processes share
    _limit(resource.RLIMIT_AS, memory * MEBIBYTE)
    _limit(resource.RLIMIT_CORE, 0)  # a core file would hold what people sent


def _run_at_low_priority(job: Callable[[Request], Answer], request: Request) -> Answer:
    """The answer of a job that lets everybody else go first when it has had its head start, as long
    as they leave it something.

    It has a thread of its own, as one that has stood back may not come forward again.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return job(request)
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as thread:
        try:
            name, number = thread.submit(_present_thread).result()
        except RuntimeError as error:  # how Python says that a thread got no memory
            raise MemoryError from error
        future = thread.submit(context.run, job, request)
        begun, clock = time.monotonic(), time.pthread_getcpuclockid(name)
        while not wait([future], timeout=FULL_PRIORITY_SECONDS / 5).done:
            had = time.clock_gettime(clock)
            if had > FULL_PRIORITY_SECONDS and had > FAIR_SHARE * (time.monotonic() - begun):
                _lower_priority(number)
                break
        return future.result()


def _present_thread() -> tuple[int, int]:
    """How Python calls the present thread, and how Linux does."""
    return threading.get_ident(), threading.get_native_id()


def _lower_priority(thread: int) -> None:
    """Let a thread take only what others leave of the processor.

    Then Linux also sees that a processor is free for those who are in a hurry (`SCHED_IDLE`); where
    somebody is merely nice it does not.
    """
    with contextlib.suppress(OSError):  # where that is forbidden, nice it is
        os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, hard))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(
    job: Callable[[Request], Answer],
    request: Request,
    limits: WorkerLimits,
    context: dict[str, Any],
) -> tuple[bytes, int]:
    """The answer of a job, pickled, and the most MiB that the process has held so far.

    What the job logs carries the context of who asked.
    """
    with structlog.contextvars.bound_contextvars(**context):
        try:
            packed = pickle.dumps(job(request), pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            raise OutOfMemory(limits.memory) from None
    if len(packed) > limits.answer:
        raise AnswerTooLarge(len(packed), limits.answer)
    return packed, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
