"""A worker host: a local pool behind HTTP, for bots on other machines.

- `POST /jobs`: runs a job; see `workers.host_protocol`. Only the confined worker unpacks the values
  of the job.
- `/healthz`: 200 while the event loop runs.
- `/readyz`: 200 while workers run jobs; 503 before, and when they do not; 404 while the host
  drains: HAProxy then sends no new jobs and lets running ones end.
- `/metrics`: the metrics for Prometheus.
"""

import asyncio
import contextlib
import functools
import itertools
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from telemetry.metrics import Metrics
from workers import host_protocol
from workers.codec import CodecError
from workers.errors import Busy, OutOfMemory, TimedOut, WorkerLost
from workers.host_protocol import HostReply, JobHeartbeat, PackedCall, ReplyKind
from workers.job_queue import Priority
from workers.messages import Request as PackedRequest
from workers.pool import LocalPool
from workers.probe import CACHE_SECONDS, WorkerProbe
from workers.setup import WorkerLimits

BODY_SECONDS = 10.0
"""Maximum seconds in which the body of a request must arrive."""
DRAIN_SECONDS = 60.0
"""Maximum seconds that a stopping host works on the jobs it has."""
NOTICE_SECONDS = 3.0
"""Seconds that a stopping host still takes jobs, until balancers have noticed."""
SHUTDOWN_SECONDS = 5.0
"""Maximum seconds that answers may take to be sent when a host ends."""
GOLDEN_RATIO = 0.618
"""Multiples of it are evenly spread: jobs that begin together give heartbeats one by one."""
KEEP_ALIVE_SECONDS = 75.0
"""Seconds that an idle connection stays open: longer than clients and balancers keep theirs."""

