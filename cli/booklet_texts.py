"""The texts of a booklet."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TypeAlias

from cli.errors import UsageError
from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.english import LEVELS
from puzzle.model import Puzzle, Solution
from solver.explain.step import Difficulty

Item: TypeAlias = tuple[Puzzle, Solution, Difficulty | None]
"""A puzzle, its solution, and its level if it is known."""

TITLE = Message("Slitherlink")
ANSWERS = Message("Answers")
COUNT = Plural("{count:,} puzzle", "{count:,} puzzles")
SIZES = Message("from {smallest} to {largest}")
LEVEL_COUNT = Message("{level} ({count:,})")
RULES = (
    Message("Draw one closed loop from dot to dot; it never crosses or touches itself."),
    Message("A number says how many of the four edges around it belong to the loop."),
)
"""How to play, in two sentences."""


def describe_contents(made: Sequence[Item], localizer: Localizer) -> tuple[str, ...]:
    """Lines with the number, the sizes and the levels of puzzles, for the cover.

    >>> from puzzle.grid import square_grid
    >>> one, other = (Puzzle(square_grid(side, 5), (None,) * 5 * side) for side in (7, 5))
    >>> hard, easy = (one, frozenset(), Difficulty.HARD), (other, frozenset(), Difficulty.EASY)
    >>> describe_contents([hard, easy, easy], Localizer())
    ('3 puzzles', 'from 5x5 to 5x7', 'Easy (2) · Hard (1)')
    """
    puzzles, levels = [item[0] for item in made], [item[2] for item in made]
    count = localizer.say(COUNT, len(made), count=len(made))
    names = " \N{MIDDLE DOT} ".join(_level_counts(levels, localizer))
    return tuple(filter(None, (count, _sizes(puzzles, localizer), names)))


def level_title(level: Difficulty | None, localizer: Localizer) -> str:
    """The name of a level; empty for none."""
    return "" if level is None else localizer.say(LEVELS[level - 1])


def parse_date(text: str | None) -> date:
    """The date of a text such as 2027-01-31; today without one.

    Raises `UsageError` for any other text.
    """
    try:
        return date.today() if text is None else date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"The date {text!r} is none; write it as 2027-01-31.") from None


def _sizes(puzzles: Sequence[Puzzle], localizer: Localizer) -> str:
    by_area = sorted(puzzles, key=lambda puzzle: (len(puzzle.clues), puzzle.grid.cols))
    smallest, largest = by_area[0].size, by_area[-1].size
    if len({puzzle.size for puzzle in puzzles}) == 1:
        return smallest
    return localizer.say(SIZES, smallest=smallest, largest=largest)


def _level_counts(levels: Sequence[Difficulty | None], localizer: Localizer) -> Iterator[str]:
    counts = Counter(levels)
    for level in Difficulty:
        if counts[level] == len(levels):
            yield level_title(level, localizer)
        elif counts[level]:
            title = level_title(level, localizer)
            yield localizer.say(LEVEL_COUNT, level=title, count=counts[level])
