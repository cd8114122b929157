"""Answers interactions: acknowledges them first, then runs their work and reports its errors.

Every command and press does its work in one of these blocks:

- `answering`: shows "thinking…", which a message then replaces;
- `pressing`: keeps the message whose button was pressed; the block may edit it;
- `changing`: like `pressing`, for a press that changes stored data, before the acknowledgement.

Another bot with the same token may receive the same interaction. The first to claim it does all the
work, even if Discord accepted the acknowledgement of the other; the other stops without a message.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import discord
import structlog
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.core.callbacks import Acknowledgement, Callbacks
from bot.core.drain import TaskDrain
from bot.core.error_handler import answer_failure
from bot.core.errors import NotStarted
from bot.core.interaction_state import Interaction, claim_of, state_of
from bot.core.layouts import OutgoingMessage
from bot.core.request_weights import weight_of
from bot.core.tracing import Trace, tracing
from bot.core.viewers import Readers, likely_localizer, message_is_private
from i18n.localizer import Localizer
from puzzle.errors import PuzzleError
from service.errors import AlreadyClaimed, ServiceError
from service.running.clock import Clock
from service.running.interaction_claims import Claims
from service.running.pending_replies import PendingReplies
from service.running.quotas import Quotas
from service.running.readers import Reader
from store.deadlines import beginning_within
from store.errors import StoreError
from store.records import PendingReply
from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason

TOKEN_MINUTES = 15
"""Minutes for which the token of an interaction is valid."""
PENDING_REPLY_SECONDS = 0.7
"""Maximum seconds that an acknowledgement waits for its pending reply to be stored."""

CHANGE_SECONDS = 2.0
"""Seconds in which the change of a press has to begin to be stored, or never is."""
ACKNOWLEDGE_SECONDS = 2.5
"""Seconds after which a press is acknowledged although its change is still being stored: Discord
waits for 3 s."""

HANDOVER_SECONDS = 0.5
"""Seconds that a stopping bot waits for another one to acknowledge, before it rejects a request."""

Result = TypeVar("Result")
IsOurs: TypeAlias = Callable[[Acknowledgement], Awaitable[bool]]
"""Whether this bot handles an interaction although Discord refused its acknowledgement."""

log = structlog.stdlib.get_logger(__name__)


class Interactions(Struct, eq=False, kw_only=True):
    """Acknowledges commands and presses within the rate limits, and answers their errors."""

    readers: Readers
    quotas: Quotas
    pending: PendingReplies
    claims: Claims
    callbacks: Callbacks
    drain: TaskDrain
    metrics: Metrics
    now: Clock

    @asynccontextmanager
    async def answering(
        self,
        interaction: Interaction,
        *,
        private: bool = False,
        payload: Mapping[str, Any] | None = None,
    ) -> AsyncIterator[Reader]:
        """Show "thinking…", which the block replaces with its answer by `reply`.

        An error that the block raises becomes the answer. The next start of the service sends a
        reply that is still pending when this one is killed, and computes it from a `payload`, which
        `store_payload` may replace. Raises `NotStarted` instead of entering the block when Discord
        rejects the acknowledgement, the user exceeds a rate limit, or the service is stopping; the
        user gets a message about the reason if possible.
        """
        state = state_of(interaction)
        with tracing(interaction, self.metrics) as trace:
            state.localizer = likely_localizer(interaction, private=private)
            try:
                async with self._acknowledging(interaction, trace):
                    self.drain.track_reply()
                    state.thinking = True
                    claimed = await self._store_pending(interaction, state.localizer, payload)

                    async def is_ours(taken: Acknowledgement) -> bool:
                        return claimed or await self._claim(interaction, taken)

                    await self._defer(interaction, is_ours, ephemeral=private, thinking=True)
            except NotStarted as error:
                answered = isinstance(error.__cause__, Busy | discord.NotFound)
                await self._settle(interaction, answered)
                raise
            try:
                reader = await self.readers.find(interaction, private=private)
                state.localizer = reader.localizer
                yield reader
            except Exception as error:
                trace.record_failure(error)
                answered = await answer_failure(interaction, error)
            else:
                answered = True
            await self._settle(interaction, answered)

    @asynccontextmanager
    async def pressing(
        self,
        interaction: Interaction,
        before_ack: Callable[[], Awaitable[None]] | None = None,
        is_ours: IsOurs | None = None,
    ) -> AsyncIterator[Reader]:
        """Acknowledge a press, after `before_ack`; the block may edit its message by `reply`.

        An error that the block raises is reported to the user who pressed, and the message stays
        unchanged. Raises `NotStarted` as `answering` does. `is_ours` is called when Discord refuses
        the acknowledgement; by default, the bot whose acknowledgement was accepted handles the
        press.
        """
        private = message_is_private(interaction)
        with tracing(interaction, self.metrics) as trace:
            async with self._acknowledging(interaction, trace):
                self.drain.track_reply()
                if before_ack is not None:
                    await before_ack()
                await self._defer(interaction, is_ours)
            try:
                yield await self.readers.find(interaction, private=private)
            except Exception as error:
                trace.record_failure(error)
                await answer_failure(interaction, error)

    @asynccontextmanager
    async def changing(
        self, interaction: Interaction, change: Callable[[], Coroutine[Any, Any, Result]]
    ) -> AsyncIterator[tuple[Reader, asyncio.Task[Result]]]:
        """Like `pressing`, with the task of a change that is stored before the acknowledgement.

        If the service is killed before the change is stored, Discord therefore shows the press as
        failed. Changes start in the order of the presses. A change that is not stored in time for
        Discord is awaited by the block, as its outcome is not known before; there, an error of the
        change is raised.
        """
        changes: list[asyncio.Task[Result]] = []

        async def start_change() -> None:
            with beginning_within(CHANGE_SECONDS):
                changes.append(asyncio.create_task(change()))
            await asyncio.wait(changes, timeout=seconds_to_acknowledge(interaction))

        async def is_ours(taken: Acknowledgement) -> bool:
            """Whether the change ended, also with an error that the block can report."""
            try:
                await asyncio.shield(changes[0])
            except (ServiceError, PuzzleError):
                return True
            except Exception:  # nothing is stored, and no bot has claimed it
                return taken is Acknowledgement.MAYBE_OURS
            return True

        try:
            async with self.pressing(interaction, start_change, is_ours) as reader:
                yield reader, changes[0]
        finally:
            await asyncio.gather(*changes, return_exceptions=True)

    async def admit(self, interaction: Interaction) -> None:
        """Count an interaction against the rate limit of its user; raises `Busy` beyond it."""
        weight = weight_of(interaction)
        await self.quotas.admit(interaction.user.id, interaction.guild_id, weight)

    async def store_payload(self, interaction: Interaction, payload: Mapping[str, Any]) -> None:
        """Store the payload of a pending reply, with which a restarted service can compute it.

        Does nothing for an interaction without a pending reply, and if it is stored already.
        """
        pending_reply = state_of(interaction).pending_reply
        if pending_reply is not None and pending_reply.payload != payload:
            await self._store(interaction, replace(pending_reply, payload=payload))

    async def show_form(self, interaction: Interaction, form: ui.Modal) -> None:
        """Open a form as the acknowledgement of a press."""
        await self.callbacks.send(interaction, interaction.response.send_modal(form))

    async def launch_activity(self, interaction: Interaction) -> str | None:
        """Launch the Activity as the acknowledgement; Discord's ID of its instance.

        None if its answer was lost. Raises `AlreadyClaimed` if another bot has acknowledged.
        """
        instance: str | None = None

        async def send() -> None:
            nonlocal instance
            answer = await interaction.response.launch_activity()
            if isinstance(answer.resource, discord.InteractionCallbackActivityInstance):
                instance = answer.resource.id

        if await self.callbacks.send(interaction, send()) is Acknowledgement.ELSEWHERE:
            raise AlreadyClaimed
        return instance

    async def _defer(
        self, interaction: Interaction, is_ours: IsOurs | None, **options: bool
    ) -> None:
        """Acknowledge; raises `AlreadyClaimed` if another bot handles the interaction."""
        taken = await self.callbacks.send(interaction, interaction.response.defer(**options))
        if is_ours is None:
            is_ours = partial(self._is_repeated, interaction)
        if taken is not Acknowledgement.OURS and not await is_ours(taken):
            raise AlreadyClaimed

    async def _is_repeated(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Whether Discord refused an acknowledgement that repeats one of this bot."""
        return taken is Acknowledgement.MAYBE_OURS and await self._claim(interaction, taken)

    async def _claim(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Claim an interaction; whether no other bot has claimed it.

        While the database is unavailable, `taken` decides.
        """
        try:
            await self.claims.take(claim_of(interaction))
        except AlreadyClaimed:
            return False
        except StoreError:
            return taken is Acknowledgement.MAYBE_OURS
        return True

    @asynccontextmanager
    async def _acknowledging(self, interaction: Interaction, trace: Trace) -> AsyncIterator[None]:
        """Admit an interaction, which the block acknowledges; an error becomes `NotStarted`.

        Its answer begins when no acknowledgement is late.
        """
        late = self.callbacks.late
        late.add(interaction.id, state_of(interaction).received_at)
        try:
            await self.admit(interaction)
            yield
        except Exception as error:
            trace.record_failure(error)
            if isinstance(error, Busy) and error.reason is BusyReason.CLOSING:
                await asyncio.sleep(HANDOVER_SECONDS)
            await answer_failure(interaction, error)
            raise NotStarted from error
        finally:
            late.remove(interaction.id)
        trace.acknowledged()
        await late.until_none()

    async def _store_pending(
        self, interaction: Interaction, localizer: Localizer, payload: Mapping[str, Any] | None
    ) -> bool:
        """Store a pending reply and claim the interaction; whether that was done in time."""
        now = self.now()
        pending_reply = PendingReply(
            interaction_id=interaction.id,
            application_id=interaction.application_id,
            token=interaction.token,
            until=now + timedelta(minutes=TOKEN_MINUTES),
            kind=interaction.command.name if interaction.command else "button",
            language=localizer.language,
            created_at=now,
            payload=payload,
        )
        state_of(interaction).pending_reply = pending_reply
        return await self._store(interaction, pending_reply)

    async def _store(self, interaction: Interaction, pending_reply: PendingReply) -> bool:
        try:
            async with asyncio.timeout(PENDING_REPLY_SECONDS):
                await self.pending.add(pending_reply, claim_of(interaction))
        except TimeoutError:  # it will be stored; the reply is lost if the service is killed before
            log.warning("pending reply not stored yet")
            return False
        except StoreError as error:  # the reply is lost if the service is killed
            log.warning("pending reply not stored", reason=type(error).__name__)
            return False
        return True

    async def _settle(self, interaction: Interaction, answered: bool) -> None:
        """Remove the pending reply that was sent; leave any other to `PendingReplyDelivery`."""
        if not answered or state_of(interaction).pending_reply is None:
            self.pending.leave(interaction.id)
            return
        try:
            await self.pending.settle(interaction.id)
        except StoreError as error:  # at worst the answer is written again, in the same message
            log.warning("settled reply not stored", reason=type(error).__name__)

    async def turn_private(self, interaction: Interaction, reader: Reader) -> Reader:
        """The reader of an answer that must be private; `reply` sends it privately from now on.

        A public "thinking…" is deleted. A message whose button was pressed stays unchanged unless
        only the user sees it.
        """
        state = state_of(interaction)
        if _is_private(interaction, reader):
            return reader
        if state.thinking:
            with suppress(discord.NotFound):  # an earlier try deleted it, and its answer was lost
                await interaction.delete_original_response()
            state.thinking = False
        state.apart = True
        private_reader = await self.readers.find(interaction, private=True)
        state.localizer = private_reader.localizer
        return private_reader


def seconds_to_acknowledge(interaction: Interaction) -> float:
    """The seconds that may pass until an interaction is acknowledged."""
    passed = perf_counter() - state_of(interaction).received_at
    return max(0.0, ACKNOWLEDGE_SECONDS - passed)


def _is_private(interaction: Interaction, reader: Reader) -> bool:
    """Whether only the user would see the answer."""
    if interaction.context.dm_channel:
        return True
    if state_of(interaction).thinking:
        return reader.private
    return interaction.message is not None and interaction.message.flags.ephemeral


async def reply(interaction: Interaction, post: OutgoingMessage) -> discord.Message:
    """Replace "thinking…", or the message whose button was pressed, with a message.

    After `Interactions.turn_private` it is a further message instead. What fails afterwards is told
    in a message of its own.
    """
    state = state_of(interaction)
    if state.apart:
        return await reply_privately(interaction, post)
    shown = await interaction.edit_original_response(view=post.view, attachments=list(post.files))
    state.thinking = False
    return shown


async def reply_privately(interaction: Interaction, post: OutgoingMessage) -> discord.Message:
    """Send a further message that only the user sees."""
    sent: discord.Message = await interaction.followup.send(
        view=post.view, files=list(post.files), ephemeral=True, wait=True
    )
    return sent
