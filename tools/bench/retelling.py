"""Counts what a walkthrough says again word for word, except for places and numbers."""

import re
from collections.abc import Iterable

_PLACE = re.compile(
    r"\b(?:[A-Z]{1,2}\d{1,3}|tops?|bottoms?|lefts?|rights?|up|down|sides?|corners?|edges?)\b"
)
_COUNT = re.compile(r"\d+ (line|cross|clue)(?:s|es)?\b")
_PLACES = re.compile(r"@(?:(?:,? (?:(?:and|to|of|the) )*|-)@)*")


def without_places(text: str) -> str:
    """An English text with one sign in place of each list of places and each number of marks.

    >>> without_places("So the top and left of F9, and the right of J4 are lines.")
    'So the @ are lines.'
    >>> without_places("Simple consequences: 1 line and 2 crosses.")
    'Simple consequences: # line and # cross.'
    """
    return _COUNT.sub(r"# \1", _PLACES.sub("@", _PLACE.sub("@", text)))


def repeated_items(items: Iterable[str]) -> int:
    """How many texts are equal to an earlier one, apart from places and numbers.

    >>> repeated_items(["The top of A1 is a line.", "All is done.", "The left of B2 is a line."])
    1
    """
    texts = [without_places(item) for item in items]
    return len(texts) - len(set(texts))
