"""The texts of boards that several people draw."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.clock import format_duration
from play.race import progress
from play.together import UNTOUCHED
from puzzle.model import Puzzle
from puzzle.names import column_name
from puzzle.notation.loopy import size_and_rules
from service.playing.together import Merged, SharedBoard
from texts import boards, problems
from texts.board_page import kept
from texts.puzzles import rules_line

TITLE = Message("Together · {size}")
INVITATION = Message("Everybody here can draw along.")
PEOPLE = Plural("{letter} · {person} · {count} line", "{letter} · {person} · {count} lines")
SOMEBODY = Message("somebody")
STATE = Message("-# {percent}% · ends after {days} days without a mark")
HELP = Message("{person} asked for help:")
LEFT = Message("{people} drew there meanwhile: that stays.")
SOLVED = Message("**Solved together** in {time}.")
GIVEN_UP = Message("Who began this board has given up. Nobody draws on it any more.")
ENDED = Message("Nobody has drawn here for {days} days: this board is over.")
JOINED = Message("You draw as **{letter}**. All here see hints and checks.")
KEEP_ORDER = Message(
    "What somebody drew can be taken off the board, and put back. Who is shut out draws no more."
)

DRAW_ALONG = Message("Draw along")
LOOK_ON = Message("Look on")
ANYWAY = Message("Draw along all the same")
ANOTHER = Message("Another one")
ORDER = Message("Keep order")
CLEAR = Message("Clear mine")
GIVE_UP = Message("Give up")
ORDERS = MappingProxyType(
    {
        "take-back": Message("Take back what {person} drew"),
        "put-back": Message("Put back what {person} drew"),
        "shut-out": Message("Shut {person} out"),
        "let-in": Message("Let {person} draw again"),
    }
)
"""What can be done about a member of a board."""

WORDS = MappingProxyType(
    {
        "draw_along": DRAW_ALONG,
        "next": ANOTHER,
        "gone_on": Message("Others have gone on to another board."),
        "clear": CLEAR,
        "ask_clear": Message("Remove all marks that you drew? Undo brings them back."),
        "ask_reveal": Message("Give up? The board then ends for everybody."),
        "tip_reveal": Message("Ends the board for everybody"),
        "tip_hint": Message("Where to look next, shown to all here"),
        "tip_check": Message("How many of the marks are wrong, shown to all here"),
        "tip_begin": Message("What you draw from now on stays on your page until you show it"),
        "keep": Message("Show to all"),
        "tip_keep": Message("Others see what you drew on trial"),
        "guide_notes": boards.TOGETHER,
        "guide_notes_lines": Message(
            "All draw on the same marks: what is drawn last counts.\n"
            "Who, or D, shows who drew what. New marks of others show it for a moment.\n"
            "Undo takes back your own strokes, and Clear mine your own marks.\n"
            "A trial stays on your page until you show it to all.\n"
            "Hints and checks are shown to all, with who asked."
        ),
        "who": Message("Who"),
        "tip_who": Message("Who drew what: colours, letters and patterns"),
        "pointers": Message("Pointers"),
        "tip_pointers": Message("Shows where others point, or hides it"),
        "people": Message("Who draws here"),
        "looks_on": problems.NOT_DRAWING,
        "asked_by": Message("{person} asked: {title}"),
        "replaced": Message("Somebody has drawn over marks of yours: {count}"),
        "away": Message("away"),
        "shut_out": Message("shut out"),
        "taken_back": Message("taken back"),
        **{f"order_{what}": order for what, order in ORDERS.items()},
    }
)
"""What the page of such a board says besides that of any board, or instead."""

MAX_LENGTH = 3900
"""Maximum number of characters of the message of a board; Discord allows 4,000."""


def page_words(localizer: Localizer) -> dict[str, str]:
    """What the page of a board of several people says besides that of a board, or instead of it;
    placeholders are left in braces.
    """
    return {key: localizer.say(each, **kept(each.text)) for key, each in WORDS.items()}


def title(localizer: Localizer, puzzle: Puzzle) -> str:
    """The title of a board of a puzzle."""
    return localizer.say(TITLE, size=size_and_rules(puzzle))


def verdict(localizer: Localizer, shared: SharedBoard) -> str:
    """How a board ended; empty while people draw."""
    board = shared.board
    if board.solved_at is not None:
        seconds = int((board.solved_at - board.begun_at).total_seconds())
        return localizer.say(SOLVED, time=format_duration(seconds))
    if board.ended_at is None:
        return ""
    return localizer.say(GIVEN_UP) if board.revealed else localizer.say(ENDED, days=UNTOUCHED.days)


def board_text(localizer: Localizer, shared: SharedBoard, help_text: str = "") -> list[str]:
    """What the message of a board says, in parts; of long help, what there is room for."""
    say = localizer.say
    rules = rules_line(localizer, shared.puzzle.rules)
    heading = "\n".join(filter(None, (f"### {title(localizer, shared.puzzle)}", rules)))
    lines = [
        say(
            PEOPLE,
            shared.shares[member],
            letter=f"**{column_name(member)}**",
            person=person,
            count=shared.shares[member],
        )
        for member, person in mentions(localizer, shared).items()
    ]
    people = "\n".join(lines)
    if shared.is_over:
        return [heading, verdict(localizer, shared), people]
    state = say(STATE, percent=progress(shared.drawn), days=UNTOUCHED.days)
    parts = heading, say(INVITATION), people, state
    room = max(MAX_LENGTH - sum(map(len, parts)), 0)
    return [*filter(None, (*parts[:3], help_text[:room], state))]


def left(localizer: Localizer, drawn: Merged, names: Mapping[int, str]) -> str:
    """What a change left as it is, and who drew it by the `names` of members; empty for nothing."""
    if not drawn.left:
        return ""
    people = localizer.join([names[each] for each in drawn.over]) or localizer.say(SOMEBODY)
    return localizer.say(LEFT, people=people)


def mentions(localizer: Localizer, shared: SharedBoard) -> dict[int, str]:
    """The members of a board as chat names them; somebody whose data is deleted has no name."""
    people = {each.member: each.player_id for each in shared.members}
    nobody = localizer.say(SOMEBODY)
    return {member: f"<@{id_}>" if id_ else nobody for member, id_ in people.items()}
