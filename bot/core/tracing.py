"""Traces interactions, and measures the requests of the HTTP client.

All log entries of an interaction, also those of workers and of the database, carry `request`, a
short random ID. The message about an unexpected error shows the same ID. Its durations are in the
metrics, as are the times of requests and the rate limits that they meet.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import structlog

from bot.core.interaction_state import Interaction, state_of
from telemetry.logs import request_id
from telemetry.metrics import Metrics, ObservedTiming

log = structlog.stdlib.get_logger(__name__)

SCOPES = frozenset({"user", "global", "shared"})
"""The values of Discord's header `X-RateLimit-Scope`.

Source: https://discord.com/developers/docs/topics/rate-limits
"""


class Trace(ObservedTiming):
    """Measures an interaction from when it was received, which may be before this is created."""

    def __init__(self, interaction: Interaction, metrics: Metrics) -> None:
        super().__init__()
        self.start = state_of(interaction).received_at
        self.command = command_label(interaction)
        self._metrics = metrics
        self._acknowledged: float | None = None

    def acknowledged(self) -> None:
        """Record the time until the interaction was acknowledged."""
        self._acknowledged = self.seconds
        self._metrics.acks.labels(self.command).observe(self._acknowledged)

    def end(self) -> None:
        """Record the time until the interaction was answered or failed, and log it."""
        self._metrics.answers.labels(self.command, self.outcome).observe(self.seconds)
        pressed = self.command.startswith("press")
        ack = None if self._acknowledged is None else round(self._acknowledged * 1000)
        (log.debug if pressed else log.info)(
            "handled", outcome=self.outcome, ack_ms=ack, total_ms=round(self.seconds * 1000)
        )


@contextmanager
def tracing(interaction: Interaction, metrics: Metrics) -> Iterator[Trace]:
    """Trace the work of the block for an interaction."""
    trace = Trace(interaction, metrics)
    context = {"request": request_id(), "command": trace.command}
    with structlog.contextvars.bound_contextvars(**context):
        try:
            yield trace
        except BaseException as error:
            trace.record_failure(error)
            raise
        finally:
            trace.end()


def command_label(interaction: Interaction) -> str:
    """A metric label for an interaction: `/solve`, `Solve this Slitherlink`, `press pad`, `form`.

    For components it is taken from the second part of their `custom_id`.
    """
    if isinstance(interaction.command, discord.app_commands.Command):
        return f"/{interaction.command.qualified_name}"
    if interaction.command is not None:
        return interaction.command.name
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    kind = "press" if interaction.type is discord.InteractionType.component else "form"
    topic = custom_id.removeprefix("ouro:").partition(":")[0]
    known = custom_id.startswith("ouro:") and topic.isascii() and topic.isalpha()
    return f"{kind} {topic}" if known and len(topic) <= 20 else kind


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
