"""How the bot answers: acknowledge first, work, and say what went wrong if something did.

Every command and press does its work in one of these blocks:

- `answering`: "thinking…" is shown, and a message comes in its place;
- `pressing`: the message whose button was pressed stays, and is changed or not;
- `changing`: the same for a press that changes what is stored, which is done first.

Another bot with the same token may receive the same interaction. The one that claims it first does
everything, also if Discord took the acknowledgement of the other; the other stops and says nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord
import structlog
from discord import ui

from bot.callbacks import Acknowledgement, Callbacks
from bot.drain import TaskDrain
from bot.error_handler import answer_failure
from bot.errors import NotStarted
from bot.interaction_state import Interaction, origin_of, state_of
from bot.presenters.layouts import OutgoingMessage
from bot.tracing import Trace, tracing
from bot.viewers import Viewer, Viewers, likely_localizer, message_is_private
from i18n.localizer import Localizer
from puzzle.errors import PuzzleError
from service.clock import Clock
from service.errors import HandledElsewhere, ServiceError
from service.origin import Claims
from service.pending_replies import PendingReplies
from service.quotas import Quotas
from store.errors import StoreError
from store.records import PendingReply
from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason

TOKEN_MINUTES = 15
"""How long Discord takes an answer to an interaction."""
PENDING_REPLY_SECONDS = 0.7
"""How long the acknowledgement waits until the pending reply is stored."""

STORED_SECONDS = 0.4
"""How long the acknowledgement of a press waits until what it changes is stored."""

HANDOVER_SECONDS = 0.5
"""How long a stopping bot waits, before it says so, for another one to acknowledge instead."""

Result = TypeVar("Result")
IsOurs: TypeAlias = Callable[[Acknowledgement], Awaitable[bool]]
"""Whether an interaction is for this bot to handle, whose acknowledgement Discord refused."""

log = structlog.stdlib.get_logger(__name__)


class Interactions:
    """Acknowledges commands and presses, within everybody's rate, and answers their failures."""

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        viewers: Viewers,
        quotas: Quotas,
        pending: PendingReplies,
        claims: Claims,
        callbacks: Callbacks,
        drain: TaskDrain,
        metrics: Metrics,
        now: Clock,
    ) -> None:
        self.viewers = viewers
        self._quotas = quotas
        self._pending = pending
        self._claims = claims
        self._callbacks = callbacks
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
                    claimed = await self._store_pending(interaction, state.localizer)

                    async def is_ours(taken: Acknowledgement) -> bool:
                        return claimed or await self._claim(interaction, taken)

                    await self._defer(interaction, is_ours, ephemeral=private, thinking=True)
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
        self,
        interaction: Interaction,
        first: Callable[[], Awaitable[None]] | None = None,
        is_ours: IsOurs | None = None,
    ) -> AsyncIterator[Viewer]:
        """Acknowledge a press, after `first`; the block may change its message with `reply`.

        What the block raises is told to the one who pressed, and the message stays as it is.
        Raises `NotStarted` as `answering` does. `is_ours` is asked when Discord refused the
        acknowledgement; by default the press is left to the bot whose acknowledgement it took.
        """
        private = message_is_private(interaction)
        with tracing(interaction, self._metrics) as trace:
            async with self._beginning(interaction, trace):
                self._drain.promise()
                if first is not None:
                    await first()
                await self._defer(interaction, is_ours)
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

        async def is_ours(taken: Acknowledgement) -> bool:
            """Whether it is known who handles the press: then the block meets that."""
            try:
                await asyncio.shield(begun[0])
            except (ServiceError, PuzzleError):
                return True
            except Exception:  # nothing is stored, and nobody has claimed it
                return taken is Acknowledgement.MAYBE_OURS
            return True

        try:
            async with self.pressing(interaction, begin, is_ours) as viewer:
                yield viewer, begun[0]
        finally:
            await asyncio.gather(*begun, return_exceptions=True)

    def admit(self, interaction: Interaction) -> None:
        """Count a command or press against the rate of who sent it; raises `Busy` beyond it."""
        self._quotas.admit(interaction.user.id, interaction.guild_id)

    async def remember(self, interaction: Interaction, payload: Mapping[str, Any]) -> None:
        """Store what a pending reply is about, so that it can be worked out after a restart.

        Nothing for an answer that nobody waits for with "thinking…".
        """
        promised = state_of(interaction).promised
        if promised is not None:
            await self._store(interaction, replace(promised, payload=payload))

    async def show_form(self, interaction: Interaction, form: ui.Modal) -> None:
        """Open a form, which acknowledges a press."""
        await self._callbacks.send(interaction, interaction.response.send_modal(form))

    async def _defer(
        self, interaction: Interaction, is_ours: IsOurs | None, **options: bool
    ) -> None:
        """Acknowledge; raises `HandledElsewhere` if another bot handles the interaction."""
        taken = await self._callbacks.send(interaction, interaction.response.defer(**options))
        if is_ours is None:
            is_ours = partial(self._is_repeated, interaction)
        if taken is not Acknowledgement.OURS and not await is_ours(taken):
            raise HandledElsewhere

    async def _is_repeated(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Whether Discord refused an acknowledgement that repeats one of this bot."""
        return taken is Acknowledgement.MAYBE_OURS and await self._claim(interaction, taken)

    async def _claim(self, interaction: Interaction, taken: Acknowledgement) -> bool:
        """Claim an interaction; whether no other bot did. While the store is away, it is guessed
        from whose acknowledgement Discord took."""
        try:
            await self._claims.take(origin_of(interaction))
        except HandledElsewhere:
            return False
        except StoreError:
            return taken is Acknowledgement.MAYBE_OURS
        return True

    @asynccontextmanager
    async def _beginning(self, interaction: Interaction, trace: Trace) -> AsyncIterator[None]:
        """The block acknowledges the interaction; `NotStarted` when it cannot."""
        try:
            self.admit(interaction)
            yield
        except Exception as error:
            trace.failed(error)
            if isinstance(error, Busy) and error.reason is BusyReason.CLOSING:
                await asyncio.sleep(HANDOVER_SECONDS)
            await answer_failure(interaction, error)
            raise NotStarted from error
        trace.acknowledged()

    async def _store_pending(self, interaction: Interaction, localizer: Localizer) -> bool:
        """Store a pending reply and claim the interaction; whether that was done in time."""
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
        return await self._store(interaction, promised)

    async def _store(self, interaction: Interaction, answer: PendingReply) -> bool:
        try:
            async with asyncio.timeout(PENDING_REPLY_SECONDS):
                await self._pending.add(answer, origin_of(interaction))
        except (StoreError, TimeoutError) as error:  # an answer that may be lost beats none
            log.warning("pending reply not stored", reason=type(error).__name__)
            return False
        return True

    async def _settle(self, interaction: Interaction, answered: bool) -> None:
        """Remove the pending reply that was sent; any other is left to the task that sends them."""
        if not answered or state_of(interaction).promised is None:
            self._pending.leave(interaction.id)
            return
        try:
            await self._pending.settle(interaction.id)
        except StoreError as error:  # at worst it is answered twice, in the same place
            log.warning("settled reply not stored", reason=type(error).__name__)


async def reply(interaction: Interaction, post: OutgoingMessage) -> None:
    """Put a message where the interaction was acknowledged: in place of "thinking…" or of the
    message whose button was pressed."""
    await interaction.edit_original_response(view=post.view, attachments=list(post.files))


async def reply_privately(interaction: Interaction, post: OutgoingMessage) -> None:
    """Send one more message, which only the one who asked sees."""
    await interaction.followup.send(view=post.view, files=list(post.files), ephemeral=True)
