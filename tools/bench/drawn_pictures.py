"""Draws puzzles as other programs, sites and pages do, and damages pictures as people do."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from puzzle.model import Puzzle

Colour = tuple[int, int, int]
WHITE, BLACK, GREY = (255, 255, 255), (0, 0, 0), (150, 150, 150)


class BoardLook(Struct, frozen=True):
    """How a board looks: sizes are in cells, and a size of 0 leaves a thing out.

    `grid` is the width of lines between all dots, in dashes if `dashed`; `frame` that of a line
    around the board. `lines` draws some edges and crosses, as of a game in progress.
    """

    dot: float = 0.12
    round_dots: bool = True
    grid: float = 0
    dashed: bool = False
    frame: float = 0
    lines: bool = False
    clue: float = 0.6
    ground: Colour = WHITE
    ink: Colour = BLACK
    grid_ink: Colour = GREY


LOOKS: Mapping[str, BoardLook] = {
    "dots": BoardLook(),
    "square dots": BoardLook(dot=0.1, round_dots=False, clue=0.5),
    "small dots": BoardLook(dot=0.07, clue=0.42),
    "large clues": BoardLook(dot=0.14, clue=0.72),
    "grid": BoardLook(dot=0, grid=0.03),
    "dashes": BoardLook(dot=0, grid=0.035, dashed=True, clue=0.65),
    "grid and dots": BoardLook(dot=0.11, grid=0.025, grid_ink=(205, 205, 205)),
    "frame": BoardLook(frame=0.04),
    "in play": BoardLook(lines=True, ink=(20, 20, 60)),
    "colours": BoardLook(
        ground=(253, 246, 227), ink=(88, 70, 117), grid=0.02, grid_ink=(220, 210, 180)
    ),
}
"""Looks of boards by name."""
SCALE = 2
"""How much larger boards are drawn than they are."""


class BoardDrawer:
    """Draws boards; the same `rng` makes the same pictures."""

    def __init__(self, rng: Random, fonts: list[Path]) -> None:
        self._rng, self._fonts = rng, fonts

    def font(self, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """One of the fonts."""
        if self._fonts:
            return ImageFont.truetype(self._rng.choice(self._fonts), size)
        return ImageFont.load_default(size)

    def draw(
        self, puzzle: Puzzle, look: BoardLook, pitch: int, shaded: bool = False
    ) -> Image.Image:
        """A picture of a puzzle on squares, with cells of `pitch` pixels."""
        sheet = _Sheet(puzzle, look, pitch * SCALE, self._rng)
        if shaded:
            sheet.shade_cells()
        sheet.draw_grid()
        if look.lines:
            sheet.draw_marks()
        if look.dot:
            sheet.draw_dots()
        sheet.write_clues(self.font(round(look.clue * pitch * SCALE * 1.3)))
        width, height = sheet.image.size
        return sheet.image.resize((width // SCALE, height // SCALE), Image.Resampling.LANCZOS)

    def furnish(self, image: Image.Image) -> Image.Image:
        """The picture on a page: a title, a bar of buttons, a column of text."""
        rng = self._rng
        left, top = rng.randint(20, 260), rng.randint(60, 200)
        ground = _ground(image)
        width, height = image.width + left + rng.randint(20, 300), image.height + top + 160
        page = Image.new("RGB", (width, height), ground)
        pen = ImageDraw.Draw(page)
        ink = BLACK if sum(ground) > 380 else WHITE
        pen.rectangle((0, 0, width, top // 3), fill=(60, 90, 140))
        pen.text((16, 6), "Slitherlink 10x10 - Normal", WHITE, self.font(max(12, top // 6)))
        small = self.font(15)
        for k in range(3):
            x, y = 20 + 130 * k, height - 110
            pen.rounded_rectangle((x, y, x + 110, y + 36), 8, fill=(70, 130, 90))
            pen.text((x + 20, y + 8), ("Check", "Undo 3", "New 24")[k], WHITE, small)
        pen.text((20, height - 60), "Time 03:12   Puzzle ID: 1,320,412", ink, small)
        for line in range(max(0, (left - 100) and (height - top) // 60)):
            pen.text((6, top + 30 * line), "Draw lines 1 2 3"[: left // 10], ink, small)
        page.paste(image, (left, top))
        return page


class _Sheet:
    """A board that is being drawn, larger than it will be, so that its edges are smooth."""

    def __init__(self, puzzle: Puzzle, look: BoardLook, pitch: int, rng: Random) -> None:
        self._puzzle, self._look, self._pitch, self._rng = puzzle, look, pitch, rng
        self._rows, self._cols = puzzle.grid.rows, puzzle.grid.cols
        self._margin = round(pitch * rng.uniform(0.4, 1.2))
        size = self._cols * pitch + 2 * self._margin, self._rows * pitch + 2 * self._margin
        self.image = Image.new("RGB", size, look.ground)
        self._pen = ImageDraw.Draw(self.image)
        self._dots = [(row, col) for row in range(self._rows + 1) for col in range(self._cols + 1)]
        self._edges = [
            (*self._at(row, col), *self._at(row + down, col + right))
            for row, col in self._dots
            for down, right in ((0, 1), (1, 0))
            if row + down <= self._rows and col + right <= self._cols
        ]

    def _at(self, row: float, col: float) -> tuple[float, float]:
        return self._margin + col * self._pitch, self._margin + row * self._pitch

    def shade_cells(self) -> None:
        """Give a third of the cells another ground."""
        red, green, blue = (round(value * 0.86 + 12) for value in self._look.ground)
        cells = range(self._rows * self._cols)
        for cell in self._rng.sample(cells, len(cells) // 3):
            row, col = divmod(cell, self._cols)
            box = (*self._at(row, col), *self._at(row + 1, col + 1))
            self._pen.rectangle(box, fill=(red, green, blue))

    def draw_grid(self) -> None:
        """Draw the lines between all dots and the frame, if there are any."""
        look = self._look
        for edge in self._edges if look.grid else ():
            width = max(SCALE, round(look.grid * self._pitch))
            _line(self._pen, edge, look.grid_ink, width, 7 if look.dashed else 1)
        if look.frame:
            box = (*self._at(-0.3, -0.3), *self._at(self._rows + 0.3, self._cols + 0.3))
            width = max(SCALE, round(look.frame * self._pitch))
            self._pen.rectangle(box, outline=look.ink, width=width)

    def draw_marks(self) -> None:
        """Draw lines and crosses on a third of the edges."""
        for edge in self._rng.sample(self._edges, len(self._edges) // 3):
            if self._rng.random() < 0.6:
                self._pen.line(edge, self._look.ink, max(2, round(0.08 * self._pitch)))
            else:
                x, y = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
                r = 0.08 * self._pitch
                self._pen.line((x - r, y - r, x + r, y + r), GREY, SCALE)
                self._pen.line((x - r, y + r, x + r, y - r), GREY, SCALE)

    def draw_dots(self) -> None:
        """Draw the dots."""
        draw = self._pen.ellipse if self._look.round_dots else self._pen.rectangle
        for row, col in self._dots:
            (x, y), r = self._at(row, col), self._look.dot * self._pitch / 2
            draw((x - r, y - r, x + r, y + r), fill=self._look.ink)

    def write_clues(self, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> None:
        """Write the clues, with a 0 nearly in the middle of its cell."""
        _, top, _, bottom = self._pen.textbbox((0, 0), "0", font, anchor="mm")
        lift = (top + bottom) / 2 + self._pitch * self._rng.uniform(-0.03, 0.03)
        for cell, clue in enumerate(self._puzzle.clues):
            if clue is not None:
                row, col = divmod(cell, self._cols)
                x, y = self._at(row + 0.5, col + 0.5)
                self._pen.text((x, y - lift), str(clue), self._look.ink, font, anchor="mm")


def _line(
    pen: ImageDraw.ImageDraw,
    edge: tuple[float, float, float, float],
    ink: Colour,
    width: int,
    pieces: int,
) -> None:
    x0, y0, x1, y1 = edge
    for k in range(0, pieces, 2):
        a, b = k / pieces, (k + 1) / pieces
        ends = (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
        pen.line(ends, ink, width)


def _ground(image: Image.Image) -> Colour:
    """The colour of the ground of a picture, which is that of its corner."""
    red, green, blue = image.convert("RGB").crop((1, 1, 2, 2)).tobytes()
    return red, green, blue


def png(image: Image.Image) -> bytes:
    """A picture as a PNG file."""
    return _saved(image, "PNG")


def _saved(image: Image.Image, kind: str, **options: int) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def _tilted(image: Image.Image) -> bytes:
    ground = _ground(image)
    return png(image.rotate(2, Image.Resampling.BICUBIC, expand=True, fillcolor=ground))


def _half(image: Image.Image) -> bytes:
    return png(image.resize((image.width // 2, image.height // 2), Image.Resampling.BILINEAR))


def _narrow(image: Image.Image) -> bytes:
    size = 300, round(image.height * 300 / image.width)
    return png(image.resize(size, Image.Resampling.LANCZOS))


def _photographed(image: Image.Image) -> bytes:
    """A picture of a screen: in perspective, with a shade over it, blurred."""
    w, h = image.size
    d = 0.03 * w
    quad = (0, 0, -d, h + d, w + d, h - d, w - d, d)
    ground = _ground(image)
    bent = image.transform(
        image.size, Image.Transform.QUAD, quad, Image.Resampling.BICUBIC, fillcolor=ground
    )
    shade = Image.linear_gradient("L").resize(bent.size).point(lambda v: 170 + v // 3)
    shaded = Image.composite(bent, Image.new("RGB", bent.size, BLACK), shade)
    return _saved(shaded.filter(ImageFilter.GaussianBlur(0.8)), "JPEG", quality=70)


DAMAGES: Mapping[str, Callable[[Image.Image], bytes]] = {
    "clean": png,
    "JPEG 30": lambda image: _saved(image, "JPEG", quality=30),
    "half size": _half,
    "300 px wide": _narrow,
    "tilted by 2°": _tilted,
    "dark": lambda image: png(ImageOps.invert(image)),
    "photographed": _photographed,
}
"""What happens to pictures, by name; each makes a file."""
