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

from bot.answering.interactions import (
    HANDOVER_SECONDS,
    Interaction,
    Interactions,
    NotStarted,
    answer_failure,
    state_of,
)
from bot.answering.request_weights import weight_of
from bot.connection.command_sync import ENTRY_POINT
from bot.connection.events import reason_of
from service.errors import InputError, NotYours, Problem

log = structlog.stdlib.get_logger(__name__)


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands of a client; `answer_failure` answers every error in one of them.

    With `launches` the entry point command launches the Activity.
    """

    def __init__(
        self, client: discord.Client, interactions: Interactions, *, launches: bool = False
    ) -> None:
        super().__init__(
            client,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self._interactions = interactions
        self._launches = launches

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
                await self._launch(interaction)
                return
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            if interaction.type is discord.InteractionType.autocomplete:
                log.warning("no suggestions", **reason_of(error))
            else:
                await answer_failure(interaction, error)

    async def _launch(self, interaction: Interaction) -> None:
        """Launch the Activity; raises `NotYours` without a page, of which Discord is not told."""
        state_of(interaction)
        self._interactions.drain.track()
        await self._interactions.admit(interaction)
        if not self._launches:
            raise NotYours
        try:
            await self._interactions.launch_activity(interaction)
        except discord.NotFound:  # it has expired
            raise
        except discord.HTTPException:
            raise InputError(Problem.NOT_LAUNCHED) from None

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to handle an interaction: autocompletion only within the user's rate limit.

        Commands count against that limit when they are answered. Their time starts here.
        """
        state_of(interaction)
        self._interactions.drain.track()
        if interaction.type is not discord.InteractionType.autocomplete:
            _check_choices(interaction)
            return True
        limiter = self._interactions.quotas.rate_limiter
        return await limiter.allows(interaction.user.id, weight_of(interaction))


def _is_entry_point(interaction: Interaction) -> bool:
    """Whether an interaction is the command that launches the Activity without a board."""
    data: Mapping[str, Any] = interaction.data or {}
    is_command = interaction.type is discord.InteractionType.application_command
    return is_command and data.get("type") == ENTRY_POINT


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
