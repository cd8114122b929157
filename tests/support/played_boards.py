"""Draws boards in play as other programs, sites and hands do."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from msgspec import Struct
from PIL import Image, ImageDraw

from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState
from tools.bench.drawn_pictures import BoardDrawer, Colour

Point = tuple[float, float]


class PlayedLook(Struct, frozen=True):
    """How a board in play looks; widths are in cells, a width of 0 leaves a thing out.

    `cross` is the colour of crosses; without one, the grid is missing there. `hand` is how far
    strokes are beside their edges, and `short` how far from its dots a line ends.
    """

    line: Colour = (0, 0, 0)
    width: float = 0.09
    cross: Colour | None = (210, 60, 60)
    grid: Colour = (190, 190, 190)
    grid_width: float = 0
    dashes: int = 1
    dot: float = 0.12
    ground: Colour = (255, 255, 255)
    ink: Colour = (0, 0, 0)
    hand: float = 0
    short: float = 0
    framed: bool = False


LOOKS: Mapping[str, PlayedLook] = MappingProxyType(
    {
        "dots": PlayedLook(),
        "dark": PlayedLook((90, 170, 255), ground=(24, 26, 32), ink=(225, 225, 225)),
        "grid": PlayedLook((0, 0, 190), grid_width=0.03, dot=0),
        "framed grid": PlayedLook((0, 140, 0), grid_width=0.03, dot=0, framed=True),
        "dashes": PlayedLook(grid_width=0.03, dashes=5, dot=0),
        "missing edges": PlayedLook(cross=None, grid=(225, 225, 0), grid_width=0.12),
        "short lines": PlayedLook((180, 90, 0), short=0.22),
        "by hand": PlayedLook((90, 90, 95), 0.06, (110, 110, 115), hand=0.04),
    }
)


def drawn_board(board: Board, look: PlayedLook, pitch: int = 36, seed: int = 1) -> Image.Image:
    """A picture of a board on squares with its marks."""
    sheet = _Sheet(board, look, 2 * pitch, Random(seed))
    for edge, mark in enumerate(board.marks):
        sheet.draw_edge(edge, mark)
    sheet.draw_dots_and_clues()
    width, height = sheet.image.size
    return sheet.image.resize((width // 2, height // 2), Image.Resampling.LANCZOS)


class _Sheet:
    """A board that is being drawn, twice as large as it will be."""

    def __init__(self, board: Board, look: PlayedLook, scale: int, rng: Random) -> None:
        self._puzzle, self._look, self._scale, self._rng = board.puzzle, look, scale, rng
        self._grid = board.puzzle.grid
        size = (self._grid.cols + 1) * scale, (self._grid.rows + 1) * scale
        self.image = Image.new("RGB", size, look.ground)
        self._pen = ImageDraw.Draw(self.image)

    def _at(self, row: float, col: float) -> Point:
        return (col + 0.5) * self._scale, (row + 0.5) * self._scale

    def _stroke(self, one: Point, two: Point, colour: Colour, width: float) -> None:
        hand = self._look.hand * self._scale
        ends = [part + hand * self._rng.uniform(-1, 1) for part in (*one, *two)]
        self._pen.line(ends, colour, max(1, round(width * self._scale)))

    def draw_edge(self, edge: int, mark: EdgeState) -> None:
        look = self._look
        one, two = (self._at(*self._grid.dots[dot]) for dot in self._grid.edge_dots[edge])
        is_missing = mark is EdgeState.CROSS and look.cross is None
        is_frame = look.framed and min(self._grid.edge_cells[edge]) == OUTSIDE
        ink, width = (look.ink, 0.08) if is_frame else (look.grid, look.grid_width)
        if width and mark is not EdgeState.LINE and not is_missing:
            for ends in _parts(one, two, look.dashes):
                self._pen.line(ends, ink, max(1, round(width * self._scale)))
        if mark is EdgeState.LINE:
            (x, y), (right, down), t = one, (two[0] - one[0], two[1] - one[1]), look.short
            start = x + t * right, y + t * down
            end = x + right - t * right, y + down - t * down
            self._stroke(start, end, look.line, look.width)
        elif mark is EdgeState.CROSS and look.cross is not None:
            (x, y), r = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), 0.09 * self._scale
            self._stroke((x - r, y - r), (x + r, y + r), look.cross, 0.035)
            self._stroke((x - r, y + r), (x + r, y - r), look.cross, 0.035)

    def draw_dots_and_clues(self) -> None:
        look, r = self._look, self._look.dot * self._scale / 2
        for dot in self._grid.dots if r else ():
            x, y = self._at(*dot)
            self._pen.ellipse((x - r, y - r, x + r, y + r), fill=look.ink)
        font = BoardDrawer(self._rng, []).font(round(0.7 * self._scale))
        for cell in self._puzzle.clue_cells:
            place = self._at(*self._grid.cells[cell])
            self._pen.text(place, str(self._puzzle.clues[cell]), look.ink, font, anchor="mm")


def _parts(one: Point, two: Point, count: int) -> list[list[Point]]:
    """A line, or as many dashes along it."""
    (x, y), (right, down) = one, (two[0] - one[0], two[1] - one[1])
    share = 1.0 if count == 1 else 0.55
    ends = [(k / count, (k + share) / count) for k in range(count)]
    return [[(x + t * right, y + t * down) for t in each] for each in ends]
