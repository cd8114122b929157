"""Permissions in a server: those of the user of an interaction, and of the bot.

The bot's invite link, by which people add it to their servers, asks for those it needs.
"""

import asyncio
from typing import Any

import aiohttp
import discord
import structlog
from msgspec.structs import replace

from service.errors import InputError, NotYours, Problem
from service.posting.servers import ServerSetup
from service.running.readers import Place, Reader
from service.settings import TAGS
from workers.errors import Busy, BusyReason

REQUIRED_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions for posting, by discord.py's names; with the history the bot finds sent posts."""

IN_THREADS = "send_messages_in_threads"
INVITE_PERMISSIONS = discord.Permissions(**dict.fromkeys((*REQUIRED_PERMISSIONS, IN_THREADS), True))
"""The permissions that the invite link asks for: those without which no daily can be posted, also
in threads and forums."""
CREATE_POSTS = "create_posts"
"""The name of `send_messages` in forums."""
LOOK_SECONDS = 5.0
"""Maximum seconds until Discord has told what may be done in a channel."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
"""Discord's codes for somebody who is not in a server, and for one who is not at all."""
NEWS_PERMISSIONS = discord.Permissions(view_channel=True, send_messages=True)
"""What the bot needs to write in the channel for news of a server."""

log = structlog.stdlib.get_logger(__name__)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """Where an interaction is; None outside of servers."""
    channel, guild = interaction.channel, interaction.guild
    if channel is None or guild is None:
        return None
    joined = interaction.client.get_guild(guild.id) is not None and not guild.unavailable
    shows = interaction.app_permissions.view_channel
    if channel.type is discord.ChannelType.private_thread:  # known if the bot was added to it
        shows = shows and guild.get_thread(channel.id) is not None
    allowed = interaction.permissions
    speaks = _speaks(channel, allowed)
    return Place(guild.id, channel.id, joined, shows, speaks, allowed.manage_guild)


async def look(client: discord.Client, reader: Reader, channel: int) -> Place:
    """A channel as Discord has it now, for who asks from there without an interaction.

    Raises `NotYours` if they do not see it, and `Busy` if Discord does not answer.
    """
    server, joined = reader.server or 0, False
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            guild = await client.fetch_guild(server, with_counts=False)
            joined = True
            asking = await guild.fetch_member(reader.person)
            found = parent = await guild.fetch_channel(channel)
            if isinstance(found, discord.Thread):  # has the permissions of its channel
                parent = await guild.fetch_channel(found.parent_id)
            own = await guild.fetch_member(client.user.id if client.user else 0)
    except (discord.NotFound, discord.Forbidden) as refusal:
        if refusal.code == UNKNOWN_MEMBER:
            raise NotYours from None
        return Place(server, channel, joined)
    except discord.InvalidData:  # a channel of another place, or of an unknown kind
        return Place(server, channel, joined)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError):
        raise Busy(BusyReason.QUEUE) from None
    allowed = parent.permissions_for(asking)
    if not allowed.view_channel:
        raise NotYours
    lacking = _lacking(found, parent.permissions_for(own), threads=False)
    return Place(server, channel, joined, shows=not lacking, speaks=_speaks(found, allowed))


def _speaks(channel: Any, allowed: discord.Permissions) -> bool:
    """Whether a person may send messages; in a private thread, those who see all of them."""
    if isinstance(channel, discord.Thread):
        is_open = not channel.is_private() or allowed.manage_threads
        return is_open and allowed.send_messages_in_threads
    return isinstance(channel, discord.abc.Messageable) and allowed.send_messages


async def member_name(client: discord.AutoShardedClient, server: int, person: int) -> str | None:
    """A person's name in a server, empty if they are not in it.

    None where the bot is not, which is known without a request of the servers of its own
    connections. Raises `Busy` if Discord does not answer.
    """
    is_own = (server >> 22) % (client.shard_count or 1) in client.shards
    if is_own and client.get_guild(server) is None:
        return None
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            member = await client.http.get_member(server, person)
    except (discord.NotFound, discord.Forbidden) as refusal:
        return "" if refusal.code in {UNKNOWN_MEMBER, UNKNOWN_USER} else None
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError):
        raise Busy(BusyReason.QUEUE) from None
    user = member["user"]
    return member.get("nick") or user.get("global_name") or user["username"]


