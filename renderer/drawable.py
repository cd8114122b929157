"""What boards, cards and calendars have in common: images from a scene in a theme."""

from abc import abstractmethod
from typing import ClassVar

from puzzle.grid import Grid
from puzzle.tilings.catalogue import TILINGS
from renderer.limits import DEFAULT_LIMITS, ImageLimits
from renderer.raster import FileTexts, draw_png
from renderer.scene import Scene
from renderer.svg import draw_svg
from renderer.theme import theme_named


class Drawable:
    """Shapes in the theme with a name, which images show; `LIMITS` are those of its PNG files."""

    __slots__ = ()
    LIMITS: ClassVar[ImageLimits] = DEFAULT_LIMITS
    theme: str

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The shapes."""

    @property
    @abstractmethod
    def alt(self) -> str:
        """The alt text, for screen readers."""

    @property
    def file_texts(self) -> FileTexts:
        """The texts of the PNG file; none if the image shows no puzzle, or a secret one."""
        return ()

    def png(self, limits: ImageLimits | None = None) -> bytes:
        """The image as a PNG file, within `limits` or else `LIMITS`.

        Raises `UnknownThemeError` when there is no such theme and `ImageLimitError` when the
        limits are too small.
        """
        theme = theme_named(self.theme)
        return draw_png(self.scene, theme, limits or self.LIMITS, self.file_texts)

    def svg(self) -> str:
        """The image as an SVG document.

        Raises `UnknownThemeError` when there is no such theme.
        """
        return draw_svg(self.scene, theme_named(self.theme), self.alt)


def size_title(grid: Grid) -> str:
    """The size of a board, after the name of its tiling unless that is squares.

    >>> from puzzle.notation import parse_loopy
    >>> size_title(parse_loopy("4x3:3a3a3a3a3a3a").grid), size_title(parse_loopy("3x3t2:i").grid)
    ('4x3', 'honeycomb 3x3')
    """
    size = f"{grid.cols}x{grid.rows}"
    return size if grid.is_square else f"{TILINGS[grid.tiling].title} {size}"
