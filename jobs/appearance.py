"""How a person wants pictures drawn. Dark is the default, as most of Discord is."""

from msgspec import Struct

from renderer.labels import Labels


class Appearance(Struct, frozen=True):
    """How a picture is drawn: the name of a theme, and whether rows and columns are labelled.

    With `dots`, the labels name the dots instead of the cells. With `dim`, finished clues of a
    board that is played are dimmed. With `layered`, the highlights of a board are given as layers
    (`renderer.layers`) instead of a picture.

    >>> Appearance(dots=True).labelled, Appearance(labels=True, dots=True).labelled
    (<Labels.NONE: 'none'>, <Labels.DOTS: 'dots'>)
    """

    theme: str = "dark"
    labels: bool = False
    dots: bool = False
    layered: bool = False
    dim: bool = True

    @property
    def labelled(self) -> Labels:
        """What the labels name."""
        if not self.labels:
            return Labels.NONE
        return Labels.DOTS if self.dots else Labels.CELLS


PLAIN = Appearance()
"""The default appearance."""
