"""Sends the posts of dailies that are due, each with a thread if the server has threads on.

Each daily is posted at most once in a server, also after failures:

- killed before sending: the claim becomes stale, and the channel contains no such message;
- killed after sending: the retry finds the message by the `custom_id` of its Play button;
- a lost response of Discord: as before; in addition the message has a nonce, with which Discord
  itself creates it only once within some minutes;
- the database restored from a backup: posts that were due before are treated like stale claims.

Each server has a task that sends its posts one after the other, in the order of their tracks (see
`bot.connection.sending`). The number of posts that start per second and the number of posts in
flight are limited. When a channel rejects posts, the server's owner is notified.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Literal, TypeAlias

import aiohttp
import discord
import structlog

from bot.answering.layouts import PROBLEM, custom_ids, notice
from bot.answering.layouts import OutgoingMessage as Message
from bot.answering.readers import fetch_server_reader, server_reader
from bot.chat import Chat
from bot.connection.errors import ChannelRefused
from bot.connection.sending import SEND_SECONDS, Sending
from bot.dailies.components import PlayDaily
from bot.dailies.messages import daily_message
from play.calendar import number_of, opens, today
from play.tracks import Track
from service.errors import ServiceError
from service.posting.post_queue import FAILED, MAX_TRIES, PER_SECOND
from service.posting.schedules import LATE
from service.running.rate_limiter import TokenBucket
from store.errors import StoreError
from store.records import DailyPost, Server
from texts import dailies as texts
from texts.markdown import quote
from texts.tracks import track_name
from workers.errors import WorkError

SERVER_SECONDS = 4 * SEND_SECONDS
"""Maximum seconds of the posts of a server, which is less than makes a claim stale."""
MAX_IN_FLIGHT = round(PER_SECOND * SEND_SECONDS)
"""Maximum number of posts in flight: as many as start before the first of them times out, so that
even channels that all hang leave room for others."""
NONCE_LIFETIME = timedelta(minutes=4)
"""Time since the first claim within which the nonce surely prevents a second message. With the age
at which a claim becomes stale, this leaves a minute for the retry."""
MAX_MESSAGES_SEARCHED = 1000
"""Maximum number of messages of a channel that are searched for an earlier post."""
THREAD_MINUTES: Literal[1440] = 1440
"""Minutes without messages after which Discord archives a thread."""
THREAD_SECONDS = 10.0
"""Maximum seconds of opening a thread; on a timeout the post counts as sent without one."""
THREAD_EXISTS = 160004
"""Discord's error code for a message that has a thread."""
OUTCOME_UNKNOWN = "unknown whether it was sent"
"""The stored reason of a post whose earlier try may have been sent."""
NO_CHANNEL = "no channel"
"""The stored reason of a post whose server has no channel for posts any more."""

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel

log = structlog.stdlib.get_logger(__name__)

GONE = frozenset({10003, 10004})
"""Discord's error codes for a channel or a server that does not exist."""
REFUSING = frozenset({50001, 50013, 50083, 160005})
"""Discord's error codes for a channel in which the bot may not post: hidden, forbidden, locked."""


