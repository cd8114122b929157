"""The HTTP endpoints for liveness, readiness and metrics, and the checks of readiness.

- `/healthz`: 200 while the event loop runs; for a supervisor that restarts the service.
- `/readyz`: 200 when Discord, the database and the workers are available, else 503; the text has a
  line for each, with the reason for what is not.
- `/metrics`: the metrics for Prometheus.

By default the server listens on the loopback interface only: the answers contain no secrets, but
are not meant for the public.
"""

import asyncio
import math
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from types import MappingProxyType

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from app.listening import listening
from app.settings import Settings
from bot.connection.client import OuroClient
from service.running.processes import Processes
from service.running.session_starts import SessionStarts
from store import meta
from store.database import Database
from store.errors import FullError, StoreError
from telemetry.metrics import Metrics
from texts import operator
from web.connections import Connections
from workers.code import code_changed
from workers.pool import LocalPool
from workers.probe import PROBE_SECONDS, WorkerProbe

Check = Callable[[], Awaitable[str | None]]
"""An asynchronous function that returns why a dependency is not available; None when it is."""

Note = Callable[[], str | None]
"""A function that returns a line about what does not decide on readiness; None for no line."""
NO_NOTES: Mapping[str, Note] = MappingProxyType({})

CHECK_SECONDS = 4.0
"""Maximum seconds of a check, more than `workers.probe.PROBE_SECONDS`; a longer one has failed."""
MIN_ROOM = 1 << 20
"""Bytes on the disk of an SQLite database without which transactions fail."""
MOST_CONNECTIONS = 64
"""Maximum number of connections."""
LOOP_SLEEP_SECONDS = 0.01
"""Seconds of the sleep whose delay measures the lag of the event loop."""


def health_app(
    metrics: Metrics, checks: Mapping[str, Check], notes: Mapping[str, Note] = NO_NOTES
) -> web.Application:
    """An aiohttp application with the three endpoints; `/readyz` runs all `checks`.

    Its answer ends with the `notes`.
    """

    async def live(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def ready(_: web.Request) -> web.Response:
        reasons = await asyncio.gather(*(_reason_of(check) for check in checks.values()))
        lines = [
            f"{name}: {'ok' if reason is None else f'not ready ({reason})'}"
            for name, reason in zip(checks, reasons, strict=True)
        ]
        lines += [f"{name}: {line}" for name, note in notes.items() if (line := note())]
        status = 503 if any(reasons) else 200
        return web.Response(text="\n".join([*lines, ""]), status=status)

    async def metrics_text(_: web.Request) -> web.Response:
        start = time.perf_counter()
        await asyncio.sleep(LOOP_SLEEP_SECONDS)
        metrics.loop_lag.set(max(0.0, time.perf_counter() - start - LOOP_SLEEP_SECONDS))
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", live)
    app.router.add_get("/readyz", ready)
    app.router.add_get("/metrics", metrics_text)
    return app


async def _reason_of(check: Check) -> str | None:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check()
    except TimeoutError:
        return operator.NO_ANSWER
    except StoreError as error:
        return str(error)
    except Exception:
        return operator.CHECK_FAILED


@asynccontextmanager
async def serving_health(
    settings: Settings,
    metrics: Metrics,
    checks: Mapping[str, Check],
    notes: Mapping[str, Note] = NO_NOTES,
) -> AsyncIterator[None]:
    """Serve the health endpoints while the block runs, unless the setting `http_port` is 0.

    Raises `StartError` when the port is taken.
    """
    if not settings.http_port:
        yield
        return
    app = health_app(metrics, checks, notes)
    host, port, connections = settings.http_host, settings.http_port, Connections(MOST_CONNECTIONS)
    async with listening(app, host, port, "OURO_HTTP", connections):
        yield


def readiness(
    client: OuroClient, database: Database, pool: LocalPool, metrics: Metrics
) -> Mapping[str, Check]:
    """Checks of Discord, the database and the workers, by name, for `app.health`.

    Also connects the metrics `shards` and `servers` to the client.
    """

    probe = WorkerProbe(pool)

    async def discord() -> str | None:
        if (seconds := client.starts.wait_seconds) > 0:
            return operator.few_session_starts(client.starts.remaining or 0, seconds)
        if missing := client.serving.missing(client.shards):
            return operator.not_serving(missing)
        return None if client.connected.is_set() else operator.NOT_CONNECTED

    async def workers() -> str | None:
        if pool.closing:
            return operator.STOPPING
        if await code_changed():
            return operator.CODE_CHANGED
        if pool.is_full:
            return operator.QUEUE_FULL
        return None if await probe.passes() else operator.no_worker_answered(PROBE_SECONDS)

    metrics.shards.set_function(lambda: len(client.serving.numbers))
    metrics.servers.set_function(lambda: len(client.guilds))
    return MappingProxyType(
        {"discord": discord, "database": partial(_store, database), "workers": workers}
    )


async def _store(database: Database) -> str | None:
    """Why nothing can be stored; None if it can.

    On a full disk, SQLite still writes a row again in the room that it has.
    """
    path = database.address.path
    if path is not None:
        usage = await asyncio.to_thread(shutil.disk_usage, path.absolute().parent)
        if usage.free < MIN_ROOM:
            return str(FullError(str(path)))
    async with database.writing() as connection:
        await meta.write(connection, "ready", "")
    return None


def process_note(processes: Processes) -> str | None:
    """The bot processes and the shards without one, for `/readyz`; None where one is alone.

    Another process that is missing does not make this one unready.
    """
    if not processes.shared:
        return None
    return operator.processes_alive(len(processes.alive), processes.unserved)


def watch_processes(processes: Processes, starts: SessionStarts, metrics: Metrics) -> None:
    """Connect the metrics of bot processes and of session starts."""
    metrics.process.labels(
        process=processes.id, shards=str(processes.shards), version=processes.version
    ).set(1)
    metrics.processes.set_function(lambda: len(processes.alive))
    metrics.shards_unserved.set_function(lambda: len(processes.unserved))
    metrics.session_starts.set_function(
        lambda: math.nan if starts.remaining is None else starts.remaining
    )
    metrics.session_start_wait.set_function(lambda: starts.wait_seconds)
