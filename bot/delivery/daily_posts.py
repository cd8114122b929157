"""Sending posts that are due, each with a thread.

Whatever happens in between, a daily is posted once in a server:

- killed before sending: the claim is found too old, and the channel has no such message;
- killed after sending: the message is found there by the `custom_id` of its Play button;
- an answer of Discord's that got lost: the same, and the message has a nonce, by which Discord
  itself makes it once within some minutes;
- the database restored from a backup: as if the claim had been found.

The posts of each server are sent by a task of its own, one after the other in the order of their
tracks, so a channel that hangs delays no other server. The number of posts that are begun in a
second, and of those under way, is limited.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, TypeAlias

import aiohttp
import discord
import structlog

from bot.components.daily import custom_id_of
from bot.delivery.token_bucket import TokenBucket
from bot.delivery.trouble import tell_owner, trouble_of
from bot.errors import Refused
from bot.message_parts import custom_ids
from bot.presenters.dailies import daily_message
from bot.presenters.layouts import OutgoingMessage as Message
from bot.viewers import server_localizer
from i18n.localizer import Localizer
from play.calendar import Track, number_of, opens, today
from service.clock import Clock
from service.dailies import Dailies
from service.errors import ServiceError
from service.post_queue import FAILED, MAX_TRIES, PER_SECOND, PostQueue
from service.schedules import LATE
from store.records import DailyPost, Server
from texts import dailies as texts
from texts.tracks import track_name
from workers.errors import WorkError

SEND_SECONDS = 40.0
"""A post that took longer is given back; three of them take less than makes a claim stale."""
MAX_IN_FLIGHT = round(PER_SECOND * SEND_SECONDS)
"""Maximum number of posts under way: as many as are begun until the first of them times out, so
not even channels that all hang let others wait."""
NONCE_SPAN = timedelta(minutes=4)
"""So long after the first claim a nonce still keeps Discord from making a message twice; with
what a claim must age first, this leaves a minute."""
SEARCHED = 1000
"""So many messages of a channel are looked through for one of ours."""
THREAD_MINUTES: Literal[1440] = 1440
"""A thread goes to the archive when nobody wrote in it for a day."""
THREAD_SECONDS = 10.0
"""A thread that takes longer to open is given up: the post itself is there, and is marked."""
LOST = "unknown whether it was sent"
UNWANTED = "no channel"

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel

log = structlog.stdlib.get_logger(__name__)


class _PostDropped(Exception):  # noqa: N818 - what becomes of a post
    """A post is not sent any more."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class DailyPosts:
    """Sends the posts of a queue to Discord."""

    def __init__(
        self,
        client: discord.Client,
        queue: PostQueue,
        dailies: Dailies,
        now: Clock,
        bucket: TokenBucket | None = None,
    ) -> None:
        self._client = client
        self._queue = queue
        self._dailies = dailies
        self._now = now
        self._bucket = bucket or TokenBucket(PER_SECOND)
        self._stopped = False
        self._sending: dict[int, Sequence[DailyPost]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def send_due(self) -> None:
        """Begin to send what is due, claims that were left behind first.

        To be called again and again: it does not wait until they are sent.
        """
        under_way = sum(map(len, self._sending.values()))
        most = min(self._bucket.available(), MAX_IN_FLIGHT - under_way)
        if most < 1 or self._stopped:
            return
        for claimed in await self._queue.claim(most):
            server_id = claimed[0].server_id
            if server_id in self._sending:
                await self._put_back(claimed)
                continue
            self._bucket.take(len(claimed))
            self._sending[server_id] = claimed
            task = asyncio.create_task(self._settle_all(server_id, claimed))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Return when nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Begin nothing more, and end what is under way; the next start takes those claims over."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _put_back(self, claimed: Sequence[DailyPost]) -> None:
        """Let posts wait until the others of their server that are under way are settled."""
        begun = {(post.day, post.track) for post in self._sending[claimed[0].server_id]}
        for post in claimed:
            if (post.day, post.track) not in begun:
                await self._queue.put_back(post)

    async def _settle_all(self, server_id: int, claimed: Sequence[DailyPost]) -> None:
        """One server's posts, one after the other, so that they stand in their order."""
        try:
            for post in claimed:
                if not await self._queue.put_back_while_waiting(post):
                    await self._settle(post)
        except Exception as error:  # the claim is found again later
            log.error("post failed", exc_info=error)
        finally:
            del self._sending[server_id]

    async def _settle(self, post: DailyPost) -> None:
        """Send a claimed post, or give it back, or up."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._post(post)
        except _PostDropped as end:
            await self._queue.skip(post, end.reason)
            log.info("post dropped", server=post.server_id, day=str(post.day), reason=end.reason)
        except Refused as refusal:
            await self._refused(post, refusal)
        except (
            OSError,
            TimeoutError,
            aiohttp.ClientError,
            discord.DiscordException,
            ServiceError,
            WorkError,
        ) as error:
            await self._queue.postpone(post)
            reason = repr(error)[:200]
            log.warning("post put off", server=post.server_id, tries=post.tries, reason=reason)

    async def _refused(self, post: DailyPost, refusal: Refused) -> None:
        server = await self._queue.refused(post, refusal.reason)
        told = server is not None
        log.warning("channel refuses", server=post.server_id, reason=refusal.reason, told=told)
        if server is not None:
            await tell_owner(self._client, server, post.channel_id, refusal)

    async def _post(self, post: DailyPost) -> None:
        server = await self._queue.server_of(post)
        if server is None or post.channel_id is None:
            raise _PostDropped(UNWANTED)
        if post.tries > MAX_TRIES:
            raise _PostDropped(FAILED)
        channel = await self._channel(post.channel_id)
        doubtful = post.tries > 1 or self._queue.may_be_forgotten(post)
        message = await self._sent_before(post, channel) if doubtful else None
        if message is None:
            if post.day != today(self._now()):
                raise _PostDropped(LATE)
            if doubtful and not self._may_repeat(post, channel):
                raise _PostDropped(LOST)
            message = await self._send(post, server, channel)
        if server.threads:
            await self._open_thread(post, server, message)
        await self._queue.sent(post, message.channel.id, message.id)
        log.info("daily posted", server=post.server_id, day=post.day.isoformat(), track=post.track)

    async def _channel(self, channel_id: int) -> Channel:
        """The channel of a post; raises `Refused` when it is gone or hidden."""
        try:
            channel = self._client.get_channel(channel_id)
            channel = channel or await self._client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            raise trouble_of(error) from error
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
            raise Refused(True)
        return channel

    async def _send(self, post: DailyPost, server: Server, channel: Channel) -> discord.Message:
        content = await self._content(post, server)
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

    async def _content(self, post: DailyPost, server: Server) -> Message:
        """The message; the role is told once a day, with the first of the server's tracks."""
        localizer = self._localizer(server)
        daily, puzzle = await self._dailies.find(post.day, post.track)
        ping = server.role_to_ping(post.track)
        return daily_message(
            localizer, await self._dailies.view(daily, puzzle, localizer.language), ping
        )

    def _localizer(self, server: Server) -> Localizer:
        return server_localizer(server, self._client.get_guild(server.id))

    async def _sent_before(self, post: DailyPost, channel: Channel) -> discord.Message | None:
        """The message of this post, if an earlier try sent it."""
        wanted, us = custom_id_of(post.day, Track(post.track)), self._client.user
        try:
            async for message in channel.history(limit=SEARCHED):
                if message.created_at < opens(post.day):
                    return None
                ours = us is not None and message.author.id == us.id
                # An answer to /daily looks alike; it belongs to an interaction.
                if ours and message.interaction_metadata is None and wanted in custom_ids(message):
                    return message
        except discord.HTTPException as error:
            raise trouble_of(error) from error
        return None

    def _may_repeat(self, post: DailyPost, channel: Channel) -> bool:
        """Whether sending again cannot make a second message.

        Either the channel was looked through, or so little time has passed that the nonce tells.
        """
        user = self._client.user
        us = channel.guild.get_member(user.id) if user else None
        if us is not None and channel.permissions_for(us).read_message_history:
            return True
        if self._queue.may_be_forgotten(post):  # its nonce is an old one
            return False
        return post.begun_at is not None and self._now() - post.begun_at < NONCE_SPAN

    async def _open_thread(self, post: DailyPost, server: Server, message: discord.Message) -> None:
        """A thread to talk about the daily; one that there is already stays.

        It is opened before the post is marked as sent, so that a kill in between loses none.
        """
        localizer = self._localizer(server)
        track = track_name(localizer, post.track)
        name = localizer.say(texts.THREAD, number=number_of(post.day), track=track, day=post.day)
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                await message.create_thread(name=name[:100], auto_archive_duration=THREAD_MINUTES)
        except (OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException) as error:
            log.warning("no thread", server=post.server_id, reason=repr(error)[:200])


def nonce_of(post: DailyPost) -> str:
    """The same for all tries of a post, another for any other post: at most 25 characters.

    >>> from datetime import UTC, date, datetime
    >>> due = datetime(2026, 11, 21, tzinfo=UTC)
    >>> nonce_of(DailyPost(2**64 - 1, date(2026, 11, 21), "normal", due))
    'ffffffffffffffff-b4a65-n'
    """
    return f"{post.server_id:x}-{post.day.toordinal():x}-{post.track[0]}"
