"""The page of the gallery, in Markdown."""

from collections.abc import Iterable, Iterator
from html import escape

from tools.gallery.images import GalleryImage, GallerySection

FOLDER = "images/gallery"
"""Where the pictures are, seen from the page."""
WIDTH = 360
"""Pixels: the width of a phone."""

HEAD = """\
# Gallery

Every kind of picture that `renderer` draws: each state of a board in the themes light, dark, paper,
contrast and colour-blind, then large boards, animations, share cards and a booklet. The meaning of
a mark never depends on its colour alone. The alt texts describe each board in words.

`script/gallery` (`tools/gallery`) generates this page and its pictures.
"""


def page(walls: Iterable[GallerySection]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_section(wall) for wall in walls)])


def _section(wall: GallerySection) -> str:
    return "\n".join([f"## {wall.title}\n", f"{wall.told}\n", *_shown(wall.images), ""])


def _shown(images: Iterable[GalleryImage]) -> Iterator[str]:
    for image in images:
        path, alt = f"{FOLDER}/{image.name}", escape(image.alt)
        if image.name.endswith(".pdf"):
            yield f"[{image.alt}]({path})"
        else:
            yield f'<img src="{path}" width="{WIDTH}" alt="{alt}">'
