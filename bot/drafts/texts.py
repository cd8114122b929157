"""The texts of drafts in chat."""

from i18n.messages import Message

IS_THIS_IT = Message("Is this it?")

SOLVE = Message("Solve")
PLAY = Message("Play")
FIX = Message("Fix")
EDIT = Message("Edit")
TYPE = Message("Type clues")
NO = Message("No")
SHARE = Message("Share")
COPY = Message("Copy")
LOOK = Message("Look again")

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
