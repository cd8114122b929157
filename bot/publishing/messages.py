"""The messages of published puzzles: what all see, and what one person asks for."""

from typing import Any

from discord import ui

from bot.answering.layouts import OutgoingMessage, message, notice, picture, row
from bot.answering.readers import fetch_server_reader
from bot.boards.components import OpenPuzzle
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.publishing.components import PublishedButton
from i18n.localizer import Localizer
from service.errors import InputError
from service.posting.publishing import PublishedView
from service.settings import TAGS
from store.records import PendingMessage
from texts import publishing as texts

FILE = "puzzle.png"


def published_message(
    localizer: Localizer, view: PublishedView, *actions: str, opened: bool = False
) -> OutgoingMessage:
    """A published puzzle with its picture, who solved it, and buttons with some actions.

    It has Play if it is posted. `opened` tells how many people opened it.
    """
    file, gallery = picture(view.drawing.png, FILE, view.drawing.alt)
    found, buttons = view.published, list[ui.Item[Any]]()
    items: list[ui.Item[Any] | str] = [texts.published_text(localizer, view), gallery]
    if found.posted_at is not None:
        items += filter(None, [texts.solvers_text(localizer, view, opened=opened)])
        buttons.append(OpenPuzzle(found.puzzle_id, localizer))
    buttons += [PublishedButton(action, found.id, localizer) for action in actions]
    return message(*items, *([row(*buttons)] if buttons else []), files=[file])


class PublishedMessages(MessageKind):
    """The messages of published puzzles, with who solved them; in the end, that one is withdrawn.

    In a forum it is a post with the title of the puzzle.
    """

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._publishing = chat.use.publishing
        self._servers = chat.use.servers

    async def render(self, pending: PendingMessage) -> Post | None:
        """A puzzle as it is now; None for one that was withdrawn before it was posted."""
        server = await self._servers.find(pending.server_id or 0)
        reader = await fetch_server_reader(self._client, server)
        try:
            view = await self._publishing.view(reader, pending.subject["published"])
        except InputError:
            gone = Post(notice(reader.localizer.say(texts.WITHDRAWN)), last=True)
            return gone if pending.shown else None
        shown = published_message(reader.localizer, view, "like", "results")
        return Post(shown, title=view.published.title, tags=TAGS.of(server))

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        """The identity of the button for who liked it, which is only there."""
        return frozenset({PublishedButton.id_of("like", pending.subject["published"])})
