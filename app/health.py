"""What the service says of itself over HTTP: that it lives, that it can serve, its metrics.

- `/healthz`: 200 as long as the program comes to answer; whoever starts it anew looks there.
- `/readyz`: 200 when Discord, the database and the workers are there, else 503; what is amiss is
  in the text.
- `/metrics`: counts and times for Prometheus.

It listens on the loopback interface unless told otherwise: nothing there is secret, and nothing
is for strangers.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from app.errors import StartError
from app.settings import Settings
from telemetry.metrics import Metrics
from texts import operator

Check = Callable[[], Awaitable[bool]]
"""Whether something is as it should be."""

CHECK_SECONDS = 2.0
"""A check that takes longer has failed."""
LOOP_SLEEP_SECONDS = 0.01
"""How long the event loop is left alone to see how late it comes back."""


def health_app(metrics: Metrics, checks: Mapping[str, Check]) -> web.Application:
    """The three addresses, as an application of aiohttp."""

    async def live(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def ready(_: web.Request) -> web.Response:
        passed = await asyncio.gather(*(_passes(check) for check in checks.values()))
        lines = [
            f"{name}: {'ok' if fine else 'not ready'}"
            for name, fine in zip(checks, passed, strict=True)
        ]
        return web.Response(text="\n".join([*lines, ""]), status=200 if all(passed) else 503)

    async def numbers(_: web.Request) -> web.Response:
        start = time.perf_counter()
        await asyncio.sleep(LOOP_SLEEP_SECONDS)
        metrics.loop_lag.set(max(0.0, time.perf_counter() - start - LOOP_SLEEP_SECONDS))
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", live)
    app.router.add_get("/readyz", ready)
    app.router.add_get("/metrics", numbers)
    return app


async def _passes(check: Check) -> bool:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check()
    except Exception:
        return False


@asynccontextmanager
async def serving_health(
    settings: Settings, metrics: Metrics, checks: Mapping[str, Check]
) -> AsyncIterator[None]:
    """Answers while the block runs; at port 0 not at all. `StartError` when the port is taken."""
    if not settings.http_port:
        yield
        return
    runner = web.AppRunner(health_app(metrics, checks), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, settings.http_host, settings.http_port)
        try:
            await site.start()
        except OSError as error:
            problem = operator.http_port_taken(settings.http_host, settings.http_port)
            raise StartError((problem,)) from error
        yield
    finally:
        await runner.cleanup()
