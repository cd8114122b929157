"""The texts of /privacy; they must match what the store contains and what is shown."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural

STORED = Message(
    "### What is stored of you\n"
    "- Your Discord ID, when you first played, and what you chose in `/settings`.\n"
    "- Each puzzle you play: when you began and solved it, your marks and moves, the help you "
    "had, and wrong submissions.\n"
    "- In which servers you play, for their leaderboards.\n"
    "- How often you used what is limited, such as making puzzles.\n"
    "- What you ask for, with the key to answer you, until it is answered: 15 minutes at most."
)
NOT_STORED = Message(
    "**Not stored:** your name, your messages, and puzzles that you only have solved or rated. "
    "Logs name nobody."
)
SEEN = Message(
    "**Who sees it:** leaderboards and `/stats` show your times and streak under your name, unless "
    "you choose otherwise in `/settings`. Nothing else is shown to others."
)
EXPORT_BUTTON = Message("Export")
DELETE_BUTTON = Message("Delete me…")

EXPORTED = Message(
    "### All that is stored of you\nA file in JSON: the tables of the database, row by row, with "
    "all that belongs to you."
)
EXPORT_NOTHING = Message("Nothing is stored of you.")
EXPORT_AGAIN = Message("You have just had some exports. Please wait a minute for the next one.")
EXPORT_TOO_LONG = Message(
    "What is stored of you is too long for a file here. Whoever runs me can give it to you."
)
PACKED = Message("It is long, so it is packed with gzip.")

ASK = Message(
    "### Delete all that is stored of you?\n"
    "Your ID, settings, moves, unfinished boards and streak are removed at once. This cannot be "
    "undone."
)
REMAINS = Message(
    "**What remains:** dailies you solved stay on the boards as those of somebody without a name, "
    "so that nobody else's rank changes: their date, time needed and help, with no moves, no times "
    "of day, and nothing that leads to you. Messages that were already posted stay in the chat. A "
    "backup of the database has your data until it is replaced."
)
CONFIRM = Message("Delete everything")
KEEP = Message("Keep everything")
KEPT = Message("Nothing was deleted.")
DELETED = Message("All that was stored of you is deleted.")
DAILIES_REMAIN = Plural(
    "{count:,} solved daily stays on the boards without a name.",
    "{count:,} solved dailies stay on the boards without a name.",
)


def deleted(localizer: Localizer, kept: int) -> str:
    """The confirmation of a deletion; `kept` is the number of solved dailies that remain."""
    told = localizer.say(DELETED)
    if kept:
        told += localizer.gap + localizer.say(DAILIES_REMAIN, kept, count=kept)
    return told
