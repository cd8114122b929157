"""What the gallery is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GalleryImage:
    """An image: file name, file content, and alt text."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class GallerySection:
    """A section with a heading, a sentence, and images."""

    title: str
    description: str
    images: tuple[GalleryImage, ...]
