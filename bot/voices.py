"""Whose language an answer speaks: the person's own if only they see it, else the server's."""

from typing import Any

import discord

from locales.catalogues import voice_for
from locales.voice import Voice

_ACKNOWLEDGED = "voice"


def private_voice(interaction: discord.Interaction[Any]) -> Voice:
    """For what only the person who asked will see: the language of their Discord."""
    return voice_for(interaction.locale.value)


def public_voice(interaction: discord.Interaction[Any]) -> Voice:
    """For what others see, too: the language of the server; without one, the person's."""
    locale = interaction.guild_locale or interaction.locale
    return voice_for(locale.value)


def message_voice(interaction: discord.Interaction[Any]) -> Voice:
    """For changing the message whose button was pressed: private if only one person sees it."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    return private_voice(interaction) if private else public_voice(interaction)


async def acknowledge(interaction: discord.Interaction[Any], *, private: bool = False) -> Voice:
    """Defer the answer to a command, and give the voice for it."""
    voice = private_voice(interaction) if private else public_voice(interaction)
    interaction.extras[_ACKNOWLEDGED] = voice
    await interaction.response.defer(ephemeral=private)
    return voice


def failure_voice(interaction: discord.Interaction[Any]) -> Voice:
    """For a failure: it takes the place of an acknowledged answer, else it is private."""
    voice = interaction.extras.get(_ACKNOWLEDGED)
    return voice if isinstance(voice, Voice) else private_voice(interaction)
