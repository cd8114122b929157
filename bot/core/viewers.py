"""Determines the readers of an answer: their language and the appearance of their pictures.

A message that only one user sees is in that user's language, any other in the server's. Either is
the one chosen in the settings, else the locale that Discord reports. Pictures have the theme of the
user's settings, else in a message that others see too that of the server's.
"""

from __future__ import annotations

import asyncio

import discord
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.core.interaction_state import Interaction, claim_of, state_of
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs.appearance import Appearance
from service.people.preferences import Preferences
from service.running.readers import Reader
from service.settings import THEME, VISIBILITY, appearance_of, language_of
from store.errors import StoreError
from store.records import Player, PublicSolves, Server
from workers.pool import SYSTEM

LOOKUP_SECONDS = 0.5
"""Maximum seconds that an acknowledgement waits for the settings of a server."""

log = structlog.stdlib.get_logger(__name__)


def likely_localizer(interaction: Interaction, *, private: bool) -> Localizer:
    """The localizer of an answer from Discord's locales alone, without reading settings."""
    locale = None if private else interaction.guild_locale
    return localizer_for((locale or interaction.locale).value)


def reader_of(interaction: Interaction, *, private: bool = True) -> Reader:
    """The reader of an answer to an interaction by what Discord tells, without their settings."""
    return Reader(
        interaction.user.id,
        likely_localizer(interaction, private=private),
        server=interaction.guild_id,
        private=private,
        claim=claim_of(interaction),
    )


def server_reader(server: Server, guild: discord.Guild | None) -> Reader:
    """Who reads posts in a server: all who are there.

    The language is that of its settings, else of its Discord locale.
    """
    locale = guild.preferred_locale.value if guild else None
    localizer = localizer_for(language_of(server) or locale or "en")
    return Reader(SYSTEM, localizer, Appearance(THEME.of(server)), server.id)


def player_reader(
    person: int, player: Player | None, language: str, server: int | None = None
) -> Reader:
    """The reader of a message that a player gets alone, without asking for it now.

    `language` is used unless the player has chosen one.
    """
    localizer = localizer_for(language_of(player) or language)
    localizer = replace(localizer, clock=VISIBILITY.of(player).has_clock)
    return Reader(person, localizer, appearance_of(player, None), server, private=True)


async def fetch_server_reader(client: discord.Client, server: Server) -> Reader:
    """Like `server_reader`; fetches a server that the gateway has not announced yet.

    Raises `discord.HTTPException` when the request fails.
    """
    guild = client.get_guild(server.id)
    if guild is None and language_of(server) is None:
        guild = await client.fetch_guild(server.id, with_counts=False)
    return server_reader(server, guild)


def message_is_private(interaction: Interaction) -> bool:
    """Whether only one user sees the message whose button was pressed: not in a group."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        return True
    return interaction.guild_id is None and not interaction.context.private_channel


class Readers(Struct, eq=False):
    """Finds the readers of answers from the settings of users and servers."""

    preferences: Preferences

    async def find(self, interaction: Interaction, *, private: bool) -> Reader:
        """The reader of an answer to an interaction.

        Uses Discord's locale and the default appearance when the settings cannot be read.
        """
        reader = reader_of(interaction, private=private)
        server_id = None if private else interaction.guild_id
        try:
            player, server = await self._settings(interaction, server_id)
        except StoreError as error:
            log.warning("settings unknown", reason=type(error).__name__)
            return reader
        language = language_of(player if private else server) or reader.language
        localizer = replace(localizer_for(language), clock=VISIBILITY.of(player).has_clock)
        return replace(reader, localizer=localizer, appearance=appearance_of(player, server))

    async def _settings(
        self, interaction: Interaction, server_id: int | None
    ) -> tuple[Player | None, Server | None]:
        """The settings of the user and a server; those read to acknowledge serve once."""
        state = state_of(interaction)
        found, state.settings = state.settings, None
        if found is None:
            return await self.preferences.of(interaction.user.id, server_id)
        player, server = found
        return player, None if server_id is None else server

    async def may_answer_publicly(self, interaction: Interaction) -> bool:
        """Whether the answer to /solve may be public, according to the settings of the server.

        False when the settings cannot be read within `LOOKUP_SECONDS`.
        """
        if interaction.guild_id is None:
            return True
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                found = await self.preferences.of(interaction.user.id, interaction.guild_id)
        except (StoreError, TimeoutError) as error:
            log.warning("choice of the server unknown", reason=type(error).__name__)
            return False
        state_of(interaction).settings = found
        _, server = found
        match server.public_solves if server else PublicSolves.EVERYONE:
            case PublicSolves.EVERYONE:
                return True
            case PublicSolves.MANAGERS:
                return interaction.permissions.manage_guild
            case PublicSolves.NOBODY:
                return False
