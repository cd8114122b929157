"""The message of a race, its updates, and the boards that people get when it begins.

A periodic task edits the message when something has changed, and makes it the result. Nothing
depends on presses or on what this process remembers, so a race goes on after a restart.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any

import discord
import structlog
from cachetools import LRUCache
from discord import ui

from bot.answering.interactions import is_retryable
from bot.answering.layouts import PLAIN, OutgoingMessage, message, row
from bot.answering.readers import fetch_server_reader, player_reader
from bot.boards.components import OpenPuzzle
from bot.chat import Chat
from bot.connection.sending import Sending
from bot.races.components import RaceButton
from i18n.localizer import Localizer
from jobs.playing import Drawing
from play.race import RacePhase
from service.playing.races import BegunRace, RaceView
from store.records import Racer
from texts import races as texts
from workers.errors import Busy

SECONDS = 3.0
"""The interval in which the message of a race is edited once at most, except by presses."""
CONCURRENCY = 16
"""Maximum number of messages that are sent or edited at the same time."""
MAX_REMEMBERED = 1000
"""Maximum number of messages of which it is remembered what they show."""
ON_ITS_WAY = timedelta(seconds=5)
"""How long the message of a race may take that is sent as the answer to a command."""
EDITABLE = timedelta(hours=1)
"""How long after the end of a race it is tried to show its result."""
OVER = discord.Colour.from_str("#3ba55c")

ACTIONS = {
    RacePhase.WAITING: ("join", "start", "leave"),
    RacePhase.RUNNING: ("board",),
    RacePhase.OVER: ("again",),
    RacePhase.CALLED_OFF: ("again",),
}
"""The buttons of a race by its phase."""

log = structlog.stdlib.get_logger(__name__)


def race_message(
    localizer: Localizer, view: RaceView, boards: Sequence[Drawing] = ()
) -> OutgoingMessage:
    """The message of a race; `boards` are those of all its people, once it is over."""
    race, parts = view.race, list[ui.Item[Any] | str](texts.race_text(localizer, view))
    files = [
        discord.File(BytesIO(each.png), f"board-{number}.png", description=each.alt)
        for number, each in enumerate(boards, start=1)
    ]
    if files:
        items = (discord.MediaGalleryItem(file, description=file.description) for file in files)
        parts.append(ui.MediaGallery(*items))
    buttons: list[ui.Item[Any]] = [
        RaceButton(action, race.id, localizer) for action in ACTIONS[view.phase]
    ]
    if view.phase is RacePhase.OVER:
        buttons.append(OpenPuzzle(race.puzzle_id, localizer))
    colour = OVER if view.phase is RacePhase.OVER else PLAIN
    return message(*parts, row(*buttons), colour=colour, files=files)


class RaceMessages:
    """Edits the messages of races in servers of some shards, and sends boards to people."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._races = chat.use.races
        self._servers = chat.use.servers
        self._preferences = chat.use.preferences
        self._display = chat.display
        self._now = chat.now
        self._shards = chat.use.settings.shards
        self._shown = LRUCache[int, RaceView](MAX_REMEMBERED)
        self.sending = Sending("message of a race", most=CONCURRENCY)

    async def update(self) -> None:
        """Start to edit the messages of races that have not ended."""
        for race in await self._races.unfinished(self._shards):
            await self.sending.start(race.id, partial(self._update, race.id))

    async def send_boards(self, begun: BegunRace) -> None:
        """Start to send their boards to all who race."""
        for racer in begun.racers:
            if racer.token:
                target = racer.race_id, racer.player_id
                await self.sending.start(target, partial(self._send_board, begun.view, racer))

    async def _update(self, race_id: int) -> None:
        """Edit the message of a race if it shows an older state; the result is shown once."""
        view = await self._races.view(race_id)
        goes_on = view.phase in {RacePhase.WAITING, RacePhase.RUNNING}
        if goes_on and self._shown.get(race_id) == view:
            return
        race, now = view.race, self._now()
        late = now - race.ends_at > EDITABLE
        lacks = view.phase is RacePhase.WAITING and now - race.created_at >= ON_ITS_WAY
        if race.message_id is None and not lacks and not late:
            return  # it is on its way
        try:
            await self._put(view)
        except Busy:
            return  # the next run tries again
        except discord.HTTPException as error:
            if is_retryable(error) and not late:
                raise
            log.info("race not shown", code=error.code)
        self._shown[race_id] = view
        if not goes_on:
            await self._races.end(race_id)

    async def _put(self, view: RaceView) -> None:
        """Edit the message of a race, or send the one that it lacks: that of a page's race."""
        race = view.race
        if race.message_id is not None:
            await self._edit(view, race.message_id)
        elif view.phase is RacePhase.WAITING:
            server = await self._servers.find(race.server_id)
            reader = await fetch_server_reader(self._client, server)
            channel = self._client.get_partial_messageable(race.channel_id, guild_id=race.server_id)
            sent = await channel.send(
                view=race_message(reader.localizer, view).view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            await self._races.show(race.id, sent.id)

    async def _edit(self, view: RaceView, message_id: int) -> None:
        race = view.race
        server = await self._servers.find(race.server_id)
        reader = await fetch_server_reader(self._client, server)
        boards: Sequence[Drawing] = ()
        if view.phase is RacePhase.OVER:
            boards = await self._races.boards(reader, view)
        channel = self._client.get_partial_messageable(race.channel_id, guild_id=race.server_id)
        post = race_message(reader.localizer, view, boards)
        await channel.get_partial_message(message_id).edit(
            view=post.view, attachments=list(post.files)
        )

    async def _send_board(self, view: RaceView, racer: Racer) -> None:
        """Send a person their board; they can fetch it themselves if that is not possible."""
        loaded = await self._races.board(racer.player_id, racer.race_id)
        player, _ = await self._preferences.of(racer.player_id, None)
        reader = player_reader(racer.player_id, player, racer.language)
        webhook = discord.Webhook.partial(racer.application_id, racer.token, client=self._client)
        webhook.type = discord.WebhookType.application  # of an interaction, which `partial` is not
        caption = texts.private_text(reader.localizer, view)
        await self._display.send(webhook, reader, loaded, caption=caption)
