"""The button that stops reminders."""

from bot.components.base import Button
from i18n.voice import ENGLISH, Voice
from texts import reminders as texts


class StopReminders(Button, template=r"ouro:reminders:stop"):
    """Switches reminders off."""

    def __init__(self, voice: Voice = ENGLISH) -> None:
        super().__init__(label=voice.say(texts.STOP), custom_id="ouro:reminders:stop")
