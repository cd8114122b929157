"""A moving picture of pages, as a GIF of screenshots."""

from io import BytesIO
from pathlib import Path

from msgspec import Struct, field
from PIL import Image, ImageDraw
from playwright.async_api import Page

COLOURS = 192
"""Colours of the palette that all frames share."""
SAMPLES = 8
"""Number of frames from which the palette is made."""
FINGER_RADIUS, FINGER, RIM = 17, (150, 190, 255), (255, 255, 255)
"""The disc that shows a finger: CSS pixels, its colour, and that of its border."""
FINGER_OPACITY, RIM_OPACITY = 120, 210
SMOOTHING = 4
"""By how much the disc is drawn larger, so that its border is smooth."""


class Film(Struct):
    """Screenshots of pages of one size, each with its duration in milliseconds."""

    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    async def take(
        self, page: Page, milliseconds: int, finger: tuple[float, float] | None = None
    ) -> None:
        """Add a page as it is now, when its pictures are drawn, with a finger at a point of it."""
        await page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        image = Image.open(BytesIO(await page.screenshot())).convert("RGB")
        if finger is not None:
            ratio = image.width / await page.evaluate("innerWidth")
            _put_finger(image, (finger[0] * ratio, finger[1] * ratio), FINGER_RADIUS * ratio)
        self.frames.append((image, milliseconds))

    def still(self, path: Path) -> None:
        """Write the last frame as a PNG."""
        image, _ = self.frames[-1]
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)

    def save(self, path: Path) -> None:
        """Write the frames as a GIF that repeats."""
        images = [image for image, _ in self.frames]
        chosen = [*images[:: max(1, len(images) // SAMPLES)], images[-1]]
        palette = _stacked(chosen).quantize(COLOURS)
        drawn = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
        times = [milliseconds for _, milliseconds in self.frames]
        drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=times, loop=0)


def _put_finger(image: Image.Image, point: tuple[float, float], radius: float) -> None:
    """Draw a disc with a border on an image."""
    size = round(2 * radius)
    for colour, fill, outline in ((FINGER, FINGER_OPACITY, 0), (RIM, 0, RIM_OPACITY)):
        mask = Image.new("L", (size * SMOOTHING, size * SMOOTHING))
        whole = (0, 0, *(side - 1 for side in mask.size))
        ImageDraw.Draw(mask).ellipse(whole, fill, outline, width=2 * SMOOTHING)
        corner = round(point[0] - radius), round(point[1] - radius)
        image.paste(colour, corner, mask.resize((size, size), Image.Resampling.LANCZOS))


def _stacked(images: list[Image.Image]) -> Image.Image:
    """The images below one another."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        sheet.paste(image, (0, index * height))
    return sheet
