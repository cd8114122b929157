"""The gallery in docs/ equals the output of script/gallery, and is small."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.support.pixels import look_alike
from tools.gallery.images import sections
from tools.gallery.page import FOLDER, GalleryImage, GallerySection, page

DOCS = Path(__file__).resolve().parents[3] / "docs"
MAX_BYTES = 1_500_000


@pytest.fixture(scope="module")
def shown() -> list[GallerySection]:
    return list(sections())


@pytest.fixture(scope="module")
def images(shown: list[GallerySection]) -> list[GalleryImage]:
    return [image for section in shown for image in section.images]


def texts_in(png: bytes) -> dict[str | tuple[int, int], object]:
    with Image.open(BytesIO(png)) as image:
        return dict(image.info)


def test_the_page_is_up_to_date(shown: list[GallerySection]) -> None:
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == page(shown)


def test_the_pictures_are_up_to_date(images: list[GalleryImage]) -> None:
    assert {path.name for path in (DOCS / FOLDER).iterdir()} == {it.name for it in images}
    for image in images:
        kept = (DOCS / FOLDER / image.name).read_bytes()
        if image.name.endswith(".pdf"):
            assert len(kept) == pytest.approx(len(image.data), rel=0.05)
            continue
        assert look_alike(kept, image.data), image.name
        if image.name.endswith(".png"):
            assert texts_in(kept) == texts_in(image.data), image.name


def test_the_pictures_are_small_and_have_alt_texts(images: list[GalleryImage]) -> None:
    assert sum(len(image.data) for image in images) < MAX_BYTES
    for image in images:
        assert image.alt
