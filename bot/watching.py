"""One command or press, watched: its number in the log, its times in the metrics.

Everything that is logged while it is worked on, also in a worker and about the database, carries
`request`, a short random number. What nobody foresaw is reported under the same number.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
import structlog

from store.database import Database
from store.transaction import Connection
from telemetry.metrics import Metrics, Timing, observed

SLOW_SECONDS = 1.0
"""A transaction that takes longer is in the log."""
COMPLAINT_SECONDS = 10.0
"""So often at most: where one is slow all are, and the log need not tell of each."""

if TYPE_CHECKING:
    from bot.client import OuroClient

log = structlog.stdlib.get_logger(__name__)


class Watch(Timing):
    """A command or press from when it was received, which for a command may be a while ago."""

    def __init__(self, interaction: discord.Interaction[OuroClient]) -> None:
        super().__init__()
        self.start = interaction.extras.get("arrived", self.start)
        self.command = name_of(interaction)
        self._metrics = interaction.client.metrics
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
def watching(interaction: discord.Interaction[OuroClient]) -> Iterator[Watch]:
    """Numbers and times what is done in the block for a command or press."""
    watch = Watch(interaction)
    numbers = {"request": request_number() or secrets.token_hex(4), "command": watch.command}
    with structlog.contextvars.bound_contextvars(**numbers):
        try:
            yield watch
        except BaseException as error:
            watch.failed(error)
            raise
        finally:
            watch.end()


def request_number() -> str | None:
    """The number of what the present task answers, None outside of it."""
    number = structlog.contextvars.get_contextvars().get("request")
    return number if isinstance(number, str) else None


def name_of(interaction: discord.Interaction[OuroClient]) -> str:
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


class Seldom:
    """Says when something may be told of again that happens over and over.

    >>> seldom = Seldom(10.0, clock=iter([100.0, 101.0, 102.0, 110.0]).__next__)
    >>> [seldom.now() for _ in range(4)]
    [0, None, None, 2]
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._next = -math.inf
        self._held = 0

    def now(self) -> int | None:
        """How often it happened since it was told of last; None if it is too early to tell."""
        now = self._clock()
        if now < self._next:
            self._held += 1
            return None
        held, self._held, self._next = self._held, 0, now + self._seconds
        return held


@dataclass(frozen=True, slots=True)
class WatchedDatabase(Database):
    """A database whose transactions are timed."""

    metrics: Metrics
    complaints: Seldom

    @classmethod
    def around(cls, database: Database, metrics: Metrics) -> WatchedDatabase:
        """The same database, watched."""
        return cls(
            database.address, database.reader, database.writer, metrics, Seldom(COMPLAINT_SECONDS)
        )

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """See `Database.reading`."""
        async with self._watched("read", Database.reading(self)) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """See `Database.writing`."""
        async with self._watched("write", Database.writing(self)) as connection:
            yield connection

    @asynccontextmanager
    async def _watched(
        self, kind: str, transaction: AbstractAsyncContextManager[Connection]
    ) -> AsyncIterator[Connection]:
        with observed(self.metrics.transactions, kind) as timing:
            async with transaction as connection:
                yield connection
        if timing.seconds > SLOW_SECONDS and (held := self.complaints.now()) is not None:
            log.warning(
                "slow transaction", kind=kind, seconds=round(timing.seconds, 1), others_before=held
            )
