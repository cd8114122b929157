"""Sends reminders: a daily direct message to players who enabled it and have not played yet."""

from datetime import datetime
from functools import partial

import discord
import structlog

from bot.chat import Chat
from bot.connection.sending import Sending
from bot.settings.chat import reminder_message
from i18n.catalogues import localizer_for
from service.people.preferences import ENGLISH
from service.settings import language_of
from store.records import Player

CONCURRENCY = 10
"""Maximum number of reminders that are sent at the same time."""
BATCH_SIZE = 100
"""Maximum number of due reminders that are started by one call."""

log = structlog.stdlib.get_logger(__name__)


class ReminderDelivery:
    """Sends the reminders that are due to players as direct messages."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._reminders = chat.use.reminders
        self._preferences = chat.use.preferences
        self._now = chat.now
        self.sending = Sending("reminder", most=CONCURRENCY)

    async def send_due(self) -> None:
        """Start to send the first `BATCH_SIZE` reminders that are due."""
        now = self._now()
        for player in await self._reminders.due(now, BATCH_SIZE):
            await self.sending.start(player.id, partial(self._remind, player, now))

    async def _remind(self, player: Player, now: datetime) -> None:
        """Remind one player, unless the reminder is too late or the player has played."""
        needs = await self._reminders.take(player, now)
        if needs is None:
            return
        post = reminder_message(localizer_for(language_of(player) or ENGLISH), needs)
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
            await channel.send(view=post.view)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("reminder refused", code=error.code)
            await self._preferences.note_refusal(player.id)
