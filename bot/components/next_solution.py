"""The button that leads from one solution of a puzzle to the next.

An answer carries its puzzle within itself: as its ID, or as a file when that is long. So the
button needs no memory of ours, works after a restart, and anyone who sees it may press it.
"""

from __future__ import annotations

import re
from typing import Self

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from jobs import Appearance
from renderer.theme import THEMES
from texts import solving

PUZZLE_FILE = "puzzle.txt"
"""The name of the file that holds an ID too long for the message itself."""

PLAIN = Appearance().theme
"""The theme that an ID does not name."""

_THEMES = "|".join(theme for theme in THEMES if theme != PLAIN)
_TEMPLATE = re.compile(
    rf"ouro:next:(?P<index>\d{{1,6}})(?::(?P<theme>{_THEMES}))?(?P<labels>:labels)?"
)


class NextSolution(Button, template=_TEMPLATE):
    """Shows the solution with that index (from 0) in place of the one shown.

    The `custom_id` carries the index and the look of the picture.

    >>> NextSolution(3, Appearance("dark", labels=True)).custom_id
    'ouro:next:3:dark:labels'
    """

    def __init__(self, index: int, appearance: Appearance, localizer: Localizer = ENGLISH) -> None:
        theme = f":{appearance.theme}" if appearance.theme != PLAIN else ""
        labels = ":labels" if appearance.labels else ""
        label = localizer.say(solving.NEXT_BUTTON)
        super().__init__(label=label, custom_id=f"ouro:next:{index}{theme}{labels}")
        self.index = index
        self.appearance = appearance

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        appearance = Appearance(match["theme"] or PLAIN, labels=bool(match["labels"]))
        return cls(int(match["index"]), appearance)
