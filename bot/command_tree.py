"""The commands: who may use them how fast, and how a failed one is answered."""

from typing import Any

import discord
from discord import app_commands

from bot.drain import TaskDrain
from bot.error_handler import answer_failure
from bot.errors import NotStarted
from bot.interaction_state import Interaction, state_of
from bot.request_weights import weight_of
from bot.suggestions import LatestRequests
from service.quotas import RateLimiter


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands of a client; whatever fails in one of them is answered in one place."""

    def __init__(self, client: discord.Client, drain: TaskDrain, rate_limiter: RateLimiter) -> None:
        super().__init__(
            client,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self._drain = drain
        self._rate_limiter = rate_limiter
        self._suggestions = LatestRequests()

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command with a sentence."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if not isinstance(cause, NotStarted):
            await answer_failure(interaction, cause)

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Suggest nothing to who types quicker than anybody can, nor for what is typed no more.

        Commands count against that rate when they are answered, and are timed from here on.
        """
        state_of(interaction)
        self._drain.begin()
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        if not self._rate_limiter.allows(interaction.user.id, weight_of(interaction)):
            return False
        await self._suggestions.begin(interaction.user.id)
        return True
