"""How the posts of dailies look, and what the owner of a server is told of a channel that takes
none."""

from datetime import date

from bot.answering.layouts import PROBLEM, notice
from bot.answering.readers import fetch_server_reader, server_reader
from bot.chat import Chat
from bot.dailies.components import PlayDaily
from bot.dailies.messages import daily_message
from bot.delivery.kinds import MessageKind, Post
from play.calendar import number_of
from play.tracks import Track, is_track
from service.posting.daily_posts import ANSWER
from store.records import Ending, PendingMessage, Target
from texts import dailies as texts
from texts.markdown import quote
from texts.tracks import track_name


class DailyMessages(MessageKind):
    """The posts of dailies in servers and answers to /daily, with the number of solvers."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._servers = chat.use.servers
        self._dailies = chat.use.dailies

    async def render(self, pending: PendingMessage) -> Post | None:
        """A post, with a thread if the server has threads on; that of its first track pings."""
        day, track = _daily_of(pending)
        if not is_track(track):
            return None
        server = await self._servers.find(pending.server_id or 0)
        reader = await fetch_server_reader(self._client, server)
        localizer = reader.localizer
        daily, puzzle = await self._dailies.find(day, track)
        view = await self._dailies.view(reader, daily, puzzle)
        asked = pending.kind == ANSWER
        ping, thread = None if asked else server.role_to_ping(track), None
        if server.threads and not asked:
            name = track_name(localizer, track)
            thread = localizer.say(texts.THREAD, number=number_of(day), track=name, day=day)
        message = daily_message(localizer, view, ping)
        return Post(message, roles=(ping,) if ping else (), thread=thread)

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        """The identity of the Play button."""
        day, track = _daily_of(pending)
        return frozenset({PlayDaily.id_of(day, Track(track))})


class TroubleMessages(MessageKind):
    """What the owner of a server is told, or else its channel for news."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._servers = chat.use.servers

    async def render(self, pending: PendingMessage) -> Post | None:
        """Which channel takes no posts; None if the bot has left the server."""
        guild = self._client.get_guild(pending.server_id or 0)
        if guild is None:
            return None
        localizer = server_reader(await self._servers.find(guild.id), guild).localizer
        gone = pending.subject["reason"] == Ending.GONE
        message = texts.CHANNEL_GONE if gone else texts.CHANNEL_REFUSES
        channel = f"<#{pending.subject['channel']}>"
        text = localizer.say(message, server=quote(guild.name), channel=channel)
        return Post(notice(text, PROBLEM), last=True)

    def place(self, pending: PendingMessage) -> int | None:
        """The owner, or the channel for news."""
        guild = self._client.get_guild(pending.server_id or 0)
        if guild is None:
            return None
        if pending.target is Target.PERSON:
            return guild.owner_id
        return guild.system_channel.id if guild.system_channel else None


def _daily_of(pending: PendingMessage) -> tuple[date, str]:
    return date.fromisoformat(pending.subject["day"]), pending.subject["track"]
