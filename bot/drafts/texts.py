"""The texts of drafts in chat."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural

IS_THIS_IT = Message("Is this it?")

SOLVE = Message("Solve")
RATE = Message("Rate")
PLAY = Message("Play")
FIX = Message("Fix")
EDIT = Message("Edit")
TYPE = Message("Type clues")
NO = Message("No")
SHARE = Message("Share")
COPY = Message("Copy")
LOOK = Message("Look again")

ORIGINAL = Message("The picture that was read")
OTHERS = Plural(
    "I read the first picture; there is {count} other one. Send it alone if you mean that.",
    "I read the first picture; there are {count} others. Send the one alone that you mean.",
)

FORM_TITLE = Message("Clues")
FORM_LABEL = Message("Which cells have which clues")
FORM_NOTE = Message("One on a line: C4 = 2, D5 = blank. Or all rows: digits and dots")

SHARED = Message("Shared in this channel.")
SHARED_BY = Message("{person} has a puzzle, {size}. {count}")
PUT_AWAY = Message(
    "Then I have put it away. Try a sharper picture that shows one whole board, or enter the clues "
    "yourself: `/new clues:True`."
)
TEXTS = Message("### The puzzle as text")
"""Above its ID, its rows and its address."""


def other_pictures(localizer: Localizer, count: int) -> str:
    """The sentence that only the first picture was read; empty when it is the only one.

    >>> other_pictures(Localizer(), 2)
    'I read the first picture; there are 2 others. Send the one alone that you mean.'
    """
    return localizer.say(OTHERS, count, count=count) if count else ""
