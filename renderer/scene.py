"""Scenes: the shapes of a picture with their roles, independent of pixels and colours.

Among them are the shapes of an argument: what is supposed, what follows, and how edges at a dot are
related. Lengths and positions are as in `renderer.shapes`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from operator import attrgetter
from types import MappingProxyType

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Board, EdgeState
from puzzle.names import column_name
from puzzle.rules import around, lines_at_dots
from puzzle.rules.sheep_wolf import SHEEP, WOLF
from renderer.chains import border_of, chains_of
from renderer.geometry import angle_arc, between, direction
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels, cell_names, has_labels, label_layout
from renderer.positions import Positions, positions_of
from renderer.shapes import (
    PERSON_ROLES,
    Area,
    Curve,
    EdgeStroke,
    Path,
    Point,
    Shape,
    ShapeRole,
    Symbol,
    Text,
)

MARGIN = 0.6
"""Free space around the board, in cells."""
FOOTER_HEIGHT = 0.6
"""Height that a footer adds below a picture of at most `FOOTER_WIDTH`, in cells."""
FOOTER_WIDTH = 11.0
"""Width in cells above which footers are scaled up, so that they are legible on small screens."""
MAX_FOOTER_LENGTH = 120
"""Maximum length of a footer in characters; a longer one is cut and ends in three dots."""
SIGN_SHARE = 0.55
"""How far above and left of the middle of a cell its sign is, as a share of the radius."""
FOOTER_INSET = 0.2
"""Free space around a footer, in cells."""


class Scene(Struct, frozen=True):
    """Shapes in drawing order, and the bounding `box` as (left, top, right, bottom)."""

    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]

    @property
    def roles(self) -> tuple[ShapeRole, ...]:
        """The roles of the shapes, each once, in drawing order."""
        return tuple(dict.fromkeys(role for role, _ in groupby(self.shapes, attrgetter("role"))))

    @property
    def width(self) -> float:
        """Width of the box in cells."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Height of the box in cells."""
        return self.box[3] - self.box[1]


def build_scene(  # noqa: PLR0913 - independent choices
    board: Board,
    *,
    labels: Labels = Labels.NONE,
    highlights: Highlights = NO_HIGHLIGHTS,
    footer: str = "",
    first: tuple[int, int] = (0, 0),
    title: str | None = None,
) -> Scene:
    """Build the scene of a board: its dots, clues, marks and highlights.

    Other cells than squares have faint edges, which show what dots are joined.
    `labels` are beside the columns and rows of cells or dots; where these are too close,
    highlighted cells have their names instead. The name of other rules than the plain ones is below
    the board, so that nobody takes it for a plain one: `title`, or else the English one. `footer`
    is a line of text below that, and `first` the row and column of its first cell by which it is
    labelled, for a part of a larger board. The inside of the loop is shaded if the lines are
    exactly one loop.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> scene = build_scene(Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 1})))
    >>> scene.box
    (-0.6, -0.6, 2.6, 1.6)
    >>> scene.shapes[-1]
    Path(role=<ShapeRole.LINE: 'line'>, corners=((0.0, 0.0), (2.0, 0.0)), closed=False)
    """
    frame = _frame_of(board.puzzle.grid, labels, first)
    near, right, bottom = frame.near, frame.right, frame.bottom
    shapes = [*_BoardShapes(board, highlights, frame).shapes(), *frame.labels]
    if labels is Labels.CELLS and not has_labels(board.puzzle.grid):
        shapes += cell_names(board.puzzle, highlights)
    rules = board.puzzle.rules
    for words in ("" if rules.is_plain else title or rules.title, one_line(footer)):
        if not words:
            continue
        scale = max(1.0, (right + near) / FOOTER_WIDTH)
        middle = (right - near) / 2, bottom + FOOTER_HEIGHT / 2 * scale - FOOTER_INSET
        shapes.append(Text(ShapeRole.FOOTER, middle, words, scale, right + near - 2 * FOOTER_INSET))
        bottom += FOOTER_HEIGHT * scale
    box = -near, -near, right, bottom
    return Scene(box, (rectangle(ShapeRole.BOARD, box), *shapes))


ANIMALS: Mapping[Clue, ShapeRole] = MappingProxyType({SHEEP: ShapeRole.SHEEP, WOLF: ShapeRole.WOLF})
"""The signs of clues that are no counts."""


