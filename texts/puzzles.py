"""Puzzles in texts: an example, sizes in words, and buttons that open a puzzle elsewhere.

The example puzzle is the same in every language. A size has the name of the tiling where it is not
squares.
"""

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from puzzle.grid import SQUARE
from puzzle.model import Puzzle
from puzzle.notation.detect import LOOPY_PAGE
from puzzle.tilings.catalogue import BY_NUMBER, TILINGS

EXAMPLE = "5x5:b1c3a12a02d1a2c32"
"""The Loopy ID of the example."""
EXAMPLE_LINK = "https://puzz.link/p?slither/5/5/hbg8170ch6cg3c"
EXAMPLE_ROWS = "..1../.3.12/.02../..1.2/...32"

SIZE_ON = Message("{tiling} {size}")

PLAY_BUTTON = Message("Play on puzz.link")
LOOPY_BUTTON = Message("Play in Loopy")


def puzzle_size(localizer: Localizer, puzzle: Puzzle) -> str:
    """The size of a puzzle.

    >>> from puzzle.notation import parse_loopy
    >>> [puzzle_size(Localizer(), parse_loopy(text)) for text in ("3x3t2:i", "3x3:i")]
    ['honeycomb 3x3', '3x3']
    """
    return size_on(localizer, puzzle.grid.tiling, puzzle.size)


def stored_size(localizer: Localizer, size: str) -> str:
    """A size as the IDs of puzzles begin with it.

    >>> stored_size(Localizer(), "10x7t4"), stored_size(Localizer(), "10x7")
    ('Cairo 10x7', '10x7')
    """
    size, _, number = size.partition("t")
    return size_on(localizer, BY_NUMBER[int(number)].name if number else SQUARE, size)


def size_on(localizer: Localizer, tiling: str, size: str) -> str:
    """A size on the tiling with a name."""
    if tiling == SQUARE:
        return size
    return localizer.say(SIZE_ON, tiling=localize(TILINGS[tiling].title, localizer), size=size)


def page_label(localizer: Localizer, address: str) -> str:
    """The label of a button that opens the page to play a puzzle, from `play_address`."""
    return localizer.say(LOOPY_BUTTON if address.startswith(LOOPY_PAGE) else PLAY_BUTTON)
