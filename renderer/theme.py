"""How pictures look: colours, weights and sizes of every role."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from renderer.errors import UnknownThemeError
from renderer.scene import Role


@dataclass(frozen=True, slots=True)
class Look:
    """How one role is drawn.

    `colour` is "#rrggbb". `size`, in cell lengths, is the width of a stroke, the diameter of
    a disc, the arm span of a cross or the height of the font; areas have none. `weight` is
    the width of the strokes of a cross or what thickens letters, as a share of `size`.
    """

    colour: str
    size: float = 0.0
    weight: float = 0.0

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour as red, green and blue from 0 to 255.

        >>> Look("#ff8000").rgb
        (255, 128, 0)
        """
        red, green, blue = bytes.fromhex(self.colour[1:])
        return red, green, blue


@dataclass(frozen=True, slots=True)
class Theme:
    """A look for every role; `bend` is how far before a corner a line starts to turn."""

    name: str
    looks: Mapping[Role, Look]
    bend: float = 0.2


_LIGHT = Theme(
    "light",
    {
        Role.BOARD: Look("#fdfbf6"),
        Role.INSIDE: Look("#fcefd3"),
        Role.DOT: Look("#868172", size=0.1),
        Role.CLUE: Look("#26262e", size=0.56, weight=0.012),
        Role.CROSS: Look("#868172", size=0.17, weight=0.22),
        Role.LINE: Look("#bd6800", size=0.12),
        Role.LABEL: Look("#6a665c", size=0.32),
    },
)

_DARK = Theme(
    "dark",
    {
        Role.BOARD: Look("#1e1f26"),
        Role.INSIDE: Look("#332d26"),
        Role.DOT: Look("#7d8294", size=0.1),
        Role.CLUE: Look("#eceef4", size=0.56, weight=0.008),
        Role.CROSS: Look("#7d8294", size=0.17, weight=0.22),
        Role.LINE: Look("#f5b942", size=0.12),
        Role.LABEL: Look("#9ba0b2", size=0.32),
    },
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (_LIGHT, _DARK)})
"""Every theme by its name."""


def theme_named(name: str) -> Theme:
    """The theme of that name; raises `UnknownThemeError`, which lists the choices.

    >>> theme_named("dark").name
    'dark'
    """
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownThemeError(name, tuple(THEMES)) from None
