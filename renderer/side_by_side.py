"""Small boards side by side, such as the ways to complete a clue, as one PNG file."""

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace
from PIL import Image

from renderer.limits import DEFAULT_LIMITS, draw_within_limits, pixel_size
from renderer.raster import Palette, paint, png_of
from renderer.scene import Scene
from renderer.shapes import Path, ShapeRole
from renderer.theme import MarkForm, MarkStyle, theme_named

GAP = 0.4
"""Free space between small boards, in cells."""
MAX_IN_ROW = 4
"""So many small boards are in rows of two."""
WIDEST = 13.0
"""Maximum width of a row in cells: on a phone of 390 pixels, numbers are 12 pixels high then."""


def framed(scene: Scene, role: ShapeRole) -> Scene:
    """A scene with a frame along its border."""
    left, top, right, bottom = scene.box
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return replace(scene, shapes=(*scene.shapes, Path(role, corners, closed=True)))


def draw_side_by_side(scenes: Sequence[Scene], theme_name: str) -> bytes:
    """Draw scenes of one size in a row, or in rows of two, as a PNG file.

    Marks of single cases are thin, and those that are forced in all of them bold. Raises
    `UnknownThemeError` when there is no such theme.
    """
    theme = theme_named(theme_name)
    case, bold, wrong = (
        theme.styles[role].colour
        for role in (ShapeRole.CASE_LINE, ShapeRole.FORCED_LINE, ShapeRole.WRONG_LINE)
    )
    own = {
        ShapeRole.CASE_LINE: MarkStyle(case, 0.07),
        ShapeRole.CASE_CROSS: MarkStyle(case, 0.15, 0.25, MarkForm.SALTIRE),
        ShapeRole.FORCED_LINE: MarkStyle(bold, 0.2),
        ShapeRole.WRONG_FRAME: MarkStyle(wrong, 0.16),
    }
    theme = replace(theme, styles={**theme.styles, **own})
    width, height = scenes[0].width + GAP, scenes[0].height + GAP
    in_row = len(scenes) if len(scenes) < MAX_IN_ROW else 2
    columns = next((each for each in (in_row, 2) if each * width <= WIDEST), 1)
    size = columns * width - GAP, ceil(len(scenes) / columns) * height - GAP
    palette = Palette((role for scene in scenes for role in scene.roles), theme)

    def draw(cell: int) -> bytes:
        image = Image.new("P", pixel_size(whole, cell))
        image.putpalette(palette.colours())
        for number, scene in enumerate(scenes):
            row, column = divmod(number, columns)
            at = round(column * width * cell), round(row * height * cell)
            image.paste(paint(scene, theme, cell, palette), at)
        return png_of(image)

    whole = Scene((0.0, 0.0, *size), ())
    return draw_within_limits(whole, DEFAULT_LIMITS, draw)
