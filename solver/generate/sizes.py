"""Sizes of boards that suit a screen: from about 40 to 120 cells, and clues that can be read."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from puzzle.grid import SQUARE


class SuggestedSizes(NamedTuple):
    """Sizes of one tiling as columns x rows: the usual one, and all that are suggested."""

    usual: str
    suggested: tuple[str, ...]


def _sizes(text: str) -> SuggestedSizes:
    """Sizes of a text; the usual one has a star."""
    words = text.split()
    usual = next(word for word in words if word.endswith("*"))
    return SuggestedSizes(usual.rstrip("*"), tuple(word.rstrip("*") for word in words))


SIZES: Mapping[str, SuggestedSizes] = MappingProxyType(
    {
        SQUARE: _sizes("5x5 7x7 8x8 10x10* 12x12 15x15 20x20 10x15"),
        "triangular": _sizes("4x5 5x6* 6x7 7x8"),
        "honeycomb": _sizes("5x6 6x7 7x8* 8x10 10x10"),
        "snub-square": _sizes("3x4 4x4 5x5* 5x6 6x6"),
        "cairo": _sizes("4x5 5x5 6x6* 7x7 8x8"),
        "great-hexagonal": _sizes("3x3 3x4 4x4* 4x5 5x5"),
        "octagonal": _sizes("4x5 5x5 6x6* 6x7 7x7"),
        "kites": _sizes("3x3* 3x4 4x4"),
        "floret": _sizes("3x3 3x4* 4x4"),
        "dodecagonal": _sizes("4x4 4x5 5x5* 5x6 6x6"),
        "great-dodecagonal": _sizes("3x3 3x4* 4x4 4x5"),
        "great-great-dodecagonal": _sizes("2x3 3x3* 3x4"),
        "kagome": _sizes("4x4 4x5 5x5* 5x6 6x6"),
        "compass-dodecagonal": _sizes("3x3 3x4 4x4* 4x5"),
    }
)
"""The sizes by the names of the tilings."""
