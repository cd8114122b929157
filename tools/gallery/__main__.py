"""Draws the gallery into docs/: its page, and its pictures in place of the old ones."""

from pathlib import Path

from tools.gallery.images import sections
from tools.gallery.page import FOLDER, page

DOCS = Path(__file__).resolve().parents[2] / "docs"


def write(docs: Path) -> None:
    """Write the gallery below a folder."""
    shown = list(sections())
    folder = docs / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for wall in shown:
        for image in wall.images:
            (folder / image.name).write_bytes(image.data)
    (docs / "gallery.md").write_text(page(shown), encoding="utf-8")


if __name__ == "__main__":
    write(DOCS)
