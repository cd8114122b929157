"""Sending posts that are due: claimed first, then sent with a thread, then marked as sent.

Whatever happens in between, a daily is posted once in a server:

- killed before sending: the claim is found too old, and the channel has no such message;
- killed after sending: the message is found there by the `custom_id` of its Play button;
- an answer of Discord's that got lost: the same, and the message has a nonce, by which Discord
  itself makes it once within some minutes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

import aiohttp
import discord
import structlog

from bot.attachments import walk
from bot.dailies.finding import daily_for
from bot.dailies.planning import LATE
from bot.dailies.post import show_daily
from bot.dailies.trouble import report, trouble_of
from bot.errors import Refused
from bot.presenters.layouts import Post as Layout
from bot.views.daily import custom_id_of
from i18n.catalogues import voice_for
from i18n.voice import Voice
from play.calendar import SERVERS_PER_SECOND, Track, number_of, opens, today
from service.errors import ServiceError
from store import posts, servers
from store.records import Post, Server
from texts import dailies as texts
from texts.tracks import track_name
from workers.errors import WorkError

if TYPE_CHECKING:
    from bot.client import OuroClient

BATCH = SERVERS_PER_SECOND * len(Track)
"""So many posts are sent at once, and in a second."""
SEND_SECONDS = 40.0
"""A post that took longer is given back; three of them take less than makes a claim stale."""
STALE = timedelta(minutes=3)
"""A claim this old is nobody's any more."""
NONCE_SPAN = timedelta(minutes=4)
"""So long after the first claim a nonce still keeps Discord from making a message twice; with
what a claim must age first, this leaves a minute."""
MOST_TRIES = 12
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=20), timedelta(minutes=15)
SEARCHED = 1000
"""So many messages of a channel are looked through for one of ours."""
THREAD_MINUTES: Literal[1440] = 1440
"""A thread goes to the archive when nobody wrote in it for a day."""
THREAD_SECONDS = 10.0
"""A thread that takes longer to open is given up: the post itself is there, and is marked."""
LOST = "unknown whether it was sent"
UNWANTED = "no channel"
FAILED = "failed too often"

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel

log = structlog.stdlib.get_logger(__name__)


class _GivenUp(Exception):  # noqa: N818 - what becomes of a post
    """A post is not sent any more."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


async def send_due(client: OuroClient) -> None:
    """Send a batch of what is due, claims that were left behind first.

    To be called every second: a batch is what Discord takes in one.
    """
    now = client.now()
    stale = now - STALE
    async with client.database.reading() as connection:
        if not await posts.is_waiting(connection, now, stale):
            return
    async with client.database.writing() as connection:
        await posts.skip_before(connection, today(now), LATE)
        left = await posts.reclaim(connection, now, stale, BATCH)
        due = await posts.claim(connection, now, max(BATCH - len(left), 1))
    by_server: dict[int, list[Post]] = {}
    for post in sorted(left + due, key=_place):
        by_server.setdefault(post.server_id, []).append(post)
    settled = (_settle_all(client, each) for each in by_server.values())
    for failure in await asyncio.gather(*settled, return_exceptions=True):
        if isinstance(failure, Exception):  # the claim is found again later
            log.error("post failed", exc_info=failure)


def _place(post: Post) -> tuple[date, int]:
    """Where a post stands among those of its server: the easiest comes first."""
    return post.day, list(Track).index(Track(post.track))


async def _settle_all(client: OuroClient, claimed: Sequence[Post]) -> None:
    """One server's posts, one after the other, so that they stand in their order."""
    for post in claimed:
        await _settle(client, post)


async def _settle(client: OuroClient, post: Post) -> None:
    """Send a claimed post, or give it back, or up."""
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await _post(client, post)
    except _GivenUp as end:
        async with client.database.writing() as connection:
            await posts.skip(connection, post, end.reason)
        log.info("post given up", server=post.server_id, day=str(post.day), reason=end.reason)
    except Refused as refusal:
        await report(client, post, refusal)
    except (
        OSError,
        TimeoutError,
        aiohttp.ClientError,
        discord.DiscordException,
        ServiceError,
        WorkError,
    ) as error:
        await _put_off(client, post, error)


async def _put_off(client: OuroClient, post: Post, error: Exception) -> None:
    wait = min(FIRST_WAIT * 2 ** (post.tries - 1), LONGEST_WAIT)
    async with client.database.writing() as connection:
        if post.tries >= MOST_TRIES:
            await posts.skip(connection, post, FAILED)
        else:
            await posts.release(connection, post, client.now() + wait)
    log.warning("post put off", server=post.server_id, tries=post.tries, reason=repr(error)[:200])


