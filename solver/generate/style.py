"""The style of a loop: measures of what makes a board dull, and their bounds."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle, Solution
from solver.loops import cell_neighbours


class Style(Struct, frozen=True):
    """Measures of a loop.

    - `winding`: the share of the dots that the loop visits.
    - `bald`: the number of cells in the largest connected area without lines around them.
    - `comb`: the maximum number of parallel lines side by side, each at least two edges long.
    - `clues`: the share of the cells by their number of lines.
    """

    winding: float
    bald: int
    comb: int
    clues: Mapping[int, float]


class StyleBounds(Struct, frozen=True):
    """Bounds of the style of a loop; docs/generating.md says how many loops satisfy them.

    - `winding`: minimum of `Style.winding`.
    - `bald`, `comb`: maximum of these measures.
    - `share`: maximum share of the cells with any one number of lines.
    - `gap`: maximum side, in cells, of a square without shown clues.
    """

    winding: float
    bald: int
    comb: int
    share: float
    gap: int

    @classmethod
    def for_cells(cls, cells: int) -> "StyleBounds":
        """The bounds for a board with this number of cells; they are wider for larger boards."""
        more = cells // 150
        return cls(0.75, bald=3 + more, comb=5 + more, share=0.7, gap=3 + cells // 900)

    def allow(self, style: Style) -> bool:
        """Whether a style is within all bounds of the loop; `gap` is not checked here."""
        return (
            style.winding >= self.winding
            and style.bald <= self.bald
            and style.comb <= self.comb
            and max(style.clues.values()) <= self.share
        )


def style_of(grid: Grid, loop: Solution) -> Style:
    """The measures of a loop; on other tilings than squares, there are no combs.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 3)
    >>> style_of(grid, frozenset({0, 3, 9, 10}))
    Style(winding=0.3333333333333333, bald=3, comb=0, clues={0: 0.5, 1: 0.3333333333333333, \
4: 0.16666666666666666})
    """
    lines = [len(loop.intersection(edges)) for edges in grid.cell_edges]
    counts = Counter(lines)
    return Style(
        winding=len(loop) / len(grid.dots),
        bald=largest_area(grid, (cell for cell, count in enumerate(lines) if not count)),
        comb=_widest_comb(grid, loop) if grid.is_square else 0,
        clues={count: counts[count] / len(lines) for count in sorted(counts)},
    )


def largest_blank(puzzle: Puzzle) -> int:
    """The number of cells in the largest connected area without clues.

    >>> from puzzle.grid import square_grid
    >>> largest_blank(Puzzle(square_grid(2, 3), (None, 3, None, 2, None, None)))
    3
    """
    blank = (cell for cell, clue in enumerate(puzzle.clues) if clue is None)
    return largest_area(puzzle.grid, blank)


def widest_gap(puzzle: Puzzle) -> int:
    """The side, in cells, of the largest square without clues.

    On other tilings, the middle of an area as wide as a square of that side: each blank cell is at
    most so many steps, less one, from the next clue.

    >>> from puzzle.grid import square_grid
    >>> widest_gap(Puzzle(square_grid(3, 3), (None, None, 1, None, None, 2, 3, 2, None)))
    2
    """
    if not puzzle.grid.is_square:
        return _steps_to_clues(puzzle) + 1
    widest = 0
    above = [0] * (puzzle.grid.cols + 1)
    for row in puzzle.clue_rows:
        here = [0]  # the side of the largest square whose bottom right cell is this one
        for col, clue in enumerate(row):
            here.append(0 if clue is not None else 1 + min(here[col], above[col], above[col + 1]))
        widest = max(widest, *here)
        above = here
    return widest


def _steps_to_clues(puzzle: Puzzle) -> int:
    """The most steps, from cell to cell beside it, that any cell is from the next clue."""
    beside = cell_neighbours(puzzle.grid)
    reached = front = set(puzzle.clue_cells)
    steps = 0
    while front := {cell for at in front for _, cell in beside[at]} - reached:
        reached = reached | front
        steps += 1
    return steps


def largest_area(grid: Grid, cells: Iterable[int]) -> int:
    """The number of cells in the largest connected component of some cells."""
    left = set(cells)
    beside = cell_neighbours(grid)
    largest = 0
    while left:
        todo = [left.pop()]
        size = 0
        while todo:
            size += 1
            near = {cell for _, cell in beside[todo.pop()] if cell in left}
            left -= near
            todo += near
        largest = max(largest, size)
    return largest


def _widest_comb(grid: Grid, loop: Solution) -> int:
    """The maximum number of parallel lines side by side that run along each other for two edges."""
    steps = _steps(grid)
    long = {edge for edge in loop if steps[edge][0] in loop}
    widest = 0
    for edge in long:
        width = 0
        here: int | None = edge
        while here in long:
            width += 1
            here = steps[here][1]
        widest = max(widest, width)
    return widest


@lru_cache(maxsize=8)
def _steps(grid: Grid) -> tuple[tuple[int | None, int | None], ...]:
    """For each edge, the next one in its direction, and the next one parallel to it."""
    return tuple(
        (_next_in_line(grid, edge), _next_parallel(grid, edge))
        for edge in range(len(grid.edge_dots))
    )


def _next_in_line(grid: Grid, edge: int) -> int | None:
    """The edge that continues an edge to the right or down."""
    (row, col), (end_row, end_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
    beyond = grid.dot_index.get((2 * end_row - row, 2 * end_col - col))
    return None if beyond is None else grid.edge_between(grid.edge_dots[edge][1], beyond)


def _next_parallel(grid: Grid, edge: int) -> int | None:
    """The opposite edge of the cell below a horizontal edge, or to the right of a vertical edge."""
    left, right = grid.edge_cells[edge]
    # Going right, the cell below is on the right; going down, the cell to the right is on the left.
    a, b = grid.edge_dots[edge]
    cell = right if b == a + 1 else left
    if cell == OUTSIDE:
        return None
    edges = grid.cell_edges[cell]
    return edges[(edges.index(edge) + 2) % 4]
