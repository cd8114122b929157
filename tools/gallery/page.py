"""The page of the gallery, in Markdown, and what it is made of."""

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct

FOLDER = "images/gallery"
"""The folder of the images, relative to the page."""
WIDTH = 360
"""Width of the images in pixels, that of a phone."""

HEAD = """\
# Gallery

Every kind of picture that `renderer` draws: each state of a board in the themes light, dark, paper,
contrast and colour-blind, then other tilings, large boards, animations, share cards and a booklet.
The meaning of a mark never depends on its colour alone. The alt text of the first picture of each
state describes the board in words.

`script/gallery` (`tools/gallery`) generates this page and its pictures.
"""


class GalleryImage(Struct, frozen=True):
    """An image: file name, file content, and alt text."""

    name: str
    data: bytes
    alt: str


class GallerySection(Struct, frozen=True):
    """A section with a heading, a sentence, and images."""

    title: str
    description: str
    images: tuple[GalleryImage, ...]


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
