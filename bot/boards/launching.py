"""Opens boards inside Discord, where Discord lets the bot."""

import asyncio
from collections.abc import Awaitable, Callable

import discord
import structlog
from msgspec import Struct

from bot.answering.interactions import (
    Interaction,
    Interactions,
    is_retryable,
    may_launch,
    reader_of,
)
from service.errors import InputError, ServiceError
from service.playing.activities import Activities
from service.running.readers import Reader
from store.errors import StoreError

log = structlog.stdlib.get_logger(__name__)

STORE_SECONDS = 1.0
"""Maximum seconds until a board is stored for a launch; after that there is time for an answer."""


class Launcher(Struct, eq=False):
    """Launches the Activity for boards."""

    interactions: Interactions
    activities: Activities

    async def launch(
        self,
        interaction: Interaction,
        find: Callable[[Reader], Awaitable[int]],
        page: str = "attempt_id",
        *,
        anywhere: bool = False,
    ) -> bool:
        """Launch the Activity for the board that `find` gives; whether that was done, in time and
        with Discord's leave. What `find` refuses is told in an answer.

        Discord launches only as the first answer to a press: in servers with the bot, and with
        `anywhere` elsewhere too. The board, one of `page`, is stored before, so that the page finds
        it however early it asks.
        """
        reader = reader_of(interaction)
        if not (self.activities.opens_for(reader) and may_launch(interaction, anywhere=anywhere)):
            return False
        await self.interactions.admit(interaction)
        try:
            async with asyncio.timeout(STORE_SECONDS):
                number = await find(reader)
                await self.activities.launch(reader, number, page)
            instance = await self.interactions.launch_activity(interaction)
        except (TimeoutError, InputError):
            return False
        except discord.HTTPException as error:
            if not (is_retryable(error) or isinstance(error, discord.NotFound)):
                self.activities.refuse(reader)
            return False
        if instance is not None:
            try:
                await self.activities.launch(reader, number, page, instance)
            except (ServiceError, StoreError) as error:  # the page opens the board all the same
                log.warning("instance not stored", reason=type(error).__name__)
        return True
