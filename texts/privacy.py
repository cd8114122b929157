"""The texts of /privacy; they must match what the store contains and what is shown."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural

PRIVACY = Message("What is stored about you: view it, export it or delete it")

STORED = Message(
    "### What is stored about you\n"
    "- Your Discord ID, when you first played, and what you chose in `/settings`.\n"
    "- Each puzzle you play: when you began and solved it, your marks and moves, the help you "
    "used, and wrong submissions.\n"
    "- For reviews, when you made each mark, undone ones too: of boards under way and of your last "
    "50 solved ones.\n"
    "- How quickly you solve, and how long each board was expected to take you (`/settings` "
    "switches it off).\n"
    "- Each technique you practise: how often, how well and when last, how long it took, and when "
    "it comes again; from the boards you solved, how often and how quickly you used it.\n"
    "- Of today, the score of your first storm; your last storm with its answers, for a day.\n"
    "- The races you joined, for a week after they end.\n"
    "- What you draw on boards together with others, until a week after the board ends.\n"
    "- The puzzles you enter, or have me read from pictures, for a day after you change them.\n"
    "- The puzzles you publish in servers, with their titles, and those you liked.\n"
    "- The servers you play in, for their leaderboards.\n"
    "- How often you used limited features, such as making puzzles.\n"
    "- Each request, with the token Discord gives me to answer it, until it is answered (15 "
    "minutes at most).\n"
    "- Once you delete your data: your ID, when you deleted it, and which of today's dailies you "
    "had opened, until the day ends."
)
NOT_STORED = Message(
    "I read only the commands you send me and the messages you point me at. **Not stored:** your "
    "name, your messages, pictures that I read, and puzzles you only had me solve or rate. Logs "
    "name nobody."
)
SEEN = Message(
    "**Who sees it:** leaderboards and `/stats` show your times and streak (to managers of a "
    "server also that your last dailies took far less than par, if so) under your name, unless "
    "you choose otherwise in `/settings`; a race that you join shows how far you are, your time, "
    "in some how it compares with your par, and your board at its end; a puzzle that you publish "
    "shows your name, and one that you solved your time, to its server; on a board that you draw "
    "with others, all see what you drew. Nothing else is shown to others."
)
EXPORT_BUTTON = Message("Export")
DELETE_BUTTON = Message("Delete me…")

EXPORTED = Message(
    "### Everything stored about you\n"
    "A JSON file: the tables of the database, row by row, with all that belongs to "
    "you."
)
EXPORT_NOTHING = Message("Nothing is stored about you.")
PACKED = Message("It is long, so it is compressed with gzip.")

ASK = Message(
    "### Delete everything stored about you?\n"
    "Your ID, settings, moves, unfinished boards and streak are removed at once. "
    "This cannot be undone."
)
REMAINS = Message(
    "**What remains:** dailies you solved on days that are over stay on the leaderboards without "
    "a name, so that nobody else's rank changes: only their date, your time and the help used, "
    "without moves, times of day or anything that leads to you. Puzzles that you pasted or that "
    "were made for you stay, without a note of who had them. Puzzles that you published stay "
    "without your name, or go too, as you choose. What you drew on boards together with others "
    "stays there as somebody's, until the board is deleted. Messages that were already posted stay "
    "in the chat. A backup of the database has your data until it is replaced."
)
TODAY = Message(
    "**Today's dailies:** your results of today leave the leaderboards. Until midnight UTC I keep "
    "your ID, when you deleted your data, and which of today's dailies you had opened: if you play "
    "them again today, they are unranked. Then this is deleted, too."
)
CONFIRM = Message("Delete everything")
CONFIRM_ALL = Message("Delete my puzzles too")
KEEP = Message("Keep everything")
KEPT = Message("Nothing was deleted.")
DELETED = Message("Everything stored about you has been deleted.")
DAILIES_REMAIN = Plural(
    "{count:,} solved daily stays on the leaderboards without a name.",
    "{count:,} solved dailies stay on the leaderboards without a name.",
)
TODAY_REMAINS = Message(
    "Your ID and the dailies of today that you had opened stay noted until the day ends: if you "
    "play these again today, they are unranked."
)


def deleted(localizer: Localizer, kept: int) -> str:
    """The sentence that the data of a person is deleted, and what remains of it.

    `kept` is the number of results that stay without a name.

    >>> deleted(Localizer(), 1).partition(" Your ID")[0]
    'Everything stored about you has been deleted. 1 solved daily stays on the leaderboards \
without a name.'
    """
    sentences = [localizer.say(DELETED)]
    if kept:
        sentences.append(localizer.say(DAILIES_REMAIN, kept, count=kept))
    sentences.append(localizer.say(TODAY_REMAINS))
    return localizer.gap.join(sentences)
