"""The texts of the board page, and of the way to it."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from play.clock import MISTAKE_PENALTY, Help
from play.pen import Mode
from service.settings import PAGE_SETTINGS
from texts import playing
from texts.helping import with_penalty

OPEN_BOARD = Message("Open board")
LAUNCH = Message("Play in Discord")
LAUNCH_COMMAND = Message("Draw on your board here, without leaving Discord")
NOT_LAUNCHED = Message(
    "Discord does not open the board for you here. Press Open board instead, for your browser."
)
LINK = Message(
    "Draw on this board in your browser. The link is for you alone, and can be opened for "
    "{minutes} minutes."
)
LINK_BUTTON = Message("Open the board")
LIVE_DAILY = Message(
    "This daily is still open. If you want to see its solution, use Give up on its board in chat."
)
MARKS_CHANGED = Message("The board has changed in the meantime, so this stroke was not drawn.")

COST = Message("+{seconds}\N{NO-BREAK SPACE}s")
ASK_SUBMIT = Message("Judge the board as it is?")
ASK_SUBMIT_COST = Message("Judge the board as it is? A wrong loop adds {seconds} seconds.")

STATES: Mapping[str, Message] = MappingProxyType(
    {
        "saved": Message("Saved"),
        "saving": Message("Saving…"),
        "connecting": Message("Connecting…"),
        "offline": Message("Offline"),
        "offline_kept": Message("Offline: waiting to be saved: {count}"),
        "over": Message("Not connected"),
        "no_link": Message("Open this page with the button Open board of a board in chat."),
        "link_over": Message(
            "This link has been used or is too old. Press Open board in chat for a new one."
        ),
        "session_over": Message(
            "This page is no longer connected to the board. Press Open board in chat for a new "
            "link."
        ),
        "activity_refused": Message(
            "Discord does not tell who you are, so your board cannot be shown. Close this activity "
            "and open it again."
        ),
        "too_many": Message(
            "The board is open in too many tabs. Close one of them and reload this page."
        ),
        "outdated": Message("This page is older than the server. Reload it."),
        "not_lasting": Message(
            "The browser keeps nothing for this page: after a reload, you need a new link from "
            "chat."
        ),
        "ended": Message("This board is closed."),
        "asking": Message("One moment…"),
    }
)
"""Whether all is saved, and notices."""

LABELS: Mapping[str, Message] = MappingProxyType(
    {
        "mode": Message("Mode"),
        "line": playing.MODES[Mode.LINE],
        "cross": playing.MODES[Mode.CROSS],
        "erase": playing.MODES[Mode.ERASE],
        "move": playing.MODES[Mode.MOVE],
        "tools": Message("Tools"),
        "undo": Message("Undo"),
        "redo": Message("Redo"),
        "hint": playing.HINT,
        "check": playing.CHECK,
        "submit": Message("Judge"),
        "more": Message("More…"),
        "clear": Message("Clear"),
        "reveal": playing.GIVE_UP,
        "solution": Message("Solution"),
        "share": Message("Share"),
        "next": Message("Next puzzle"),
        "settings": Message("Settings"),
        "zoom_in": Message("Zoom in"),
        "zoom_out": Message("Zoom out"),
        "whole": Message("Whole board"),
        "help": Message("Help"),
        "another": Message("Another one"),
        "mark_it": Message("Mark it"),
        "part": Message("Part {part} of {parts}"),
        "all_parts": Message("All parts"),
        "previous": Message("Previous"),
        "following": Message("Next"),
        "close": Message("Close"),
        "cancel": Message("Cancel"),
        "copy": Message("Copy the text"),
        "copied": Message("Copied"),
        "ask_reveal": Message("Give up and see the solution? The board then counts as not solved."),
        "ask_clear": Message("Remove all marks? Undo brings them back."),
    }
)
"""Buttons, and the questions before what costs something."""

SPOKEN: Mapping[str, Message] = MappingProxyType(
    {
        "mode_now": Message("Mode: {mode}"),
        "undone": Message("Undone"),
        "redone": Message("Redone"),
        "cleared": Message("Cleared"),
        "said_line": Message("line"),
        "said_cross": Message("cross"),
        "said_blank": Message("blank"),
        "said_edge": Message("{way} {mark}"),
        "said_dot": Message("dot {dot}: {edges}"),
        "said_clues": Message("clues {clues}"),
        "said_set": Message("{edge}: {mark}"),
        "board_edge": Message("Edge of the board"),
        "no_edge": Message("No edge leads there"),
        "way_0": Message("right"),
        "way_1": Message("down right"),
        "way_2": Message("down"),
        "way_3": Message("down left"),
        "way_4": Message("left"),
        "way_5": Message("up left"),
        "way_6": Message("up"),
        "way_7": Message("up right"),
        "penalty": Message("Penalty: {time}"),
        "keys": Message(
            "Arrow keys move and mark; with Shift they only move. Where cells are not squares, "
            "Home, Page Up, End and Page Down go diagonally. L line, X cross, E erase, M move. "
            "Space changes the last edge. U undo, R redo. W tells where you are. H hint, C check, "
            "S judge. Plus, minus and 0 zoom. Escape cancels."
        ),
        "clue_list": Message("Clues: {clues}"),
    }
)
"""What screen readers speak."""

LEVELS: Mapping[str, tuple[Message, Help]] = MappingProxyType(
    {
        "level_hint": (Message("Which idea?"), Help.HINT),
        "level_step": (Message("Whole step"), Help.STEP),
        "detail_where": (Message("Where?"), Help.CHECK_WHERE),
        "detail_why": (Message("Why?"), Help.CHECK_WHY),
    }
)
"""Buttons that ask for more help, with what it costs."""
FIRST_HELP: Mapping[str, Help] = MappingProxyType({"hint": Help.NUDGE, "check": Help.CHECK_COUNT})
"""The tools that cost time."""


def page_words(localizer: Localizer) -> dict[str, str]:
    """What the page itself says, in a language, with placeholders left in braces.

    >>> words = page_words(Localizer())
    >>> words["part"], words["cost_hint"].replace(chr(0xa0), "_")
    ('Part {part} of {parts}', '+15_s')
    """
    say = localizer.say
    settings = {each.name: each.title for each in PAGE_SETTINGS}
    plain = {**STATES, **LABELS, **SPOKEN, **settings}
    words = {key: say(message, **_kept(message.text)) for key, message in plain.items()}
    for key, (label, help_) in LEVELS.items():
        words[key] = with_penalty(localizer, label, help_.penalty)
    for key, help_ in FIRST_HELP.items():
        words[f"cost_{key}"] = say(COST, seconds=help_.penalty) if localizer.clock else ""
    with_cost = say(ASK_SUBMIT_COST, seconds=MISTAKE_PENALTY)
    words["ask_submit"] = with_cost if localizer.clock else say(ASK_SUBMIT)
    return words


def _kept(text: str) -> dict[str, str]:
    """The placeholders of a text, each as its own value.

    >>> _kept("{count} lines at {dot}")
    {'count': '{count}', 'dot': '{dot}'}
    """
    names = (part.partition("}")[0] for part in text.split("{")[1:])
    return {name: f"{{{name}}}" for name in names}
