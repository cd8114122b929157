"""The texts of puzzles of the user's own, and of ratings."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs import RateAnswer
from narrator.outcomes import RatingNumbers, describe_rating, explain_not_rated
from solver.rating import NotRated
from texts.puzzles import stored_size

PLAY = Message("Play in chat: your boards, today's puzzles, or a puzzle of your own")
PLAY_PUZZLE = Message("A puzzle up to 30x30: a Loopy ID, a puzz.link address, or rows")

ENTER = Message("Enter a puzzle")
TITLE = Message("A puzzle of your own")
PUZZLE = Message("Puzzle")
PUZZLE_NOTE = Message("Rows of digits and dots on lines of their own, a Loopy ID, or an address")
TOO_LONG = Message("That puzzle is too long for this field. Please mend it as a file below.")
FILE = Message("Or a file")
FILE_NOTE = Message("A picture of a board, or text: rows, CSV, or a file saved by puzz.link")
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

READ_AS = Message("-# Read as {notation}, {size}.")
RECOGNISED = Message("-# Recognised: a picture of mine, {size}.")
LEFT_OPEN = Message("-# Please check: {remark}.")
SEVERAL = Plural(
    "-# There is {count} other puzzle in the same text:",
    "-# There are {count} other puzzles in the same text:",
)
PUZZLE_ID = "-# ID: `{puzzle}`"
"""The line with the canonical ID, the same in every language, so that buttons can find it."""
OTHER_ID = "-# {number}: `{puzzle}`"
"""The line with the canonical ID of another puzzle, the same in every language."""
MEND = Message("That is not it")

RATING_TITLE = Message("How hard is this {size} puzzle?")


def rating_text(localizer: Localizer, rated: RateAnswer) -> str:
    """What the level of a puzzle means, its techniques, or why it has no rating."""
    size = stored_size(localizer, rated.size)
    title, found = localizer.say(RATING_TITLE, size=size), rated.found
    if isinstance(found, NotRated):
        return f"### {title}\n{explain_not_rated(found, localizer)}"
    rating = describe_rating(RatingNumbers.of(found), localizer)
    return f"### {title}\n{rating}"
