"""Records which message each text comes from, so that a text can be read back part by part."""

from string import Formatter

from msgspec import Struct, field

from i18n.catalogues import catalogue
from i18n.localizer import Localizer
from i18n.messages import Message, Template

GAP, COLON = "\x1f", "\x1e"
"""What separates sentences, and a title from a text, while they are recorded."""


class Told(Struct, frozen=True):
    """A message that was told, with the number that chose its form and its values."""

    template: Template
    count: int
    values: dict[str, object]

    @property
    def parts(self) -> list[str]:
        """The texts in it, in the order of the English message."""
        text = self.template.text if isinstance(self.template, Message) else self.template.many
        names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name)
        return [value for name in names if isinstance(value := self.values[name], str)]


class Recorder(Localizer, frozen=True):
    """A localizer that remembers the message of each text.

    >>> from i18n.messages import Message
    >>> recorder = recorder_for("ja")
    >>> text = recorder.say(Message("the {clue} at {cell}"), clue=3, cell="B2")
    >>> text, recorder.told[text].values
    ('B2の3', {'clue': 3, 'cell': 'B2'})
    """

    told: dict[str, Told] = field(default_factory=dict)

    def say(self, template: Template, count: int = 1, /, **values: object) -> str:
        """Like `Localizer.say`; the text can be looked up in `told`."""
        text = Localizer.say(self, template, count, **values)
        if text not in values.values():
            self.told[text] = Told(template, count, values)
        return text

    def sentence(self, template: Template, count: int = 1, /, **values: object) -> str:
        """Like `Localizer.sentence`; the text can be looked up in `told`."""
        text = self.say(template, count, **values)
        capitalized = text[:1].upper() + text[1:]
        if text in self.told:
            self.told[capitalized] = self.told[text]
        return capitalized

    @property
    def gap(self) -> str:
        """A sign that no text has."""
        return GAP

    @property
    def colon(self) -> str:
        """A sign that no text has."""
        return COLON


def recorder_for(language: str) -> Recorder:
    """A recorder in a language."""
    return Recorder(catalogue(language), language)
