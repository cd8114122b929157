"""Labels of buttons that add to a player's time."""

from i18n.localizer import Localizer
from i18n.messages import Message

WITH_PENALTY = Message("{label} (+{seconds}\N{NO-BREAK SPACE}s)")


def with_penalty(localizer: Localizer, label: Message, seconds: int) -> str:
    """A label and the seconds that it adds; these are left out for readers without a clock.

    >>> with_penalty(Localizer(), Message("Why?"), 60).replace(chr(0xa0), "_")
    'Why? (+60_s)'
    >>> with_penalty(Localizer(clock=False), Message("Why?"), 60)
    'Why?'
    """
    text = localizer.say(label)
    return localizer.say(WITH_PENALTY, label=text, seconds=seconds) if localizer.clock else text
