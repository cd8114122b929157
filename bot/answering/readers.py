"""Who reads messages that the bot sends: their language, and the look of pictures.

A message that only one user sees is in that user's language, any other in the server's. Either is
the one chosen in the settings, else the locale that Discord reports. Pictures have the theme of the
user's settings, else in a message that others see too that of the server's.
"""

from __future__ import annotations

from typing import Any

import discord

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs.appearance import Appearance
from service.people.preferences import Preferences
from service.running.readers import Reader
from service.settings import THEME, appearance_of, language_of, with_times
from store.records import PendingMessage, Server
from workers.pool import SYSTEM


def likely_localizer(interaction: discord.Interaction[Any], *, private: bool) -> Localizer:
    """The localizer of an answer from Discord's locales alone, without reading settings."""
    locale = None if private else interaction.guild_locale
    return localizer_for((locale or interaction.locale).value)


def server_reader(server: Server, guild: discord.Guild | None) -> Reader:
    """Who reads posts in a server: all who are there.

    The language is that of its settings, else of its Discord locale.
    """
    locale = guild.preferred_locale.value if guild else None
    localizer = localizer_for(language_of(server) or locale or "en")
    return Reader(SYSTEM, localizer, Appearance(THEME.of(server)), server.id)


async def pending_reader(preferences: Preferences, pending: PendingMessage) -> Reader:
    """The reader of a pending message that a player gets alone, without asking for it now.

    The language of the message is used unless the player has chosen one.
    """
    person = pending.person_id or 0
    player, _ = await preferences.of(person, None)
    localizer = localizer_for(language_of(player) or pending.subject["language"])
    localizer = with_times(localizer, player)
    return Reader(person, localizer, appearance_of(player, None), private=True)


async def fetch_server_reader(client: discord.Client, server: Server) -> Reader:
    """Like `server_reader`; fetches a server that the gateway has not told yet.

    Raises `discord.HTTPException` when the request fails.
    """
    guild = client.get_guild(server.id)
    if (guild is None or guild.unavailable) and language_of(server) is None:
        guild = await client.fetch_guild(server.id, with_counts=False)
    return server_reader(server, guild)


def message_is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether only one user sees the message whose button was pressed: not in a group."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        return True
    return interaction.guild_id is None and not interaction.context.private_channel
