"""Draws boards in play as other programs, sites and hands do."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from msgspec import Struct
from PIL import Image, ImageDraw

from puzzle.model import Board, EdgeState
from tools.bench.drawn_pictures import BoardDrawer, Colour

Point = tuple[float, float]


class PlayedLook(Struct, frozen=True):
    """How a board in play looks; widths are in cells, a width of 0 leaves a thing out.

    `cross` is the colour of crosses; without one, the grid is missing there. `hand` is how far
    strokes are beside their edges.
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
    framed: bool = False


LOOKS: Mapping[str, PlayedLook] = MappingProxyType(
    {
        "dots": PlayedLook(),
        "dark": PlayedLook((90, 170, 255), ground=(24, 26, 32), ink=(225, 225, 225)),
        "grid": PlayedLook((0, 0, 190), grid_width=0.03, dot=0),
        "framed grid": PlayedLook((0, 140, 0), grid_width=0.03, dot=0, framed=True),
        "dashes": PlayedLook(grid_width=0.03, dashes=5, dot=0),
        "missing edges": PlayedLook(cross=None, grid=(225, 225, 0), grid_width=0.12),
        "by hand": PlayedLook((90, 90, 95), 0.06, (110, 110, 115), hand=0.04),
    }
)


def drawn_board(board: Board, look: PlayedLook, pitch: int = 36, seed: int = 1) -> Image.Image:
    """A picture of a board on squares with its marks."""
    grid, rng, scale = board.puzzle.grid, Random(seed), 2 * pitch
    size = (grid.cols + 1) * scale, (grid.rows + 1) * scale
    image = Image.new("RGB", size, look.ground)
    pen = ImageDraw.Draw(image)

    def stroke(start: Point, end: Point, colour: Colour, width: float) -> None:
        wobble = [look.hand * scale * rng.uniform(-1, 1) for _ in range(4)]
        points = (
            start[0] + wobble[0],
            start[1] + wobble[1],
            end[0] + wobble[2],
            end[1] + wobble[3],
        )
        pen.line(points, colour, max(1, round(width * scale)))

    def at(row: float, col: float) -> Point:
        return (col + 0.5) * scale, (row + 0.5) * scale

    if look.framed:
        pen.line(
            [at(0, 0), at(0, grid.cols), at(grid.rows, grid.cols), at(grid.rows, 0), at(0, 0)],
            look.ink,
            round(0.08 * scale),
        )
    for edge, mark in enumerate(board.marks):
        one, two = (at(*grid.dots[dot]) for dot in grid.edge_dots[edge])
        (x, y), r = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), 0.09 * scale
        is_missing = mark is EdgeState.CROSS and look.cross is None
        if look.grid_width and mark is not EdgeState.LINE and not is_missing:
            for start, end in _parts(one, two, look.dashes):
                pen.line((*start, *end), look.grid, max(1, round(look.grid_width * scale)))
        if mark is EdgeState.LINE:
            stroke(one, two, look.line, look.width)
        elif mark is EdgeState.CROSS and look.cross is not None:
            stroke((x - r, y - r), (x + r, y + r), look.cross, 0.035)
            stroke((x - r, y + r), (x + r, y - r), look.cross, 0.035)
    for row, col in grid.dots if look.dot else ():
        (x, y), r = at(row, col), look.dot * scale / 2
        pen.ellipse((x - r, y - r, x + r, y + r), fill=look.ink)
    font = BoardDrawer(rng, []).font(round(0.7 * scale))
    for cell, clue in enumerate(board.puzzle.clues):
        if clue is not None:
            pen.text(at(*grid.cells[cell]), str(clue), look.ink, font, anchor="mm")
    return image.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)


def _parts(one: Point, two: Point, count: int) -> list[tuple[Point, Point]]:
    """A line, or as many dashes along it."""
    (x, y), (right, down) = one, (two[0] - one[0], two[1] - one[1])
    share = 1.0 if count == 1 else 0.55
    ends = [(k / count, (k + share) / count) for k in range(count)]
    return [((x + a * right, y + a * down), (x + b * right, y + b * down)) for a, b in ends]
