"""How the bot answers: acknowledge first, work, and say what went wrong if something did.

Every command and press does its work in one of these blocks:

- `answering`: "thinking…" is shown, and a message comes in its place;
- `pressing`: the message whose button was pressed stays, and is changed or not;
- `changing`: the same for a press that changes what is stored, which is done first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

import discord
import structlog
from discord import ui

from bot.drain import TaskDrain
from bot.error_handler import answer_failure
from bot.errors import NotStarted
from bot.interaction_state import Interaction, state_of
from bot.presenters.layouts import OutgoingMessage
from bot.request_weights import weight_of
from bot.tracing import Trace, tracing
from bot.viewers import Viewer, Viewers, likely_localizer, message_is_private
from i18n.localizer import Localizer
from service.clock import Clock
from service.pending_replies import PendingReplies
from service.quotas import Quotas
from store.errors import StoreError
from store.records import PendingReply
from telemetry.metrics import Metrics
from workers.errors import Busy

TOKEN_MINUTES = 15
"""How long Discord takes an answer to an interaction."""
PENDING_REPLY_SECONDS = 0.7
"""How long the acknowledgement waits until the pending reply is stored."""

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""
STORED_SECONDS = 0.4
"""How long the acknowledgement of a press waits until what it changes is stored."""

Result = TypeVar("Result")

log = structlog.stdlib.get_logger(__name__)


class Interactions:
    """Acknowledges commands and presses, within everybody's rate, and answers their failures."""

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        viewers: Viewers,
        quotas: Quotas,
        pending: PendingReplies,
        drain: TaskDrain,
        metrics: Metrics,
        now: Clock,
    ) -> None:
        self.viewers = viewers
        self._quotas = quotas
        self._pending = pending
        self._drain = drain
        self._metrics = metrics
        self._now = now

    @asynccontextmanager
    async def answering(
        self, interaction: Interaction, *, private: bool = False
    ) -> AsyncIterator[Viewer]:
        """Show "thinking…"; the block puts its answer there with `reply`.

        What the block raises becomes the answer. A reply that is still pending when the service
        dies is sent by the next start. Raises `NotStarted` instead of entering the block when
        Discord takes no answer, or the service is stopping; people are told then what can be told.
        """
        state = state_of(interaction)
        with tracing(interaction, self._metrics) as trace:
            state.localizer = likely_localizer(interaction, private=private)
            try:
                async with self._beginning(interaction, trace):
                    self._drain.promise()
                    state.thinking = True
                    await self._store_pending(interaction, state.localizer)
                    await _defer(interaction, ephemeral=private, thinking=True)
            except NotStarted as end:
                await self._settle(interaction, isinstance(end.__cause__, Busy | discord.NotFound))
                raise
            try:
                viewer = await self.viewers.find(interaction, private=private)
                state.localizer = viewer.localizer
                yield viewer
            except Exception as error:
                trace.failed(error)
                answered = await answer_failure(interaction, error)
            else:
                answered = True
            await self._settle(interaction, answered)

    @asynccontextmanager
    async def pressing(
        self, interaction: Interaction, first: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncIterator[Viewer]:
        """Acknowledge a press, after `first`; the block may change its message with `reply`.

        What the block raises is told to the one who pressed, and the message stays as it is.
        Raises `NotStarted` as `answering` does.
        """
        private = message_is_private(interaction)
        with tracing(interaction, self._metrics) as trace:
            async with self._beginning(interaction, trace):
                self._drain.promise()
                if first is not None:
                    await first()
                await _defer(interaction)
            try:
                yield await self.viewers.find(interaction, private=private)
            except Exception as error:
                trace.failed(error)
                await answer_failure(interaction, error)

    @asynccontextmanager
    async def changing(
        self, interaction: Interaction, change: Callable[[], Coroutine[Any, Any, Result]]
    ) -> AsyncIterator[tuple[Viewer, asyncio.Task[Result]]]:
        """As `pressing`, with the task of a change that is stored before it is acknowledged.

        So a press that gets lost when the service dies is one that Discord says has failed.
        Changes begin in the order of the presses. A database that is slow does not hold up the
        acknowledgement, nor does a change that fails: the block meets that when it awaits the task.
        """
        begun: list[asyncio.Task[Result]] = []

        async def begin() -> None:
            begun.append(asyncio.create_task(change()))
            await asyncio.wait(begun, timeout=STORED_SECONDS)

        try:
            async with self.pressing(interaction, begin) as viewer:
                yield viewer, begun[0]
        finally:
            await asyncio.gather(*begun, return_exceptions=True)

    def admit(self, interaction: Interaction) -> None:
        """Count a command or press against the rate of who sent it; raises `Busy` beyond it."""
        weight = weight_of(interaction)
        self._quotas.admit(interaction.user.id, interaction.guild_id, weight)

    async def remember(self, interaction: Interaction, payload: Mapping[str, Any]) -> None:
        """Store what a pending reply is about, so that it can be worked out after a restart.

        Nothing for an answer that nobody waits for with "thinking…".
        """
        promised = state_of(interaction).promised
        if promised is not None:
            await self._store(replace(promised, payload=payload))

    @asynccontextmanager
    async def _beginning(self, interaction: Interaction, trace: Trace) -> AsyncIterator[None]:
        """The block acknowledges the interaction; `NotStarted` when it cannot."""
        try:
            self.admit(interaction)
            yield
        except Exception as error:
            trace.failed(error)
            await answer_failure(interaction, error)
            raise NotStarted from error
        trace.acknowledged()

    async def _store_pending(self, interaction: Interaction, localizer: Localizer) -> None:
        now = self._now()
        promised = PendingReply(
            interaction_id=interaction.id,
            application_id=interaction.application_id,
            token=interaction.token,
            until=now + timedelta(minutes=TOKEN_MINUTES),
            kind=interaction.command.name if interaction.command else "button",
            language=localizer.language,
            created_at=now,
        )
        state_of(interaction).promised = promised
        await self._store(promised)

    async def _store(self, answer: PendingReply) -> None:
        try:
            async with asyncio.timeout(PENDING_REPLY_SECONDS):
                await self._pending.add(answer)
        except (StoreError, TimeoutError) as error:  # an answer that may be lost beats none
            log.warning("pending reply not stored", reason=type(error).__name__)

    async def _settle(self, interaction: Interaction, answered: bool) -> None:
        """Remove the pending reply that was sent; any other is left to the task that sends them."""
        if not answered:
            self._pending.leave(interaction.id)
            return
        try:
            await self._pending.settle(interaction.id)
        except StoreError as error:  # at worst it is answered twice, in the same place
            log.warning("settled reply not stored", reason=type(error).__name__)


async def show_form(interaction: Interaction, form: ui.Modal) -> None:
    """Open a form, which acknowledges a press."""
    with _maybe_done_before(interaction):
        await interaction.response.send_modal(form)


async def reply(interaction: Interaction, post: OutgoingMessage) -> None:
    """Put a message where the interaction was acknowledged: in place of "thinking…" or of the
    message whose button was pressed."""
    await interaction.edit_original_response(view=post.view, attachments=list(post.files))


async def reply_privately(interaction: Interaction, post: OutgoingMessage) -> None:
    """Send one more message, which only the one who asked sees."""
    await interaction.followup.send(view=post.view, files=list(post.files), ephemeral=True)


async def _defer(interaction: Interaction, **options: bool) -> None:
    """Acknowledge."""
    with _maybe_done_before(interaction):
        await interaction.response.defer(**options)


@contextmanager
def _maybe_done_before(interaction: Interaction) -> Iterator[None]:
    """The first answer to an interaction; well done also where Discord took it before, its own
    answer got lost, and the library tried again."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        state_of(interaction).acknowledged = True
