"""/settings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.answering import answering, reply
from bot.people.choices import choose, read_choices
from bot.views.settings import problem_post, show_settings
from play.zones import MAX_NAME, find_zone, suggest_zones
from puzzle.errors import PuzzleError
from texts import commands
from texts import preferences as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="settings", description=commands.SETTINGS.text)
@app_commands.describe(zone=commands.SETTINGS_ZONE.text)
async def settings(
    interaction: discord.Interaction[OuroClient],
    zone: app_commands.Range[str, 1, MAX_NAME] | None = None,
) -> None:
    """Show what somebody chose, to them alone; a zone is stored at once."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        if zone is None:
            await show_settings(interaction, reader, await read_choices(client, person))
            return
        try:
            found = await asyncio.to_thread(find_zone, zone)
        except PuzzleError as error:
            await reply(interaction, problem_post(reader.voice, error))
            return
        player = await choose(client, person, lambda player: replace(player, zone=found.key))
        said = reader.voice.say(texts.ZONE_STORED, zone=found.key)
        await show_settings(interaction, reader, player, reader.voice.say(texts.STORED, what=said))


@settings.autocomplete("zone")
async def suggest(
    interaction: discord.Interaction[OuroClient],  # noqa: ARG001 - the library passes it
    current: str,
) -> list[Choice[str]]:
    """Zones for what was typed so far."""
    zones = await asyncio.to_thread(suggest_zones, current)
    return [Choice(name=zone, value=zone) for zone in zones]
