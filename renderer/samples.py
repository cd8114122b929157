"""Small boards side by side, each as large as its place and with a name below."""

from collections.abc import Iterator

from msgspec import Struct

from puzzle.model import Board
from renderer.limits import ImageLimits, fit_cell_size
from renderer.raster import Palette, paint, png_of
from renderer.scene import Scene, build_scene, rectangle
from renderer.shapes import Shape, ShapeRole, Text
from renderer.theme import theme_named

COLUMNS = 2
UNIT = 48
"""Pixels of a cell of the picture, in which the names are written."""
WIDTH, HEIGHT, NAME_HEIGHT = 7.5, 8.0, 0.9
"""Size of the place of a board, and the part of its height for the name, in such cells."""
NAME_SCALE = 1.5
"""Factor for the font size of captions in the theme."""
BOARD_LIMITS = ImageLimits(max_side=round((HEIGHT - NAME_HEIGHT) * UNIT))


class Samples(Struct, frozen=True):
    """Boards with their names, row by row.

    >>> from puzzle.notation import parse_loopy
    >>> board = Board.blank(parse_loopy("3x3t2:a2a2d5"))
    >>> Samples((board, board), ("honeycomb", "the same")).png()[:4]
    b'\\x89PNG'
    """

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    theme: str = "light"

    def png(self) -> bytes:
        """The picture as a PNG file; raises `UnknownThemeError` when there is no such theme."""
        theme = theme_named(self.theme)
        frame, scenes = self._frame(), [build_scene(board) for board in self.boards]
        palette = Palette((role for scene in (frame, *scenes) for role in scene.roles), theme)
        picture = paint(frame, theme, UNIT, palette)
        for (left, top), scene in zip(self._places(), scenes, strict=True):
            board = paint(scene, theme, fit_cell_size(scene, BOARD_LIMITS), palette)
            middle = (left + WIDTH / 2) * UNIT, (top + (HEIGHT - NAME_HEIGHT) / 2) * UNIT
            picture.paste(
                board, (round(middle[0] - board.width / 2), round(middle[1] - board.height / 2))
            )
        return png_of(picture)

    def _places(self) -> Iterator[tuple[float, float]]:
        """The upper left corner of the place of each board."""
        for number in range(len(self.boards)):
            row, col = divmod(number, COLUMNS)
            yield col * WIDTH, row * HEIGHT

    def _frame(self) -> Scene:
        """The ground and the names."""
        rows = -(-len(self.boards) // COLUMNS)
        box = 0.0, 0.0, COLUMNS * WIDTH, rows * HEIGHT + 0.3
        names: list[Shape] = [
            Text(
                ShapeRole.CAPTION,
                (left + WIDTH / 2, top + HEIGHT - NAME_HEIGHT / 2),
                name,
                NAME_SCALE,
                WIDTH - 0.3,
            )
            for (left, top), name in zip(self._places(), self.names, strict=True)
        ]
        return Scene(box, (rectangle(ShapeRole.BOARD, box), *names))
