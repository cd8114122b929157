"""The command tree: rate limit of autocompletion, and answers to failed commands."""

from typing import Any

import discord
from discord import app_commands

from bot.core.drain import TaskDrain
from bot.core.error_handler import answer_failure
from bot.core.errors import NotStarted
from bot.core.interaction_state import Interaction, state_of
from bot.core.request_weights import weight_of
from bot.core.suggestions import LatestRequests
from service.running.rate_limiter import SharedRateLimiter


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
        self._suggestions = LatestRequests()

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command with a message about its error."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if not isinstance(cause, NotStarted):
            await answer_failure(interaction, cause)

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to handle an interaction: autocompletion only within the user's rate limit.

        Of one user's requests for autocompletion, only the newest is answered.

        Commands count against that limit when they are answered. Their time starts here.
        """
        state_of(interaction)
        self._drain.track()
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        if not await self._rate_limiter.allows(interaction.user.id, weight_of(interaction)):
            return False
        await self._suggestions.begin(interaction.user.id)
        return True
