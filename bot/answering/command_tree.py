"""The command tree: limits of autocompletion, and answers to failed commands.

Autocompletion counts against the rate limit. What another version offered, and this one does not,
is refused: an unknown command, and an unknown value of an option with choices.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.answering.callbacks import ALREADY_ACKNOWLEDGED
from bot.answering.drain import TaskDrain
from bot.answering.interactions import (
    HANDOVER_SECONDS,
    Interaction,
    NotStarted,
    answer_failure,
    state_of,
)
from bot.answering.request_weights import weight_of
from bot.connection.command_sync import ENTRY_POINT
from bot.connection.events import reason_of
from service.errors import InputError, Problem
from service.running.rate_limiter import SharedRateLimiter

log = structlog.stdlib.get_logger(__name__)


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands of a client; `answer_failure` answers every error in one of them."""

    def __init__(
        self, client: discord.Client, drain: TaskDrain, rate_limiter: SharedRateLimiter
    ) -> None:
        super().__init__(
            client,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self._drain = drain
        self._rate_limiter = rate_limiter

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command with a message about its error."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            # In a rolling restart, a bot of another version may know it and answer.
            await asyncio.sleep(HANDOVER_SECONDS)
            cause = InputError(Problem.OTHER_VERSION)
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no suggestions", **reason_of(error))
        elif not isinstance(cause, NotStarted):
            await answer_failure(interaction, cause)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a command; answer also what is wrong before it begins.

        The exceptions of a command itself are instances of `AppCommandError`; the library calls
        `on_error` with them.
        """
        try:
            if _is_entry_point(interaction):
                state_of(interaction)
                self._drain.track()
                await _launch(interaction)
                return
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except InputError as error:
            await answer_failure(interaction, error)
        except Exception as error:
            if interaction.type is discord.InteractionType.autocomplete:
                log.warning("no suggestions", **reason_of(error))
            else:
                await answer_failure(interaction, error)

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to handle an interaction: autocompletion only within the user's rate limit.

        Commands count against that limit when they are answered. Their time starts here.
        """
        state_of(interaction)
        self._drain.track()
        if interaction.type is not discord.InteractionType.autocomplete:
            _check_choices(interaction)
            return True
        return await self._rate_limiter.allows(interaction.user.id, weight_of(interaction))


def _is_entry_point(interaction: Interaction) -> bool:
    """Whether an interaction is the command that launches the Activity without a board.

    Discord answers it itself, unless somebody has set that the bot does.
    """
    data: Mapping[str, Any] = interaction.data or {}
    is_command = interaction.type is discord.InteractionType.application_command
    return is_command and data.get("type") == ENTRY_POINT


async def _launch(interaction: Interaction) -> None:
    """Launch the Activity, unless an earlier try did, whose answer was lost."""
    try:
        await interaction.response.launch_activity()
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise


def _check_choices(interaction: Interaction) -> None:
    """Raise `InputError` if an option has choices and the value of the command is none of them."""
    data: Mapping[str, Any] = interaction.data or {}
    command = interaction.command
    if not isinstance(command, app_commands.Command) or not data.get("options"):
        return
    values = {option.get("name"): option.get("value") for option in data["options"]}
    for parameter in command.parameters:
        choices = parameter.choices
        if choices and parameter.display_name in values:
            chosen = values[parameter.display_name]
            if all(choice.value != chosen for choice in choices):
                raise InputError(Problem.OTHER_VERSION)