class _PostDropped(Exception):  # noqa: N818 - the outcome of a post
    """A post is skipped for good; `reason` is stored."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class DailyPosts:
    """Sends the posts of a queue to the channels of servers."""

    def __init__(self, chat: Chat, bucket: TokenBucket) -> None:
        self._client = chat.client
        self._queue = chat.use.post_queue
        self._dailies = chat.use.dailies
        self._now = chat.now
        self._bucket = bucket
        self._in_flight: dict[int, Sequence[DailyPost]] = {}
        self.sending = Sending("daily post", most=MAX_IN_FLIGHT, seconds=SERVER_SECONDS)

    async def send_due(self) -> None:
        """Start sending due posts, stale claims first; does not wait until they are sent.

        Call this about once per second.
        """
        in_flight = sum(map(len, self._in_flight.values()))
        most = min(self._bucket.available(), MAX_IN_FLIGHT - in_flight)
        if most < 1 or self.sending.stopped:
            return
        for claimed in await self._queue.claim(most):
            server_id = claimed[0].server_id
            if server_id in self._in_flight:
                await self._put_back(claimed)
                continue
            self._bucket.take(len(claimed))
            self._in_flight[server_id] = claimed
            await self.sending.start(server_id, partial(self._process_server, server_id, claimed))

    async def _put_back(self, claimed: Sequence[DailyPost]) -> None:
        """Return posts to the queue while others of their server are in flight."""
        in_flight = {(post.day, post.track) for post in self._in_flight[claimed[0].server_id]}
        for post in claimed:
            if (post.day, post.track) not in in_flight:
                await self._queue.put_back(post)

    async def _process_server(self, server_id: int, claimed: Sequence[DailyPost]) -> None:
        """Process the posts of one server one after the other, which keeps their order.

        After an error, or when it is cancelled, the claims become stale and are tried again.
        """
        try:
            left = claimed
            while left:
                left = await self._process(left[0], left[1:])
        finally:
            del self._in_flight[server_id]

    async def _process(self, post: DailyPost, others: Sequence[DailyPost]) -> Sequence[DailyPost]:
        """Send a claimed post; on failure postpone or skip it.

        Returns those of the `others` of its server that can be sent now: a failed request postpones
        all, and a channel that refuses the post refuses all that are for it.
        """
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._post(post)
        except _PostDropped as dropped:
            reason = dropped.reason
            await self._queue.skip(post, reason)
            log.info("post dropped", server=post.server_id, day=str(post.day), reason=reason)
        except ChannelRefused as refusal:
            there = [other for other in others if other.channel_id == post.channel_id]
            await self._refused(post, there, refusal)
            return [other for other in others if other not in there]
        except (
            OSError,
            TimeoutError,
            aiohttp.ClientError,
            discord.DiscordException,
            ServiceError,
            WorkError,
        ) as error:
            await self._queue.postpone(post, others)
            reason = repr(error)[:200]
            log.warning("post postponed", server=post.server_id, tries=post.tries, reason=reason)
            return ()
        except StoreError:
            raise
        except Exception as error:  # of this daily: those of other tracks may be sent
            await self._queue.postpone(post)
            log.error("post failed", server=post.server_id, tries=post.tries, exc_info=error)
        return others

    async def _refused(
        self, post: DailyPost, others: Sequence[DailyPost], refusal: ChannelRefused
    ) -> None:
        server = await self._queue.refused(post, others, refusal.reason)
        notified = server is not None
        log.warning(
            "channel refuses", server=post.server_id, reason=refusal.reason, notified=notified
        )
        if server is not None:
            await notify_owner(self._client, server, post.channel_id, refusal)

    async def _post(self, post: DailyPost) -> None:
        """Send a post unless an earlier try sent it, open its thread, and mark it as sent.

        Raises `_PostDropped` when it must not be sent, `ChannelRefused` when the channel rejects
        it, and the errors of sending.
        """
        server = await self._queue.server_of(post)
        if server is None or post.channel_id is None:
            raise _PostDropped(NO_CHANNEL)
        if post.tries > MAX_TRIES:
            raise _PostDropped(FAILED)
        channel = await self._channel(post.channel_id)
        doubtful = post.tries > 1 or self._queue.may_be_unrecorded(post)
        message = await self._sent_before(post, channel) if doubtful else None
        if message is None:
            if post.day != today(self._now()):
                raise _PostDropped(LATE)
            if doubtful and not self._may_repeat(post, channel):
                raise _PostDropped(OUTCOME_UNKNOWN)
            message = await self._send(post, server, channel)
        if server.threads:
            await self._open_thread(post, server, message)
        await self._queue.sent(post, message.channel.id, message.id)
        log.info("daily posted", server=post.server_id, day=post.day.isoformat(), track=post.track)

    async def _channel(self, channel_id: int) -> Channel:
        """The channel of a post; raises `ChannelRefused` when it is gone or not accessible."""
        try:
            channel = self._client.get_channel(channel_id)
            channel = channel or await self._client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            raise refusal_of(error) from error
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
            raise ChannelRefused(True)
        return channel

    async def _send(self, post: DailyPost, server: Server, channel: Channel) -> discord.Message:
        roles = [discord.Object(server.ping_role_id)] if server.ping_role_id else []
        mentions = discord.AllowedMentions(everyone=False, users=False, roles=roles)
        try:
            content = await self._content(post, server)
            return await channel.send(
                view=content.view,
                files=list(content.files),
                nonce=nonce_of(post),
                allowed_mentions=mentions,
            )
        except discord.HTTPException as error:
            raise refusal_of(error) from error

    async def _content(self, post: DailyPost, server: Server) -> Message:
        """The message of a post; that of the server's first track pings the role."""
        reader = await fetch_server_reader(self._client, server)
        daily, puzzle = await self._dailies.find(post.day, post.track)
        ping = server.role_to_ping(post.track)
        view = await self._dailies.view(reader, daily, puzzle)
        return daily_message(reader.localizer, view, ping)

    async def _sent_before(self, post: DailyPost, channel: Channel) -> discord.Message | None:
        """The message of this post if an earlier try sent it, found in the channel's history."""
        custom_id, bot_user = PlayDaily.id_of(post.day, Track(post.track)), self._client.user
        try:
            async for message in channel.history(limit=MAX_MESSAGES_SEARCHED):
                if message.created_at < opens(post.day):
                    return None
                own = bot_user is not None and message.author.id == bot_user.id
                # An answer to /daily has the same buttons, but belongs to an interaction.
                is_post = own and message.interaction_metadata is None
                if is_post and custom_id in custom_ids(message):
                    return message
        except discord.HTTPException as error:
            raise refusal_of(error) from error
        return None

    def _may_repeat(self, post: DailyPost, channel: Channel) -> bool:
        """Whether sending again cannot create a second message.

        True when the bot could search the channel's history, or the nonce is still valid.
        """
        user = self._client.user
        member = channel.guild.get_member(user.id) if user else None
        if member is not None and channel.permissions_for(member).read_message_history:
            return True
        if self._queue.may_be_unrecorded(post):  # its nonce has expired
            return False
        return post.begun_at is not None and self._now() - post.begun_at < NONCE_LIFETIME

    async def _open_thread(self, post: DailyPost, server: Server, message: discord.Message) -> None:
        """Open a thread about the daily unless the message already has one.

        This precedes marking the post as sent, so that a kill in between is repaired by the retry.
        """
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                name = await self._thread_name(post, server)
                await message.create_thread(name=name[:100], auto_archive_duration=THREAD_MINUTES)
        except (OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and error.code == THREAD_EXISTS:
                return
            log.warning("no thread", server=post.server_id, reason=repr(error)[:200])

    async def _thread_name(self, post: DailyPost, server: Server) -> str:
        localizer = (await fetch_server_reader(self._client, server)).localizer
        track = track_name(localizer, post.track)
        return localizer.say(texts.THREAD, number=number_of(post.day), track=track, day=post.day)


def nonce_of(post: DailyPost) -> str:
    """A nonce of at most 25 characters: equal for all tries of a post, unique to the post.

    >>> from datetime import UTC, date, datetime
    >>> due = datetime(2026, 11, 21, tzinfo=UTC)
    >>> nonce_of(DailyPost(2**64 - 1, date(2026, 11, 21), "normal", due))
    'ffffffffffffffff-b4a65-n'
    """
    return f"{post.server_id:x}-{post.day.toordinal():x}-{post.track[0]}"


def refusal_of(error: discord.HTTPException) -> Exception:
    """A `ChannelRefused` for an error that a retry cannot resolve; any other error unchanged."""
    if error.code in GONE:
        return ChannelRefused(True)
    if error.code in REFUSING or isinstance(error, discord.Forbidden):
        return ChannelRefused(False)
    return error


async def notify_owner(
    client: discord.Client, server: Server, channel_id: int | None, refusal: ChannelRefused
) -> None:
    """Notify a server's owner that its channel rejects posts.

    Sends a direct message, or if that fails, a message to the server's system channel.
    """
    guild = client.get_guild(server.id)
    if guild is None:
        return
    localizer = server_reader(server, guild).localizer
    message = texts.CHANNEL_GONE if refusal.gone else texts.CHANNEL_REFUSES
    text = localizer.say(message, server=quote(guild.name), channel=f"<#{channel_id}>")
    try:
        owner = await client.fetch_user(guild.owner_id) if guild.owner_id else None
        if owner is not None:
            await owner.send(view=notice(text, PROBLEM).view)
            return
    except discord.HTTPException as error:
        log.info("owner not reached by direct message", server=server.id, code=error.code)
    try:
        if guild.system_channel is not None:
            await guild.system_channel.send(view=notice(text, PROBLEM).view)
    except discord.HTTPException as error:
        log.info("owner not notified", server=server.id, code=error.code)
