"""Types of translatable messages.

Every text that a user sees is a literal of one of these types, so that `script/texts` can extract
it from the source: the texts of `Message` and `Plural` are the message IDs of the catalogues.
`Localizer.say` fills in names in braces; translations may reorder them.
"""

from typing import TypeAlias

from msgspec import Struct


class Message(Struct, frozen=True):
    """A text with a single form; `context` tells texts apart that mean different things."""

    text: str
    context: str = ""


class Plural(Struct, frozen=True):
    """A text with an English form for the number one and another for any other number."""

    one: str
    many: str


Template: TypeAlias = Message | Plural
"""A message with placeholders that `Localizer.say` fills in."""


class Clause(Struct, frozen=True):
    """A clause in two grammatical moods: `indicative` for facts, `conditional` under a supposition.

    A clause is a complete statement without an initial capital and without a full stop.
    """

    indicative: Template
    conditional: Template
