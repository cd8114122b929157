"""The texts of generated puzzles."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.english import LEVELS
from store.records import StoredPuzzle

NAMES = ("easy", "normal", "hard", "expert", "extreme")
"""The stored names of the levels, in the order of `narrator.english.LEVELS`."""

NO_SIZE = Message(
    "That is not a size. Write columns x rows, such as `10x10` or `12x8`, or one number."
)
SIZE_OUT_OF_RANGE = Message(
    "I cannot make {size} puzzles: each side must be {shortest} to {longest} cells."
)
TILED_SIZE_OUT_OF_RANGE = Message(
    "On this tiling, {size} is not from {fewest} to {most} cells. Try one of {examples}."
)
NO_SYMMETRY = Message(
    "Only on squares can the clues be symmetrical. Leave `symmetry` out, or leave `tiling` out."
)
NOT_SQUARE = Message(
    "Only a square board can look the same after a quarter turn. Choose equal sides, such as "
    "`10x10`, or another symmetry."
)
NOT_MADE = Message(
    "I could not make a puzzle of that level this time. Try again with another seed "
    "or a larger board."
)
ENOUGH = Message("You have had {count} new puzzles today. You can get more {resets_at}.")
MADE = Message("**{level}**, made just for you. Seed {seed}.")
GIVEN = Message("**{level}**. Nobody has had this puzzle before you.")
NEW_BUTTON = Message("New puzzle")


def made(localizer: Localizer, stored: StoredPuzzle) -> str:
    """The level of a new puzzle, and the seed that reproduces it unless it is of the bank."""
    level = localizer.say(LEVELS[NAMES.index(stored.level or "normal")])
    if stored.seed is None:
        return localizer.say(GIVEN, level=level)
    return localizer.say(MADE, level=level, seed=stored.seed)
