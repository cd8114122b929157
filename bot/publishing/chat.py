"""The messages of published puzzles, and what their buttons and the form of a draft do."""

from typing import Any

from discord import ui

from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import OutgoingMessage, message, notice, picture, row
from bot.answering.router import chosen_values, written_fields
from bot.boards.components import OpenPuzzle
from bot.chat import Chat
from bot.connection.permissions import place_of
from bot.delivery.kinds import MessageKind, Post
from bot.publishing.components import PublishedButton, PublishForm, QueueMenu
from i18n.localizer import Localizer
from service.errors import InputError
from service.posting.publishing import MANY, PublishedView, may_choose, may_withdraw
from service.running.readers import Reader
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
        self._server_of = chat.server_of
        self._publishing = chat.use.publishing

    async def render(self, pending: PendingMessage) -> Post | None:
        """A puzzle as it is now; None for one that was withdrawn before it was posted."""
        server, reader = await self._server_of(pending)
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


class PublishHandlers:
    """Opens and handles the form of a draft, and handles presses; answers are private."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._publishing = chat.use.publishing
        self._now = chat.now

    async def open_form(self, interaction: Interaction, draft: int) -> None:
        """Ask for the title of a draft."""
        await self._interactions.admit(interaction)
        reader = await self._interactions.readers.find(interaction, private=True)
        await self._publishing.require_allowed(place_of(interaction))
        await self._interactions.show_form(interaction, PublishForm(draft, reader.localizer))

    async def publish(self, interaction: Interaction, form: PublishForm) -> None:
        """Publish a draft, and show its author what they can do with it."""
        fields, place = written_fields(interaction), place_of(interaction)
        title, waits = fields.get("title", ""), fields.get("when") == "waits"
        async with self._interactions.answering(interaction, private=True) as reader:
            found = await self._publishing.publish(reader, form.draft, title, place, waits=waits)
            told = reader.localizer.say(texts.POSTED if found.posted_at else texts.OFFERED)
            actions = ("results", "withdraw")
            buttons = (PublishedButton(each, found.id, reader.localizer) for each in actions)
            await reply(interaction, message(told, row(*buttons)))

    async def press(self, interaction: Interaction, button: PublishedButton) -> None:
        """Do the action of a button; all that it shows to others is shown by the outbox."""
        number, place, use = button.number, place_of(interaction), self._publishing
        async with self._interactions.answering(interaction, private=True) as reader:
            asking, say = reader_of(interaction), reader.localizer.say
            match button.action:
                case "like":
                    liked = await use.like(asking, number)
                    await reply(interaction, notice(say(texts.LIKED if liked else texts.NOT_LIKED)))
                case "withdraw":
                    await use.withdraw(asking, number, place)
                    await reply(interaction, notice(say(texts.WITHDRAWN)))
                case "choose":
                    week = await use.choose_week(asking, number, place)
                    is_now = week.posted_at is None or week.posted_at <= self._now()
                    told = texts.CHOSEN_NOW if is_now else texts.CHOSEN
                    await reply(interaction, notice(say(told)))
                case _:
                    await self._show(interaction, reader, number)

    async def look(self, interaction: Interaction, _: QueueMenu) -> None:
        """Show a puzzle of the queue."""
        [number] = chosen_values(interaction)
        async with self._interactions.answering(interaction, private=True) as reader:
            await self._show(interaction, reader, int(number))

    async def _show(self, interaction: Interaction, reader: Reader, number: int) -> None:
        """Show a puzzle and its results, with what the person may do with it."""
        view, place = await self._publishing.view(reader, number, MANY), place_of(interaction)
        actions = ["choose"] * may_choose(place, view.published)
        is_own = may_withdraw(reader.person, place, view.published)
        actions += ["withdraw"] * is_own
        shown = published_message(reader.localizer, view, *actions, opened=is_own)
        await reply(interaction, shown)
