"""Puzzles in texts: an example, sizes in words, and buttons that open a puzzle elsewhere.

The example puzzle is the same in every language. A size has the name of the tiling where it is not
squares, and that of other rules than the plain ones.
"""

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from puzzle.grid import SQUARE
from puzzle.model import Puzzle
from puzzle.notation.detect import LOOPY_PAGE
from puzzle.rules import PLAIN, Rules, rules_named
from puzzle.tilings.catalogue import BY_NUMBER, TILINGS

EXAMPLE = "5x5:b1c3a12a02d1a2c32"
"""The Loopy ID of the example."""
EXAMPLE_LINK = "https://puzz.link/p?slither/5/5/hbg8170ch6cg3c"
EXAMPLE_ROWS = "..1../.3.12/.02../..1.2/...32"

SIZE_ON = Message("{tiling} {size}")
SIZE_WITH_RULES = Message("{size} ({rules})")
RULES = Message("Rules: {summaries}.")

PLAY_BUTTON = Message("Play on puzz.link")
LOOPY_BUTTON = Message("Play in Loopy")


def puzzle_size(localizer: Localizer, puzzle: Puzzle) -> str:
    """The size of a puzzle.

    >>> from puzzle.notation import parse_loopy
    >>> [puzzle_size(Localizer(), parse_loopy(text)) for text in ("3x3t2:i", "3x3:i")]
    ['honeycomb 3x3', '3x3']
    """
    return size_on(localizer, puzzle.grid.tiling, puzzle.size, puzzle.rules)


def stored_size(localizer: Localizer, size: str) -> str:
    """A size as the IDs of puzzles begin with it, or a whole ID.

    >>> [stored_size(Localizer(), size) for size in ("10x7", "10x7t4", "4x3:full_b3h2")]
    ['10x7', 'Cairo 10x7', '4x3 (Full Slitherlink)']
    """
    sides, _, number = size.partition(":")[0].partition("t")
    tiling = BY_NUMBER[int(number)].name if number else SQUARE
    return size_on(localizer, tiling, sides, stored_rules(size))


def stored_rules(size: str) -> Rules:
    """The rules of a puzzle by a size as its ID begins with it, or by the whole ID.

    >>> [stored_rules(size).name for size in ("10x7:a3b", "4x3:full", "4x3:full_b3h2")]
    ['standard', 'full', 'full']
    """
    return rules_named(size.partition(":")[2].partition("_")[0]) or PLAIN


def size_on(localizer: Localizer, tiling: str, size: str, rules: Rules = PLAIN) -> str:
    """A size on the tiling with a name, under some rules."""
    if not rules.is_plain:
        return localizer.say(SIZE_WITH_RULES, size=size, rules=localize(rules.title, localizer))
    if tiling == SQUARE:
        return size
    return localizer.say(SIZE_ON, tiling=localize(TILINGS[tiling].title, localizer), size=size)


def rules_line(localizer: Localizer, rules: Rules) -> str:
    """What other rules than the plain ones demand, in a sentence; empty for the plain ones.

    >>> rules_line(Localizer(), Rules("vertex")), rules_line(Localizer(), PLAIN)
    ('Rules: a clue counts the dots of its cell that the loop visits.', '')
    """
    clauses = [localize(summary, localizer) for summary in rules.summaries]
    return localizer.say(RULES, summaries=localizer.join_clauses(clauses)) if clauses else ""


def page_label(localizer: Localizer, address: str) -> str:
    """The label of a button that opens the page to play a puzzle, from `play_address`."""
    return localizer.say(LOOPY_BUTTON if address.startswith(LOOPY_PAGE) else PLAY_BUTTON)
