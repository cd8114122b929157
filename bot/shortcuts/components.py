"""The buttons that do what commands do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from discord import ButtonStyle
from msgspec import Struct

from bot.answering.components import Button, word_of
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from texts import commands


class CommandUse(Struct, frozen=True):
    """A use of a command: its name, the label of a button for it, and options."""

    command: str
    label: Message
    options: Mapping[str, object] = MappingProxyType({})


USES = MappingProxyType(
    {
        "learn": CommandUse("learn", commands.USE_LEARN),
        "try": CommandUse("learn", commands.USE_TRY),
        "new": CommandUse("new", commands.USE_NEW),
        "race": CommandUse("race", commands.USE_RACE),
        "create": CommandUse("create", commands.USE_CREATE),
        "calendar": CommandUse("daily", commands.USE_CALENDAR, {"day": commands.CALENDAR}),
        "storm": CommandUse("practice", commands.USE_STORM, {"storm": True}),
        "setup": CommandUse("setup", commands.USE_SETUP),
    }
)
"""The uses of commands for which there are buttons, by the words in their `custom_id`s."""


class Shortcut(Button, template="ouro:use:{use}"):
    """Does what a command does, in a new message.

    >>> Shortcut("race").custom_id
    'ouro:use:race'
    """

    use: Annotated[str, word_of(USES)]

    def __init__(
        self,
        use: str,
        localizer: Localizer = ENGLISH,
        style: ButtonStyle = ButtonStyle.secondary,
    ) -> None:
        super().__init__(use, label=localizer.say(USES[use].label), style=style)
