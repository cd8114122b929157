"""The page of the gallery, in Markdown."""

from collections.abc import Iterable, Iterator
from html import escape

from tools.gallery.images import GalleryImage, GallerySection

FOLDER = "images/gallery"
"""The folder of the images, relative to the page."""
WIDTH = 360
"""Width of the images in pixels, that of a phone."""

HEAD = """\
# Everything that a picture can say

Every state of a board in every theme: light, dark, paper, contrast, colour-blind. What a mark means
never hangs on its colour alone. `script/gallery` draws this page and its pictures anew.
"""


def page(walls: Iterable[GallerySection]) -> str:
    """The page of all sections."""
    return "\n".join([HEAD, *(_section(wall) for wall in walls)])


def _section(wall: GallerySection) -> str:
    return "\n".join([f"## {wall.title}\n", f"{wall.told}\n", *_shown(wall.exhibits), ""])


def _shown(exhibits: Iterable[GalleryImage]) -> Iterator[str]:
    for exhibit in exhibits:
        path, alt = f"{FOLDER}/{exhibit.name}", escape(exhibit.alt)
        if exhibit.name.endswith(".pdf"):
            yield f"[{exhibit.alt}]({path})"
        else:
            yield f'<img src="{path}" width="{WIDTH}" alt="{alt}">'
