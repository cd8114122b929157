"""Ends storms by themselves: when the time is over, the message of a storm becomes its result."""

from functools import partial
from typing import cast

import discord
import structlog

from bot.core.sending import Sending
from bot.core.viewers import player_viewer
from bot.practice.chat import result_message
from service.preferences import Preferences
from service.storms import StormReader, Storms
from store.records import LastStorm
from workers.errors import Busy

ORIGINAL_RESPONSE = cast("int", "@original")
"""Discord's name for the message ID of the message whose button was pressed."""
CONCURRENCY = 16
"""Maximum number of storms that end at the same time."""

log = structlog.stdlib.get_logger(__name__)


class StormEnds:
    """Shows the results of storms whose time is over, without a press."""

    def __init__(self, client: discord.Client, storms: Storms, preferences: Preferences) -> None:
        self._client = client
        self._storms = storms
        self._preferences = preferences
        self.sending = Sending("result of a storm", most=CONCURRENCY)

    async def end_due(self) -> None:
        """Start to show the results of storms whose time is over."""
        for ended in await self._storms.ended():
            await self.sending.start(ended.player_id, partial(self._end, ended))

    async def _end(self, ended: LastStorm) -> None:
        """Show a result unless a press shows it; the message may be gone."""
        player, _ = await self._preferences.of(ended.player_id, None)
        viewer = player_viewer(player, ended.language)
        localizer = viewer.localizer
        reader = StormReader(
            ended.player_id, ended.server_id, viewer.appearance, localizer.language
        )
        try:
            page = await self._storms.end(reader, ended)
        except Busy:
            return  # the next run tries again
        if page is None:
            return
        post = result_message(localizer, page)
        webhook = discord.Webhook.partial(ended.application_id, ended.token, client=self._client)
        try:
            await webhook.edit_message(
                ORIGINAL_RESPONSE, view=post.view, attachments=list(post.files)
            )
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("result undeliverable", code=error.code)
