"""How a person wants pictures drawn."""

from dataclasses import dataclass

from renderer.labels import Labels


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a picture is drawn: the name of a theme, and whether rows and columns are labelled."""

    theme: str = "light"
    labels: bool = False

    @property
    def labelled(self) -> Labels:
        """What the labels name."""
        return Labels.CELLS if self.labels else Labels.NONE


PLAIN = Appearance()
"""The default appearance."""
