"""Measures the requests of the HTTP client: their times, and the rate limits that they meet."""

import time
from types import SimpleNamespace

import aiohttp

from telemetry.metrics import Metrics

SCOPES = frozenset({"user", "global", "shared"})
"""The values of Discord's header `X-RateLimit-Scope`.

Source: https://discord.com/developers/docs/topics/rate-limits
"""


def trace_requests(metrics: Metrics) -> aiohttp.TraceConfig:
    """Return a trace configuration that measures the requests of a client session.

    It records method and status only, because URLs contain tokens.
    """

    async def begin(
        _: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams
    ) -> None:
        context.start = time.perf_counter()

    async def end(
        _: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        status = end.response.status
        seconds = time.perf_counter() - context.start
        metrics.requests.labels(end.method, str(status)).observe(seconds)
        if status == 429:
            scope = end.response.headers.get("X-RateLimit-Scope", "")
            metrics.rate_limits.labels(scope if scope in SCOPES else "unknown").inc()

    async def fail(
        _: aiohttp.ClientSession,
        context: SimpleNamespace,
        failed: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        seconds = time.perf_counter() - context.start
        metrics.requests.labels(failed.method, "none").observe(seconds)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace
