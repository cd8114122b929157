"""For whom an answer is: whose language it speaks, and how they want their pictures.

What only one person sees is in their language, everything else in the server's. Either is what
was chosen in the settings, else that of their Discord.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
import structlog

from i18n.catalogues import voice_for
from i18n.voice import Voice
from jobs import Look
from service.batcher import Together
from store import players, servers
from store.database import Database
from store.errors import StoreError
from store.records import Player, Server

if TYPE_CHECKING:
    from bot.client import OuroClient

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


class Chosen:
    """What people and servers chose in the settings, looked up for several at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._looking: Together[tuple[int, int | None], tuple[Player | None, Server | None]]
        self._looking = Together(self._look_up)

    async def of(self, person: int, server: int | None) -> tuple[Player | None, Server | None]:
        """The settings of a person and of a server; None where nothing was chosen.

        Raises a `StoreError`.
        """
        return await self._looking.add((person, server))

    async def _look_up(
        self, wanted: Sequence[tuple[int, int | None]]
    ) -> list[tuple[Player | None, Server | None]]:
        async with self._database.reading() as connection:
            people = await players.find_all(connection, {person for person, _ in wanted})
            places = await servers.find_all(connection, {server for _, server in wanted if server})
        return [(people.get(person), places.get(server or 0)) for person, server in wanted]


def likely_voice(interaction: discord.Interaction[Any], *, private: bool) -> Voice:
    """The language of an answer as far as Discord tells, without asking the store."""
    locale = None if private else interaction.guild_locale
    return voice_for((locale or interaction.locale).value)


def message_is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message whose button was pressed is seen by one person only."""
    message = interaction.message
    return (message is not None and message.flags.ephemeral) or interaction.guild_id is None


async def find_reader(interaction: discord.Interaction[OuroClient], *, private: bool) -> Reader:
    """The reader of an answer to an interaction; does without settings if the store is away."""
    voice = likely_voice(interaction, private=private)
    server_id = None if private else interaction.guild_id
    try:
        player, server = await interaction.client.chosen.of(interaction.user.id, server_id)
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
