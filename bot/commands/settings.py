"""/settings."""

import asyncio
from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import AnyCommand
from bot.handlers.settings import SettingsHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions
from play.zones import MAX_NAME, find_zone, suggest_zones
from service.preferences import Preferences
from texts import commands
from texts import preferences as texts


def settings_commands(
    interactions: Interactions, preferences: Preferences, handlers: SettingsHandlers
) -> tuple[AnyCommand, ...]:
    """The command /settings."""

    @app_commands.command(name="settings", description=commands.SETTINGS.text)
    @app_commands.describe(zone=commands.SETTINGS_ZONE.text)
    async def settings(
        interaction: Interaction, zone: app_commands.Range[str, 1, MAX_NAME] | None = None
    ) -> None:
        """Show the user's settings, visible only to them; store a given time zone first."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            if zone is None:
                await handlers.show(interaction, viewer, await preferences.read(person))
                return
            found = await asyncio.to_thread(find_zone, zone)
            player = await preferences.change(
                person,
                lambda player: replace(player, zone=found.key),
                claim=claim_of(interaction),
            )
            what = viewer.localizer.say(texts.ZONE_STORED, zone=found.key)
            confirmation = viewer.localizer.say(texts.STORED, what=what)
            await handlers.show(interaction, viewer, player, confirmation)

    @settings.autocomplete("zone")
    async def suggest(_: Interaction, current: str) -> list[Choice[str]]:
        """Time zones that match the typed text."""
        zones = await asyncio.to_thread(suggest_zones, current)
        return [Choice(name=zone, value=zone) for zone in zones]

    return (settings,)
