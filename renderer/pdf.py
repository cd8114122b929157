"""Scenes as vector drawings on the pages of a PDF file, for printers (through reportlab)."""

from functools import lru_cache
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from renderer.outlines import Circle, Outline, Polyline, ink_of, outlines_of, turns
from renderer.scene import Point, Scene, Text
from renderer.theme import Theme

CELL = 36.0
"""Points a cell of a page that holds nothing but a scene; a point is 1/72 inch."""
CAPITAL_HEIGHT = 0.73
"""How high digits and capitals are, as a share of the height of the font."""
_ROUND = 1


def draw_pdf(scene: Scene, theme: Theme, title: str = "") -> bytes:
    """A PDF file with the scene on its only page, which is just as large.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_pdf(scene, theme_named("paper"))[:5]
    b'%PDF-'
    """
    size = scene.width * CELL, scene.height * CELL
    file = BytesIO()
    canvas = new_canvas(file, size, title)
    draw_scene(canvas, scene, theme, (0.0, size[1]), CELL)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def new_canvas(file: BytesIO, page: tuple[float, float], title: str) -> Canvas:
    """A canvas for pages of that many points; the same drawing gives the same bytes."""
    canvas = Canvas(file, pagesize=page, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Ouro")
    return canvas


@lru_cache(maxsize=1)
def typeface() -> str:
    """The name of the typeface that reportlab brings along; files take in what they use of it."""
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    return "Vera"


def draw_scene(canvas: Canvas, scene: Scene, theme: Theme, at: Point, cell: float) -> None:
    """Draw a scene with its upper left corner at a point of the page, which counts upwards."""
    pen = _PdfWriter(
        canvas, theme, (at[0] - scene.box[0] * cell, at[1] + scene.box[1] * cell), cell
    )
    canvas.saveState()
    canvas.setLineCap(_ROUND)
    canvas.setLineJoin(_ROUND)
    for shape in scene.shapes:
        if isinstance(shape, Text):
            pen.write(shape)
            continue
        ink = ink_of(shape, theme)
        pen.draw(outlines_of(shape, theme), ink.colour, ink.width)
    canvas.restoreState()


class _PdfWriter:
    """Turns places of a scene, which count downwards in cells, into those of a page."""

    def __init__(self, canvas: Canvas, theme: Theme, origin: Point, cell: float) -> None:
        self._canvas = canvas
        self._theme = theme
        self._origin = origin
        self._cell = cell

    def _place(self, point: Point) -> Point:
        left, top = self._origin
        return left + point[0] * self._cell, top - point[1] * self._cell

    def draw(self, outlines: tuple[Outline, ...], colour: str, width: float | None) -> None:
        """Fill outlines, or stroke them with a width in cells."""
        path = self._canvas.beginPath()
        for outline in outlines:
            if isinstance(outline, Circle):
                path.circle(*self._place(outline.at), outline.radius * self._cell)
            else:
                self._trace(path, outline)
        if width is None:
            self._canvas.setFillColor(HexColor(colour))
        else:
            self._canvas.setStrokeColor(HexColor(colour))
            self._canvas.setLineWidth(width * self._cell)
        self._canvas.drawPath(path, stroke=int(width is not None), fill=int(width is None))

    def _trace(self, path: PDFPathObject, way: Polyline) -> None:
        """A way with an arc at every corner where it is bent, else with straight pieces alone."""
        if not way.bend:
            for i, point in enumerate(way.points):
                (path.lineTo if i else path.moveTo)(*self._place(point))
        else:
            begun = not way.closed
            if begun:
                path.moveTo(*self._place(way.points[0]))
            for turn in turns(way):
                (path.lineTo if begun else path.moveTo)(*self._place(turn.start))
                begun = True
                one, two = turn.controls
                path.curveTo(*self._place(one), *self._place(two), *self._place(turn.end))
            if not way.closed:
                path.lineTo(*self._place(way.points[-1]))
        if way.closed:
            path.close()

    def write(self, text: Text) -> None:
        """A word around its middle, smaller where it would be wider than its room."""
        style = self._theme.styles[text.role]
        size = style.size * text.scale * self._cell
        if text.room is not None:
            wide = pdfmetrics.stringWidth(text.text, typeface(), size)
            size *= min(1.0, text.room * self._cell / max(wide, 0.01))
        x, y = self._place(text.at)
        self._canvas.setFillColor(HexColor(style.colour))
        self._canvas.setFont(typeface(), size)
        self._canvas.drawCentredString(x, y - CAPITAL_HEIGHT / 2 * size, text.text)
