"""The button that shows the next solution of a puzzle.

The message contains its puzzle, as an ID in the text or, when that is long, as a file. The button
therefore needs no stored state, works after a restart, and any user who sees it may press it.
"""

from __future__ import annotations

from typing import Annotated

from bot.answering.components import Button, IdPart, digits
from i18n.localizer import ENGLISH, Localizer
from jobs.appearance import Appearance
from service.settings import THEME
from solver.report import SOLUTION_ORDER
from texts import solving as texts

PLAIN = Appearance().theme
"""The default theme, which the `custom_id` omits."""

_THEMES = "|".join(THEME.choices)


def _written(look: Appearance) -> str:
    theme = "" if look.theme == PLAIN else f":{look.theme}"
    return theme + ":labels" * look.labels + ":dots" * look.dots


def _read(text: str) -> Appearance:
    words = text.split(":")
    theme = next((word for word in words if word in THEME.choices), PLAIN)
    return Appearance(theme, "labels" in words, "dots" in words)


_LOOK = IdPart(rf"(?::(?:{_THEMES}))?(?::labels)?(?::dots)?", 30, _written, _read)


class NextSolution(Button, template="ouro:next:v{order}:{index}{appearance}"):
    """Replaces the message with the solution of an index, counted from 0.

    The `custom_id` contains the index, the appearance of the picture, and the version of the order
    of solutions to which the index belongs (`solver.report.SOLUTION_ORDER`).

    >>> NextSolution(3, Appearance("light", labels=True)).custom_id
    'ouro:next:v2:3:light:labels'
    """

    order: Annotated[int, digits(3)]
    index: Annotated[int, digits(6)]
    appearance: Annotated[Appearance, _LOOK]

    def __init__(
        self,
        index: int,
        appearance: Appearance,
        localizer: Localizer = ENGLISH,
        order: int = SOLUTION_ORDER,
    ) -> None:
        label = localizer.say(texts.NEXT_BUTTON)
        super().__init__(order, index, appearance, label=label)
