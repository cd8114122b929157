"""The button that stops reminders."""

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from texts import reminders as texts


class StopReminders(Button, template=r"ouro:reminders:stop"):
    """Switches reminders off."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.STOP), custom_id="ouro:reminders:stop")
