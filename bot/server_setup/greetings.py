"""The greeting in a server to which the bot was added."""

from discord import ButtonStyle

from bot.answering.layouts import OutgoingMessage, message, row
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.shortcuts.components import Shortcut
from i18n.localizer import Localizer
from store.records import PendingMessage
from texts import server_setup as texts


def greeting_message(localizer: Localizer) -> OutgoingMessage:
    """What the bot is, with buttons to set it up and to try a puzzle."""
    setup = Shortcut("setup", localizer, ButtonStyle.primary)
    puzzle = Shortcut("try", localizer)
    text = localizer.say(texts.GREETING, setup=setup.label, puzzle=puzzle.label)
    return message(text, row(setup, puzzle))


class Greetings(MessageKind):
    """The greetings of servers, in their languages."""

    def __init__(self, chat: Chat) -> None:
        self._server_of = chat.server_of

    async def render(self, pending: PendingMessage) -> Post | None:
        """The greeting of a server, which does not change."""
        _, reader = await self._server_of(pending)
        return Post(greeting_message(reader.localizer), last=True)

    def marks(self, _: PendingMessage) -> frozenset[str]:
        """The identity of the button that sets the server up."""
        return frozenset({Shortcut.id_of("setup")})
