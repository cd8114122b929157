"""The texts of boards that several people draw."""

from i18n.localizer import Localizer
from i18n.messages import Message
from service.playing.together import SharedBoard

TITLE = Message("Together · {size}")
LEFT = Message("{people} has drawn there meanwhile: that stays.")
SOLVED = Message("Solved together.")
GIVEN_UP = Message("This board is closed.")
ENDED = Message("Nobody has drawn here for 14 days: this board is over.")

WORDS = {
    "draw_along": Message("Draw along"),
}


def page_words(localizer: Localizer) -> dict[str, str]:
    """What the page of a board of several people says besides that of a board."""
    return {key: localizer.say(message) for key, message in WORDS.items()}


def verdict(localizer: Localizer, shared: SharedBoard) -> str:
    """How a board ended; empty while people draw."""
    if not shared.is_over:
        return ""
    if shared.board.solved_at is not None:
        return localizer.say(SOLVED)
    return localizer.say(GIVEN_UP if shared.board.revealed else ENDED)
