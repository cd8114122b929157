"""Trouble with posting in a server: what Discord's refusals mean, and telling its owner."""

import discord
import structlog

from bot.errors import Refused
from bot.presenters.layouts import PROBLEM, notice
from bot.viewers import server_localizer
from store.records import Server
from texts import server_setup as texts
from texts.markdown import quote

GONE = frozenset({10003, 10004})
"""Discord's codes for a channel or a server that is not there."""
REFUSING = frozenset({50001, 50013, 50083, 160005})
"""Discord's codes for a channel where the bot may not post: hidden, forbidden, locked."""

log = structlog.stdlib.get_logger(__name__)


def trouble_of(error: discord.HTTPException) -> Exception:
    """A refusal that will not pass by itself as `Refused`, any other error as it is."""
    if error.code in GONE:
        return Refused(True)
    if error.code in REFUSING or isinstance(error, discord.Forbidden):
        return Refused(False)
    return error


async def tell_owner(
    client: discord.Client, server: Server, channel_id: int | None, refusal: Refused
) -> None:
    """In a direct message to the owner; where that is closed, in the server's system channel."""
    guild = client.get_guild(server.id)
    if guild is None:
        return
    localizer = server_localizer(server, guild)
    message = texts.CHANNEL_GONE if refusal.gone else texts.CHANNEL_REFUSES
    told = localizer.say(message, server=quote(guild.name), channel=f"<#{channel_id}>")
    try:
        owner = await client.fetch_user(guild.owner_id) if guild.owner_id else None
        if owner is not None:
            await owner.send(view=notice(told, PROBLEM).view)
            return
    except discord.HTTPException as error:
        log.info("owner not told", server=server.id, code=error.code)
    try:
        if guild.system_channel is not None:
            await guild.system_channel.send(view=notice(told, PROBLEM).view)
    except discord.HTTPException as error:
        log.info("owner unknown", server=server.id, code=error.code)
