"""Permissions in a server: those of the user of an interaction, and of the bot.

The bot's invite link, by which people add it to their servers, asks for those it needs.
"""

from typing import Any

import discord
from msgspec.structs import replace

from service.errors import InputError, Problem
from service.posting.servers import ServerSetup

REQUIRED_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions for posting, by discord.py's names; with the history the bot finds sent posts."""

INVITE_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSIONS, True))
"""The permissions that the invite link asks for: those without which no daily can be posted."""


def joined_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server of an interaction; raises `InputError` when the server does not have the bot."""
    if interaction.guild is None or interaction.guild.unavailable:
        raise InputError(Problem.ONLY_WITH_BOT)
    if interaction.client.get_guild(interaction.guild.id) is None:
        raise InputError(Problem.ONLY_WITH_BOT)
    return interaction.guild


def managed_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server of an interaction from one of its managers.

    Raises `InputError` when the server does not have the bot, or the user may not manage it.
    """
    guild = joined_guild(interaction)
    if not interaction.permissions.manage_guild:
        raise InputError(Problem.ONLY_MANAGERS)
    return guild


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


def invite_url(application_id: int) -> str:
    """The address at which a manager adds the bot to a server.

    >>> invite_url(7)
    'https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=101376'
    """
    return discord.utils.oauth_url(application_id, permissions=INVITE_PERMISSIONS)