class _Frame(Struct, frozen=True):
    """What all pictures of a grid have in common: their frame, positions, dots, edges and labels.

    `near` is the space above and left of the board; `right` and `bottom` are borders of the picture
    without a footer. On squares there are no `edges`: the dots alone show them.
    """

    near: float
    right: float
    bottom: float
    at: Positions
    dots: tuple[Symbol, ...]
    edges: tuple[EdgeStroke, ...]
    labels: tuple[Text, ...]


@lru_cache(maxsize=16)
def _frame_of(grid: Grid, labels: Labels, first: tuple[int, int]) -> _Frame:
    """The frame of a grid, cached: it depends on nothing that is on a board."""
    layout, at = label_layout(grid, labels, MARGIN, first), positions_of(grid)
    return _Frame(
        layout.near,
        at.size[0] + layout.right,
        at.size[1] + layout.bottom,
        at,
        tuple(Symbol(ShapeRole.DOT, dot) for dot in at.dots),
        () if grid.is_square else tuple(EdgeStroke(ShapeRole.EDGE, *ends) for ends in at.ends),
        layout.labels,
    )


def board_size(grid: Grid) -> tuple[float, float]:
    """Width and height in cells of the scenes of a grid without labels and footer.

    >>> from puzzle.grid import square_grid
    >>> board_size(square_grid(1, 2))
    (3.2, 2.2)
    """
    frame = _frame_of(grid, Labels.NONE, (0, 0))
    return frame.right + frame.near, frame.bottom + frame.near


