"""How the posts of dailies look, and what the owner of a server is told of a channel that takes
none."""

from bot.answering.layouts import PLAIN, PROBLEM, notice
from bot.answering.readers import server_reader
from bot.chat import Chat
from bot.connection.permissions import told_guild
from bot.dailies.components import PlayDaily
from bot.dailies.messages import day_message
from bot.delivery.kinds import MessageKind, Post
from play.calendar import number_of
from service.posting.daily_posts import DayPost
from service.settings import TAGS
from store.records import Ending, PendingMessage, Target
from texts import dailies as texts
from texts.markdown import quote


class DailyMessages(MessageKind):
    """The posts of dailies in servers, with the number of solvers."""

    def __init__(self, chat: Chat) -> None:
        self._server_of = chat.server_of
        self._dailies = chat.use.dailies
        self._ends = chat.use.day_ends

    async def render(self, pending: PendingMessage) -> Post | None:
        """A post; the first one of a day tells how the last one ended, pings, and has a thread if
        the server has threads on."""
        about = DayPost.of(pending)
        if not about.known_tracks:
            return None
        server, reader = await self._server_of(pending)
        localizer = reader.localizer
        view = await self._dailies.view(reader, about.day, about.known_tracks)
        ping = server.ping_role_id if about.begins else None
        title = localizer.say(texts.THREAD, number=number_of(about.day), day=about.day)
        tells = about.begins and not view.over
        ended = await self._ends.before(server.id, about.day) if tells else None
        message = day_message(localizer, view, ping, ended=ended)
        return Post(
            message,
            roles=(ping,) if ping else (),
            thread=title if server.threads and about.begins else None,
            title=title,
            tags=TAGS.of(server),
        )

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        """The identities of the Play buttons."""
        about = DayPost.of(pending)
        return frozenset(PlayDaily.id_of(about.day, track) for track in about.known_tracks)


TOLD = {
    Ending.GONE: texts.CHANNEL_GONE,
    Ending.UNKNOWN: texts.CHANNEL_UNREADABLE,
    "one post": texts.ONE_POST,
}
"""What is told for a reason other than that a channel refuses posts."""


class TroubleMessages(MessageKind):
    """What the owner of a server is told, or else its channel for news."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._servers = chat.use.servers

    async def render(self, pending: PendingMessage) -> Post | None:
        """Which channel takes no posts, or what is new; None if the bot has left the server."""
        if (guild := told_guild(self._client, pending.server_id or 0)) is None:
            return None
        localizer = server_reader(await self._servers.find(guild.id), guild).localizer
        message = TOLD.get(pending.subject["reason"], texts.CHANNEL_REFUSES)
        channel = f"<#{pending.subject['channel']}>"
        text = localizer.say(message, server=quote(guild.name), channel=channel)
        colour = PLAIN if message is texts.ONE_POST else PROBLEM
        return Post(notice(text, colour), last=True)

    def place(self, pending: PendingMessage) -> int | None:
        """The owner, or the channel for news."""
        if (guild := told_guild(self._client, pending.server_id or 0)) is None:
            return None
        if pending.target is Target.PERSON:
            return guild.owner_id
        return guild.system_channel.id if guild.system_channel else None
