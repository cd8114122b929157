"""One command or press: its number in the log, its times in the metrics.

Everything that is logged while it is worked on, also in a worker and about the database, carries
`request`, a short random number. What nobody foresaw is reported under the same number.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import discord
import structlog

from bot.interaction_state import Interaction, state_of
from telemetry.metrics import Metrics, ObservedTiming
from telemetry.request_id import request_number

log = structlog.stdlib.get_logger(__name__)


class Trace(ObservedTiming):
    """A command or press from when it was received, which for a command may be a while ago."""

    def __init__(self, interaction: Interaction, metrics: Metrics) -> None:
        super().__init__()
        self.start = state_of(interaction).arrived
        self.command = name_of(interaction)
        self._metrics = metrics
        self._acknowledged: float | None = None

    def acknowledged(self) -> None:
        """Discord has been told that an answer will come."""
        self._acknowledged = self.seconds
        self._metrics.acks.labels(self.command).observe(self._acknowledged)

    def end(self) -> None:
        """It is answered, or never will be."""
        self._metrics.answers.labels(self.command, self.outcome).observe(self.seconds)
        pressed = self.command.startswith("press")
        ack = None if self._acknowledged is None else round(self._acknowledged * 1000)
        (log.debug if pressed else log.info)(
            "handled", outcome=self.outcome, ack_ms=ack, total_ms=round(self.seconds * 1000)
        )


@contextmanager
def tracing(interaction: Interaction, metrics: Metrics) -> Iterator[Trace]:
    """Numbers and times what is done in the block for a command or press."""
    trace = Trace(interaction, metrics)
    numbers = {"request": request_number() or secrets.token_hex(4), "command": trace.command}
    with structlog.contextvars.bound_contextvars(**numbers):
        try:
            yield trace
        except BaseException as error:
            trace.failed(error)
            raise
        finally:
            trace.end()


def name_of(interaction: Interaction) -> str:
    """What was used, as a label: `/solve`, `Solve this Slitherlink`, `press pad`, `form`.

    The IDs of buttons are ours; their second part says which button it is.
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
