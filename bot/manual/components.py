"""The buttons that show pages of the manual."""

from __future__ import annotations

from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import Button, IdPart
from i18n.localizer import ENGLISH, Localizer
from service.learning.manual import Topic
from texts.manual import TITLES

_TOPIC = IdPart(
    "[a-z]{1,20}",
    20,
    lambda topic: topic.value,
    lambda name: Topic(name) if name in {topic.value for topic in Topic} else Topic.START,
)
"""A topic; one that no longer exists becomes the first page."""


class HelpPage(Button, template="ouro:help:{topic}"):
    """Shows a page of the manual: replaces a private message, else sends a new one.

    `shown` disables the button of the page that is being shown.

    >>> HelpPage(Topic.STREAKS).custom_id
    'ouro:help:streaks'
    """

    topic: Annotated[Topic, _TOPIC]

    def __init__(
        self, topic: Topic, localizer: Localizer = ENGLISH, *, shown: bool = False
    ) -> None:
        super().__init__(
            topic,
            label=localizer.say(TITLES[topic]),
            style=ButtonStyle.primary if shown else ButtonStyle.secondary,
            disabled=shown,
        )
