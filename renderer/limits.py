"""How large a picture may become, and how large its cells are therefore."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt

from renderer.errors import ImageLimitError
from renderer.scene import Scene

MAX_PIXELS = 25_000_000
"""No picture has more pixels, whatever limits are asked for."""
MIN_CELL = 2
"""A cell has at least so many pixels a side: a line and the space beside it."""


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What a picture may take: bytes of the file, pixels a side, and pixels in all.

    Never more than `MAX_PIXELS` of these, also where `max_pixels` is larger.
    """

    max_bytes: int = 8 * 2**20
    max_side: int = 4096
    max_pixels: int = 16_000_000

    def __str__(self) -> str:
        """The limits in pixels, as `ImageLimitError` names them.

        >>> str(ImageLimits(max_side=200, max_pixels=9_000))
        '200 pixels a side and 9000 pixels in all'
        """
        most = min(self.max_pixels, MAX_PIXELS)
        return f"{self.max_side} pixels a side and {most} pixels in all"

    def admit(self, width: int, height: int) -> bool:
        """Whether a picture of so many pixels is small enough."""
        most = min(self.max_pixels, MAX_PIXELS)
        return max(width, height) <= self.max_side and width * height <= most


DEFAULT_LIMITS = ImageLimits()


def pixel_size(scene: Scene, cell: int) -> tuple[int, int]:
    """Width and height in pixels of a scene whose cells have `cell` of them a side."""
    return ceil(scene.width * cell), ceil(scene.height * cell)


def fitting_cell(scene: Scene, limits: ImageLimits) -> int:
    """Pixels a cell: many on small boards, fewer on large ones, always within the limits.

    Raises `ImageLimitError` when even cells of `MIN_CELL` pixels do not fit.
    """
    wanted = min(96, max(16, 2 * round(88 / sqrt(max(scene.width, scene.height)))))
    for cell in range(wanted, MIN_CELL - 1, -1):
        if limits.admit(*pixel_size(scene, cell)):
            return cell
    raise ImageLimitError(scene.width, scene.height, str(limits))


def fitting_file(scene: Scene, limits: ImageLimits, draw: Callable[[int], bytes]) -> bytes:
    """What `draw` makes of the scene with cells of so many pixels, as large as the limits allow.

    Raises `ImageLimitError` when there is no size that fits.
    """
    cell = fitting_cell(scene, limits)
    while True:
        data = draw(cell)
        if len(data) <= limits.max_bytes:
            return data
        if cell == MIN_CELL:
            raise ImageLimitError(scene.width, scene.height, f"{limits.max_bytes} bytes")
        shrunk = int(cell * sqrt(limits.max_bytes / len(data)))
        cell = max(MIN_CELL, min(shrunk, cell - 1))
