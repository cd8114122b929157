"""The texts of puzzles that people publish."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.english import LEVELS
from service.posting.publishing import PublishedView
from solver.explain.step import Difficulty
from texts.boards import ANONYMOUS
from texts.leaderboards import standing_text
from texts.markdown import quote
from texts.problems import PUBLISHED_GONE
from texts.puzzles import rules_line, stored_rules, stored_size
from texts.times import full

PUBLISH = Message("Publish")
BUTTONS = MappingProxyType(
    {
        "like": Message("Liked it"),
        "results": Message("Results"),
        "withdraw": Message("Withdraw"),
        "choose": Message("Make it the puzzle of the week"),
    }
)
"""The buttons of a published puzzle, by action."""
CHOOSE_WEEK = Message("Choose the puzzle of the week")

FORM = Message("Publish your puzzle")
TITLE = Message("Title")
TITLE_NOTE = Message("Up to {most} characters. All here see it, and your name.")
WHEN = Message("When")
AT_ONCE = Message("At once, in this channel")
WAITS = Message("Later: managers may make it the puzzle of the week")

HEADING = Message("### {title}\n{size} · {level} · by {person}")
IS_WEEKS = Message(
    "**Puzzle of the week**, until {time}. Until then I tell nothing of it elsewhere."
)
IN_QUEUE = Message("It waits to be the puzzle of the week.")
SOLVED = Message("Solved by {count:,} here")
LIKES = Message("liked by {count:,}")
OPENED = Message("opened by {count:,}")
AUTHOR = Message("-# Its author is not ranked. Times include what hints, checks and mistakes add.")

POSTED = Message("It is published here.")
OFFERED = Message("It waits. Managers find it in `/setup`.")
CHOSEN = Message("It is posted with the next dailies, and is the puzzle of the week for 7 days.")
CHOSEN_NOW = Message("It is posted now, and is the puzzle of the week for 7 days.")
WITHDRAWN = PUBLISHED_GONE
LIKED = Message("You like it. Press again to take that back.")
NOT_LIKED = Message("You have taken it back.")


def published_text(localizer: Localizer, view: PublishedView) -> str:
    """The title, size, level and author of a puzzle, and what is special of it."""
    found, notation, say = view.published, view.puzzle.notation, localizer.say
    level = say(LEVELS[Difficulty[(view.puzzle.level or "normal").upper()] - 1])
    person = f"<@{found.player_id}>" if found.player_id else say(ANONYMOUS)
    title, size = quote(found.title), stored_size(localizer, notation)
    lines = [
        say(HEADING, title=title, size=size, level=level, person=person),
        rules_line(localizer, stored_rules(notation)),
    ]
    if found.week_ends is not None:
        lines.append(say(IS_WEEKS, time=full(found.week_ends)))
    if found.posted_at is None:
        lines.append(say(IN_QUEUE))
    return "\n".join(filter(None, lines))


def solvers_text(localizer: Localizer, view: PublishedView, *, opened: bool = False) -> str:
    """Who solved a puzzle and how fast, how many people did and liked it, and perhaps opened it;
    empty as long as nobody did."""
    say = localizer.say
    counts = [say(SOLVED, count=view.solved)] * bool(view.solved)
    counts += [say(LIKES, count=view.likes)] * bool(view.likes)
    counts += [say(OPENED, count=view.opened)] * opened
    lines = [standing_text(localizer, line) for line in view.lines]
    return "\n".join([*lines, *filter(None, [" · ".join(counts)]), *[say(AUTHOR)] * bool(lines)])