async def _post(client: OuroClient, post: Post) -> None:
    async with client.database.reading() as connection:
        server = await servers.find(connection, post.server_id)
    if server is None or post.channel_id is None:
        raise _GivenUp(UNWANTED)
    if post.tries > MOST_TRIES:
        raise _GivenUp(FAILED)
    channel = await _channel(client, post.channel_id)
    message = await _sent_before(client, post, channel) if post.tries > 1 else None
    if message is None:
        if post.day != today(client.now()):
            raise _GivenUp(LATE)
        if post.tries > 1 and not _may_repeat(client, post, channel):
            raise _GivenUp(LOST)
        message = await _send(client, post, server, channel)
    if server.threads:
        await _open_thread(client, post, server, message)
    async with client.database.writing() as connection:
        await posts.sent(connection, post, message.channel.id, message.id)
        await servers.clear_trouble(connection, post.server_id)
    log.info("daily posted", server=post.server_id, day=post.day.isoformat(), track=post.track)


async def _channel(client: OuroClient, channel_id: int) -> Channel:
    """The channel of a post; raises `Refused` when it is gone or hidden."""
    try:
        channel = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    except discord.HTTPException as error:
        raise trouble_of(error) from error
    if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
        raise Refused(True)
    return channel


async def _send(
    client: OuroClient, post: Post, server: Server, channel: Channel
) -> discord.Message:
    voice = server_voice(client, server)
    content = await _content(client, post, server, voice)
    roles = [discord.Object(server.ping_role_id)] if server.ping_role_id else []
    mentions = discord.AllowedMentions(everyone=False, users=False, roles=roles)
    try:
        return await channel.send(
            view=content.view,
            files=list(content.files),
            nonce=nonce_of(post),
            allowed_mentions=mentions,
        )
    except discord.HTTPException as error:
        raise trouble_of(error) from error


async def _content(client: OuroClient, post: Post, server: Server, voice: Voice) -> Layout:
    """The message; the role is told once a day, with the first of the server's tracks."""
    daily, puzzle = await daily_for(client, post.day, post.track)
    ping = server.ping_role_id if post.track == server.tracks[0] else None
    return await show_daily(client, voice, daily, puzzle, ping=ping)


async def _sent_before(client: OuroClient, post: Post, channel: Channel) -> discord.Message | None:
    """The message of this post, if an earlier try sent it."""
    wanted = custom_id_of(post.day, Track(post.track))
    try:
        async for message in channel.history(limit=SEARCHED):
            if message.created_at < opens(post.day):
                return None
            ours = client.user is not None and message.author.id == client.user.id
            # An answer to /daily looks alike; it belongs to an interaction.
            if ours and message.interaction_metadata is None and wanted in custom_ids(message):
                return message
    except discord.HTTPException as error:
        raise trouble_of(error) from error
    return None


def custom_ids(message: discord.Message) -> frozenset[str]:
    """The `custom_id` of everything on a message that can be pressed."""
    found = (getattr(part, "custom_id", None) for part in walk(message.components))
    return frozenset(custom_id for custom_id in found if custom_id)


def _may_repeat(client: OuroClient, post: Post, channel: Channel) -> bool:
    """Whether sending again cannot make a second message.

    Either the channel was looked through, or so little time has passed that the nonce tells.
    """
    us = channel.guild.get_member(client.user.id) if client.user else None
    if us is not None and channel.permissions_for(us).read_message_history:
        return True
    return post.begun_at is not None and client.now() - post.begun_at < NONCE_SPAN


async def _open_thread(
    client: OuroClient, post: Post, server: Server, message: discord.Message
) -> None:
    """A thread to talk about the daily; one that there is already stays.

    It is opened before the post is marked as sent, so that a kill in between loses none.
    """
    voice = server_voice(client, server)
    track = track_name(voice, post.track)
    name = voice.say(texts.THREAD, number=number_of(post.day), track=track, day=post.day)
    try:
        async with asyncio.timeout(THREAD_SECONDS):
            await message.create_thread(name=name[:100], auto_archive_duration=THREAD_MINUTES)
    except (OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException) as error:
        log.warning("no thread", server=post.server_id, reason=repr(error)[:200])


def nonce_of(post: Post) -> str:
    """The same for all tries of a post, another for any other post: at most 25 characters.

    >>> from datetime import UTC, date, datetime
    >>> nonce_of(Post(2**64 - 1, date(2026, 11, 21), "normal", datetime(2026, 11, 21, tzinfo=UTC)))
    'ffffffffffffffff-b4a65-n'
    """
    return f"{post.server_id:x}-{post.day.toordinal():x}-{post.track[0]}"


def server_voice(client: OuroClient, server: Server) -> Voice:
    """The language of posts in a server: what was chosen, else that of its Discord."""
    guild = client.get_guild(server.id)
    locale = guild.preferred_locale.value if guild else None
    return voice_for(server.language or locale or "en")
