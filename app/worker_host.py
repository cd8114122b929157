"""Runs a worker host until it is stopped: `ouro worker`."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import structlog

from app.errors import StartError
from app.event_loop import run
from app.pools import worker_setup
from app.worker_settings import WorkerSettings, is_loopback
from service.version import VERSION
from workers.errors import WorkerLost
from workers.host import WorkerHost, serving
from workers.pool import LocalPool
from workers.setup import WorkerSetup
from workers.tls import TlsError

UNLIMITED = 1_000_000
"""Maximum jobs of one user at once on a host, never met: bots and the balancer have lower ones."""

log = structlog.stdlib.get_logger(__name__)


async def serve_jobs(
    settings: WorkerSettings,
    *,
    setup: WorkerSetup | None = None,
    version: str = VERSION,
    on_ready: Callable[[int], None] = lambda _: None,
) -> None:
    """Run jobs of bots until SIGINT or SIGTERM, then finish those that run.

    A second signal ends them. `setup` replaces the setup of the bot's workers, and `on_ready`
    is called with the port when the workers are ready. Raises `StartError` when the host may not or
    cannot listen where the settings say, when its certificate cannot be used, and when its workers
    cannot start.
    """
    stop = asyncio.Queue[None]()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.put_nowait, None)
    async with contextlib.AsyncExitStack() as stack:
        pool = await stack.enter_async_context(_open_pool(settings, setup))
        host = WorkerHost(pool, settings.worker_limits, version)
        port = await stack.enter_async_context(_listening(settings, host))
        workers = asyncio.create_task(host.watch_workers(partial(on_ready, port)))
        log.info("listening", host=settings.worker_host, port=port, version=version)
        stopping = asyncio.create_task(stop.get())
        await asyncio.wait((stopping, workers), return_when=asyncio.FIRST_COMPLETED)
        if not workers.done():
            draining = asyncio.create_task(host.drain())
            again = asyncio.create_task(stop.get())
            await asyncio.wait((draining, again), return_when=asyncio.FIRST_COMPLETED)
            for task in (draining, again, workers):
                task.cancel()
        stopping.cancel()
        try:
            await workers
        except WorkerLost as error:
            raise StartError(("The worker processes cannot start; the log says why.",)) from error
        except asyncio.CancelledError:
            log.info("stopped")


def _open_pool(settings: WorkerSettings, setup: WorkerSetup | None) -> LocalPool:
    """The pool of a host: only its queue is bounded, as all users of all bots share it."""
    return LocalPool(
        workers=settings.workers,
        queue=settings.queue,
        long_queue=settings.long_queue,
        per_person=UNLIMITED,
        limits=settings.worker_limits,
        worker_setup=worker_setup(settings) if setup is None else setup,
    )


@asynccontextmanager
async def _listening(settings: WorkerSettings, host: WorkerHost) -> AsyncIterator[int]:
    """Listen for bots with mutual TLS, and for supervisors if the settings have a port for them.

    Yields the port for bots; raises `StartError`.
    """
    tls = settings.tls_files
    if tls is None and not is_loopback(settings.worker_host):
        raise StartError(
            (
                f"A worker host without mutual TLS listens on the loopback interface only, not at "
                f"{settings.worker_host}: set OURO_WORKERS_CA, OURO_WORKERS_CERTIFICATE and "
                "OURO_WORKERS_KEY; script/certificates makes the files.",
            )
        )
    try:
        context = None if tls is None else tls.server_context()
    except TlsError as error:
        raise StartError((str(error),)) from error
    async with contextlib.AsyncExitStack() as stack:
        try:
            at = settings.worker_host, settings.worker_port
            app = host.application()
            port = await stack.enter_async_context(serving(app, *at, context))
            if settings.http_port:
                at = settings.http_host, settings.http_port
                await stack.enter_async_context(serving(host.health_application(), *at, None))
        except OSError as error:
            names = ("OURO_WORKER_HOST and OURO_WORKER_PORT", "OURO_HTTP_HOST and OURO_HTTP_PORT")
            name = names[at != (settings.worker_host, settings.worker_port)]
            place = f"{at[0]}:{at[1]}"
            raise StartError(
                (f"Nothing can listen at {place}. Choose another place with {name}.",)
            ) from error
        yield port


def run_host(
    settings: WorkerSettings,
    *,
    setup: WorkerSetup | None = None,
    version: str = VERSION,
    on_ready: Callable[[int], None] = lambda _: None,
) -> None:
    """Run a worker host in a new event loop; see `serve_jobs`."""
    gc.collect()
    gc.freeze()  # imported objects stay: collections that scan them delay all jobs
    run(serve_jobs(settings, setup=setup, version=version, on_ready=on_ready))
