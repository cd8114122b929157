"""The language of messages in a server that nobody asked for."""

import discord

from bot.viewers import server_localizer
from i18n.localizer import Localizer
from store.records import Server


async def localizer_in(client: discord.Client, server: Server) -> Localizer:
    """The localizer of a server: that of its settings, else of its locale on Discord.

    The gateway may not have announced the server yet, as after a start; then Discord is asked.
    Raises `discord.HTTPException` when it does not answer.
    """
    guild = client.get_guild(server.id)
    if guild is None and server.language is None:
        guild = await client.fetch_guild(server.id, with_counts=False)
    return server_localizer(server, guild)
