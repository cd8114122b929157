"""The texts of hints, checks and solutions."""

from __future__ import annotations

from types import MappingProxyType

from msgspec.structs import replace

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.checks import Detail
from narrator.narration import Level, Narration
from play.clock import Help, format_duration
from service.helping.help_offers import HelpOffer
from service.playing.loaded_attempt import LoadedAttempt
from store.records import BoardSummary
from texts import solving

LONGEST = 3000
"""Maximum number of characters of an explanation; `LEFT_OFF` replaces the sentences beyond it."""

FEW_SENTENCES = 2
"""Maximum number of sentences of an explanation without a conclusion that are one paragraph."""

LEVEL_TITLES = MappingProxyType(
    {
        Level.NUDGE: Message("Where to look"),
        Level.HINT: Message("Which idea to use"),
        Level.STEP: Message("The next step"),
    }
)
CHECK_TITLE = Message("Your marks")
COST = Message("-# +{seconds}\N{NO-BREAK SPACE}s · total for help and mistakes: +{total}")
COUNTED_BEFORE = Message(
    "-# You had this for the same marks, so it adds nothing · total for help and mistakes: +{total}"
)
LEFT_OFF = Message("… (the rest does not fit here)")
PART_TITLE = Message("{heading} \N{MIDDLE DOT} {number}/{count}")

WITH_PENALTY = Message("{label} (+{seconds}\N{NO-BREAK SPACE}s)")


def narration_text(
    localizer: Localizer,
    title: Message,
    narration: Narration,
    part: tuple[int, int] | None = None,
) -> str:
    """A narration as Markdown, below a heading with the name of its technique, if any.

    `part` is the number of the part that it is and the number of all parts.
    """
    heading = localizer.say(title)
    if narration.title is not None:
        heading = f"{heading}{narration.colon}{narration.title}"
    if part is not None:
        number, count = part
        heading = localizer.say(PART_TITLE, heading=heading, number=number, count=count)
    sentences = list(narration.sentences)
    if narration.conclusion is not None and len(sentences) > 1:
        sentences = [f"{number}. {text}" for number, text in enumerate(sentences, 1)]
    body = _fitting(localizer, sentences)
    note = [] if narration.note is None else [narration.note]
    if narration.conclusion is None:
        gap = narration.gap if len(body) <= FEW_SENTENCES else "\n"
        return "\n".join([f"### {heading}", gap.join(body), *note])
    return "\n".join([f"### {heading}", *body, f"**{narration.conclusion}**", *note])


def _fitting(localizer: Localizer, sentences: list[str]) -> list[str]:
    """The first sentences that fit into `LONGEST` characters, with a note if any were dropped."""
    size, kept = 0, 0
    while kept < len(sentences) and (size := size + len(sentences[kept]) + 1) <= LONGEST:
        kept += 1
    return sentences if kept == len(sentences) else [*sentences[:kept], localizer.say(LEFT_OFF)]


def priced(localizer: Localizer, loaded: LoadedAttempt) -> Localizer:
    """The localizer for texts and labels that tell what help on a board adds; nothing if free."""
    return replace(localizer, clock=False) if loaded.has_free_help else localizer


def cost(localizer: Localizer, loaded: LoadedAttempt, wanted: Help | None, added: int = 0) -> str:
    """The penalty of this help and of all help so far; an empty text when it costs nothing, and for
    readers without a clock.

    Help that adds no seconds was counted before for the same marks.
    """
    if wanted is None or loaded.solved or not priced(localizer, loaded).clock:
        return ""
    total = format_duration(loaded.help_counts.penalty)
    if not added:
        return localizer.say(COUNTED_BEFORE, total=total)
    return localizer.say(COST, seconds=added, total=total)


OFFERS = MappingProxyType(
    {
        Level.NUDGE: Message("Nudge"),
        Level.HINT: Message("More"),
        Level.STEP: Message("Tell me the step"),
        Detail.COUNT: Message("Check"),
        Detail.WHERE: Message("Which ones?"),
        Detail.WHY: Message("Why?"),
    }
)
"""The labels of buttons that ask for further help."""
ANOTHER_HINT = Message("Another hint")
REVEAL_BUTTON = Message("Show the solution")


def offer_label(localizer: Localizer, offer: HelpOffer) -> str:
    """The label of a button that asks for help, with its price.

    >>> offer_label(Localizer(), HelpOffer(Detail.WHERE)).replace(chr(0xa0), "_")
    'Which ones? (+30_s)'
    """
    label = ANOTHER_HINT if offer.is_new else OFFERS[offer.asked]
    return with_penalty(localizer, label, offer.seconds)


def with_penalty(localizer: Localizer, label: Message, seconds: int) -> str:
    """A label and the seconds that it adds; these are left out for readers without a clock.

    >>> with_penalty(Localizer(), Message("Why?"), 60).replace(chr(0xa0), "_")
    'Why? (+60_s)'
    >>> with_penalty(Localizer(clock=False), Message("Why?"), 60)
    'Why?'
    """
    text = localizer.say(label)
    return (
        localizer.say(WITH_PENALTY, label=text, seconds=seconds)
        if localizer.clock and seconds
        else text
    )


HINT = Message("A hint for your board or for a puzzle from elsewhere; adds to your time")
HINT_LEVEL = Message("How much to reveal (default: where to look; for other puzzles, the step)")
HINT_LEVELS = MappingProxyType(
    {
        Level.NUDGE: Message("Nudge: where to look"),
        Level.HINT: Message("Hint: which idea to use"),
        Level.STEP: Message("Step: what follows, and why"),
    }
)
HINT_PUZZLE = Message("A puzzle from elsewhere instead of the board you played last")
HINT_FILE = Message("A picture of a board with what is drawn on it, or a file with a puzzle")
HINT_MOVES = Message("What you have drawn there so far, such as D2 top, x D3 left")
CHECK = Message("Whether the marks on your board are right; adds to your time")
CHECK_DETAIL = Message("How much to reveal (default: how many are wrong)")
CHECK_DETAILS = MappingProxyType(
    {
        Detail.COUNT: Message("How many are wrong"),
        Detail.WHERE: Message("Which ones are wrong"),
        Detail.WHY: Message("Why one is wrong"),
    }
)
SOLUTION = Message("The solution of your board; you are asked before anything is lost")
SOLUTION_BOARD = Message("One of your boards (default: the one you played last)")
SOLUTION_ANIMATE = Message("Show how to get there step by step, as an animation")

PARTS_BUTTON = Message("One step at a time")
WHOLE_BUTTON = Message("Everything at once")
WAYS_BUTTON = Message("Show both ways")
DO_IT_BUTTON = Message("Mark it for me")
DONE = Message("Marked on your board.")


# Solutions

SURE = Message("### Show the solution?\nThis closes your board: you can no longer solve it.")
SURE_LIVE = Message(
    "### Show the solution?\n"
    "This daily is still open. Seeing its solution closes your board and makes your "
    "attempt **unranked**: it does not appear on leaderboards and adds nothing to "
    "your streak."
)
REVEALED = Message("-# You have seen the solution, so your board is closed.")
NOT_ANIMATED = Message(
    "I cannot animate the whole way to this solution, so here is a still picture."
)
ANIMATE_BUTTON = Message("Step by step")
BOARD_CHOICE = Message("{title}, {lines}")


def board_choice(localizer: Localizer, title: str, board: BoardSummary) -> str:
    """The label of a board in a list of suggestions."""
    lines = localizer.say(solving.LINES, board.lines, count=board.lines)
    return localizer.say(BOARD_CHOICE, title=title, lines=lines)
