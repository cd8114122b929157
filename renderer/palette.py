"""Which colour number stands for which ink over which ground.

A number is `ground * stride + ink`, so laying ink over ground is one addition, and every blend
of the two is known before anything is drawn. Roles of one colour share their numbers.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from renderer.scene import GROUNDS, ShapeRole
from renderer.theme import Theme

SHADES = 12
"""Shades of an ink over a ground, at most."""

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


class Palette:
    """The numbers of the roles of one picture, each given in the order they are drawn."""

    def __init__(self, roles: Iterable[ShapeRole], theme: Theme) -> None:
        self._rgb = {role: theme.styles[role].rgb for role in dict.fromkeys(roles)}
        grounds = [colour for role, colour in self._rgb.items() if role in GROUNDS]
        inks = [colour for role, colour in self._rgb.items() if role not in GROUNDS]
        self._grounds = tuple(dict.fromkeys(grounds))
        self._inks = tuple(dict.fromkeys(inks))
        room = 256 // max(1, len(self._grounds)) - 1
        self.shades = min(SHADES, room // max(1, len(self._inks)))

    @property
    def grounds(self) -> int:
        """How many grounds there are."""
        return len(self._grounds)

    def ground(self, role: ShapeRole) -> int:
        """The number of a ground without ink."""
        stride = 1 + self.shades * len(self._inks)
        return self._grounds.index(self._rgb[role]) * stride

    def below(self, role: ShapeRole) -> int:
        """The number before the faintest shade of an ink; its full one is `shades` above."""
        return self._inks.index(self._rgb[role]) * self.shades

    def colours(self) -> list[int]:
        """Red, green and blue of every number in turn."""
        return _blends(self._grounds, self._inks, self.shades)


@lru_cache(maxsize=64)
def _blends(grounds: tuple[Colour, ...], inks: tuple[Colour, ...], shades: int) -> list[int]:
    colours: list[int] = []
    for below in grounds:
        colours += below
        for above in inks:
            for step in range(1, shades + 1):
                share = step / shades
                colours += (round(b + (a - b) * share) for a, b in zip(above, below, strict=True))
    return colours
