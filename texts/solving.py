"""The texts of answers to /solve."""

from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.notation.detect import LOOPY_PAGE

PLAY_BUTTON = Message("Play on puzz.link")
LOOPY_BUTTON = Message("Play in Loopy")


def page_label(localizer: Localizer, address: str) -> str:
    """The label of a button that opens the page to play a puzzle, from `play_address`."""
    return localizer.say(LOOPY_BUTTON if address.startswith(LOOPY_PAGE) else PLAY_BUTTON)
