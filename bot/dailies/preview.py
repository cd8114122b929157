"""What the post of a server will look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.dailies.finding import daily_for
from bot.dailies.managing import managed_guild
from bot.dailies.post import show_daily
from bot.dailies.sending import server_voice
from bot.presenters.layouts import Post
from bot.readers import Reader
from play.calendar import Track, today
from store import servers
from store.records import Server
from texts import server_setup as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


async def preview(interaction: discord.Interaction[OuroClient], reader: Reader) -> Post:
    """Today's post in the language of the server, and a line that says what it is."""
    client, guild = interaction.client, managed_guild(interaction)
    async with client.database.reading() as connection:
        server = await servers.find(connection, guild.id) or Server(guild.id, client.now())
    track = server.tracks[0] if server.tracks else Track.NORMAL
    daily, puzzle = await daily_for(client, today(client.now()), track)
    voice = server_voice(client, server)
    post = await show_daily(client, voice, daily, puzzle, ping=server.ping_role_id)
    note = ui.TextDisplay[ui.LayoutView](reader.voice.say(texts.PREVIEW_NOTE))
    return Post(post.view.add_item(note), post.files)
