"""The buttons of published puzzles, the form that publishes a draft, and the menu of the queue."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Annotated, Any

from discord import ButtonStyle, RadioGroupOption, ui

from bot.answering.components import Button, Form, Menu, options, word_of
from i18n.localizer import ENGLISH, Localizer
from service.posting.publishing import MAX_QUEUE, MAX_TITLE
from store.records import Published
from texts import publishing as texts

STYLES = MappingProxyType({"choose": ButtonStyle.primary, "withdraw": ButtonStyle.danger})
"""The styles of buttons that stand out, by action."""


class PublishedButton(Button, template="ouro:published:{action}:{number}"):
    """Likes a published puzzle, shows its results, withdraws it, or makes it that of the week.

    >>> PublishedButton("like", 7).custom_id
    'ouro:published:like:7'
    """

    action: Annotated[str, word_of(texts.BUTTONS)]
    number: int

    def __init__(self, action: str, number: int, localizer: Localizer = ENGLISH) -> None:
        style = STYLES.get(action, ButtonStyle.secondary)
        super().__init__(action, number, label=localizer.say(texts.BUTTONS[action]), style=style)


class PublishForm(Form, template="ouro:publish:{draft}"):
    """A form for the title of a draft, and whether it is posted now or waits."""

    draft: int

    def __init__(self, draft: int, localizer: Localizer = ENGLISH) -> None:
        super().__init__(draft, title=localizer.say(texts.FORM))
        note = localizer.say(texts.TITLE_NOTE, most=MAX_TITLE)
        self.add_text("title", localizer.say(texts.TITLE), note, max_length=MAX_TITLE)
        choices = [
            RadioGroupOption(label=localizer.say(label), value=value, default=value == "now")
            for value, label in (("now", texts.AT_ONCE), ("waits", texts.WAITS))
        ]
        radio = ui.RadioGroup[Any](custom_id="when", options=choices)
        self.add_field(radio, localizer.say(texts.WHEN))


class QueueMenu(Menu, template="ouro:queue"):
    """Shows a puzzle of the queue of a server to a manager; values are numbers of puzzles."""

    offered = "[0-9]{1,18}"

    def __init__(self, queue: Sequence[Published] = (), localizer: Localizer = ENGLISH) -> None:
        titles = {str(each.id): each.title for each in queue[:MAX_QUEUE]}
        placeholder = localizer.say(texts.CHOOSE_WEEK)
        super().__init__(placeholder=placeholder, options=options(titles, ()))
