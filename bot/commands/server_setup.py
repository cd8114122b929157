"""/setup and /status, for managers of a server."""

import math
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.client import shards_up
from bot.commands.base import AnyCommand
from bot.handlers.server_setup import SetupHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.permissions import managed_guild, with_permissions
from bot.presenters.layouts import PLAIN, PROBLEM, notice
from bot.presenters.server_setup import setup_panel
from i18n.catalogues import LANGUAGES
from play.times import parse_time
from play.zones import find_zone, suggest_zones
from service.status import ServiceStatus, StatusReport
from store.records import PublicSolves
from texts import commands
from texts.preferences import THEMES
from texts.status import status_text, troubles

SERVER_LANGUAGE = "server"
"""The value of the choice to use the server's Discord locale."""
SOLVES_NAMES = {
    PublicSolves.EVERYONE: commands.SOLVES_EVERYONE,
    PublicSolves.MANAGERS: commands.SOLVES_MANAGERS,
    PublicSolves.NOBODY: commands.SOLVES_NOBODY,
}
"""Names of the choices of `public_solves`."""


def setup_commands(interactions: Interactions, handlers: SetupHandlers) -> tuple[AnyCommand, ...]:
    """The command /setup."""

    @app_commands.command(name="setup", description=commands.SETUP.text)
    @app_commands.describe(
        channel=commands.SETUP_CHANNEL.text,
        time=commands.SETUP_TIME.text,
        zone=commands.SETUP_ZONE.text,
        threads=commands.SETUP_THREADS.text,
        ping=commands.SETUP_PING.text,
        public_solves=commands.SETUP_SOLVES.text,
        language=commands.SETUP_LANGUAGE.text,
        theme=commands.SETUP_THEME.text,
    )
    @app_commands.choices(
        public_solves=[
            Choice(name=name.text, value=who.value) for who, name in SOLVES_NAMES.items()
        ],
        language=[
            Choice(name=commands.LANGUAGE_OF_SERVER.text, value=SERVER_LANGUAGE),
            *(Choice(name=name, value=code) for code, name in LANGUAGES.items()),
        ],
        theme=[Choice(name=message.text, value=theme) for theme, message in THEMES.items()],
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def setup(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        time: app_commands.Range[str, 1, 20] | None = None,
        zone: app_commands.Range[str, 1, 64] | None = None,
        threads: bool | None = None,
        ping: discord.Role | None = None,
        public_solves: str | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Store the given options, and show the setup of daily posts in the server."""
        async with interactions.answering(interaction, private=True) as viewer:
            guild = managed_guild(interaction)
            choices: dict[str, object] = {
                "channel_id": channel and channel.id,
                "post_at": time and parse_time(time),
                "zone": zone and find_zone(zone).key,
                "threads": threads,
                "ping_role_id": ping and ping.id,
                "public_solves": public_solves and PublicSolves(public_solves),
                "theme": theme,
            }
            chosen = {name: value for name, value in choices.items() if value is not None}
            if language is not None:
                chosen["language"] = None if language == SERVER_LANGUAGE else language
            panel = await handlers.choose(interaction, guild, **chosen)
            await reply(interaction, setup_panel(viewer.localizer, panel))

    @setup.autocomplete("zone")
    async def complete_zone(_: Interaction, current: str) -> list[Choice[str]]:
        """Time zones that match the typed text."""
        return [Choice(name=zone, value=zone) for zone in suggest_zones(current)]

    return (setup,)


def status_commands(
    interactions: Interactions,
    client: discord.AutoShardedClient,
    report: StatusReport,
    *,
    on_page: bool,
) -> tuple[AnyCommand, ...]:
    """The command /status; `on_page` tells whether boards can be opened in a browser."""

    @app_commands.command(name="status", description=commands.STATUS.text)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def status(interaction: Interaction) -> None:
        """Show a server manager the status of the service and of its posts in the server."""
        async with interactions.answering(interaction, private=True) as viewer:
            guild = managed_guild(interaction)
            current = await status_of(guild, interaction.user.id)
            colour = PROBLEM if troubles(viewer.localizer, current) else PLAIN
            await reply(interaction, notice(status_text(viewer.localizer, current), colour))

    async def status_of(guild: discord.Guild, person: int) -> ServiceStatus:
        stored = await report.read(guild.id, person)
        if stored is not None:
            stored = replace(stored, panel=with_permissions(stored.panel, guild))
        shard = client.get_shard(guild.shard_id)
        latency = shard.latency if shard is not None else math.inf
        return ServiceStatus(
            report.started,
            len(client.shards),
            shards_up(client),
            latency if math.isfinite(latency) else None,
            report.load,
            stored,
            report.processes,
            on_page,
        )

    return (status,)
