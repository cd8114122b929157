"""Updates the number of solvers on the posts of dailies.

A periodic task edits the posts in a server after one of its players solved the daily. Any post is
also edited when one of its buttons is pressed and its number is outdated.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

import discord
import structlog
from cachetools import LRUCache

from bot.answering.interactions import is_retryable
from bot.answering.layouts import custom_ids, shown_texts
from bot.answering.readers import fetch_server_reader
from bot.chat import Chat
from bot.connection.sending import Sending
from bot.dailies.components import DailyLeaderboard
from bot.dailies.messages import daily_message
from play.tracks import Track
from store.records import DailyPost

MIN_CHANGE_INTERVAL = timedelta(seconds=30)
"""Minimum time between two edits of a message that are caused by presses."""
LATE = timedelta(seconds=5)
"""How long after the instant of a solve it may be stored; a post may be edited twice for it."""
CONCURRENCY = 10
"""Maximum number of posts that are edited at the same time."""
MAX_TRACKED_MESSAGES = 1000
"""Maximum number of messages whose last edit is remembered."""

_ROLE = re.compile(r"<@&(\d+)>")

log = structlog.stdlib.get_logger(__name__)


class ChangeLimiter:
    """Limits the edits of each message to one in `MIN_CHANGE_INTERVAL`.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    >>> limiter = ChangeLimiter()
    >>> limiter.allows(7, noon), limiter.allows(7, noon)
    (True, False)
    """

    def __init__(self) -> None:
        self._changed = LRUCache[int, datetime](MAX_TRACKED_MESSAGES)

    def allows(self, message: int, now: datetime) -> bool:
        """Whether a message may be edited; if so, it counts as edited now."""
        last = self._changed.get(message)
        if last is not None and now - last < MIN_CHANGE_INTERVAL:
            return False
        self._changed[message] = now
        return True


class PostUpdates:
    """Edits posts of dailies in servers of some shards whose number of solvers is outdated."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._dailies = chat.use.dailies
        self._servers = chat.use.servers
        self._now = chat.now
        self._shards = chat.use.settings.shards
        self._limiter = ChangeLimiter()
        self._last_check = chat.now()
        self._outdated: dict[int, DailyPost] = {}
        """The posts whose number of solvers is not shown yet, by the IDs of their messages."""
        self.sending = Sending("number of solvers", most=CONCURRENCY)

    async def update_solved(self) -> None:
        """Start to edit the posts in servers where a player solved today's daily.

        A post whose edit fails is edited again by the next call, on the same day.
        """
        now = self._now()
        since = self._last_check - LATE
        for post in await self._dailies.newly_solved(since, self._shards):
            if post.channel_id is not None and post.message_id is not None:
                self._outdated[post.message_id] = post
        self._last_check = now
        for message_id, post in list(self._outdated.items()):
            if post.day != self._dailies.today():
                del self._outdated[message_id]
            else:
                await self.sending.start(message_id, partial(self._update_post, message_id, post))

    async def _update_post(self, message_id: int, post: DailyPost) -> None:
        """Edit a post; it stays outdated if another try may succeed, or if it changed meanwhile."""
        assert post.channel_id is not None  # noqa: S101 - only such posts are outdated
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=post.server_id)
        message = channel.get_partial_message(message_id)
        await self._update(message, post.server_id, post.day, Track(post.track))
        if self._outdated.get(message_id) is post:
            del self._outdated[message_id]

    async def after_press(self, message: discord.Message | None, day: date, track: Track) -> None:
        """Start to edit the post whose button was pressed if its number is outdated.

        Does nothing for private messages and messages that are not complete posts, nor in a server
        without the bot, where it may not edit its messages.
        """
        if message is None or message.guild is None or message.flags.ephemeral:
            return
        if self._client.get_guild(message.guild.id) is None:
            return
        is_post = DailyLeaderboard(day, track).custom_id in custom_ids(message)
        if is_post and self._limiter.allows(message.id, self._now()):
            update = partial(self._update, message, message.guild.id, day, track)
            await self.sending.start(message.id, partial(update, shown_texts(message)))

    async def _update(
        self,
        message: discord.Message | discord.PartialMessage,
        server_id: int,
        day: date,
        track: Track,
        shown: Sequence[str] | None = None,
    ) -> None:
        """Edit a message unless its texts, in `shown`, are up to date.

        Raises `discord.HTTPException` if another try may succeed; any other refusal is logged.
        """
        server = await self._servers.find(server_id)
        daily, puzzle = await self._dailies.find(day, track)
        if shown is None:
            ping = server.role_to_ping(track.value)
        else:
            role = _ROLE.search("".join(shown))
            ping = int(role[1]) if role else None
        try:
            reader = await fetch_server_reader(self._client, server)
            view = await self._dailies.view(reader, daily, puzzle)
            post = daily_message(reader.localizer, view, ping)
            if shown is not None and set(post.view.texts()) <= set(shown):
                return
            await message.edit(view=post.view, attachments=list(post.files))
        except discord.HTTPException as error:
            if is_retryable(error):
                raise
            log.info("post not updated", code=error.code)
