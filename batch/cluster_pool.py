"""Runs the long jobs of a bot on a Dask cluster, and the others on this machine.

A job takes about 0.02 s more there, which nobody notices in one of a second, but in a press. The
values of jobs cross as the bytes of `workers.codec`, so none of them is unpickled here.
"""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Self, TypeVar

import msgspec
import structlog
from distributed import Client, KilledWorker
from msgspec import Struct

from batch.dask_workers import (
    LOST,
    PoolSetup,
    connect,
    failure,
    leave,
    own_version,
    pools_here,
    require_private,
    require_version,
)
from batch.errors import BatchError
from service.running.scheduler import PeriodicTask, running
from telemetry.metrics import observed
from workers.codec import CodecError
from workers.errors import OutOfMemory, PoolClosed, TimedOut, WorkerLost
from workers.messages import JobOutcome, OutcomeKind, read_outcome, unpack_frame
from workers.messages import Request as PackedRequest
from workers.pool import Fetch, LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

Request = TypeVar("Request")
Answer = TypeVar("Answer")

ANSWER_SECONDS = 5.0
"""Maximum seconds that a scheduler may take to tell its number of threads, before it is lost."""
WATCH_SECONDS = 2.0
"""Seconds between two questions for the number of threads."""
RETRY_SECONDS = 10.0
"""Seconds before a cluster that cannot be used is tried again."""
_PRIORITIES = {Priority.LONG: 2, Priority.BACKGROUND: 1}
"""Priorities for Dask, which runs higher ones first; chunks of batches have 0."""
PERSON = 1
"""The user ID of all jobs in the pools of the cluster: the bot has admitted them."""

log = structlog.stdlib.get_logger(__name__)


class ClusterReply(Struct, frozen=True):
    """How a job ended in the cluster, after some seconds in a worker process.

    `outcome` is None when the cluster could not run the job; `problem` then says why.
    """

    seconds: float = 0.0
    outcome: JobOutcome | None = None
    problem: str = ""


class JobUndoneError(BatchError):
    """The cluster has not done a job, which another place may do; the text says why."""


async def run_job(key: str, version: str, setup: PoolSetup, job: str, data: bytes) -> bytes:
    """The task of Dask: run a job whose request is packed, and return a packed `ClusterReply`."""
    seconds = [0.0]
    request = PackedRequest(job, data, low_priority=False)
    try:
        require_version(version)
        pools = await pools_here()
        outcome = await pools.run(
            key,
            setup,
            lambda pool: pool.run_packed(
                request,
                person=PERSON,
                priority=Priority.QUICK,
                on_worker_released=seconds.append,
            ),
        )
    except TimedOut:
        outcome = JobOutcome(OutcomeKind.TIMED_OUT, held=0)
    except OutOfMemory:
        outcome = JobOutcome(OutcomeKind.OUT_OF_MEMORY, held=0)
    except WorkerLost:
        outcome = JobOutcome(OutcomeKind.LOST, held=0)
    except Exception as error:  # an exception would be unpickled by the bot
        log.exception("job not run", job=job)
        return msgspec.msgpack.encode(ClusterReply(problem=str(error) or type(error).__name__))
    return msgspec.msgpack.encode(ClusterReply(seconds[-1], outcome))


async def job_reply(
    client: Client, setup: PoolSetup, job: str, data: bytes, priority: Priority
) -> ClusterReply:
    """Send a job whose request is packed to the cluster of a client, and return its reply.

    Raises `JobUndoneError` when the cluster or the workers with the job are lost, or its reply
    cannot be read. Cancelling the call kills the job.
    """
    key, version = f"ouro-{secrets.token_hex(8)}", own_version()
    future = client.submit(
        run_job, key, version, setup, job, data, key=key, priority=_PRIORITIES[priority], pure=False
    )
    try:
        reply: ClusterReply = unpack_frame(await future.result(), ClusterReply)
    except LOST as error:
        raise JobUndoneError(str(error) or type(error).__name__) from error
    except KilledWorker as error:
        raise JobUndoneError("the workers of Dask died that had it") from error
    except CodecError as error:
        raise JobUndoneError(f"its reply cannot be read: {error}") from error
    except Exception as error:  # the task could not begin
        address = client.scheduler.address
        raise JobUndoneError(failure(address, error)) from error
    finally:
        future.release()  # which kills the job if it still runs
    return reply


