"""Keeping the posts of today's dailies true: how many have solved each.

The posts of a server are changed some seconds after one of its players solved the daily, and any
post when one of its buttons is pressed and the number on it is an old one.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import discord
import structlog
from discord import ui

from bot.attachments import walk
from bot.dailies.finding import daily_for
from bot.dailies.post import show_daily
from bot.dailies.sending import server_voice
from bot.presenters.layouts import Post
from play.calendar import Track, today
from store import posts, servers
from store.records import Server

if TYPE_CHECKING:
    from bot.client import OuroClient

PAUSE = timedelta(seconds=30)
"""A message is changed at most so often because its buttons are pressed."""
KEPT = 1000
"""Of so many messages it is known when they were changed last."""

_ROLE = re.compile(r"<@&(\d+)>")

log = structlog.stdlib.get_logger(__name__)


class Freshness:
    """When posts were looked at, and messages changed; what was longest ago is forgotten."""

    def __init__(self, now: datetime) -> None:
        self.looked = now
        self._changed: OrderedDict[int, datetime] = OrderedDict()

    def may_change(self, message: int, now: datetime) -> bool:
        """Whether a message may be changed; then it counts as changed now.

        >>> from datetime import UTC
        >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
        >>> freshness = Freshness(noon)
        >>> freshness.may_change(7, noon), freshness.may_change(7, noon)
        (True, False)
        """
        last = self._changed.get(message)
        if last is not None and now - last < PAUSE:
            return False
        self._changed[message] = now
        self._changed.move_to_end(message)
        while len(self._changed) > KEPT:
            self._changed.popitem(last=False)
        return True


async def freshen_posts(client: OuroClient) -> None:
    """Change the posts of today's dailies in servers where somebody solved them lately."""
    now = client.now()
    async with client.database.reading() as connection:
        found = await posts.newly_solved(connection, today(now), client.freshness.looked)
    client.freshness.looked = now
    for post in found:
        if post.channel_id is not None and post.message_id is not None:
            channel = client.get_partial_messageable(post.channel_id, guild_id=post.server_id)
            message = channel.get_partial_message(post.message_id)
            await _freshen(client, message, post.server_id, post.day, Track(post.track))


async def freshen_message(
    client: OuroClient, message: discord.Message | None, day: date, track: Track
) -> None:
    """Change a post whose button was pressed if its number is an old one."""
    if message is None or message.guild is None or message.flags.ephemeral:
        return
    whole = any(
        getattr(part, "custom_id", "") == f"ouro:daily-board:{day}:{track.value}"
        for part in walk(message.components)
    )
    if whole and client.freshness.may_change(message.id, client.now()):
        shown = [
            part.content
            for part in walk(message.components)
            if isinstance(part, discord.TextDisplay)
        ]
        await _freshen(client, message, message.guild.id, day, track, shown)


async def _freshen(  # noqa: PLR0913, PLR0917 - which message, of what
    client: OuroClient,
    message: discord.Message | discord.PartialMessage,
    server_id: int,
    day: date,
    track: Track,
    shown: list[str] | None = None,
) -> None:
    """Change a message unless it says already what it should; what cannot be changed stays."""
    async with client.database.reading() as connection:
        server = await servers.find(connection, server_id) or Server(server_id, client.now())
    daily, puzzle = await daily_for(client, day, track)
    if shown is None:
        ping = server.ping_role_id if server.tracks[:1] == (track.value,) else None
    else:
        role = _ROLE.search("".join(shown))
        ping = int(role[1]) if role else None
    post = await show_daily(client, server_voice(client, server), daily, puzzle, ping=ping)
    if shown is not None and _texts(post) <= set(shown):
        return
    try:
        await message.edit(view=post.view, attachments=list(post.files))
    except discord.HTTPException as error:
        log.info("post not freshened", code=error.code)


def _texts(post: Post) -> set[str]:
    return {item.content for item in post.view.walk_children() if isinstance(item, ui.TextDisplay)}
