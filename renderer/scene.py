"""What a picture of a board shows: shapes with roles, neither pixels nor colours.

All lengths are cell lengths. x grows to the right and y downwards; the top left dot is at
(0, 0). Nothing else in the project turns a (row, column) into an (x, y).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from puzzle.grid import Coord, Grid, column_name
from puzzle.model import Board, EdgeState
from renderer.chains import chains_of
from renderer.highlights import NO_HIGHLIGHTS, Highlights

Point: TypeAlias = tuple[float, float]
"""A place as (x, y), in cell lengths."""

MARGIN = 0.6
"""Free space around the board."""
LABEL_MARGIN = 1.0
"""Space above and left of the board when labels stand there."""
LABEL_DISTANCE = 0.56
"""From the outermost dots to the middle of their labels."""
LABEL_STEPS = ((20, 1, 1.0), (50, 2, 1.5), (100, 5, 2.5))
"""Up to so many cells a side, every how many dots have labels, and how much larger these are."""
COARSEST_LABELS = 10, 5.0
"""The same for boards larger still."""
FOOTER_HEIGHT = 0.6
"""What a footer adds below, on boards up to `FOOTER_WIDTH`."""
FOOTER_WIDTH = 11.0
"""Wider pictures have larger footers, so that these stay legible on a small screen."""
FOOTER_LENGTH = 120
"""Characters of a footer; longer ones end in dots."""
FOOTER_INSET = 0.2
"""Free space around a footer."""


class ShapeRole(Enum):
    """What a shape means; the theme gives every role its look."""

    BOARD = "board"
    INSIDE = "inside"
    REGION = "region"
    KNOWN = "known"
    REASON = "reason"
    DOT = "dot"
    CLUE = "clue"
    DIMMED_CLUE = "dimmed clue"
    CROSS = "cross"
    REASON_CELL = "reason cell"
    REASON_DOT = "reason dot"
    LINE = "line"
    FORCED_LINE = "forced line"
    FORCED_CROSS = "forced cross"
    ONLY_FIRST = "only first"
    ONLY_SECOND = "only second"
    WRONG_LINE = "wrong line"
    WRONG_CROSS = "wrong cross"
    WRONG_FRAME = "wrong frame"
    CONFLICT_LINE = "conflict line"
    CONFLICT_CORE = "conflict core"
    CONFLICT_CROSS = "conflict cross"
    CONFLICT_CELL = "conflict cell"
    CONFLICT_DOT = "conflict dot"
    START = "start"
    FINISH = "finish"
    CURSOR = "cursor"
    LABEL = "label"
    FOOTER = "footer"
    TITLE = "title"
    FIGURE = "figure"


GROUNDS = frozenset(
    {ShapeRole.BOARD, ShapeRole.INSIDE, ShapeRole.REGION, ShapeRole.KNOWN, ShapeRole.REASON}
)
"""Roles that colour the ground; all others are ink on it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon; a rounded one has the corners of a closed path round it."""

    role: ShapeRole
    corners: tuple[Point, ...]
    rounded: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A stroke that really turns at its corners; a closed one returns to the first."""

    role: ShapeRole
    corners: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A broken or crooked stroke from one point to another."""

    role: ShapeRole
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Sign:
    """A small symbol around its middle: a disc, a cross, a ring, a frame …"""

    role: ShapeRole
    at: Point


@dataclass(frozen=True, slots=True)
class Text:
    """A word around its middle.

    It is `scale` times as large as its role says, or smaller where it would be wider than its
    `room`.
    """

    role: ShapeRole
    at: Point
    text: str
    scale: float = 1.0
    room: float | None = None


Shape: TypeAlias = Area | Path | Link | Sign | Text


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


def build_scene(
    board: Board,
    *,
    labels: bool = False,
    highlights: Highlights = NO_HIGHLIGHTS,
    footer: str = "",
) -> Scene:
    """The scene of a board: its dots, clues and marks, and what is highlighted.

    `labels` names columns and rows of dots, on large boards fewer of them in larger letters.
    `footer` is a line of text below. The inside is shaded when the lines are one loop and
    nothing else.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> scene = build_scene(Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 1})))
    >>> scene.box
    (-0.6, -0.6, 2.6, 1.6)
    >>> scene.shapes[-1]
    Path(role=<Role.LINE: 'line'>, corners=((0.0, 0.0), (2.0, 0.0)), closed=False)
    """
    grid = board.puzzle.grid
    step, size = _label_step(grid)
    near = LABEL_MARGIN * size if labels else MARGIN
    far = max(MARGIN, LABEL_DISTANCE / 2 * size) if labels else MARGIN
    right = max(col for _, col in grid.dots) + far
    bottom = max(row for row, _ in grid.dots) + far
    shapes = list(_Drawing(board, highlights).shapes())
    if labels:
        shapes += _label_shapes(grid, step, size)
    words = one_line(footer)
    if words:
        scale = max(1.0, (right + near) / FOOTER_WIDTH)
        middle = (right - near) / 2, bottom + FOOTER_HEIGHT / 2 * scale - FOOTER_INSET
        shapes.append(Text(ShapeRole.FOOTER, middle, words, scale, right + near - 2 * FOOTER_INSET))
        bottom += FOOTER_HEIGHT * scale
    box = -near, -near, right, bottom
    return Scene(box, (_rectangle(ShapeRole.BOARD, box), *shapes))


def one_line(text: str) -> str:
    """The printable characters of a text, with single spaces, cut to `FOOTER_LENGTH`."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words if len(words) <= FOOTER_LENGTH else f"{words[: FOOTER_LENGTH - 3]}..."


