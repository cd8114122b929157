"""A moving picture of a page, as a GIF of screenshots."""

from io import BytesIO
from pathlib import Path

from msgspec import Struct, field
from PIL import Image
from playwright.async_api import Page

COLOURS = 96
"""Colours of the palette that all frames share."""


class Film(Struct):
    """Screenshots of a page, each with its duration in milliseconds."""

    page: Page
    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    async def take(self, milliseconds: int) -> None:
        """Add the page as it is now, when its pictures are drawn."""
        await self.page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        shot = await self.page.screenshot()
        self.frames.append((Image.open(BytesIO(shot)).convert("RGB"), milliseconds))

    def save(self, path: Path) -> None:
        """Write the frames as a GIF that repeats."""
        images = [image for image, _ in self.frames]
        palette = _stacked([images[0], images[len(images) // 2], images[-1]]).quantize(COLOURS)
        drawn = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
        times = [milliseconds for _, milliseconds in self.frames]
        drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=times, loop=0)


def _stacked(images: list[Image.Image]) -> Image.Image:
    """The images below one another."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        sheet.paste(image, (0, index * height))
    return sheet
