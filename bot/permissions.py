"""What the bot and who asks may do in a server."""

from dataclasses import replace

import discord

from bot.interaction_state import Interaction
from service.errors import InputError, Problem
from service.servers import ServerSetup

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions that posting takes; the history shows whether a post was sent already."""


def managed_guild(interaction: Interaction) -> discord.Guild:
    """The server of an interaction; raises `InputError` unless a manager of it is asking, in a
    server that has the bot."""
    if interaction.guild is None or interaction.guild.unavailable:
        raise InputError(Problem.ONLY_WITH_BOT)
    if interaction.client.get_guild(interaction.guild.id) is None:
        raise InputError(Problem.ONLY_WITH_BOT)
    if not interaction.permissions.manage_guild:
        raise InputError(Problem.ONLY_MANAGERS)
    return interaction.guild


def with_permissions(panel: ServerSetup, guild: discord.Guild) -> ServerSetup:
    """How posting stands, with what the bot may do as far as channels and roles are known."""
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
    """The permissions that the bot lacks for posting in a channel, by the library's names."""
    allowed = channel.permissions_for(channel.guild.me)
    needed = [*NEEDED, *(["create_public_threads"] if threads else [])]
    if isinstance(channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    return tuple(name for name in needed if not getattr(allowed, name))
