"""Publishes drafts, and handles the buttons of published puzzles."""

from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import message, notice, row
from bot.answering.router import Router, chosen_values, written_fields
from bot.chat import Chat
from bot.connection.permissions import place_of
from bot.publishing.components import PublishedButton, PublishForm, QueueMenu
from bot.publishing.messages import published_message
from service.posting.publishing import MANY, may_choose, may_withdraw
from service.running.readers import Reader
from texts import publishing as texts


class PublishHandlers:
    """Opens and handles the form of a draft, and handles presses; answers are private."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._publishing = chat.use.publishing

    def add_to(self, router: Router) -> None:
        """Register the handlers of the form, the buttons and the menu."""
        router.add(PublishForm, self.publish)
        router.add(PublishedButton, self.press)
        router.add(QueueMenu, self.look)

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
                    await use.choose_week(asking, number, place)
                    await reply(interaction, notice(say(texts.CHOSEN)))
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
