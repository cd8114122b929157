"""The buttons that show pages of the manual."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.core.components import Button
from bot.manual.texts import TITLES
from i18n.localizer import ENGLISH, Localizer
from service.manual import Topic


class HelpPage(Button, template=r"ouro:help:(?P<topic>[a-z]{1,20})"):
    """Shows a page of the manual: replaces a private message, else sends a new one.

    `shown` disables the button of the page that is being shown.

    >>> HelpPage(Topic.STREAKS).custom_id
    'ouro:help:streaks'
    """

    def __init__(
        self, topic: Topic, localizer: Localizer = ENGLISH, *, shown: bool = False
    ) -> None:
        super().__init__(
            label=localizer.say(TITLES[topic]),
            style=ButtonStyle.primary if shown else ButtonStyle.secondary,
            disabled=shown,
            custom_id=f"ouro:help:{topic.value}",
        )
        self.topic = topic

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the button; a topic that no longer exists becomes the first page."""
        known = match["topic"] in {topic.value for topic in Topic}
        return cls(Topic(match["topic"]) if known else Topic.START)
