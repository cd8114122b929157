"""Writes the gallery to docs/: the page and its images, replacing the old ones."""

from pathlib import Path

from tools.gallery.images import sections
from tools.gallery.page import FOLDER, page

DOCS = Path(__file__).resolve().parents[2] / "docs"


def write(docs: Path) -> None:
    """Write the page and its images to a folder."""
    shown = list(sections())
    folder = docs / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for section in shown:
        for image in section.images:
            (folder / image.name).write_bytes(image.data)
    (docs / "gallery.md").write_text(page(shown), encoding="utf-8")


if __name__ == "__main__":
    write(DOCS)
