"""How reminders look: a daily direct message to players who enabled it and have not played yet."""

from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.settings.chat import reminder_message
from bot.settings.components import StopReminders
from i18n.catalogues import localizer_for
from play.calendar import today
from service.people.preferences import ENGLISH
from service.settings import language_of
from store.records import PendingMessage


class ReminderMessages(MessageKind):
    """The reminders of players."""

    def __init__(self, chat: Chat) -> None:
        self._reminders = chat.use.reminders
        self._preferences = chat.use.preferences
        self._now = chat.now

    async def render(self, pending: PendingMessage) -> Post | None:
        """A reminder; None if the player has played today, or wants none."""
        needs = await self._reminders.needs(pending.place, today(self._now()))
        player = await self._preferences.read(pending.place)
        if needs is None or not player.reminders:
            return None
        localizer = localizer_for(language_of(player) or ENGLISH)
        return Post(reminder_message(localizer, needs), last=True)

    def marks(self, _: PendingMessage) -> frozenset[str]:
        """The identity of the button that stops reminders."""
        return frozenset({StopReminders.id_of()})
