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
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs import Appearance
from service.preferences import Preferences
from store.errors import StoreError
from store.records import PublicSolves, Server

LOOKUP_SECONDS = 0.5
"""How long an acknowledgement waits for the choice of a server."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who reads an answer: its language, and how pictures look unless told otherwise."""

    localizer: Localizer
    appearance: Appearance = Appearance()  # noqa: RUF009 - a frozen value
    private: bool = False

    def appearance_with(self, theme: str | None, labels: bool | None) -> Appearance:
        """How a picture looks with these options; None leaves what the person chose."""
        return Appearance(
            self.appearance.theme if theme is None else theme,
            self.appearance.labels if labels is None else labels,
        )


def likely_localizer(interaction: Interaction, *, private: bool) -> Localizer:
    """The language of an answer as far as Discord tells, without asking the store."""
    locale = None if private else interaction.guild_locale
    return localizer_for((locale or interaction.locale).value)


def server_localizer(server: Server, guild: discord.Guild | None) -> Localizer:
    """The language of posts in a server: what was chosen, else that of its Discord."""
    locale = guild.preferred_locale.value if guild else None
    return localizer_for(server.language or locale or "en")


def message_is_private(interaction: Interaction) -> bool:
    """Whether the message whose button was pressed is seen by one person only."""
    message = interaction.message
    return (message is not None and message.flags.ephemeral) or interaction.guild_id is None


class Viewers:
    """Finds out for whom an answer is, from what people and servers chose in the settings."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def find(self, interaction: Interaction, *, private: bool) -> Viewer:
        """The reader of an answer to an interaction; does without settings if the store is away."""
        localizer = likely_localizer(interaction, private=private)
        server_id = None if private else interaction.guild_id
        try:
            player, server = await self._preferences.of(interaction.user.id, server_id)
        except StoreError as error:
            log.warning("settings unknown", reason=type(error).__name__)
            return Viewer(localizer, Appearance(), private)
        chosen = player if private else server
        if chosen and chosen.language:
            localizer = localizer_for(chosen.language)
        appearance = Appearance()
        if player is not None:
            appearance = Appearance(player.theme or appearance.theme, bool(player.labels))
        return Viewer(localizer, appearance, private)

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
