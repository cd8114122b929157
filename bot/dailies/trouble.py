"""Trouble with posting in a server: noted, told to its owner once, and not tried for ever.

A channel that is gone ends the posts until a manager chooses another one. One that refuses them
is tried again the next day, as somebody may mend it, and after a week no more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
import structlog

from bot.errors import Refused
from bot.presenters.layouts import PROBLEM, notice
from bot.markdown import quote
from i18n.catalogues import voice_for
from store import posts, servers
from store.records import Post, Server
from texts import server_setup as texts

if TYPE_CHECKING:
    from bot.client import OuroClient

GONE = frozenset({10003, 10004})
"""Discord's codes for a channel or a server that is not there."""
REFUSING = frozenset({50001, 50013, 50083, 160005})
"""Discord's codes for a channel where the bot may not post: hidden, forbidden, locked."""
REFUSED_DAYS = 7
"""After so many days on which a channel refused, it is left alone."""

log = structlog.stdlib.get_logger(__name__)


def trouble_of(error: discord.HTTPException) -> Exception:
    """A refusal that will not pass by itself as `Refused`, any other error as it is."""
    if error.code in GONE:
        return Refused(True)
    if error.code in REFUSING or isinstance(error, discord.Forbidden):
        return Refused(False)
    return error


async def report(client: OuroClient, post: Post, refusal: Refused) -> None:
    """Give a refused post up, and tell the server's owner unless they were told before."""
    async with client.database.writing() as connection:
        await posts.skip(connection, post, refusal.reason)
        first = await servers.note_trouble(connection, post.server_id, refusal.reason)
        refused = await posts.refused_days(connection, post.server_id, Refused(False).reason)
        server = await servers.find(connection, post.server_id)
        for_good = refusal.gone or refused >= REFUSED_DAYS
        # A channel chosen in the meantime stays.
        if server is not None and for_good and server.channel_id == post.channel_id:
            await servers.save(connection, replace(server, channel_id=None))
            await posts.withdraw(connection, server.id)
    log.warning("channel refuses", server=post.server_id, reason=refusal.reason, told=first)
    if first and server is not None:
        await _tell(client, server, post, refusal)


async def _tell(client: OuroClient, server: Server, post: Post, refusal: Refused) -> None:
    """In a direct message to the owner; where that is closed, in the server's system channel."""
    guild = client.get_guild(server.id)
    if guild is None:
        return
    voice = voice_for(server.language or guild.preferred_locale.value)
    message = texts.CHANNEL_GONE if refusal.gone else texts.CHANNEL_REFUSES
    told = voice.say(message, server=quote(guild.name), channel=f"<#{post.channel_id}>")
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
        log.info("nobody told", server=server.id, code=error.code)
