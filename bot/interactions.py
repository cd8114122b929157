"""Answers interactions: acknowledges them first, then runs their work and reports its errors.

Every command and press does its work in one of these blocks:

- `answering`: shows "thinking…", which a message then replaces;
- `pressing`: keeps the message whose button was pressed; the block may edit it;
- `changing`: like `pressing`, for a press that changes stored data, before the acknowledgement.
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
"""Minutes for which the token of an interaction is valid."""
PENDING_REPLY_SECONDS = 0.7
"""Maximum seconds that an acknowledgement waits for its pending reply to be stored."""

ALREADY_ACKNOWLEDGED = 40060
"""Discord's error code for an interaction that was acknowledged before."""
CHANGE_SECONDS = 0.4
"""Maximum seconds that the acknowledgement of a press waits for its change to be stored."""

Result = TypeVar("Result")

log = structlog.stdlib.get_logger(__name__)


class Interactions:
    """Acknowledges commands and presses within the rate limits, and answers their errors."""

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
        """Show "thinking…", which the block replaces with its answer by `reply`.

        An error that the block raises becomes the answer. The next start of the service sends a
        reply that is still pending when this one dies. Raises `NotStarted` instead of entering
        the block when Discord takes no acknowledgement, the user exceeds a rate limit, or the
        service is stopping; the user is told why if possible.
        """
        state = state_of(interaction)
        with tracing(interaction, self._metrics) as trace:
            state.localizer = likely_localizer(interaction, private=private)
            try:
                async with self._acknowledging(interaction, trace):
                    self._drain.track_reply()
                    state.thinking = True
                    await self._store_pending(interaction, state.localizer)
                    await _defer(interaction, ephemeral=private, thinking=True)
            except NotStarted as error:
                answered = isinstance(error.__cause__, Busy | discord.NotFound)
                await self._settle(interaction, answered)
                raise
            try:
                viewer = await self.viewers.find(interaction, private=private)
                state.localizer = viewer.localizer
                yield viewer
            except Exception as error:
                trace.record_failure(error)
                answered = await answer_failure(interaction, error)
            else:
                answered = True
            await self._settle(interaction, answered)

    @asynccontextmanager
    async def pressing(
        self, interaction: Interaction, before_ack: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncIterator[Viewer]:
        """Acknowledge a press, after `before_ack`; the block may edit its message by `reply`.

        An error that the block raises is reported to the user who pressed, and the message stays
        unchanged. Raises `NotStarted` as `answering` does.
        """
        private = message_is_private(interaction)
        with tracing(interaction, self._metrics) as trace:
            async with self._acknowledging(interaction, trace):
                self._drain.track_reply()
                if before_ack is not None:
                    await before_ack()
                await _defer(interaction)
            try:
                yield await self.viewers.find(interaction, private=private)
            except Exception as error:
                trace.record_failure(error)
                await answer_failure(interaction, error)

    @asynccontextmanager
    async def changing(
        self, interaction: Interaction, change: Callable[[], Coroutine[Any, Any, Result]]
    ) -> AsyncIterator[tuple[Viewer, asyncio.Task[Result]]]:
        """Like `pressing`, with the task of a change that is stored before the acknowledgement.

        If the service dies before the change is stored, Discord therefore shows the press as
        failed. Changes start in the order of the presses. The acknowledgement does not wait for a
        slow database beyond `CHANGE_SECONDS`, and an error of the change is raised where the block
        awaits the task.
        """
        changes: list[asyncio.Task[Result]] = []

        async def start_change() -> None:
            changes.append(asyncio.create_task(change()))
            await asyncio.wait(changes, timeout=CHANGE_SECONDS)

        try:
            async with self.pressing(interaction, start_change) as viewer:
                yield viewer, changes[0]
        finally:
            await asyncio.gather(*changes, return_exceptions=True)

    def admit(self, interaction: Interaction) -> None:
        """Count an interaction against the rate limit of its user; raises `Busy` beyond it."""
        self._quotas.admit(interaction.user.id, interaction.guild_id)

    async def store_payload(self, interaction: Interaction, payload: Mapping[str, Any]) -> None:
        """Store the payload of a pending reply, with which a restarted service can compute it.

        Does nothing for an interaction without a pending reply.
        """
        pending_reply = state_of(interaction).pending_reply
        if pending_reply is not None:
            await self._store(replace(pending_reply, payload=payload))

    @asynccontextmanager
    async def _acknowledging(self, interaction: Interaction, trace: Trace) -> AsyncIterator[None]:
        """Admit an interaction, which the block acknowledges; an error becomes `NotStarted`."""
        try:
            self.admit(interaction)
            yield
        except Exception as error:
            trace.record_failure(error)
            await answer_failure(interaction, error)
            raise NotStarted from error
        trace.acknowledged()

    async def _store_pending(self, interaction: Interaction, localizer: Localizer) -> None:
        now = self._now()
        pending_reply = PendingReply(
            interaction_id=interaction.id,
            application_id=interaction.application_id,
            token=interaction.token,
            until=now + timedelta(minutes=TOKEN_MINUTES),
            kind=interaction.command.name if interaction.command else "button",
            language=localizer.language,
            created_at=now,
        )
        state_of(interaction).pending_reply = pending_reply
        await self._store(pending_reply)

    async def _store(self, pending_reply: PendingReply) -> None:
        try:
            async with asyncio.timeout(PENDING_REPLY_SECONDS):
                await self._pending.add(pending_reply)
        except (StoreError, TimeoutError) as error:  # the reply is lost if the service dies now
            log.warning("pending reply not stored", reason=type(error).__name__)

    async def _settle(self, interaction: Interaction, answered: bool) -> None:
        """Remove the pending reply that was sent; leave any other to `PendingReplyDelivery`."""
        if not answered:
            self._pending.leave(interaction.id)
            return
        try:
            await self._pending.settle(interaction.id)
        except StoreError as error:  # at worst the answer is written again, in the same message
            log.warning("settled reply not stored", reason=type(error).__name__)


async def show_form(interaction: Interaction, form: ui.Modal) -> None:
    """Open a form as the acknowledgement of a press."""
    with _allowing_earlier_acknowledgement(interaction):
        await interaction.response.send_modal(form)


async def reply(interaction: Interaction, post: OutgoingMessage) -> None:
    """Replace "thinking…", or the message whose button was pressed, with a message."""
    await interaction.edit_original_response(view=post.view, attachments=list(post.files))


async def reply_privately(interaction: Interaction, post: OutgoingMessage) -> None:
    """Send a further message that only the user sees."""
    await interaction.followup.send(view=post.view, files=list(post.files), ephemeral=True)


async def _defer(interaction: Interaction, **options: bool) -> None:
    """Acknowledge an interaction without an answer yet."""
    with _allowing_earlier_acknowledgement(interaction):
        await interaction.response.defer(**options)


@contextmanager
def _allowing_earlier_acknowledgement(interaction: Interaction) -> Iterator[None]:
    """Accept Discord's error that the interaction was acknowledged before.

    That happens when Discord's response to the first request is lost and the library retries.
    """
    try:
        yield
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        state_of(interaction).already_acknowledged = True