def news_channel(guild: discord.Guild) -> int | None:
    """The channel for news of a server; None if it has none, or the bot may not write there."""
    channel = guild.system_channel
    if channel is None or not channel.permissions_for(guild.me) >= NEWS_PERMISSIONS:
        return None
    return channel.id


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether the user of an interaction may manage the server of it."""
    return interaction.permissions.manage_guild


def managed_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server of an interaction from one of its managers.

    Raises `InputError` when the server does not have the bot, or the user may not manage it.
    """
    guild, place = interaction.guild, place_of(interaction)
    if guild is None or place is None or not place.joined:
        raise InputError(Problem.ONLY_WITH_BOT)
    if not manages_server(interaction):
        raise InputError(Problem.ONLY_MANAGERS)
    return guild


class ServerUnknown(discord.ClientException):
    """The gateway has not told a server that the bot may be in."""


def told_guild(client: discord.Client, number: int) -> discord.Guild | None:
    """A server; None if the bot is not in it.

    Raises `ServerUnknown` until the gateway has told it: before that the library has none, or one
    without its channels, owner and language.
    """
    guild = client.get_guild(number)
    if guild.unavailable if guild else not client.is_ready():
        raise ServerUnknown
    return guild


async def find_channel(
    guild: discord.Guild, number: int
) -> discord.abc.GuildChannel | discord.Thread:
    """A channel or thread of a server; Discord is asked for one that is not known, such as an
    archived thread. Raises an error of discord.py's or `TimeoutError` if it does not tell it."""
    known = guild.get_channel_or_thread(number)
    async with asyncio.timeout(LOOK_SECONDS):
        return known or await guild.fetch_channel(number)


def settable_tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """The tags of a forum that the bot may give its posts."""
    manages = forum.permissions_for(forum.guild.me).manage_threads
    return [tag for tag in forum.available_tags if manages or not tag.moderated]


async def with_permissions(panel: ServerSetup, guild: discord.Guild) -> ServerSetup:
    """The setup with what the chosen channel is, what is in the way of posts there, and whether the
    chosen role cannot be pinged."""
    server, channel, obstacle = panel.server, None, None
    role = guild.get_role(server.ping_role_id) if server.ping_role_id else None
    if server.channel_id is not None:
        try:
            channel = await find_channel(guild, server.channel_id)
        except discord.Forbidden:
            obstacle = "unseen"
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError):
            log.info("channel not found", server=server.id)  # what a post says of it is told
    silent = role is not None and not role.mentionable
    if channel is None:
        return replace(panel, obstacle=obstacle, silent=silent)
    allowed, tags = channel.permissions_for(guild.me), None
    if isinstance(channel, discord.ForumChannel):
        tags = {str(tag.id): tag.name for tag in settable_tags(channel)}
        if channel.flags.require_tag and tags.keys().isdisjoint(TAGS.of(server)):
            obstacle = "tag" if tags else "tags"
    elif isinstance(channel, discord.Thread) and channel.locked and not allowed.manage_threads:
        obstacle = "locked"
    return replace(
        panel,
        lacking=_lacking(channel, allowed, threads=server.threads),
        obstacle=obstacle,
        tags=tags,
        in_thread=isinstance(channel, discord.Thread),
        silent=silent and not allowed.mention_everyone,
    )


def _lacking(
    channel: discord.abc.GuildChannel | discord.Thread,
    allowed: discord.Permissions,
    *,
    threads: bool,
) -> tuple[str, ...]:
    """The permissions that the bot lacks for posting in a channel, by discord.py's names."""
    view, send, *others = needed = [*REQUIRED_PERMISSIONS]
    in_forum = isinstance(channel, discord.ForumChannel)
    if isinstance(channel, discord.Thread):
        needed = [view, IN_THREADS, *others]
    elif in_forum:
        needed.append(IN_THREADS)  # without which an archived post cannot be edited
    elif threads:
        needed.append("create_public_threads")
    lacking = (name for name in needed if not getattr(allowed, name))
    return tuple(CREATE_POSTS if in_forum and name == send else name for name in lacking)


def invite_url(application_id: int) -> str:
    """The address at which a manager adds the bot to a server.

    >>> invite_url(7)
    'https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=274878008320'
    """
    return discord.utils.oauth_url(application_id, permissions=INVITE_PERMISSIONS)
