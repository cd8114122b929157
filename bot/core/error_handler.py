"""Turns every error into a message for the user, in one place."""

import aiohttp
import discord
import structlog

from bot.core.interaction_state import Interaction, state_of
from bot.core.layouts import PLAIN, PROBLEM, OutgoingMessage, notice
from bot.core.viewers import likely_localizer
from i18n.localizer import Localizer
from service.errors import AlreadyClaimed, QuotaUsed
from store.errors import GoneError, StoreError
from telemetry.logs import request_id
from texts import problems
from texts.failures import failure_text
from workers.errors import Busy, PoolClosed

TOO_MANY_REQUESTS = 429
"""The HTTP status of a request over a rate limit."""

log = structlog.stdlib.get_logger(__name__)


async def answer_failure(interaction: Interaction, error: BaseException) -> bool:
    """Send the user a message about an error, and log it if it is a fault of the service.

    Returns False when Discord rejected the message and a retry may succeed, and without a message
    when another bot handles the interaction or the service is stopping.
    """
    if isinstance(error, AlreadyClaimed | PoolClosed):
        log.info("handled elsewhere", reason=type(error).__name__)
        return False
    if isinstance(error, discord.NotFound):
        # The interaction has expired, or the message was deleted.
        log.warning("interaction or message gone", code=error.code)
        return True
    localizer = _localizer(interaction)
    sentence = failure_text(localizer, error, _puzzle_command(interaction))
    if sentence is None:
        reference = request_id()
        log.error("unexpected failure", reference=reference, exc_info=error)
        sentence = localizer.say(problems.UNEXPECTED, reference=reference)
    else:
        log.info("declined", reason=type(error).__name__)
        if isinstance(error, StoreError) and not isinstance(error, GoneError):
            log.error("the store failed", exc_info=error)
    colour = PLAIN if isinstance(error, Busy | QuotaUsed) else PROBLEM
    try:
        if await _may_be_answered(interaction, error):
            return True
        await _send(interaction, notice(sentence, colour))
    except discord.HTTPException as problem:
        log.warning("could not answer", status=problem.status, code=problem.code)
        return not is_retryable(problem)
    except (OSError, TimeoutError, aiohttp.ClientError) as problem:
        log.warning("could not answer", reason=type(problem).__name__)
        return False
    return True


def is_retryable(problem: discord.HTTPException) -> bool:
    """Whether a retry may succeed: Discord had a server error or limited the rate."""
    return problem.status >= 500 or problem.status == TOO_MANY_REQUESTS


async def _may_be_answered(interaction: Interaction, error: BaseException) -> bool:
    """Whether an answer may be shown that Discord did not confirm: "thinking…" is gone."""
    unconfirmed = isinstance(error, discord.DiscordServerError | OSError | aiohttp.ClientError)
    if not (unconfirmed and state_of(interaction).thinking):
        return False
    return not (await interaction.original_response()).flags.loading


async def _send(interaction: Interaction, post: OutgoingMessage) -> None:
    state, view = state_of(interaction), post.view
    if not (interaction.response.is_done() or state.already_acknowledged):
        await interaction.response.send_message(view=view, ephemeral=True)
    elif state.thinking:
        await interaction.edit_original_response(view=view, attachments=[])
    else:
        # The button's message stays unchanged; only the user who pressed sees the problem.
        await interaction.followup.send(view=view, ephemeral=True)


def _puzzle_command(interaction: Interaction) -> str | None:
    """The name of the command that was typed, if it has the option `puzzle`; else None."""
    command = interaction.command
    if isinstance(command, discord.app_commands.Command) and command.get_parameter("puzzle"):
        return command.qualified_name
    return None


def _localizer(interaction: Interaction) -> Localizer:
    """The localizer of the answer that the message replaces, else that of a private message."""
    return state_of(interaction).localizer or likely_localizer(interaction, private=True)
