"""The texts of the board page, and of the way to it."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from play.clock import MISTAKE_PENALTY
from play.pen import Mode
from puzzle.rules import VARIANTS
from service.helping.help_offers import FIRST_CHECK, FIRST_HINT, HelpOffer
from service.settings import PAGE_SETTINGS
from texts import boards, races, reviews

OPEN_BOARD = Message("Open board")
STUCK = Message(
    "If nothing happens, the page cannot start here. Press {open} in chat, and open the link in "
    "an up-to-date browser."
)
LAUNCH = Message("Play in Discord")
LAUNCH_COMMAND = Message("Draw on your board here, without leaving Discord")
RACE_WAITS = Message(
    "You are in the race that waits in this channel. Begin it there when all have joined."
)
MARKS_CHANGED = Message("The board has changed in the meantime, so this stroke was not drawn.")

COPY_ADDRESS = Message("Copies the clues as an address of puzz.link, which this bot reads too")

COST = Message("+{seconds}\N{NO-BREAK SPACE}s")
ASK_SUBMIT = Message("Submit the board as it is?")
ASK_SUBMIT_COST = Message("Submit the board as it is? A wrong loop adds {seconds} seconds.")

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
            "This link has been used or is too old. Any button of the board in chat makes another."
        ),
        "session_over": Message(
            "This page is no longer connected to the board. Press Open board in chat once more."
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
        "kept_in_tab": Message(
            "The board as it was when there was a connection. What you draw waits in this tab: do "
            "not close it before it is saved."
        ),
        "kept_on_device": Message(
            "The board as it was when there was a connection. What you draw waits on this device, "
            "also when you close the page."
        ),
        "ended": Message("This board is closed."),
        "asking": Message("One moment…"),
    }
)
"""Whether all is saved, and notices."""

GUIDE: Mapping[str, Message] = MappingProxyType(
    {
        "guide": Message("How to draw"),
        "guide_mouse": Message("Mouse"),
        "guide_mouse_lines": Message(
            "Drag from dot to dot for lines; back over the last edge takes it out.\n"
            "Drag from a line to erase.\n"
            "Drag with the right button, or with Ctrl, for crosses.\n"
            "Click an edge: line, cross, blank.\n"
            "In the mode Shade, click cells or drag over them: inside, outside, blank.\n"
            "The wheel zooms; the middle button moves the board."
        ),
        "guide_finger": Message("Finger"),
        "guide_finger_lines": Message(
            "Choose Line, Cross or Erase, and drag.\n"
            "Tap an edge: line, cross, blank. Where edges are small, the first tap zooms in.\n"
            "In the mode Shade, tap cells or drag over them: inside, outside, blank.\n"
            "Two fingers move and zoom the board; so does one in the mode Move.\n"
            "A second finger takes back what you are drawing."
        ),
        "guide_keys": Message("Keys"),
        "guide_keys_lines": Message(
            "Arrow keys move and mark; with Shift they only move.\n"
            "Home, Page Up, End and Page Down go diagonally where cells are not squares.\n"
            "L line, X cross, E erase, M move.\n"
            "I shade: arrow keys go from cell to cell.\n"
            "Space changes the last edge, or the shade of the cell.\n"
            "T begins a trial, K keeps it, B takes it back.\n"
            "U undo, R redo, also Ctrl+Z and Ctrl+Y.\n"
            "H hint, C check, S submit.\n"
            "Plus, minus and 0 zoom.\n"
            "W tells where you are.\n"
            "Escape cancels; ? shows this."
        ),
        "guide_notes": Message("Trials and notes"),
        "guide_notes_lines": Message(
            "Trial: what you draw from then on looks hollow. Keep it, or take all of it back; a "
            "trial may begin within another, up to 9.\n"
            "Shades and trials are your own notes: nobody judges them.\n"
            "Draw the rest appears when your crosses leave one loop.\n"
            "In the settings, lines can go on where your marks leave one way."
        ),
        "guide_offline": Message("Without a connection"),
        "guide_offline_lines": Message(
            "Go on drawing, also after a reload: what waits is sent later, in order.\n"
            "A tab keeps the board until it is closed.\n"
            "Installed from the menu of the browser, the page opens with its last board again. It "
            "then keeps that board and its access on the device: install it on your own only."
        ),
    }
)
"""How to draw; screen readers speak the keys too."""

TIPS: Mapping[str, Message] = MappingProxyType(
    {
        "tip_line": Message("Drag from dot to dot; from a line to erase"),
        "tip_cross": Message("Drag over edges where the loop cannot go"),
        "tip_erase": Message("Drag over marks"),
        "tip_shade": Message("Click or drag over cells: inside, outside, blank"),
        "tip_begin": Message("What you draw from now on can be kept, or taken back as a whole"),
        "tip_keep": Message("What is on trial becomes part of the board"),
        "tip_take-back": Message("Takes back all that was drawn in the trial"),
        "tip_rest": Message("Draws a line along each edge without a mark"),
        "tip_move": Message("Drag the board; the wheel or two fingers zoom"),
        "tip_hint": Message("Where to look next; more on request"),
        "tip_check": Message("How many of your marks are wrong"),
        "tip_submit": Message("Judges your lines as they are"),
        "tip_copy_puzzle": Message("Copies the clues as a text that this bot and Loopy read"),
        "tip_together": Message("Begins one board for everybody in the channel, with your marks"),
        "tip_picture": Message("A picture of the board with your marks"),
        "tip_reveal": Message("Shows the solution and ends the board"),
    }
)
"""What buttons are for, where their labels do not say it."""

LABELS: Mapping[str, Message] = MappingProxyType(
    {
        "mode": Message("Mode"),
        "line": boards.MODES[Mode.LINE],
        "cross": boards.MODES[Mode.CROSS],
        "erase": boards.MODES[Mode.ERASE],
        "move": boards.MODES[Mode.MOVE],
        "shade": Message("Shade"),
        "trial": Message("Trial"),
        "begin": Message("Trial"),
        "keep": Message("Keep"),
        "take-back": Message("Take back"),
        "rest": Message("Draw the rest"),
        "trial_now": Message("Trial {level}"),
        "tools": Message("Tools"),
        "undo": Message("Undo"),
        "redo": Message("Redo"),
        "hint": boards.HINT,
        "check": boards.CHECK,
        "submit": boards.SUBMIT,
        "more": Message("More…"),
        "clear": Message("Clear"),
        "together": boards.TOGETHER,
        "reveal": boards.GIVE_UP,
        "solution": Message("Solution"),
        "share": Message("Share"),
        "post": Message("Post in the channel"),
        "next": Message("Next puzzle"),
        "review": reviews.REVIEW,
        "moments": Message("Moments"),
        "replay": reviews.REPLAY,
        "copy_puzzle": Message("Copy puzzle"),
        "picture": Message("Picture"),
        "copy_picture": Message("Copy the picture"),
        "clock": Message("Time so far"),
        "settings": Message("Settings"),
        "others": Message("Others here"),
        "race": Message("Race"),
        "rematch": races.AGAIN,
        "other_percent": Message("{percent}%"),
        "other_done": Message("solved"),
        "zoom_in": Message("Zoom in"),
        "zoom_out": Message("Zoom out"),
        "whole": Message("Whole board"),
        "help": Message("Help"),
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
        "done_undo": Message("Undone"),
        "done_redo": Message("Redone"),
        "done_clear": Message("Cleared"),
        "done_begin": Message("Trial {level} begins"),
        "done_keep": Message("The trial is kept"),
        "done_take-back": Message("The trial is taken back"),
        "done_rest": Message("The rest is drawn"),
        "said_-": Message("line"),
        "said_x": Message("cross"),
        "said_.": Message("blank"),
        "said_i": Message("inside"),
        "said_o": Message("outside"),
        "said_tried": Message("{mark} on trial {level}"),
        "said_cell": Message("cell {cell}: {shade}"),
        "said_clue": Message("clue {clue}"),
        **{
            f"clue_{clue}": Message(sign.word.message)
            for variant in VARIANTS.values()
            for clue, sign in variant.signs.items()
        },
        "said_edge": Message("{way} {mark}"),
        "said_dot": Message("dot {dot}: {edges}"),
        "said_clues": Message("clues {clues}"),
        "said_set": Message("{edge}: {mark}"),
        "board_edge": Message("Edge of the board"),
        "no_edge": Message("No edge leads there"),
        "no_cell": Message("No cell is there"),
        "way_0": Message("right", "way"),
        "way_1": Message("down right", "way"),
        "way_2": Message("down", "way"),
        "way_3": Message("down left", "way"),
        "way_4": Message("left", "way"),
        "way_5": Message("up left", "way"),
        "way_6": Message("up", "way"),
        "way_7": Message("up right", "way"),
        "penalty": Message("Penalty: {time}"),
        "clue_list": Message("Clues: {clues}"),
        "other_solved": Message("{name} has solved their puzzle."),
    }
)
"""What screen readers speak."""

FIRST_HELP: Mapping[str, HelpOffer] = MappingProxyType({"hint": FIRST_HINT, "check": FIRST_CHECK})
"""The tools that cost time."""


def page_words(localizer: Localizer, *, is_plain: bool = True) -> dict[str, str]:
    """What the page itself says, in a language, with placeholders left in braces.

    Loopy has no puzzles of other rules than the plain ones.

    >>> words = page_words(Localizer())
    >>> words["part"], words["cost_hint"].replace(chr(0xa0), "_")
    ('Part {part} of {parts}', '+15_s')
    """
    say = localizer.say
    settings = {each.name: each.title for each in PAGE_SETTINGS}
    plain = {**STATES, **GUIDE, **TIPS, **LABELS, **SPOKEN, **settings}
    words = {key: say(message, **kept(message.text)) for key, message in plain.items()}
    for key, offer in FIRST_HELP.items():
        words[f"cost_{key}"] = say(COST, seconds=offer.help.penalty) if localizer.clock else ""
    with_cost = say(ASK_SUBMIT_COST, seconds=MISTAKE_PENALTY)
    words["ask_submit"] = with_cost if localizer.clock else say(ASK_SUBMIT)
    if not is_plain:
        words["tip_copy_puzzle"] = say(COPY_ADDRESS)
    return words


def kept(text: str) -> dict[str, str]:
    """The placeholders of a text, each as its own value.

    >>> kept("{count} lines at {dot}")
    {'count': '{count}', 'dot': '{dot}'}
    """
    names = (part.partition("}")[0] for part in text.split("{")[1:])
    return {name: f"{{{name}}}" for name in names}
