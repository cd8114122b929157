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


def page(sections: Iterable[GallerySection]) -> str:
    """The page of all sections."""
    return "\n".join([HEAD, *(_section(section) for section in sections)])


def _section(section: GallerySection) -> str:
    return "\n".join(
        [f"## {section.title}\n", f"{section.description}\n", *_shown(section.images), ""]
    )


def _shown(images: Iterable[GalleryImage]) -> Iterator[str]:
    for image in images:
        path, alt = f"{FOLDER}/{image.name}", escape(image.alt)
        if image.name.endswith(".pdf"):
            yield f"[{image.alt}]({path})"
        else:
            yield f'<img src="{path}" width="{WIDTH}" alt="{alt}">'