class ClusterPool(LocalPool):
    """A `LocalPool` whose jobs of priority LONG and BACKGROUND run on a Dask cluster.

    `address` is that of its scheduler, for which `require_private` holds. While the cluster cannot
    be used, all jobs run here; one that the cluster has not done begins again here, once. The
    limits of waiting jobs and of users are the same there and here.
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        address: str,
        *,
        workers: int,
        queue: int,
        per_person: int,
        limits: WorkerLimits,
        worker_setup: WorkerSetup = WorkerSetup(),  # noqa: B008 - a frozen value
        long_queue: int | None = None,
    ) -> None:
        require_private(address)
        super().__init__(
            workers=workers,
            queue=queue,
            per_person=per_person,
            limits=limits,
            worker_setup=worker_setup,
            long_queue=long_queue,
        )
        self._address = address
        self._setup = PoolSetup(worker_setup, limits)
        self._client: Client | None = None
        self._threads = 0
        self._jobs_there: Counter[Priority] = Counter()
        self._problem = ""
        self._keeping = contextlib.AsyncExitStack()
        self.metrics.cluster_threads.set_function(
            lambda: 0 if self._usable is None else self._threads
        )

    async def __aenter__(self) -> Self:
        tasks = self.metrics.periodic_tasks
        tasks.add(self.keeping.name)
        connected = running([self.keeping], lambda: self._closed, observe=tasks.record_run)
        await self._keeping.enter_async_context(connected)
        return await super().__aenter__()

    async def close(self) -> None:
        """Reject new jobs, end the running ones here and in the cluster, and leave it."""
        self._admission.closing = self._closed = True
        await self._keeping.aclose()
        await super().close()

    def _is_full(self, priority: Priority) -> bool:
        if priority < Priority.LONG or self._usable is None:
            return super()._is_full(priority)
        return self._jobs_there[priority] >= self._max_waiting(priority) + self._threads

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request | Fetch[Request],
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `LocalPool.run`; seconds are those in a worker process of the cluster.

        A job that is cancelled there is not charged: nobody tells how long it ran. Also raises
        `PoolClosed` for a job that runs there while the pool is closed.
        """
        client = self._usable
        if client is not None and priority >= Priority.LONG and not callable(request):
            try:
                with self._admission.admitted(person, priority), self._counted(priority):
                    answer: Answer = await self._run_there(
                        client, job, request, priority, on_worker_released
                    )
                    return answer
            except JobUndoneError as loss:
                if self._closed:
                    raise PoolClosed from loss
                self.metrics.cluster_jobs.labels(priority.name.lower(), "undone").inc()
                log.warning("job runs here", job=job.__name__, reason=str(loss))
        return await super().run(
            job, request, person=person, priority=priority, on_worker_released=on_worker_released
        )

    @property
    def _usable(self) -> Client | None:
        """The client while it has a connection."""
        client = self._client
        return None if client is None or client.status != "running" else client

    @contextlib.contextmanager
    def _counted(self, priority: Priority) -> Iterator[None]:
        self._jobs_there[priority] += 1
        try:
            yield
        finally:
            self._jobs_there[priority] -= 1

    async def _run_there(
        self,
        client: Client,
        job: Callable[[Any], Any],
        request: object,
        priority: Priority,
        on_worker_released: Callable[[float], None] | None,
    ) -> Any:
        """The answer of a job that runs on the cluster; raises its error, or `JobUndoneError`."""
        name, data = self._codec.name_of(job), self._codec.pack(request)
        with observed(self.metrics.jobs, name) as timing:
            reply = await job_reply(client, self._setup, name, data, priority)
            self.metrics.waits.labels(priority.name.lower()).observe(
                max(0.0, timing.seconds - reply.seconds)
            )
            if on_worker_released is not None:
                on_worker_released(reply.seconds)
            answer = self._answer_of(name, reply)
            self.metrics.cluster_jobs.labels(priority.name.lower(), "done").inc()
            if isinstance(answer, Exception):
                raise answer
        return answer

    def _answer_of(self, name: str, reply: ClusterReply) -> Any:
        """The answer in a reply, or the error to raise."""
        if reply.outcome is None:
            raise JobUndoneError(reply.problem)
        if reply.outcome.kind is OutcomeKind.LOST:
            raise JobUndoneError("the worker processes died that had it")
        try:
            return read_outcome(self._codec, name, reply.outcome, self._setup.limits)
        except CodecError as error:
            raise JobUndoneError(f"its answer cannot be read: {error}") from error

    @property
    def keeping(self) -> PeriodicTask:
        """What connects to the cluster, again when it was lost."""
        return PeriodicTask("use the cluster", RETRY_SECONDS, self._connect, limit=None)

    async def _connect(self) -> None:
        """Connect to the cluster, and notice when it is lost."""
        try:
            await self._use(await connect(self._address))
        except Exception as error:  # whatever Dask raises: the next try may succeed
            self._note_problem(str(error) or type(error).__name__)

    async def _use(self, client: Client) -> None:
        """Let jobs run on the cluster until it does not answer in time, or has no worker."""
        try:
            while await self._threads_of(client):
                if self._client is None:
                    self._client, self._problem = client, ""
                    log.info("long jobs run on the cluster", threads=self._threads)
                await asyncio.sleep(WATCH_SECONDS)
            self._note_problem("it has no worker any more")
        finally:
            self._client, self._threads = None, 0
            await leave(client)

    async def _threads_of(self, client: Client) -> int:
        """The number of threads; raises `BatchError` when the scheduler does not tell it."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                self._threads = sum((await client.nthreads()).values())
        except (OSError, *LOST):
            raise BatchError("it does not answer") from None
        return self._threads

    def _note_problem(self, problem: str) -> None:
        """Log why the cluster cannot be used, once until it changes."""
        if problem != self._problem:
            self._problem = problem
            log.warning("long jobs run here, not on the cluster", reason=problem)
