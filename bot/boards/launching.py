"""Opens boards inside Discord: launches the Activity, and stores for which board."""

import asyncio

import discord
import structlog

from bot.core.error_handler import answer_failure
from bot.core.interaction_state import Interaction, claim_of
from bot.core.interactions import CHANGE_SECONDS, Interactions
from service.activities import Activities
from service.errors import InputError, Problem, ServiceError
from store.errors import StoreError
from workers.errors import WorkError

log = structlog.stdlib.get_logger(__name__)


class LaunchHandlers:
    """Launches the Activity for the board whose button was pressed."""

    def __init__(self, interactions: Interactions, activities: Activities) -> None:
        self._interactions = interactions
        self._activities = activities

    async def launch(self, interaction: Interaction, attempt: int) -> None:
        """Launch the Activity, which Discord only accepts as the first answer to a press.

        The board is stored before, so that the page finds it however early it asks; a slow database
        does not delay the answer.
        """
        person, claim = interaction.user.id, claim_of(interaction)
        storing = None
        try:
            await self._interactions.admit(interaction)
            storing = asyncio.create_task(self._activities.launch(person, attempt, claim=claim))
            await asyncio.wait([storing], timeout=CHANGE_SECONDS)
            if storing.done():
                storing.result()
            instance = await self._interactions.launch_activity(interaction)
            await storing
        except (ServiceError, WorkError, StoreError, discord.HTTPException) as error:
            await answer_failure(interaction, _problem_of(error))
            return
        finally:
            await asyncio.gather(*filter(None, [storing]), return_exceptions=True)
        if instance is None:
            return
        try:
            await self._activities.launched(person, attempt, instance)
        except (ServiceError, StoreError) as error:  # the page has opened the board all the same
            log.warning("instance not stored", reason=type(error).__name__)


def _problem_of(error: Exception) -> Exception:
    """What people are told about an error: Discord launches what is not verified for few people."""
    if not isinstance(error, discord.HTTPException) or isinstance(error, discord.NotFound):
        return error
    log.warning("launch refused", status=error.status, code=error.code)
    return InputError(Problem.NOT_LAUNCHED)