def one_line(text: str) -> str:
    """The printable characters of a text with single spaces, cut to `MAX_FOOTER_LENGTH`."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words if len(words) <= MAX_FOOTER_LENGTH else f"{words[: MAX_FOOTER_LENGTH - 3]}..."


def rectangle(role: ShapeRole, box: tuple[float, float, float, float]) -> Area:
    """The area of a box, which is (left, top, right, bottom)."""
    left, top, right, bottom = box
    return Area(role, ((left, top), (right, top), (right, bottom), (left, bottom)))


def loop_around(
    grid: Grid, cells: Collection[int], among: Collection[int] | None = None
) -> Iterator[Shape]:
    """The line around some cells of squares, and the dots that it does not pass.

    The dots are those of all cells, or those `among` which the cells are.
    """
    lines, places = border_of(grid, cells), [(float(col), float(row)) for row, col in grid.dots]
    covered = {dot for edge in lines for dot in grid.edge_dots[edge]}
    every = range(len(grid.cells)) if among is None else among
    corners = {dot for cell in every for dot in grid.cell_dots[cell]}
    yield from (Symbol(ShapeRole.DOT, places[dot]) for dot in sorted(corners - covered))
    for chain in chains_of(grid, lines):
        yield Path(ShapeRole.LINE, tuple(places[dot] for dot in chain.dots), chain.closed)


class _BoardShapes(Struct, frozen=True):
    """Yields the shapes of a board and its highlights, from the bottom to the top."""

    board: Board
    highlights: Highlights
    frame: _Frame

    @property
    def grid(self) -> Grid:
        return self.board.puzzle.grid

    @property
    def at(self) -> Positions:
        return self.frame.at

    def shapes(self) -> Iterator[Shape]:
        restyled = self.highlights.wrong | self.highlights.conflict_edges
        lines, crosses = self.board.lines, self.board.crosses
        paths = list(self._paths(ShapeRole.LINE, lines - restyled))
        if not restyled and len(paths) == 1 and paths[0].closed:
            yield Area(ShapeRole.INSIDE, paths[0].corners, rounded=True)
        yield from self._grounds()
        yield from (it for edge, it in enumerate(self.frame.edges) if edge not in lines)
        yield from self._outline()
        yield from self._dots(lines)
        yield from self._clues()
        tried, in_mind = self.highlights.tried, self.highlights.in_mind
        for edge in sorted(crosses - restyled - in_mind):
            role = ShapeRole.TRIED_CROSS if edge in tried else ShapeRole.CROSS
            yield Symbol(role, self.at.middle(edge))
        for edge in sorted(in_mind):
            yield Symbol(ShapeRole.CROSS_IN_MIND, self.at.middle(edge))
        yield from self._reasons()
        yield from self._area_border()
        yield from self._sides()
        people = {edge for edge, _ in self.highlights.drawn_by}
        nobodys = lines - restyled - people if people else frozenset[int]()
        yield from self._paths(ShapeRole.LINE, nobodys) if people else paths
        yield from edge_strokes(self.at, ShapeRole.TRIED_LINE, lines & tried | nobodys)
        yield from self._by_people()
        yield from self._conclusions()
        yield from argument_shapes(self.at, self.highlights)
        yield from self._mistakes(lines, crosses)
        yield from self._places()

    def _by_people(self) -> Iterator[Shape]:
        """Lines in the colours of those who drew them, and a letter on one of each."""
        drawn = defaultdict[int, list[int]](list)
        for edge, person in self.highlights.drawn_by:
            drawn[person].append(edge)
        for person, edges in sorted(drawn.items()):
            yield from self._paths(PERSON_ROLES[person % len(PERSON_ROLES)], frozenset(edges))
        for person, edges in sorted(drawn.items()):
            at = self.at.middle(sorted(edges)[len(edges) // 2])
            yield Symbol(ShapeRole.NUMBER_PLATE, at)
            yield Text(ShapeRole.NUMBER, at, column_name(person))

    def _grounds(self) -> Iterator[Shape]:
        grid, shown = self.grid, self.highlights
        shaded = (
            (ShapeRole.INSIDE, shown.inside_cells),
            (ShapeRole.OUTSIDE, shown.outside_cells),
            (ShapeRole.REGION, shown.region),
        )
        for role, cells in shaded:
            for cell in sorted(cells):
                yield Area(role, self.at.corners(grid.cell_dots[cell]))
        for edge in sorted(shown.known):
            yield Path(ShapeRole.KNOWN, self.at.ends[edge])
        yield from self._around_clues(ShapeRole.REASON, shown.reason_cells)

    def _outline(self) -> Iterator[Shape]:
        region = self.highlights.region
        outline = (
            edge
            for edge, (left, right) in enumerate(self.grid.edge_cells)
            if (left in region) != (right in region)
        )
        return self._paths(ShapeRole.REGION_OUTLINE, frozenset(outline))

    def _dots(self, lines: frozenset[int]) -> Iterator[Shape]:
        covered = {dot for edge in lines for dot in self.grid.edge_dots[edge]}
        return (symbol for dot, symbol in enumerate(self.frame.dots) if dot not in covered)

    def _clues(self) -> Iterator[Shape]:
        puzzle = self.board.puzzle
        dimmed = satisfied_clues(self.board) if self.highlights.dim_satisfied else frozenset()
        dimmed -= self.highlights.reason_cells | self.highlights.conflict_cells
        for cell in puzzle.clue_cells:
            clue = puzzle.clues[cell]
            if clue in ANIMALS:
                yield Symbol(ANIMALS[clue], self.at.cells[cell], self.at.scales[cell])
                continue
            role = ShapeRole.DIMMED_CLUE if cell in dimmed else ShapeRole.CLUE
            yield Text(role, self.at.cells[cell], str(clue), self.at.clue_scales[cell])

    def _around_clues(self, role: ShapeRole, cells: frozenset[int]) -> Iterator[Shape]:
        """Symbols as large as the clues of cells need them."""
        for cell in sorted(cells):
            yield Symbol(role, self.at.cells[cell], self.at.scales[cell])

    def _reasons(self) -> Iterator[Shape]:
        yield from self._around_clues(ShapeRole.REASON_CELL, self.highlights.reason_cells)
        for dot in sorted(self.highlights.reason_dots):
            yield Symbol(ShapeRole.REASON_DOT, self.at.dots[dot])

    def _area_border(self) -> Iterator[Shape]:
        """The border of the dots and clues of a sum, which turns at the edges counted once.

        What is enclosed by others belongs to the area too: it counts nothing more.
        """
        grid, shown = self.grid, self.highlights
        if not shown.summed:
            return
        cells = shown.reason_cells.union(
            cell for cell, dots in enumerate(grid.cell_dots) if shown.reason_dots.issuperset(dots)
        )
        for dot, edges in enumerate(grid.dot_edges):
            beside = {cell for edge in edges for cell in grid.edge_cells[edge]}
            is_within = dot in shown.reason_dots or beside <= shown.reason_cells
            for one, two in combinations(edges, 2):
                for cell in {*grid.edge_cells[one]}.intersection(grid.edge_cells[two]):
                    if is_within != (cell in cells):
                        at = [self.at.dots[dot]] if cell == OUTSIDE else []
                        for ends in pairwise([self.at.middle(one), *at, self.at.middle(two)]):
                            yield EdgeStroke(ShapeRole.AREA_BORDER, *ends)

    def _conclusions(self) -> Iterator[Shape]:
        yield from edge_strokes(self.at, ShapeRole.ONLY_FIRST, self.highlights.only_first)
        yield from edge_strokes(self.at, ShapeRole.ONLY_SECOND, self.highlights.only_second)
        yield from edge_strokes(self.at, ShapeRole.FORCED_LINE, self.highlights.forced_lines)
        numbered = dict(self.highlights.then_crosses)
        for edge in sorted(self.highlights.forced_crosses):
            share = CROSS_SHARE if edge in numbered else 0.5
            at = between(*self.at.ends[edge], share)
            yield Symbol(ShapeRole.FORCED_CROSS, at)

    def _sides(self) -> Iterator[Shape]:
        """Signs of cells inside and outside, beside their clues."""
        shown, at = self.highlights, self.at
        signs = (
            (ShapeRole.INSIDE_SIGN, shown.inside_cells),
            (ShapeRole.OUTSIDE_SIGN, shown.outside_cells),
        )
        for role, cells in signs:
            for cell in sorted(cells):
                (x, y), away = at.cells[cell], SIGN_SHARE * at.radii[cell]
                yield Symbol(role, (x - away, y - away))

    def _mistakes(self, lines: frozenset[int], crosses: frozenset[int]) -> Iterator[Shape]:
        shown = self.highlights
        conflict = shown.conflict_edges - shown.wrong
        yield from self._paths(ShapeRole.CONFLICT_LINE, conflict & lines)
        yield from self._paths(ShapeRole.CONFLICT_CORE, conflict & lines)
        for edge in sorted(conflict & crosses):
            yield Symbol(ShapeRole.CONFLICT_CROSS, self.at.middle(edge))
        yield from edge_strokes(self.at, ShapeRole.WRONG_LINE, shown.wrong & lines)
        for edge in sorted(shown.wrong & crosses):
            yield Symbol(ShapeRole.WRONG_CROSS, self.at.middle(edge))
            yield Symbol(ShapeRole.WRONG_FRAME, self.at.middle(edge))
        for edge in sorted(shown.culprits):
            yield Symbol(ShapeRole.CULPRIT, self.at.middle(edge))
        yield from self._around_clues(ShapeRole.CONFLICT_CELL, shown.conflict_cells)
        yield from self._around_clues(ShapeRole.DOUBT, shown.doubts)
        for edge in sorted(shown.edge_doubts):
            yield Symbol(ShapeRole.DOUBT, self.at.middle(edge), 0.7)
        for dot in sorted(shown.conflict_dots):
            yield Symbol(ShapeRole.CONFLICT_DOT, self.at.dots[dot])

    def _places(self) -> Iterator[Shape]:
        shown = self.highlights
        places = (
            (ShapeRole.START, shown.start),
            (ShapeRole.FINISH, shown.finish),
            (ShapeRole.CURSOR, shown.cursor),
        )
        for role, dot in places:
            if dot is not None:
                yield Symbol(role, self.at.dots[dot])

    def _paths(self, role: ShapeRole, lines: frozenset[int]) -> Iterator[Path]:
        for chain in chains_of(self.grid, lines):
            yield Path(role, self.at.corners(chain.dots), chain.closed)


def satisfied_clues(board: Board) -> frozenset[int]:
    """The cells around which is what their clue counts; a 0 also needs crosses on all its sides.

    Animals count nothing, and are never among them.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 3), (1, 0, 1))
    >>> satisfied_clues(Board.of_lines(puzzle, frozenset({0})))
    frozenset({0})
    """
    puzzle, marks, lines = board.puzzle, board.marks, board.lines
    grid, variant, visited = puzzle.grid, puzzle.rules.variant, lines_at_dots(puzzle.grid, lines)
    satisfied = set()
    for cell, clue in enumerate(puzzle.clues):
        if clue is None or variant.sign(clue):
            continue
        is_open = any(marks[edge] is EdgeState.UNKNOWN for edge in grid.cell_edges[cell])
        if (clue or not is_open) and variant.is_met(clue, around(grid, cell, lines, visited)):
            satisfied.add(cell)
    return frozenset(satisfied)


CROSS_SHARE, NUMBER_SHARE = 0.3, 0.68
"""Positions of numbered crosses and their numbers along an edge, as shares."""
ONE_RADII, ALIKE_RADII = (0.28,), (0.25, 0.36)
"""Radii of the arcs between two edges of which exactly one is a line, or which are alike."""
ARC_NUMBER_RADIUS, ARC_NUMBER_SCALE = 0.42, 0.86
"""Distance of the number of an arc from its dot, in cells, and its size beside other numbers."""


def argument_shapes(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """The shapes of an argument, from the bottom to the top."""
    yield from _arcs(at, ShapeRole.ONE_ARC, shown.ones, ONE_RADII)
    yield from _arcs(at, ShapeRole.ALIKE_ARC, shown.alikes, ALIKE_RADII)
    yield from edge_strokes(at, ShapeRole.SUPPOSED_LINE, shown.supposed_lines)
    for edge in sorted(shown.supposed_crosses):
        yield Symbol(ShapeRole.SUPPOSED_CROSS, at.middle(edge))
    for edge in sorted(shown.supposed_lines | shown.supposed_crosses):
        yield Symbol(ShapeRole.SUPPOSED_RING, at.middle(edge))
    yield from _then(at, shown)
    yield from _case(at, shown)
    for one, two, number in (*shown.ones, *shown.alikes):
        if number:
            yield from _arc_number(at, one, two, number)
    for number, edge in enumerate(shown.asked, 1):  # fonts lack the signs themselves
        yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
        yield Symbol(ShapeRole.SIGN_RING, at.middle(edge))
        yield Text(ShapeRole.NUMBER, at.middle(edge), str(number))


def _then(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """What follows, with its numbers; of forced edges only the number."""
    lines = frozenset(dict(shown.then_lines)) - shown.forced_lines
    yield from edge_strokes(at, ShapeRole.THEN_LINE, lines)
    for edge, number in shown.then_lines:
        yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
        yield Text(ShapeRole.NUMBER, at.middle(edge), str(number))
    for edge, number in shown.then_crosses:
        ends = at.ends[edge]
        if edge not in shown.forced_crosses:
            yield Symbol(ShapeRole.THEN_CROSS, between(*ends, CROSS_SHARE))
        yield Text(ShapeRole.NUMBER, between(*ends, NUMBER_SHARE), str(number))


def _case(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """What follows in the second of two cases; edges that the first decides have no number."""
    first = frozenset(dict((*shown.then_lines, *shown.then_crosses)))
    yield from edge_strokes(at, ShapeRole.CASE_LINE, dict(shown.case_lines))
    for edge, number in shown.case_lines:
        if number and edge not in first:
            yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
            yield Text(ShapeRole.CASE_NUMBER, at.middle(edge), str(number))
    for edge, number in shown.case_crosses:
        ends = at.ends[edge]
        if not number or edge in first:
            yield Symbol(ShapeRole.CASE_CROSS, between(*ends, 0.5))
            continue
        yield Symbol(ShapeRole.CASE_CROSS, between(*ends, CROSS_SHARE))
        yield Text(ShapeRole.CASE_NUMBER, between(*ends, NUMBER_SHARE), str(number))


def _arcs(
    at: Positions, role: ShapeRole, pairs: Iterable[tuple[int, int, int]], radii: Iterable[float]
) -> Iterator[Shape]:
    """Arcs around the dots that two edges have in common."""
    for one, two, _ in pairs:
        dot, before, after = _corner(at, one, two)
        for radius in radii:
            yield Curve(role, dot, angle_arc(before, after, radius))


def _arc_number(at: Positions, one: int, two: int, number: int) -> Iterator[Shape]:
    """A number between two edges at a dot, in the middle of their arc."""
    (x, y), before, after = _corner(at, one, two)
    dx, dy = direction((0.0, 0.0), (before[0] + after[0], before[1] + after[1]))
    place = x + dx * ARC_NUMBER_RADIUS, y + dy * ARC_NUMBER_RADIUS
    yield Symbol(ShapeRole.ARC_PLATE, place)
    yield Text(ShapeRole.NUMBER, place, str(number), ARC_NUMBER_SCALE)


def _corner(at: Positions, one: int, two: int) -> tuple[Point, Point, Point]:
    """The dot that two edges have in common, and the directions of the edges from there."""
    (dot,) = {*at.ends[one]} & {*at.ends[two]}
    before, after = (
        direction(dot, end) for edge in (one, two) for end in at.ends[edge] if end != dot
    )
    return dot, before, after


def edge_strokes(at: Positions, role: ShapeRole, edges: Iterable[int]) -> Iterator[EdgeStroke]:
    """Strokes along edges, in the order of their numbers."""
    for edge in sorted(edges):
        yield EdgeStroke(role, *at.ends[edge])
