"""How the bot answers: acknowledge first, work, and say what went wrong if something did.

Every command and button does its work in one of these blocks:

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
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import structlog
from discord import ui

from bot.errors import NotBegun
from bot.failures import answer_failure
from bot.layouts import Post
from bot.readers import Reader, find_reader, likely_voice, message_is_private
from bot.watching import Watch, watching
from store.errors import StoreError
from store.records import OwedAnswer
from workers.errors import Busy

if TYPE_CHECKING:
    from bot.client import OuroClient

TOKEN_MINUTES = 15
"""How long Discord takes an answer to an interaction."""
LEDGER_SECONDS = 0.7
"""How long the acknowledgement waits until it is written that an answer is owed."""

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""
STORED_SECONDS = 0.4
"""How long the acknowledgement of a press waits until what it changes is stored."""

Result = TypeVar("Result")

log = structlog.stdlib.get_logger(__name__)


@asynccontextmanager
async def answering(
    interaction: discord.Interaction[OuroClient], *, private: bool = False
) -> AsyncIterator[Reader]:
    """Show "thinking…"; the block puts its answer there with `reply`.

    What the block raises becomes the answer. An answer that is still owed when the service
    dies is paid by the next start. Raises `NotBegun` instead of entering the block when Discord
    takes no answer, or the service is stopping; people are told then what can be told.
    """
    with watching(interaction) as watch:
        interaction.extras["voice"] = likely_voice(interaction, private=private)
        try:
            async with _beginning(interaction, watch):
                interaction.client.promise()
                interaction.extras["thinking"] = True
                await _write_down(interaction)
                await _defer(interaction, ephemeral=private, thinking=True)
        except NotBegun as end:
            await _settle(interaction, isinstance(end.__cause__, Busy | discord.NotFound))
            raise
        try:
            reader = await find_reader(interaction, private=private)
            interaction.extras["voice"] = reader.voice
            yield reader
        except Exception as error:
            watch.failed(error)
            answered = await answer_failure(interaction, error)
        else:
            answered = True
        await _settle(interaction, answered)


@asynccontextmanager
async def pressing(
    interaction: discord.Interaction[OuroClient],
    first: Callable[[], Awaitable[None]] | None = None,
) -> AsyncIterator[Reader]:
    """Acknowledge a button, after `first`; the block may change its message with `reply`.

    What the block raises is told to the one who pressed, and the message stays as it is.
    Raises `NotBegun` as `answering` does.
    """
    private = message_is_private(interaction)
    with watching(interaction) as watch:
        async with _beginning(interaction, watch):
            interaction.client.promise()
            if first is not None:
                await first()
            await _defer(interaction)
        try:
            yield await find_reader(interaction, private=private)
        except Exception as error:
            watch.failed(error)
            await answer_failure(interaction, error)


@asynccontextmanager
async def changing(
    interaction: discord.Interaction[OuroClient], change: Callable[[], Coroutine[Any, Any, Result]]
) -> AsyncIterator[tuple[Reader, asyncio.Task[Result]]]:
    """As `pressing`, with the task of a change that is stored before the button is acknowledged.

    So a press that gets lost when the service dies is one that Discord says has failed. Changes
    begin in the order of the presses. A database that is slow does not hold up the
    acknowledgement, nor does a change that fails: the block meets that when it awaits the task.
    """
    begun: list[asyncio.Task[Result]] = []

    async def begin() -> None:
        begun.append(asyncio.create_task(change()))
        await asyncio.wait(begun, timeout=STORED_SECONDS)

    try:
        async with pressing(interaction, begin) as reader:
            yield reader, begun[0]
    finally:
        await asyncio.gather(*begun, return_exceptions=True)


async def show_form(interaction: discord.Interaction[OuroClient], form: ui.Modal) -> None:
    """Open a form, which acknowledges a press."""
    with _maybe_done_before(interaction):
        await interaction.response.send_modal(form)


async def _defer(interaction: discord.Interaction[OuroClient], **options: bool) -> None:
    """Acknowledge."""
    with _maybe_done_before(interaction):
        await interaction.response.defer(**options)


@contextmanager
def _maybe_done_before(interaction: discord.Interaction[OuroClient]) -> Iterator[None]:
    """The first answer to an interaction; well done also where Discord took it before, its own
    answer got lost, and the library tried again."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        interaction.extras["acknowledged"] = True


@asynccontextmanager
async def _beginning(
    interaction: discord.Interaction[OuroClient], watch: Watch
) -> AsyncIterator[None]:
    """The block acknowledges the interaction; `NotBegun` when it cannot."""
    try:
        interaction.client.quotas.admit(interaction.user.id, interaction.guild_id)
        yield
    except Exception as error:
        watch.failed(error)
        await answer_failure(interaction, error)
        raise NotBegun from error
    watch.acknowledged()


async def reply(interaction: discord.Interaction[OuroClient], post: Post) -> None:
    """Put a message where the interaction was acknowledged: in place of "thinking…" or of the
    message whose button was pressed."""
    await interaction.edit_original_response(view=post.view, attachments=list(post.files))


async def remember(
    interaction: discord.Interaction[OuroClient], payload: Mapping[str, Any]
) -> None:
    """Write down what an answer is about that is still owed, so that it can be worked out again
    after a restart. Nothing for an answer that nobody waits for with "thinking…"."""
    answer = interaction.extras.get("owed")
    if isinstance(answer, OwedAnswer):
        await _owe(interaction, replace(answer, payload=payload))


async def whisper(interaction: discord.Interaction[OuroClient], post: Post) -> None:
    """Send one more message, which only the one who asked sees."""
    await interaction.followup.send(view=post.view, files=list(post.files), ephemeral=True)


async def _write_down(interaction: discord.Interaction[OuroClient]) -> None:
    now = interaction.client.now()
    answer = OwedAnswer(
        interaction_id=interaction.id,
        application_id=interaction.application_id,
        token=interaction.token,
        until=now + timedelta(minutes=TOKEN_MINUTES),
        kind=interaction.command.name if interaction.command else "button",
        language=interaction.extras["voice"].language,
        created_at=now,
    )
    interaction.extras["owed"] = answer
    await _owe(interaction, answer)


async def _owe(interaction: discord.Interaction[OuroClient], answer: OwedAnswer) -> None:
    try:
        async with asyncio.timeout(LEDGER_SECONDS):
            await interaction.client.ledger.owe(answer)
    except (StoreError, TimeoutError) as error:  # an answer that may be lost beats none
        log.warning("not written what is owed", reason=type(error).__name__)


async def _settle(interaction: discord.Interaction[OuroClient], answered: bool) -> None:
    """Strike out what was answered; what could not be is left to the duty that pays debts."""
    ledger = interaction.client.ledger
    if not answered:
        ledger.leave(interaction.id)
        return
    try:
        await ledger.pay(interaction.id)
    except StoreError as error:  # at worst it is answered twice, in the same place
        log.warning("not written what was paid", reason=type(error).__name__)
