"""What managers choose for the dailies of their server, and whether it can work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord

from bot.dailies.planning import plan_next, plan_server, post_now, schedule_of
from play.calendar import Track, today
from service.errors import InputError
from store import posts, servers
from store.records import Server
from texts import server_setup as texts

if TYPE_CHECKING:
    from bot.client import OuroClient

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions that posting takes; the history shows whether a post was sent already."""


@dataclass(frozen=True, slots=True)
class Panel:
    """How posting in a server stands.

    - `at`: when it stood so; `due`: when the next post comes, None for never;
    - `hours`: for how long dailies are open once they are posted;
    - `lacking`: the names of permissions that the bot needs in the channel and does not have;
    - `silent`: the role that was chosen cannot be pinged.
    """

    server: Server
    at: datetime
    due: datetime | None = None
    hours: float = 24.0
    lacking: tuple[str, ...] = ()
    silent: bool = False


def managed_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server of an interaction; raises `InputError` unless a manager of it is asking, in a
    server that has the bot."""
    if interaction.guild is None or interaction.guild.unavailable:
        raise InputError(texts.ONLY_SERVERS)
    if interaction.client.get_guild(interaction.guild.id) is None:
        raise InputError(texts.ONLY_SERVERS)
    if not interaction.permissions.manage_guild:
        raise InputError(texts.ONLY_MANAGERS)
    return interaction.guild


async def choose(client: OuroClient, guild: discord.Guild, **choices: object) -> Panel:
    """Store what was chosen, fields of `Server` by name, and plan the posts anew."""
    now = client.now()
    async with client.database.writing() as connection:
        server = await servers.ensure(connection, guild.id, now)
        if choices:
            server = replace(server, **choices, trouble=None, trouble_reported=False)  # type: ignore[arg-type]
            if server.channel_id is not None and not server.tracks:
                server = replace(server, tracks=tuple(track.value for track in Track))
            await servers.save(connection, server)
            await plan_server(connection, server, now)
        else:
            await plan_next(connection, server, now)
        due = await posts.next_due(connection, guild.id)
    return panel_of(guild, server, due, now)


async def post_today(client: OuroClient, guild: discord.Guild) -> Panel:
    """Post today's dailies now, as far as they were not posted."""
    now = client.now()
    async with client.database.writing() as connection:
        server = await servers.ensure(connection, guild.id, now)
        if server.channel_id is not None:
            await post_now(connection, server, now)
        due = await posts.next_due(connection, guild.id)
    return panel_of(guild, server, due, now)


def panel_of(guild: discord.Guild, server: Server, due: datetime | None, now: datetime) -> Panel:
    """How posting stands, as far as the server's channels and roles are known."""
    role = guild.get_role(server.ping_role_id) if server.ping_role_id else None
    channel = guild.get_channel_or_thread(server.channel_id) if server.channel_id else None
    may_ping = channel is not None and channel.permissions_for(guild.me).mention_everyone
    return Panel(
        server,
        now,
        due,
        schedule_of(server).hours_open(today(now)),
        lacking_in(channel, threads=server.threads) if channel else (),
        role is not None and not role.mentionable and not may_ping,
    )


def lacking_in(
    channel: discord.abc.GuildChannel | discord.Thread, *, threads: bool
) -> tuple[str, ...]:
    """The permissions that the bot lacks for posting in a channel, by the library's names."""
    allowed = channel.permissions_for(channel.guild.me)
    needed = [*NEEDED, *(["create_public_threads"] if threads else [])]
    if isinstance(channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    return tuple(name for name in needed if not getattr(allowed, name))