log = structlog.stdlib.get_logger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WorkerHost:
    """Runs the jobs of bots of the same `version` in a local pool with these limits."""

    def __init__(self, pool: LocalPool, limits: WorkerLimits, version: str) -> None:
        self._pool = pool
        self._limits = limits
        self._version = version
        self._probe = WorkerProbe(pool)
        self._warm = False
        self._working = False
        self._draining = False
        self._tasks: set[asyncio.Task[HostReply]] = set()
        self._numbers = itertools.count()

    @property
    def metrics(self) -> Metrics:
        """The metrics of the pool."""
        return self._pool.metrics

    async def watch_workers(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Start the workers, call `on_ready`, then test them from time to time, until cancelled.

        Raises `WorkerLost` when they cannot start.
        """
        await self._pool.warm_up()
        self._warm = self._working = True
        log.info("workers ready", workers=self._pool.load.workers)
        on_ready()
        while True:
            self._working = await self._probe.passes()
            await asyncio.sleep(CACHE_SECONDS)

    async def drain(self, notice: float = NOTICE_SECONDS, seconds: float = DRAIN_SECONDS) -> None:
        """Take jobs for `notice` more seconds while not being ready, then finish those there are.

        Returns when no job is left, or after `seconds` more.
        """
        self._draining = True
        log.info("draining", jobs=self._pool.jobs)
        await asyncio.sleep(notice)
        self._pool.stop_admitting()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        log.info("drained", jobs_given_up=self._pool.jobs)

    def application(self) -> web.Application:
        """An application with all endpoints."""
        app = self.health_application()
        app.router.add_post(host_protocol.JOBS_PATH, self._run)
        return app

    def health_application(self) -> web.Application:
        """An application without `/jobs`, for supervisors that have no certificate."""
        app = web.Application(client_max_size=host_protocol.REQUEST_BYTES)
        app.router.add_get("/healthz", self._live)
        app.router.add_get(host_protocol.READY_PATH, self._ready)
        app.router.add_get("/metrics", self._metrics)
        return app

    async def _live(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _ready(self, _: web.Request) -> web.Response:
        headers = {
            host_protocol.VERSION_HEADER: self._version,
            host_protocol.WORKERS_HEADER: str(self._pool.load.workers),
        }
        if self._draining:
            return web.Response(status=404, text="draining\n", headers=headers)
        if not self._warm or not self._working:
            text = "the workers run no jobs\n" if self._warm else "the workers are starting\n"
            return web.Response(status=503, text=text, headers=headers)
        return web.Response(text="ok\n", headers=headers)

    async def _metrics(self, _: web.Request) -> web.Response:
        text = self._pool.metrics.text()
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _run(self, request: web.Request) -> web.StreamResponse:
        theirs = request.headers.get(host_protocol.VERSION_HEADER, "")
        if theirs != self._version:
            return _refusal(
                host_protocol.REFUSED_STATUS,
                f"This worker host runs Ouro {self._version}, and the bot runs Ouro "
                f"{theirs[:40] or 'of no version'}. Run the same version on both.",
            )
        length = request.content_length
        if length is None or length > host_protocol.REQUEST_BYTES:
            limit = host_protocol.REQUEST_BYTES
            return _refusal(413, f"A request must say its length, of at most {limit} bytes.")
        try:
            priority = host_protocol.read_priority(
                request.headers.get(host_protocol.PRIORITY_HEADER, "")
            )
            person = host_protocol.read_person(request.headers.get(host_protocol.PERSON_HEADER, ""))
            async with asyncio.timeout(BODY_SECONDS):
                call = host_protocol.read_call(await request.read())
        except CodecError as error:
            return _refusal(400, f"The request cannot be read: {error}.")
        except TimeoutError:
            return _refusal(408, "The request did not arrive in time.")
        job = _HostedJob(self._pool, self._limits, call, person, priority)
        async with self._running(job) as task:
            try:
                return await self._answer(request, job, task)
            except ConnectionResetError:  # nobody reads the answer any more
                return _refusal(408, "The connection was closed.")

    @contextlib.asynccontextmanager
    async def _running(self, job: "_HostedJob") -> AsyncIterator[asyncio.Task[HostReply]]:
        """A block in which a job runs; its task is cancelled at the end of the block.

        The block also ends when the client closes the connection, which kills the job.
        """
        task = asyncio.create_task(job.reply())
        self._tasks.add(task)
        try:
            yield task
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))
            self._tasks.discard(task)

    async def _answer(
        self, request: web.Request, job: "_HostedJob", task: asyncio.Task[HostReply]
    ) -> web.StreamResponse:
        """Answer at once when the job ends soon, otherwise with heartbeats before the reply."""
        share = 0.5 + next(self._numbers) * GOLDEN_RATIO % 0.5
        wait = functools.partial(
            asyncio.wait, (task,), timeout=share * host_protocol.HEARTBEAT_SECONDS
        )
        await wait()
        if task.done():
            try:
                return web.Response(body=host_protocol.pack_message(task.result()))
            except Busy as busy:
                return _refusal(503, "busy", {host_protocol.BUSY_HEADER: busy.reason.value})
            except CodecError as error:
                return _refusal(400, f"The request cannot be read: {error}.")
        response = web.StreamResponse()
        await response.prepare(request)
        while not task.done():
            await response.write(host_protocol.pack_message(JobHeartbeat(job.started)))
            await wait()
        await response.write(host_protocol.pack_message(task.result()))
        await response.write_eof()
        return response


class _HostedJob:
    """A job that a host runs."""

    def __init__(
        self,
        pool: LocalPool,
        limits: WorkerLimits,
        call: PackedCall,
        person: int,
        priority: Priority,
    ) -> None:
        self._pool = pool
        self._limits = limits
        self._call = call
        self._person = person
        self._priority = priority
        self._seconds = 0.0
        self.started = False
        """Whether the job has a worker."""

    async def reply(self) -> HostReply:
        """Run the job; raises `Busy`, or `CodecError` for an unknown job."""
        call = self._call
        low_priority = self._priority is not Priority.QUICK
        request = PackedRequest(call.job, call.data, low_priority)
        try:
            outcome = await self._pool.run_packed(
                request,
                person=self._person,
                priority=self._priority,
                on_worker_released=self._note_seconds,
                on_start=self._note_start,
            )
        except TimedOut as error:
            return HostReply(ReplyKind.TIMED_OUT, self._seconds, limit=error.seconds)
        except OutOfMemory as error:
            return HostReply(ReplyKind.OUT_OF_MEMORY, self._seconds, limit=error.mebibytes)
        except WorkerLost:
            return HostReply(ReplyKind.LOST, self._seconds)
        limits = self._limits
        return host_protocol.reply_of(outcome, self._seconds, limits.answer, limits.memory)

    def _note_seconds(self, seconds: float) -> None:
        self._seconds = seconds

    def _note_start(self) -> None:
        self.started = True


def _refusal(status: int, text: str, headers: dict[str, str] | None = None) -> web.Response:
    if status != 503:
        log.warning("refused a request", status=status, reason=text)
    return web.Response(status=status, text=f"{text}\n", headers=headers)


@contextlib.asynccontextmanager
async def serving(
    app: web.Application, host: str, port: int, context: ssl.SSLContext | None
) -> AsyncIterator[int]:
    """Serve an application while the block runs, and yield the port; raises `OSError`.

    Handlers are cancelled when their client closes the connection.
    """
    runner = web.AppRunner(
        app,
        access_log=None,
        handler_cancellation=True,
        keepalive_timeout=KEEP_ALIVE_SECONDS,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port, ssl_context=context, backlog=1024)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
