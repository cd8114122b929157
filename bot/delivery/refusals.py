"""Channels that reject posts: classifies Discord's errors, and notifies the server's owner."""

import discord
import structlog

from bot.core.errors import ChannelRefused
from bot.core.layouts import PROBLEM, notice
from bot.core.viewers import server_localizer
from bot.server_setup import texts
from store.records import Server
from texts.markdown import quote

GONE = frozenset({10003, 10004})
"""Discord's error codes for a channel or a server that does not exist."""
REFUSING = frozenset({50001, 50013, 50083, 160005})
"""Discord's error codes for a channel in which the bot may not post: hidden, forbidden, locked."""

log = structlog.stdlib.get_logger(__name__)


def refusal_of(error: discord.HTTPException) -> Exception:
    """A `ChannelRefused` for an error that a retry cannot resolve; any other error unchanged."""
    if error.code in GONE:
        return ChannelRefused(True)
    if error.code in REFUSING or isinstance(error, discord.Forbidden):
        return ChannelRefused(False)
    return error


async def notify_owner(
    client: discord.Client, server: Server, channel_id: int | None, refusal: ChannelRefused
) -> None:
    """Notify a server's owner that its channel rejects posts.

    Sends a direct message, or if that fails, a message to the server's system channel.
    """
    guild = client.get_guild(server.id)
    if guild is None:
        return
    localizer = server_localizer(server, guild)
    message = texts.CHANNEL_GONE if refusal.gone else texts.CHANNEL_REFUSES
    text = localizer.say(message, server=quote(guild.name), channel=f"<#{channel_id}>")
    try:
        owner = await client.fetch_user(guild.owner_id) if guild.owner_id else None
        if owner is not None:
            await owner.send(view=notice(text, PROBLEM).view)
            return
    except discord.HTTPException as error:
        log.info("owner not reached by direct message", server=server.id, code=error.code)
    try:
        if guild.system_channel is not None:
            await guild.system_channel.send(view=notice(text, PROBLEM).view)
    except discord.HTTPException as error:
        log.info("owner not notified", server=server.id, code=error.code)
