"""Checks permissions in a server: those of the user of an interaction, and of the bot."""

from dataclasses import replace

import discord

from bot.core.interaction_state import Interaction
from service.errors import InputError, Problem
from service.servers import ServerSetup

REQUIRED_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions for posting, by discord.py's names; with the history the bot finds sent posts."""


def managed_guild(interaction: Interaction) -> discord.Guild:
    """The server of an interaction from one of its managers.

    Raises `InputError` when the server does not have the bot, or the user may not manage it.
    """
    if interaction.guild is None or interaction.guild.unavailable:
        raise InputError(Problem.ONLY_WITH_BOT)
    if interaction.client.get_guild(interaction.guild.id) is None:
        raise InputError(Problem.ONLY_WITH_BOT)
    if not interaction.permissions.manage_guild:
        raise InputError(Problem.ONLY_MANAGERS)
    return interaction.guild


def with_permissions(panel: ServerSetup, guild: discord.Guild) -> ServerSetup:
    """The setup with the bot's missing permissions, and whether it cannot ping the chosen role."""
    server = panel.server
    role = guild.get_role(server.ping_role_id) if server.ping_role_id else None
    channel = guild.get_channel_or_thread(server.channel_id) if server.channel_id else None
    may_ping = channel is not None and channel.permissions_for(guild.me).mention_everyone
    return replace(
        panel,
        lacking=missing_permissions(channel, threads=server.threads) if channel else (),
        silent=role is not None and not role.mentionable and not may_ping,
    )


def missing_permissions(
    channel: discord.abc.GuildChannel | discord.Thread, *, threads: bool
) -> tuple[str, ...]:
    """The permissions that the bot lacks for posting in a channel, by discord.py's names."""
    allowed = channel.permissions_for(channel.guild.me)
    needed = [*REQUIRED_PERMISSIONS, *(["create_public_threads"] if threads else [])]
    if isinstance(channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    return tuple(name for name in needed if not getattr(allowed, name))
