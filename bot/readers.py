"""For whom an answer is: whose language it speaks, and how they want their pictures.

What only one person sees is in their language, everything else in the server's. Either is what
was chosen in the settings, else that of their Discord.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import discord
import structlog

from bot.interaction_state import Interaction
from i18n.catalogues import voice_for
from i18n.voice import Voice
from jobs import Look
from service.preferences import Preferences
from store.errors import StoreError
from store.records import PublicSolves, Server

LOOKUP_SECONDS = 0.5
"""How long an acknowledgement waits for the choice of a server."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads an answer: its language, and how pictures look unless told otherwise."""

    voice: Voice
    look: Look = Look()  # noqa: RUF009 - a frozen value
    private: bool = False

    def looking(self, theme: str | None, labels: bool | None) -> Look:
        """How a picture looks with these options; None leaves what the person chose."""
        return Look(
            self.look.theme if theme is None else theme,
            self.look.labels if labels is None else labels,
        )


def likely_voice(interaction: Interaction, *, private: bool) -> Voice:
    """The language of an answer as far as Discord tells, without asking the store."""
    locale = None if private else interaction.guild_locale
    return voice_for((locale or interaction.locale).value)


def server_voice(server: Server, guild: discord.Guild | None) -> Voice:
    """The language of posts in a server: what was chosen, else that of its Discord."""
    locale = guild.preferred_locale.value if guild else None
    return voice_for(server.language or locale or "en")


def message_is_private(interaction: Interaction) -> bool:
    """Whether the message whose button was pressed is seen by one person only."""
    message = interaction.message
    return (message is not None and message.flags.ephemeral) or interaction.guild_id is None


class Readers:
    """Finds out for whom an answer is, from what people and servers chose in the settings."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def find(self, interaction: Interaction, *, private: bool) -> Reader:
        """The reader of an answer to an interaction; does without settings if the store is away."""
        voice = likely_voice(interaction, private=private)
        server_id = None if private else interaction.guild_id
        try:
            player, server = await self._preferences.of(interaction.user.id, server_id)
        except StoreError as error:
            log.warning("settings unknown", reason=type(error).__name__)
            return Reader(voice, Look(), private)
        chosen = player if private else server
        if chosen and chosen.language:
            voice = voice_for(chosen.language)
        look = Look()
        if player is not None:
            look = Look(player.theme or look.theme, bool(player.labels))
        return Reader(voice, look, private)

    async def may_show_all(self, interaction: Interaction) -> bool:
        """Whether a solution may be shown to a whole server, which its managers decide.

        While the store is away it may not.
        """
        if interaction.guild_id is None:
            return True
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                _, server = await self._preferences.of(interaction.user.id, interaction.guild_id)
        except (StoreError, TimeoutError) as error:
            log.warning("choice of the server unknown", reason=type(error).__name__)
            return False
        match server.public_solves if server else PublicSolves.EVERYONE:
            case PublicSolves.EVERYONE:
                return True
            case PublicSolves.MANAGERS:
                return interaction.permissions.manage_guild
            case PublicSolves.NOBODY:
                return False
