"""Limits on the size of images, and the cell size that keeps an image within them.

On a desktop Discord fits a picture into 550 by 350 pixels, as reported of galleries, in which the
aspect ratio 11:7 is the limit; the local chat does the same. On a phone of 390 pixels a picture is
about 295 wide, and the labels of boards up to 10x10 are then at least 9 pixels high.

Source: https://github.com/discord/discord-api-docs/issues/8100
"""

from collections.abc import Callable
from math import ceil, sqrt

from msgspec import Struct

from renderer.errors import ImageLimitError
from renderer.scene import Scene

MAX_PIXELS = 25_000_000
"""Maximum number of pixels of any image, even if `ImageLimits` allows more."""
MIN_CELL_PIXELS = 2
"""Minimum side of a cell in pixels: one for a line and one for the space beside it."""


class ImageLimits(Struct, frozen=True):
    """Maximum size of an image.

    - `max_bytes`: bytes of the file.
    - `max_side`: pixels of the longer side.
    - `max_pixels`: pixels in all; values above `MAX_PIXELS` count as `MAX_PIXELS`.
    """

    max_bytes: int = 8 * 2**20
    max_side: int = 4096
    max_pixels: int = 16_000_000

    def __str__(self) -> str:
        """The limits in pixels, as `ImageLimitError` shows them.

        >>> str(ImageLimits(max_side=200, max_pixels=9_000))
        '200 pixels a side and 9000 pixels in all'
        """
        most = min(self.max_pixels, MAX_PIXELS)
        return f"{self.max_side} pixels a side and {most} pixels in all"

    def allows(self, width: int, height: int) -> bool:
        """Whether an image of `width` by `height` pixels is within the limits in pixels."""
        most = min(self.max_pixels, MAX_PIXELS)
        return max(width, height) <= self.max_side and width * height <= most


DEFAULT_LIMITS = ImageLimits()


def pixel_size(scene: Scene, cell: int) -> tuple[int, int]:
    """Width and height in pixels of a scene with cells of `cell` by `cell` pixels."""
    return ceil(scene.width * cell), ceil(scene.height * cell)


def fit_cell_size(scene: Scene, limits: ImageLimits) -> int:
    """The side of a cell in pixels: from 96 for small boards to 16 for large ones.

    It is smaller where the limits in pixels require it. Raises `ImageLimitError` when not even
    cells of `MIN_CELL_PIXELS` pixels fit.
    """
    wanted = min(96, max(16, 2 * round(88 / sqrt(max(scene.width, scene.height)))))
    for cell in range(wanted, MIN_CELL_PIXELS - 1, -1):
        if limits.allows(*pixel_size(scene, cell)):
            return cell
    raise ImageLimitError(scene.width, scene.height, str(limits))


def draw_within_limits(scene: Scene, limits: ImageLimits, draw: Callable[[int], bytes]) -> bytes:
    """Draw the scene with cells that are small enough for all limits.

    `draw` takes the side of a cell in pixels and returns a file. The first size is that of
    `fit_cell_size`; while the file exceeds `max_bytes`, a smaller size is tried. Raises
    `ImageLimitError` when the file is too large even with cells of `MIN_CELL_PIXELS` pixels.
    """
    cell = fit_cell_size(scene, limits)
    while True:
        data = draw(cell)
        if len(data) <= limits.max_bytes:
            return data
        if cell == MIN_CELL_PIXELS:
            raise ImageLimitError(scene.width, scene.height, f"{limits.max_bytes} bytes")
        shrunk = int(cell * sqrt(limits.max_bytes / len(data)))
        cell = max(MIN_CELL_PIXELS, min(shrunk, cell - 1))
