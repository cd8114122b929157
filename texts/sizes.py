"""Sizes of puzzles in words, with the name of the tiling where it is not squares."""

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from puzzle.grid import SQUARE
from puzzle.model import Puzzle
from puzzle.tilings.catalogue import BY_NUMBER, TILINGS

SIZE_ON = Message("{tiling} {size}")


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
