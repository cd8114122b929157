"""Keeping the posts of today's dailies up to date: how many have solved each.

The posts of a server are changed some seconds after one of its players solved the daily, and any
post when one of its buttons is pressed and the number on it is an old one.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

import discord
import structlog
from discord import ui

from bot.components.daily import DailyBoard
from bot.message_parts import custom_ids, shown_texts
from bot.presenters.dailies import daily_message
from bot.presenters.layouts import OutgoingMessage
from bot.viewers import server_localizer
from play.calendar import Track
from service.cache import Cache
from service.clock import Clock
from service.dailies import Dailies
from service.servers import Servers

PAUSE = timedelta(seconds=30)
"""A message is changed at most so often because its buttons are pressed."""
KEPT = 1000
"""Of so many messages it is known when they were changed last."""

_ROLE = re.compile(r"<@&(\d+)>")

log = structlog.stdlib.get_logger(__name__)


class ChangeLimiter:
    """When messages were changed last; what was longest ago is forgotten.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    >>> limiter = ChangeLimiter()
    >>> limiter.allows(7, noon), limiter.allows(7, noon)
    (True, False)
    """

    def __init__(self) -> None:
        self._changed: Cache[int, datetime] = Cache(KEPT)

    def allows(self, message: int, now: datetime) -> bool:
        """Whether a message may be changed; then it counts as changed now."""
        last = self._changed.get(message)
        if last is not None and now - last < PAUSE:
            return False
        self._changed.put(message, now)
        return True


class PostUpdates:
    """Changes posts whose number is an old one."""

    def __init__(
        self, client: discord.Client, dailies: Dailies, servers: Servers, now: Clock
    ) -> None:
        self._client = client
        self._dailies = dailies
        self._servers = servers
        self._now = now
        self._limiter = ChangeLimiter()
        self._looked = now()

    async def update_solved(self) -> None:
        """Change the posts of today's dailies in servers where somebody solved them lately."""
        now = self._now()
        found = await self._dailies.newly_solved(self._looked)
        self._looked = now
        for post in found:
            if post.channel_id is not None and post.message_id is not None:
                channel = self._client.get_partial_messageable(
                    post.channel_id, guild_id=post.server_id
                )
                message = channel.get_partial_message(post.message_id)
                await self._update(message, post.server_id, post.day, Track(post.track))

    async def after_press(self, message: discord.Message | None, day: date, track: Track) -> None:
        """Change a post whose button was pressed if its number is an old one."""
        if message is None or message.guild is None or message.flags.ephemeral:
            return
        board = DailyBoard(day, track).custom_id
        whole = board in custom_ids(message)
        if whole and self._limiter.allows(message.id, self._now()):
            await self._update(message, message.guild.id, day, track, shown_texts(message))

    async def _update(
        self,
        message: discord.Message | discord.PartialMessage,
        server_id: int,
        day: date,
        track: Track,
        shown: Sequence[str] | None = None,
    ) -> None:
        """Change a message unless it says already what it should; what cannot be changed stays."""
        server = await self._servers.find(server_id)
        daily, puzzle = await self._dailies.find(day, track)
        if shown is None:
            ping = server.role_to_ping(track.value)
        else:
            role = _ROLE.search("".join(shown))
            ping = int(role[1]) if role else None
        localizer = server_localizer(server, self._client.get_guild(server.id))
        view = await self._dailies.view(daily, puzzle, localizer.language)
        post = daily_message(localizer, view, ping)
        if shown is not None and _texts(post) <= set(shown):
            return
        try:
            await message.edit(view=post.view, attachments=list(post.files))
        except discord.HTTPException as error:
            log.info("post not updated", code=error.code)


def _texts(post: OutgoingMessage) -> set[str]:
    return {item.content for item in post.view.walk_children() if isinstance(item, ui.TextDisplay)}
