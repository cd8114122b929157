"""The message of a shared result: facts, a card and a button to play the puzzle."""

from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, message, picture, row
from bot.boards.components import OpenPuzzle
from bot.chat import Chat
from bot.dailies.components import PlayDaily
from bot.delivery.kinds import MessageKind, Post
from i18n.localizer import Localizer
from play.tracks import Track
from service.errors import NotYours
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.sharing import SharedResult
from service.settings import appearance_of, with_times
from store.records import PendingMessage
from texts import sharing

CARD_FILE = "card.png"
COLOUR = discord.Colour.from_str("#3ba55c")


def share_message(localizer: Localizer, result: SharedResult) -> OutgoingMessage:
    """The message of a result: the player, the facts, the card, and a button to play the puzzle."""
    loaded, text = result.loaded, sharing.facts(localizer, result.card)
    alt = sharing.card_alt(localizer, result.card, loop=result.open)
    file, gallery = picture(result.png, CARD_FILE, alt)
    player = localizer.say(sharing.SOLVED_BY, person=f"<@{loaded.attempt.player_id}>")
    button = row(_play_button(localizer, loaded))
    return message(f"{player}\n{text}", gallery, button, colour=COLOUR, files=[file])


def _play_button(localizer: Localizer, loaded: LoadedAttempt) -> ui.Item[Any]:
    attempt = loaded.attempt
    if attempt.day is None or attempt.track is None:
        return OpenPuzzle(attempt.puzzle_id, localizer)
    return PlayDaily(attempt.day, Track(attempt.track), localizer)


class ResultMessages(MessageKind):
    """Results that are shared from the board page, in the language of the server."""

    def __init__(self, chat: Chat) -> None:
        self._server_of = chat.server_of
        self._sharing = chat.use.sharing
        self._preferences = chat.use.preferences

    async def render(self, pending: PendingMessage) -> Post | None:
        """A result; None if its board was deleted meanwhile."""
        person, (server, there) = pending.person_id or 0, await self._server_of(pending)
        player = await self._preferences.read(person)
        localizer = with_times(there.localizer, player)
        look = appearance_of(player, server)
        reader = replace(there, person=person, localizer=localizer, appearance=look)
        try:
            result = await self._sharing.result(reader, pending.subject["attempt"])
        except NotYours:
            return None
        return Post(share_message(localizer, result), last=True)
