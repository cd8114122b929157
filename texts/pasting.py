"""The texts of the form for a puzzle of the user's own."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from i18n.messages import Message

ENTER = Message("Enter a puzzle")
TITLE = Message("A puzzle of your own")
PUZZLE = Message("Puzzle")
PUZZLE_NOTE = Message("Rows of digits and dots on lines of their own, a Loopy ID, or an address")
FILE = Message("Or a file")
FILE_NOTE = Message("Text in UTF-8: rows, CSV, or a file saved by puzz.link")
PURPOSE = Message("What I do with it")


class Purpose(Enum):
    """What is done with a puzzle of the form."""

    PLAY = "play"
    SOLVE = "solve"
    RATE = "rate"


PURPOSES: Mapping[Purpose, Message] = MappingProxyType(
    {
        Purpose.PLAY: Message("Open a board to play it"),
        Purpose.SOLVE: Message("Solve it and show its loop"),
        Purpose.RATE: Message("Rate its difficulty"),
    }
)
"""The labels of the choices."""
