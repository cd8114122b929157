"""Sheets of paper to print on: text and scenes, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from types import MappingProxyType

from reportlab.lib.colors import HexColor

from renderer.pdf import draw_scene, font_for, new_canvas, text_width
from renderer.scene import Scene
from renderer.shapes import Point, ShapeRole
from renderer.theme import theme_named

THEME = "paper"
MARGIN = 42.0
"""Free space at each edge of a page, in points (1/72 inch)."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: width and height in points (1/72 inch)."""

    width: float
    height: float


PAPERS = MappingProxyType({"a4": Paper(595.28, 841.89), "letter": Paper(612.0, 792.0)})
"""The supported paper sizes by name."""


class Sheets:
    """A PDF file whose pages have the size of a paper.

    Positions are in points from the lower left corner of the page.
    """

    def __init__(
        self, paper: Paper, title: str, author: str = "Ouro", created: date | None = None
    ) -> None:
        self.paper = paper
        self._file = BytesIO()
        page = paper.width, paper.height
        self._canvas = new_canvas(self._file, page, title, author, created)
        self._theme = theme_named(THEME)

    def write(self, at: Point, text: str, size: float, *, centred: bool = True) -> None:
        """Write a line around or from a position, smaller if it is wider than the page."""
        size *= min(1.0, (self.paper.width - 2 * MARGIN) / max(text_width(text, size), 1.0))
        self._canvas.setFillColor(HexColor(self._theme.styles[ShapeRole.FOOTER].colour))
        self._canvas.setFont(font_for(text), size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(*at, text)

    def write_lines(self, top: float, lines: Sequence[str], size: float) -> None:
        """Write lines in the middle of the page; `top` is the height of the first."""
        for number, line in enumerate(lines):
            self.write((self.paper.width / 2, top - 1.6 * size * number), line, size)

    def draw(self, scene: Scene, at: Point, cell: float) -> None:
        """Draw a scene; `at` is its upper left corner and `cell` the side of a cell in points."""
        draw_scene(self._canvas, scene, self._theme, at, cell)

    def end_page(self) -> None:
        """Finish a page."""
        self._canvas.showPage()

    def pdf(self) -> bytes:
        """The content of the file, after the last page was finished."""
        self._canvas.save()
        return self._file.getvalue()
