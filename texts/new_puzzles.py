"""The texts of generated puzzles, and of the command that invites to a race on one."""

from __future__ import annotations

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.english import LEVELS
from play.clock import format_duration
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from store.records import StoredPuzzle

NEW_SIZE = Message("Columns x rows, from 5x5 to 20x20 on squares (default there: 10x10)")
NEW_TILING = Message("Shape of the cells (default: squares)")
NEW_RULES = Message("Rules of the puzzle, on squares (default: the plain ones)")
NEW_LEVEL = Message("Difficulty (default: Normal)")
NEW_LEVEL_USUAL = Message("Difficulty (default: level and size as you usually play, else Normal)")
NEW_SYMMETRY = Message("Symmetry of the clues, on squares (default: half-turn)")
SYMMETRIES = MappingProxyType(
    {
        Symmetry.ROT180: Message("Half-turn symmetry"),
        Symmetry.ROT90: Message("Quarter-turn symmetry"),
        Symmetry.MIRROR: Message("Mirror symmetry"),
        Symmetry.NONE: Message("No symmetry"),
    }
)
NEW_SEED = Message("Seed: the same number makes the same puzzle (default: random)")

NAMES = ("easy", "normal", "hard", "expert", "extreme")
"""The stored names of the levels, in the order of `narrator.english.LEVELS`."""
MADE = Message("**{level}**, made just for you. Seed {seed}.")
GIVEN = Message("**{level}**. Nobody has had this puzzle before you.")
EASIER = Message("I found no puzzle of level {asked} this time, so this one is easier.")
USUAL = Message(
    "Level and size are as usual for you: par is near {time}, the median of your last new boards."
)
NEW_BUTTON = Message("New puzzle")


def made(localizer: Localizer, stored: StoredPuzzle, asked: Difficulty) -> str:
    """The level of a new puzzle, and the seed that reproduces it unless it is of the bank."""
    number = NAMES.index(stored.level or "normal")
    level = localizer.say(LEVELS[number])
    if stored.seed is None:
        return localizer.say(GIVEN, level=level)
    told = localizer.say(MADE, level=level, seed=stored.seed)
    if number + 1 == asked:
        return told
    easier = localizer.say(EASIER, asked=localizer.say(LEVELS[asked - 1]))
    return localizer.gap.join((told, easier))


def as_usual(localizer: Localizer, seconds: float) -> str:
    """Why a puzzle has its level and size."""
    return localizer.say(USUAL, time=format_duration(round(seconds)))


NEW = Message("A new puzzle made for you, as many as you like")
RACE = Message("A race against others in this channel, on a new puzzle that nobody has seen")
RACE_HANDICAP = Message(
    "Rank by time over par (default: where two pars differ by more than a quarter)"
)