def _rectangle(role: ShapeRole, box: tuple[float, float, float, float]) -> Area:
    left, top, right, bottom = box
    return Area(role, ((left, top), (right, top), (right, bottom), (left, bottom)))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A board with its highlights, as shapes from the bottom to the top."""

    board: Board
    highlights: Highlights

    @property
    def grid(self) -> Grid:
        return self.board.puzzle.grid

    def shapes(self) -> Iterator[Shape]:
        odd = self.highlights.wrong | self.highlights.conflict_edges
        lines, crosses = self.board.lines, self.board.crosses
        paths = list(self._paths(ShapeRole.LINE, lines - odd))
        if not odd and len(paths) == 1 and paths[0].closed:
            yield Area(ShapeRole.INSIDE, paths[0].corners, rounded=True)
        yield from self._grounds()
        yield from self._dots(lines)
        yield from self._clues()
        for edge in sorted(crosses - odd):
            yield Sign(ShapeRole.CROSS, self._middle(edge))
        yield from self._reasons()
        yield from paths
        yield from self._conclusions()
        yield from self._mistakes(lines, crosses)
        yield from self._places()

    def _grounds(self) -> Iterator[Shape]:
        grid, shown = self.grid, self.highlights
        for cell in sorted(shown.region):
            corners = tuple(_point(grid.dots[dot]) for dot in grid.cell_dots[cell])
            yield Area(ShapeRole.REGION, corners)
        for edge in sorted(shown.known):
            start, end = grid.edge_dots[edge]
            yield Path(ShapeRole.KNOWN, (_point(grid.dots[start]), _point(grid.dots[end])))
        for cell in sorted(shown.reason_cells):
            yield Sign(ShapeRole.REASON, _point(grid.cells[cell]))

    def _dots(self, lines: frozenset[int]) -> Iterator[Shape]:
        covered = {dot for edge in lines for dot in self.grid.edge_dots[edge]}
        for dot, place in enumerate(self.grid.dots):
            if dot not in covered:
                yield Sign(ShapeRole.DOT, _point(place))

    def _clues(self) -> Iterator[Shape]:
        puzzle = self.board.puzzle
        dimmed = satisfied_clues(self.board) if self.highlights.dim_satisfied else frozenset()
        dimmed -= self.highlights.reason_cells | self.highlights.conflict_cells
        for cell in puzzle.clue_cells:
            role = ShapeRole.DIMMED_CLUE if cell in dimmed else ShapeRole.CLUE
            yield Text(role, _point(puzzle.grid.cells[cell]), str(puzzle.clues[cell]))

    def _reasons(self) -> Iterator[Shape]:
        for cell in sorted(self.highlights.reason_cells):
            yield Sign(ShapeRole.REASON_CELL, _point(self.grid.cells[cell]))
        for dot in sorted(self.highlights.reason_dots):
            yield Sign(ShapeRole.REASON_DOT, _point(self.grid.dots[dot]))

    def _conclusions(self) -> Iterator[Shape]:
        yield from self._links(ShapeRole.ONLY_FIRST, self.highlights.only_first)
        yield from self._links(ShapeRole.ONLY_SECOND, self.highlights.only_second)
        yield from self._links(ShapeRole.FORCED_LINE, self.highlights.forced_lines)
        for edge in sorted(self.highlights.forced_crosses):
            yield Sign(ShapeRole.FORCED_CROSS, self._middle(edge))

    def _mistakes(self, lines: frozenset[int], crosses: frozenset[int]) -> Iterator[Shape]:
        shown = self.highlights
        conflict = shown.conflict_edges - shown.wrong
        yield from self._paths(ShapeRole.CONFLICT_LINE, conflict & lines)
        yield from self._paths(ShapeRole.CONFLICT_CORE, conflict & lines)
        for edge in sorted(conflict & crosses):
            yield Sign(ShapeRole.CONFLICT_CROSS, self._middle(edge))
        yield from self._links(ShapeRole.WRONG_LINE, shown.wrong & lines)
        for edge in sorted(shown.wrong & crosses):
            yield Sign(ShapeRole.WRONG_CROSS, self._middle(edge))
            yield Sign(ShapeRole.WRONG_FRAME, self._middle(edge))
        for cell in sorted(shown.conflict_cells):
            yield Sign(ShapeRole.CONFLICT_CELL, _point(self.grid.cells[cell]))
        for dot in sorted(shown.conflict_dots):
            yield Sign(ShapeRole.CONFLICT_DOT, _point(self.grid.dots[dot]))

    def _places(self) -> Iterator[Shape]:
        shown = self.highlights
        places = (
            (ShapeRole.START, shown.start),
            (ShapeRole.FINISH, shown.finish),
            (ShapeRole.CURSOR, shown.cursor),
        )
        for role, dot in places:
            if dot is not None:
                yield Sign(role, _point(self.grid.dots[dot]))

    def _paths(self, role: ShapeRole, lines: frozenset[int]) -> Iterator[Path]:
        for chain in chains_of(self.grid, lines):
            corners = tuple(_point(self.grid.dots[dot]) for dot in chain.dots)
            yield Path(role, corners, chain.closed)

    def _links(self, role: ShapeRole, edges: frozenset[int]) -> Iterator[Link]:
        for edge in sorted(edges):
            start, end = self.grid.edge_dots[edge]
            yield Link(role, _point(self.grid.dots[start]), _point(self.grid.dots[end]))

    def _middle(self, edge: int) -> Point:
        (x0, y0), (x1, y1) = (_point(self.grid.dots[dot]) for dot in self.grid.edge_dots[edge])
        return (x0 + x1) / 2, (y0 + y1) / 2


def satisfied_clues(board: Board) -> frozenset[int]:
    """The cells that have as many lines as their clues say; a 0 needs its crosses, too.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 3), (1, 0, 1))
    >>> satisfied_clues(Board.of_lines(puzzle, frozenset({0})))
    frozenset({0})
    """
    puzzle, marks = board.puzzle, board.marks
    satisfied = set()
    for cell in puzzle.clue_cells:
        states = [marks[edge] for edge in puzzle.grid.cell_edges[cell]]
        if states.count(EdgeState.LINE) == puzzle.clues[cell] and (
            puzzle.clues[cell] or EdgeState.UNKNOWN not in states
        ):
            satisfied.add(cell)
    return frozenset(satisfied)


def _label_step(grid: Grid) -> tuple[int, float]:
    """Every how many dots have labels, and how much larger than on small boards these are."""
    for most, step, size in LABEL_STEPS:
        if max(grid.rows, grid.cols) <= most:
            return step, size
    return COARSEST_LABELS


def _label_shapes(grid: Grid, step: int, size: float) -> Iterator[Shape]:
    away = -LABEL_DISTANCE * size
    for col in range(0, grid.cols + 1, step):
        yield Text(ShapeRole.LABEL, (float(col), away), column_name(col), size)
    for row in range(0, grid.rows + 1, step):
        yield Text(ShapeRole.LABEL, (away, float(row)), str(row + 1), size)


def _point(place: Coord) -> Point:
    row, col = place
    return col, row
