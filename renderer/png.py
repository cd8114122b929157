"""Draws scenes as PNG files with a palette."""

from renderer.limits import DEFAULT_LIMITS, ImageLimits, draw_within_limits
from renderer.palette import Palette
from renderer.raster import paint, png_of
from renderer.scene import Scene
from renderer.theme import Theme


def draw_png(scene: Scene, theme: Theme, limits: ImageLimits = DEFAULT_LIMITS) -> bytes:
    """Draw the scene as a PNG file with a palette, with the largest cells within the limits.

    The same arguments give the same bytes. Raises `ImageLimitError` when even the smallest
    cells do not fit.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_png(scene, theme_named("light"))[:4]
    b'\\x89PNG'
    """
    palette = Palette(scene.roles, theme)

    def draw(cell: int) -> bytes:
        return png_of(paint(scene, theme, cell, palette))

    return draw_within_limits(scene, limits, draw)
