"""Reading pictures of solved boards back, with nothing but their pixels."""

from io import BytesIO

from PIL import Image

from puzzle.grid import Grid
from renderer.scene import LABEL_MARGIN, MARGIN, Role
from renderer.theme import theme_named

Colour = tuple[int, int, int]


def lines_in(
    png: bytes, grid: Grid, theme: str = "light", *, labels: bool = False
) -> frozenset[int]:
    """The edges that are drawn: those whose middle has the colour of lines."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    near = LABEL_MARGIN if labels else MARGIN
    cell = int(picture.width / (grid.cols + near + MARGIN))  # whole pixels, see draw_png
    looks = theme_named(theme).looks
    line, ground = looks[Role.LINE].rgb, (looks[Role.BOARD].rgb, looks[Role.INSIDE].rgb)
    drawn = set()
    for edge, (one, two) in enumerate(grid.edge_dots):
        (row_1, col_1), (row_2, col_2) = grid.dots[one], grid.dots[two]
        x = round(((col_1 + col_2) / 2 + near) * cell)
        y = round(((row_1 + row_2) / 2 + near) * cell)
        pixel = picture.getpixel((min(x, picture.width - 1), min(y, picture.height - 1)))
        assert isinstance(pixel, tuple)
        if _distance(pixel, line) < min(_distance(pixel, other) for other in ground):
            drawn.add(edge)
    return frozenset(drawn)


def _distance(one: tuple[int, ...], two: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, two, strict=True))
