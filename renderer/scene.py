"""What a picture of a board shows: shapes with roles, neither pixels nor colours.

All lengths are cell lengths. x grows to the right and y downwards; the top left dot is at
(0, 0). Nothing else in the project turns a (row, column) into an (x, y).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from puzzle.grid import Coord, Grid, column_name
from puzzle.model import Board
from renderer.chains import chains_of, is_one_loop

Point: TypeAlias = tuple[float, float]
"""A place as (x, y), in cell lengths."""

MARGIN = 0.6
"""Free space around the board."""
LABEL_MARGIN = 1.0
"""Space above and left of the board when labels stand there."""
LABEL_DISTANCE = 0.56
"""From the outermost dots to the middle of their labels."""


class Role(Enum):
    """What a shape means; the theme gives every role its look."""

    BOARD = "board"
    INSIDE = "inside"
    DOT = "dot"
    CLUE = "clue"
    CROSS = "cross"
    LINE = "line"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon; a rounded one has the corners of a closed path round it."""

    role: Role
    corners: tuple[Point, ...]
    rounded: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A stroke that really turns at its corners; a closed one returns to the first."""

    role: Role
    corners: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A small filled circle."""

    role: Role
    at: Point


@dataclass(frozen=True, slots=True)
class Saltire:
    """A small diagonal cross."""

    role: Role
    at: Point


@dataclass(frozen=True, slots=True)
class Text:
    """A word around its middle."""

    role: Role
    at: Point
    text: str


Shape: TypeAlias = Area | Path | Disc | Saltire | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes in the order they are drawn, and the `box` (left, top, right, bottom) they fill."""

    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]

    @property
    def width(self) -> float:
        """From the left to the right side of the box."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """From the top to the bottom of the box."""
        return self.box[3] - self.box[1]


def build_scene(board: Board, *, labels: bool = False) -> Scene:
    """The scene of a board: its dots, clues and marks, with the names of the dots if asked.

    The inside is shaded when the lines are one loop and nothing else.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> scene = build_scene(Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 1})))
    >>> scene.box
    (-0.6, -0.6, 2.6, 1.6)
    >>> scene.shapes[-1]
    Path(role=<Role.LINE: 'line'>, corners=((0.0, 0.0), (2.0, 0.0)), closed=False)
    """
    grid = board.puzzle.grid
    near = LABEL_MARGIN if labels else MARGIN
    right = max(col for _, col in grid.dots) + MARGIN
    bottom = max(row for row, _ in grid.dots) + MARGIN
    box = (-near, -near, right, bottom)
    shapes = [_frame(box), *_board_shapes(board)]
    if labels:
        shapes += _label_shapes(grid)
    return Scene(box, tuple(shapes))


def _frame(box: tuple[float, float, float, float]) -> Area:
    left, top, right, bottom = box
    return Area(Role.BOARD, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _board_shapes(board: Board) -> Iterator[Shape]:
    grid = board.puzzle.grid
    chains = chains_of(grid, board.lines)
    paths = [
        Path(Role.LINE, tuple(_point(grid.dots[dot]) for dot in chain.dots), chain.closed)
        for chain in chains
    ]
    if is_one_loop(chains):
        yield Area(Role.INSIDE, paths[0].corners, rounded=True)
    covered = {dot for edge in board.lines for dot in grid.edge_dots[edge]}
    for dot, place in enumerate(grid.dots):
        if dot not in covered:
            yield Disc(Role.DOT, _point(place))
    for cell in board.puzzle.clue_cells:
        yield Text(Role.CLUE, _point(grid.cells[cell]), str(board.puzzle.clues[cell]))
    for edge in sorted(board.crosses):
        yield Saltire(Role.CROSS, _middle(grid, edge))
    yield from paths


def _label_shapes(grid: Grid) -> Iterator[Shape]:
    for col in range(grid.cols + 1):
        yield Text(Role.LABEL, (float(col), -LABEL_DISTANCE), column_name(col))
    for row in range(grid.rows + 1):
        yield Text(Role.LABEL, (-LABEL_DISTANCE, float(row)), str(row + 1))


def _middle(grid: Grid, edge: int) -> Point:
    (x0, y0), (x1, y1) = (_point(grid.dots[dot]) for dot in grid.edge_dots[edge])
    return (x0 + x1) / 2, (y0 + y1) / 2


def _point(place: Coord) -> Point:
    row, col = place
    return col, row
