"""The button that leads from one solution of a puzzle to the next.

An answer carries its puzzle within itself: as its ID, or as a file when that is long. So the
button needs no memory of ours, works after a restart, and anyone who sees it may press it.
"""

from __future__ import annotations

import re
from typing import Self

from bot.components.base import Button
from i18n.voice import ENGLISH, Voice
from jobs import Look
from renderer.theme import THEMES
from texts import solving

PUZZLE_FILE = "puzzle.txt"
"""The name of the file that holds an ID too long for the message itself."""

PLAIN = Look().theme
"""The theme that an ID does not name."""

_THEMES = "|".join(theme for theme in THEMES if theme != PLAIN)
_TEMPLATE = re.compile(
    rf"ouro:next:(?P<index>\d{{1,6}})(?::(?P<theme>{_THEMES}))?(?P<labels>:labels)?"
)


class NextSolution(Button, template=_TEMPLATE):
    """Shows the solution with that index (from 0) in place of the one shown.

    The `custom_id` carries the index and the look of the picture.

    >>> NextSolution(3, Look("dark", labels=True)).custom_id
    'ouro:next:3:dark:labels'
    """

    def __init__(self, index: int, look: Look, voice: Voice = ENGLISH) -> None:
        theme = f":{look.theme}" if look.theme != PLAIN else ""
        labels = ":labels" if look.labels else ""
        label = voice.say(solving.NEXT_BUTTON)
        super().__init__(label=label, custom_id=f"ouro:next:{index}{theme}{labels}")
        self.index = index
        self.look = look

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        look = Look(match["theme"] or PLAIN, labels=bool(match["labels"]))
        return cls(int(match["index"]), look)
