"""Pictures as pixels: comparing pictures, and reading the lines of a board from one."""

from io import BytesIO

from PIL import Image, ImageChops, ImageFilter, ImageStat

from jobs.appearance import PLAIN
from puzzle.grid import Grid
from renderer.labels import Labels, label_layout
from renderer.scene import MARGIN
from renderer.shapes import ShapeRole
from renderer.theme import theme_named

Colour = tuple[int, int, int]
TOLERANCE = 24
"""Maximum difference of blurred channels; a line moved by one pixel differs by 40 or more."""


def lines_in(
    png: bytes, grid: Grid, theme: str = PLAIN.theme, *, labels: bool = False
) -> frozenset[int]:
    """The edges that are drawn as lines: those whose middle pixel has the colour of lines."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    layout = label_layout(grid, Labels.CELLS if labels else Labels.NONE, MARGIN)
    near = layout.near
    cell = int(picture.width / (grid.cols + near + layout.right))  # whole pixels, see draw_png
    looks = theme_named(theme).styles
    line, ground = (
        looks[ShapeRole.LINE].rgb,
        (looks[ShapeRole.BOARD].rgb, looks[ShapeRole.INSIDE].rgb),
    )
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


def pixels(png: bytes) -> Image.Image:
    """A palette PNG converted to RGB."""
    image = Image.open(BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGB")


def is_blank(png: bytes) -> bool:
    """Whether a picture has one colour only."""
    extremes = Image.open(BytesIO(png)).convert("L").getextrema()
    return extremes[0] == extremes[1]


def difference(one: Image.Image, two: Image.Image) -> int:
    """The largest difference of a channel, from 0 to 255, after both pictures are blurred.

    Blurring evens out the antialiasing of letters, which differs between FreeType versions.
    """
    blurred = [image.filter(ImageFilter.BoxBlur(2)) for image in (one, two)]
    histograms = [band.histogram() for band in ImageChops.difference(*blurred).split()]
    return max(value for counts in histograms for value, count in enumerate(counts) if count)


def look_alike(one: bytes, two: bytes) -> bool:
    """Whether two image files show the same, whatever FreeType draws their letters."""
    pictures = [Image.open(BytesIO(data)).convert("RGB") for data in (one, two)]
    return pictures[0].size == pictures[1].size and difference(*pictures) <= TOLERANCE


def unlike(one: Image.Image, two: Image.Image) -> tuple[float, float]:
    """The mean difference (0 to 255), and the share (0 to 1) of pixels that differ by 60 or more.

    Both pictures are blurred first, because sizes rounded to whole pixels may differ by one.
    """
    blurred = [image.filter(ImageFilter.BoxBlur(2)) for image in (one, two)]
    difference = ImageChops.difference(*blurred).convert("L")
    histogram = difference.histogram()
    return ImageStat.Stat(difference).mean[0], sum(histogram[60:]) / sum(histogram)
