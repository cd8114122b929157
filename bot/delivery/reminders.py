"""Sends reminders: a daily direct message to players who enabled it and have not played yet."""

import asyncio
from datetime import datetime

import discord
import structlog

from bot.presenters.reminders import reminder_message
from i18n.catalogues import localizer_for
from service.clock import Clock
from service.preferences import Preferences
from service.reminders import Reminders
from store.records import Player

CONCURRENCY = 5
"""Maximum number of reminders that are sent at the same time."""
BATCH_SIZE = 100
"""Maximum number of due reminders that are read at once."""

log = structlog.stdlib.get_logger(__name__)


class ReminderDelivery:
    """Sends the reminders that are due to players as direct messages."""

    def __init__(
        self,
        client: discord.Client,
        reminders: Reminders,
        preferences: Preferences,
        now: Clock,
    ) -> None:
        self._client = client
        self._reminders = reminders
        self._preferences = preferences
        self._now = now

    async def send_due(self) -> None:
        """Send all reminders that are due."""
        now = self._now()
        while True:
            due = await self._reminders.due(now, BATCH_SIZE)
            for first in range(0, len(due), CONCURRENCY):
                batch = due[first : first + CONCURRENCY]
                await asyncio.gather(*(self._remind(player, now) for player in batch))
            if len(due) < BATCH_SIZE:
                return

    async def _remind(self, player: Player, now: datetime) -> None:
        """Remind one player, unless the reminder is too late or the player has played."""
        history = await self._reminders.take(player, now)
        if history is None:
            return
        post = reminder_message(localizer_for(player.language or "en"), history)
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
            await channel.send(view=post.view)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("reminder refused", code=error.code)
            await self._preferences.note_refusal(player.id)
        except discord.HTTPException as error:
            log.warning("reminder lost", status=error.status, code=error.code)
