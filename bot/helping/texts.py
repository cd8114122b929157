"""The texts of help that only the chat uses."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message
from store.records import BoardSummary
from texts import solving

HINT = Message("A hint for your board or for a puzzle from elsewhere; adds to your time")
HINT_LEVEL = Message("How much to reveal (default: where to look)")
HINT_NUDGE = Message("Nudge: where to look")
HINT_HINT = Message("Hint: which idea to use")
HINT_STEP = Message("Step: what follows, and why")
HINT_PUZZLE = Message("A puzzle from elsewhere instead of the board you played last")
HINT_MOVES = Message("What you have drawn there so far, such as D2 top, x D3 left")
CHECK = Message("Check the marks on your board; adds to your time")
CHECK_DETAIL = Message("How much to reveal (default: how many are wrong)")
CHECK_COUNT = Message("How many are wrong")
CHECK_WHERE = Message("Which ones are wrong")
CHECK_WHY = Message("Why one is wrong")
SOLUTION = Message("See the solution of your board; you are asked before anything is lost")
SOLUTION_BOARD = Message("One of your boards (default: the one you played last)")
SOLUTION_ANIMATE = Message("Show how to get there step by step, as an animation")

PARTS_BUTTON = Message("One step at a time")
WHOLE_BUTTON = Message("Everything at once")
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
