"""The texts of the board page."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message

LIVE_DAILY = Message(
    "This daily is still open. If you want to see its solution, use Give up on its board in chat."
)
MARKS_CHANGED = Message("The board has changed in the meantime, so this stroke was not drawn.")

WORDS: Mapping[str, Message] = MappingProxyType({})
"""What the page itself says, by the keys that it uses."""


def page_words(localizer: Localizer) -> dict[str, str]:
    """What the page itself says, in a language, with placeholders left in braces."""
    return {key: localizer.say(message, **_kept(message.text)) for key, message in WORDS.items()}


def _kept(text: str) -> dict[str, str]:
    """The placeholders of a text, each as its own value.

    >>> _kept("{count} lines at {dot}")
    {'count': '{count}', 'dot': '{dot}'}
    """
    names = (part.partition("}")[0] for part in text.split("{")[1:])
    return {name: f"{{{name}}}" for name in names}
