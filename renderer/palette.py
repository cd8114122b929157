"""Palettes whose indices encode a background (ground) and a foreground colour (ink) over it.

An index is `ground * stride + ink`, so that drawing ink over a ground is an addition of two
indices, and all blended colours are computed before drawing. Roles with the same colour share
their indices.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from renderer.shapes import GROUNDS, ShapeRole
from renderer.theme import Theme

SHADES = 12
"""Maximum number of shades of an ink over a ground."""

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


class Palette:
    """The palette of one picture: at most 256 colours.

    `roles` are the roles of its shapes in drawing order. The number of `shades` per ink is as
    large as the 256 indices allow, up to `SHADES`.
    """

    def __init__(self, roles: Iterable[ShapeRole], theme: Theme) -> None:
        self._rgb = {role: theme.styles[role].rgb for role in dict.fromkeys(roles)}
        grounds = [colour for role, colour in self._rgb.items() if role in GROUNDS]
        inks = [colour for role, colour in self._rgb.items() if role not in GROUNDS]
        self._grounds = tuple(dict.fromkeys(grounds))
        self._inks = tuple(dict.fromkeys(inks))
        indices_per_ground = 256 // max(1, len(self._grounds)) - 1
        self.shades = min(SHADES, indices_per_ground // max(1, len(self._inks)))

    @property
    def grounds(self) -> int:
        """The number of grounds."""
        return len(self._grounds)

    def ground_index(self, role: ShapeRole) -> int:
        """The palette index of a ground without ink."""
        stride = 1 + self.shades * len(self._inks)
        return self._grounds.index(self._rgb[role]) * stride

    def ink_base(self, role: ShapeRole) -> int:
        """The index below the shades of an ink: add 1 for the faintest, `shades` for the full."""
        return self._inks.index(self._rgb[role]) * self.shades

    def colours(self) -> list[int]:
        """Red, green and blue of every index, as one flat list."""
        return _blends(self._grounds, self._inks, self.shades)


@lru_cache(maxsize=64)
def _blends(grounds: tuple[Colour, ...], inks: tuple[Colour, ...], shades: int) -> list[int]:
    """The colours of every ground, each followed by its blends with every ink."""
    colours: list[int] = []
    for ground in grounds:
        colours += ground
        for ink in inks:
            for step in range(1, shades + 1):
                share = step / shades
                colours += (round(g + (i - g) * share) for i, g in zip(ink, ground, strict=True))
    return colours
