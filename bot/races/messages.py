"""The message of a race, which becomes its result, and what people in it get."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.answering.layouts import PLAIN, OutgoingMessage, message, notice, row
from bot.answering.readers import pending_reader
from bot.boards.components import OpenPuzzle
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.races.components import LABELS, RaceButton
from i18n.localizer import Localizer
from jobs.playing import Drawing
from play.race import RacePhase
from service.playing.races import RaceView
from store.records import PendingMessage
from texts import races as texts

SECONDS = 3.0
"""How often it is looked whether the message of a race has changed without a press."""
OVER = discord.Colour.from_str("#3ba55c")

ACTIONS = {
    RacePhase.WAITING: ("join", "start", "leave"),
    RacePhase.RUNNING: ("board",),
    RacePhase.OVER: ("again",),
    RacePhase.CALLED_OFF: ("again",),
}
"""The buttons of a race by its phase."""


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
        buttons.append(OpenPuzzle(race.puzzle_id, localizer, main=False))
    colour = OVER if view.phase is RacePhase.OVER else PLAIN
    return message(*parts, row(*buttons), colour=colour, files=files)


class RaceMessages(MessageKind):
    """The messages of races, which are edited while they change, and become the results."""

    seconds = SECONDS

    def __init__(self, chat: Chat) -> None:
        self._server_of = chat.server_of
        self._races = chat.use.races

    async def render(self, pending: PendingMessage) -> Post:
        """A race as it is now; raises `InputError` if there is none, and `Busy`."""
        view = await self._races.view(pending.subject["race"])
        _, reader = await self._server_of(pending)
        boards: Sequence[Drawing] = ()
        if view.phase is RacePhase.OVER:
            boards = await self._races.boards(reader, view)
        goes_on = view.phase in {RacePhase.WAITING, RacePhase.RUNNING}
        return Post(race_message(reader.localizer, view, boards), last=not goes_on)

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        """The identities of its buttons, whatever its phase."""
        return frozenset(RaceButton.id_of(action, pending.subject["race"]) for action in LABELS)


class RaceBoards(MessageKind):
    """What only a person in a race sees: that they are in it, and then their board."""

    def __init__(self, chat: Chat) -> None:
        self._races = chat.use.races
        self._preferences = chat.use.preferences
        self._display = chat.display

    async def render(self, pending: PendingMessage) -> Post:
        """A board once the race has begun; raises `InputError` if they are not in it any more."""
        view = await self._races.view(pending.subject["race"])
        reader, race = await pending_reader(self._preferences, pending), view.race
        reader = replace(reader, server=race.server_id, channel=race.channel_id)
        if view.phase is RacePhase.WAITING and view.race.ended_at is None:
            return Post(notice(texts.joined(reader.localizer, view.race)))
        if view.race.started_at is None:
            return Post(notice(reader.localizer.say(texts.NOT_BEGUN)), last=True)
        loaded = await self._races.board(reader.person, view.race.id)
        caption = texts.private_text(reader.localizer, view)
        message = await self._display.private_message(reader, loaded, caption)
        follow = partial(self._display.follow_private, reader, loaded)
        return Post(message, last=True, follow=follow)
