"""Kinds of messages that can be translated.

Every text a reader sees is one of these, written out where it belongs, so that `script/texts`
finds it in the source: the argument of `Message` and both arguments of `Plural` are the message
ids of the catalogues. Names in braces are filled in later and may be moved freely.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Message:
    """A text with one form."""

    text: str


@dataclass(frozen=True, slots=True)
class Plural:
    """A text with a form for one and a form for any other number."""

    one: str
    many: str


Template: TypeAlias = Message | Plural


@dataclass(frozen=True, slots=True)
class Mood:
    """A clause as it is told of what is, and of what would be if something were supposed.

    A clause is a complete statement without a capital and a full stop.
    """

    real: Template
    supposed: Template
