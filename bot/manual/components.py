"""The menu that shows pages of the manual, and the buttons that earlier versions had for it."""

from __future__ import annotations

from typing import Annotated

from bot.answering.components import Button, IdPart, Menu, options
from i18n.localizer import ENGLISH, Localizer
from service.learning.manual import Topic
from texts.manual import CHOOSE_PAGE, TITLES

_TOPIC = IdPart(
    "[a-z]{1,20}",
    20,
    lambda topic: topic.value,
    lambda name: Topic(name) if name in {topic.value for topic in Topic} else Topic.START,
)
"""A topic; one that no longer exists becomes the first page."""


class HelpPage(Button, template="ouro:help:{topic}"):
    """A button of messages of earlier versions: shows a page as the menu does.

    >>> HelpPage(Topic.STREAKS).custom_id
    'ouro:help:streaks'
    """

    topic: Annotated[Topic, _TOPIC]

    def __init__(self, topic: Topic) -> None:
        super().__init__(topic, label=topic.value)


class HelpMenu(Menu, template="ouro:help-page"):
    """Shows a page of the manual: replaces a private message, else sends a new one.

    On the first page it says what it is for, on others which one is `shown`.
    """

    def __init__(self, shown: Topic = Topic.START, localizer: Localizer = ENGLISH) -> None:
        labels = {topic.value: localizer.say(title) for topic, title in TITLES.items()}
        chosen = [] if shown is Topic.START else [shown.value]
        super().__init__(placeholder=localizer.say(CHOOSE_PAGE), options=options(labels, chosen))
