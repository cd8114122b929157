"""Draws scenes as vector graphics on the pages of PDF files, with reportlab."""

from datetime import date
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType

from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from renderer.outlines import Circle, Outline, Polyline, ink_of, outlines_of, turns
from renderer.scene import Scene
from renderer.shapes import Point, Text
from renderer.theme import Theme

POINTS_PER_CELL = 36.0
"""Side of a cell in points (1/72 inch) on a page with a single scene."""
DIGIT_HEIGHT = 0.73
"""Height of digits and capitals, as a share of the font size."""
_LATIN = "Vera"
_ASIAN = MappingProxyType(
    {"cp932": "HeiseiKakuGo-W5", "gbk": "STSong-Light", "cp949": "HYGothic-Medium"}
)
"""Fonts that readers of files have, by encodings with their characters: Japanese, simplified
Chinese (which has those of the first, too) and Korean."""
_ROUND = 1
"""The PDF code for round line caps and joins."""


def draw_pdf(scene: Scene, theme: Theme, title: str = "") -> bytes:
    """A PDF file with one page that has exactly the size of the scene.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_pdf(scene, theme_named("paper"))[:5]
    b'%PDF-'
    """
    size = scene.width * POINTS_PER_CELL, scene.height * POINTS_PER_CELL
    file = BytesIO()
    canvas = new_canvas(file, size, title)
    draw_scene(canvas, scene, theme, (0.0, size[1]), POINTS_PER_CELL)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def new_canvas(
    file: BytesIO,
    page: tuple[float, float],
    title: str,
    author: str = "Ouro",
    created: date | None = None,
) -> Canvas:
    """A canvas for pages of that width and height in points.

    The date is not that of the clock, so the same drawing gives the same bytes.
    """
    canvas = Canvas(file, pagesize=page, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setSubject("Slitherlink")
    canvas.setCreator("Ouro")
    if created is not None:
        canvas.setDateFormatter(lambda *_: f"D:{created:%Y%m%d}")
    return canvas


def font_for(text: str, beside: str = "") -> str:
    """The name of a font with all characters of a text, if there is one.

    Files embed what they use of Vera, which reportlab includes. For other characters, readers take
    a font of their own, which also has those of the texts `beside`.
    """
    if not _without_latin(text):
        return _LATIN
    needed = _without_latin(text + beside)
    return next((font for code, font in _ASIAN.items() if _has(code, needed)), _ASIAN["cp932"])


def _has(code: str, text: str) -> bool:
    return text.encode(code, "ignore").decode(code) == text


def text_width(text: str, size: float, beside: str = "") -> float:
    """The width of a line of text in points at a font size, in the font for it."""
    return pdfmetrics.stringWidth(text, font_for(text, beside), size)


def _without_latin(text: str) -> str:
    """The characters of a text that the Latin font lacks."""
    return "".join(char for char in text if ord(char) not in _latin_characters())


@lru_cache(maxsize=1)
def _latin_characters() -> frozenset[int]:
    """Register the fonts at the first call; the code points that the Latin one has."""
    latin = TTFont(_LATIN, "Vera.ttf")
    pdfmetrics.registerFont(latin)
    for font in _ASIAN.values():
        pdfmetrics.registerFont(UnicodeCIDFont(font))
    return frozenset(latin.face.charToGlyph)


def draw_scene(canvas: Canvas, scene: Scene, theme: Theme, at: Point, cell: float) -> None:
    """Draw a scene on the current page.

    `at` is the position of its upper left corner in points from the lower left corner of the
    page, `cell` the side of a cell in points.
    """
    writer = _PdfWriter(
        canvas, theme, (at[0] - scene.box[0] * cell, at[1] + scene.box[1] * cell), cell
    )
    canvas.saveState()
    canvas.setLineCap(_ROUND)
    canvas.setLineJoin(_ROUND)
    for shape in scene.shapes:
        if isinstance(shape, Text):
            writer.write(shape)
            continue
        ink = ink_of(shape, theme)
        writer.draw(outlines_of(shape, theme), ink.colour, ink.width)
    canvas.restoreState()


class _PdfWriter(Struct, eq=False):
    """Draws shapes of a scene on a canvas.

    Scenes have y downwards in cells, pages have y upwards in points.
    """

    canvas: Canvas
    theme: Theme
    origin: Point
    cell: float

    def _to_page(self, point: Point) -> Point:
        left, top = self.origin
        return left + point[0] * self.cell, top - point[1] * self.cell

    def draw(self, outlines: tuple[Outline, ...], colour: str, width: float | None) -> None:
        """Stroke outlines with a width in cells, or fill them if the width is None."""
        path = self.canvas.beginPath()
        for outline in outlines:
            if isinstance(outline, Circle):
                path.circle(*self._to_page(outline.at), outline.radius * self.cell)
            else:
                self._trace(path, outline)
        if width is None:
            self.canvas.setFillColor(HexColor(colour))
        else:
            self.canvas.setStrokeColor(HexColor(colour))
            self.canvas.setLineWidth(width * self.cell)
        self.canvas.drawPath(path, stroke=int(width is not None), fill=int(width is None))

    def _trace(self, path: PDFPathObject, polyline: Polyline) -> None:
        """Add a polyline to a path, with arcs at its corners if it has a `bend`."""
        if not polyline.bend:
            for i, point in enumerate(polyline.points):
                (path.lineTo if i else path.moveTo)(*self._to_page(point))
        else:
            begun = not polyline.closed
            if begun:
                path.moveTo(*self._to_page(polyline.points[0]))
            for turn in turns(polyline):
                (path.lineTo if begun else path.moveTo)(*self._to_page(turn.start))
                begun = True
                one, two = turn.controls
                path.curveTo(*self._to_page(one), *self._to_page(two), *self._to_page(turn.end))
            if not polyline.closed:
                path.lineTo(*self._to_page(polyline.points[-1]))
        if polyline.closed:
            path.close()

    def write(self, text: Text) -> None:
        """Write a text around its middle, smaller if it exceeds its maximum width."""
        style = self.theme.styles[text.role]
        size = style.size * text.scale * self.cell
        if text.max_width is not None:
            wide = text_width(text.text, size)
            size *= min(1.0, text.max_width * self.cell / max(wide, 0.01))
        x, y = self._to_page(text.at)
        self.canvas.setFillColor(HexColor(style.colour))
        self.canvas.setFont(font_for(text.text), size)
        self.canvas.drawCentredString(x, y - DIGIT_HEIGHT / 2 * size, text.text)
