"""The menu that shows pages of the manual."""

from __future__ import annotations

from bot.answering.components import Menu, options
from i18n.localizer import ENGLISH, Localizer
from service.learning.manual import Topic
from texts.manual import CHOOSE_PAGE, TITLES


class HelpMenu(Menu, template="ouro:help-page"):
    """Shows a page of the manual: replaces a private message, else sends a new one.

    On the first page it says what it is for, on others which one is `shown`.
    """

    def __init__(self, shown: Topic = Topic.START, localizer: Localizer = ENGLISH) -> None:
        labels = {topic.value: localizer.say(title) for topic, title in TITLES.items()}
        chosen = [] if shown is Topic.START else [shown.value]
        super().__init__(placeholder=localizer.say(CHOOSE_PAGE), options=options(labels, chosen))
