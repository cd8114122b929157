"""The texts of errors."""

from i18n.localizer import Localizer
from i18n.messages import Message
from service.errors import QuotaUsed
from texts.markdown import quote
from texts.puzzles import EXAMPLE
from texts.times import duration, relative
from workers.errors import BusyReason

NEITHER_OR_BOTH = Message("Please give me either a puzzle as text or a file, just one of the two.")
NO_PUZZLE_IN_MESSAGE = Message(
    "I looked for a Slitherlink in that message and found none. I know Loopy IDs such as "
    "`{example}`, puzz.link addresses, rows of digits and dots, and pictures of boards."
)
NOT_TEXT = Message(
    "That file is not plain text, so I cannot read a puzzle from it. "
    "A `.txt` or `.csv` file in UTF-8 works."
)
FILE_TOO_LARGE = Message(
    "That file is too large for a puzzle: I read files up to {kibibytes}\N{NO-BREAK SPACE}KiB."
)
FILE_UNAVAILABLE = Message("I could not fetch that file from Discord. Please try again.")
PUZZLE_GONE = Message(
    "I cannot find the puzzle in this message any more. Please use `/solve` again."
)
ORDER_CHANGED = Message(
    "I find the solutions in another order now than when I sent this message. "
    "Please use `/solve` again."
)
BAD_PUZZLE = Message("I could not read that puzzle. {problem}")
TYPE_IT = Message("-# You can also enter the clues yourself: `/new clues:True`.")
FOR_EXAMPLE = Message(
    "-# For example: `/{command} puzzle:{example}`; `/play` alone has a form for several lines and "
    "files"
)
EXAMPLE_ALONE = Message("-# For example: `{example}`")
TIMED_OUT = Message("I stopped working on this puzzle after {time}: it is too hard for me.")
OUT_OF_MEMORY = Message(
    "This puzzle needed too much memory, so I stopped working on it. Please try a smaller one."
)
ANSWER_TOO_LARGE = Message("The answer is too large to send. Please try a smaller puzzle.")
WORKER_LOST = Message(
    "Something broke twice while I was working on this. If it happens again, please "
    "tell the person who runs this bot."
)
NOT_YOURS = Message(
    "This board is not yours, or it is gone. Use `/play` to see your own boards, or `/daily`."
)
GONE = Message(
    "What this is about was deleted in the meantime. Use `/play` or `/daily` to start again."
)
STORE_AWAY = Message(
    "I cannot reach my database at the moment. Your data is safe; please try again in a minute."
)
WAS_RESTARTED = Message(
    "I was restarted while working on this and lost it. Please send the command again."
)
UNEXPECTED = Message(
    "Sorry, something went wrong on my side. If you report it, please mention the reference "
    "`{reference}`."
)
BUSY = {
    BusyReason.QUEUE: Message(
        "Many puzzles are waiting to be solved right now. Please try again in a minute."
    ),
    BusyReason.PERSON: Message(
        "I am still solving your last puzzles. Please wait for one to finish, then try again."
    ),
    BusyReason.RATE: Message("That was too quick for me. Please wait a few seconds, then go on."),
    BusyReason.CLOSING: Message("I am just restarting. Please try again in a minute."),
}

YOUR_QUOTA_USED = Message(
    "You have used up your solving time for this hour. I can solve and rate puzzles "
    "for you again {relative}; boards and dailies still work as usual."
)
SERVERS_QUOTA_USED = Message(
    "This server has used up its solving time for this hour. I can solve and rate "
    "puzzles here again {relative}; boards and dailies still work as usual."
)


def with_example(localizer: Localizer, sentence: str, command: str | None) -> str:
    """A sentence, and below it an example of a puzzle, after the command that failed, if any."""
    if command is None:
        return f"{sentence}\n{localizer.say(EXAMPLE_ALONE, example=EXAMPLE)}"
    return f"{sentence}\n{localizer.say(FOR_EXAMPLE, command=command, example=EXAMPLE)}"


def bad_puzzle(localizer: Localizer, problem: str) -> str:
    """The problem of an unreadable puzzle."""
    return localizer.say(BAD_PUZZLE, problem=quote(problem))


def bad_picture(localizer: Localizer, problem: str) -> str:
    """The problem of a picture from which no puzzle can be read, and what can be done instead."""
    return f"{quote(problem)}\n{localizer.say(TYPE_IT)}"


def no_puzzle(localizer: Localizer) -> str:
    """The text for a message that contains no puzzle."""
    return localizer.say(NO_PUZZLE_IN_MESSAGE, example=EXAMPLE)


def quota_used(localizer: Localizer, error: QuotaUsed) -> str:
    """The text for a used-up quota of worker seconds, with the time of the next quota."""
    message = SERVERS_QUOTA_USED if error.of_server else YOUR_QUOTA_USED
    return localizer.say(message, relative=relative(error.until))


def timed_out(localizer: Localizer, seconds: float) -> str:
    """The text for a job that was stopped after `seconds`."""
    return localizer.say(TIMED_OUT, time=duration(localizer, seconds))
