"""The button that shows the next solution of a puzzle.

The message contains its puzzle, as an ID in the text or, when that is long, as a file. The button
therefore needs no stored state, works after a restart, and any user who sees it may press it.
"""

from __future__ import annotations

import re
from typing import Self

from bot.core.components import Button
from bot.solving import texts
from i18n.localizer import ENGLISH, Localizer
from jobs.appearance import Appearance
from service.settings import THEME
from solver.report import SOLUTION_ORDER

PUZZLE_FILE = "puzzle.txt"
"""The name of the file with an ID that is too long for the text of the message."""

PLAIN = Appearance().theme
"""The default theme, which the `custom_id` omits."""

_THEMES = "|".join(THEME.choices)
_LOOK = rf"(?::(?P<theme>{_THEMES}))?(?P<labels>:labels)?(?P<dots>:dots)?"
_TEMPLATE = rf"ouro:next:v(?P<order>\d{{1,3}}):(?P<index>\d{{1,6}}){_LOOK}"


class NextSolution(Button, template=_TEMPLATE):
    """Replaces the message with the solution of an index, counted from 0.

    The `custom_id` contains the index, the appearance of the picture, and the version of the order
    of solutions to which the index belongs (`solver.report.SOLUTION_ORDER`).

    >>> NextSolution(3, Appearance("light", labels=True)).custom_id
    'ouro:next:v2:3:light:labels'
    """

    def __init__(
        self,
        index: int,
        appearance: Appearance,
        localizer: Localizer = ENGLISH,
        order: int = SOLUTION_ORDER,
    ) -> None:
        theme = f":{appearance.theme}" if appearance.theme != PLAIN else ""
        labels = ":labels" if appearance.labels else ""
        dots = ":dots" if appearance.dots else ""
        label = localizer.say(texts.NEXT_BUTTON)
        custom_id = f"ouro:next:v{order}:{index}{theme}{labels}{dots}"
        super().__init__(label=label, custom_id=custom_id)
        self.index = index
        self.order = order
        self.appearance = appearance

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        appearance = Appearance(match["theme"] or PLAIN, bool(match["labels"]), bool(match["dots"]))
        return cls(int(match["index"]), appearance, order=int(match["order"]))
