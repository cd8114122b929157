"""The topology of a board, and the builder of square ones.

A `Grid` can hold any planar tiling: dots joined by edges, edges bounding cells. Solver and
renderer use only its incidence tables and coordinates. The builders of other tilings are in
`puzzle.tilings`; no other module computes indices of dots, edges or cells.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from puzzle.names import Coord, PlaceNames, SquareNames, mean_of

OUTSIDE = -1
"""The number of the face around the board in `Grid.edge_cells`."""


SQUARE = "square"
"""The name of the tiling of square cells."""


class GridKey(NamedTuple):
    """All that a grid is built from.

    `rows` and `cols` are the size as game IDs give it: on other tilings than squares, the number
    of repetitions, or of units of length. `patch` says which part of the plane the board is where
    a tiling has several, as the grid description of a game ID does; empty elsewhere.

    >>> square_grid(2, 3).key
    GridKey(tiling='square', rows=2, cols=3, patch='')
    """

    tiling: str
    rows: int
    cols: int
    patch: str = ""


class Grid:
    """Immutable planar topology; dots, edges and cells are numbered from 0.

    - `key` is what it is built from, by `builder`; grids with the same key are equal.
    - `dots[d]` is the position of a dot; the shortest edge has the length 1.
    - `cells[c]` is the centre of the largest circle in a cell, `cell_radii[c]` its radius.
    - `edge_dots[e]` are the two ends of an edge, the smaller dot first.
    - `edge_cells[e]` are the cells on the left and right of an edge, seen in the direction from
      its first to its second end; `OUTSIDE` where there is none.
    - `dot_edges[d]` are the edges at a dot.
    - `cell_edges[c]` and `cell_dots[c]` are in clockwise order: edge i joins dots i and i + 1.
    - `names` are the names that people give to cells and dots.

    >>> grid = square_grid(1, 2)
    >>> len(grid.dots), len(grid.edge_dots), len(grid.cells)
    (6, 7, 2)
    >>> grid.cell_dots[0], [grid.edge_dots[e] for e in grid.cell_edges[0]]
    ((0, 1, 4, 3), [(0, 1), (1, 4), (3, 4), (0, 3)])
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        key: GridKey,
        builder: "Callable[[GridKey], Grid]",
        dots: tuple[Coord, ...],
        cells: tuple[Coord, ...],
        cell_radii: tuple[float, ...],
        edge_dots: tuple[tuple[int, int], ...],
        edge_cells: tuple[tuple[int, int], ...],
        dot_edges: tuple[tuple[int, ...], ...],
        cell_edges: tuple[tuple[int, ...], ...],
        cell_dots: tuple[tuple[int, ...], ...],
        names: PlaceNames,
    ) -> None:
        self.key: Final = key
        self.tiling: Final = key.tiling
        self.rows: Final = key.rows
        self.cols: Final = key.cols
        self.is_square: Final = key.tiling == SQUARE
        self._builder: Final = builder
        self.dots: Final = dots
        self.cells: Final = cells
        self.cell_radii: Final = cell_radii
        self.edge_dots: Final = edge_dots
        self.edge_cells: Final = edge_cells
        self.dot_edges: Final = dot_edges
        self.cell_edges: Final = cell_edges
        self.cell_dots: Final = cell_dots
        self.names: Final = names

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        return self._builder, (self.key,)

    def __repr__(self) -> str:
        return f"<{self.tiling} grid, {self.rows} rows by {self.cols} columns>"

    @cached_property
    def extent(self) -> tuple[float, float]:
        """The height and width of the board, whose least coordinates are 0."""
        return max(row for row, _ in self.dots), max(col for _, col in self.dots)

    @cached_property
    def cell_means(self) -> tuple[Coord, ...]:
        """The mean of the corners of each cell, by its number."""
        return tuple(mean_of([self.dots[dot] for dot in around]) for around in self.cell_dots)

    @cached_property
    def dot_index(self) -> dict[Coord, int]:
        """The number of the dot at each position."""
        return {place: dot for dot, place in enumerate(self.dots)}

    @cached_property
    def cell_index(self) -> dict[Coord, int]:
        """The number of the cell with its centre at each position."""
        return {place: cell for cell, place in enumerate(self.cells)}

    @cached_property
    def edge_index(self) -> dict[tuple[int, int], int]:
        """The number of the edge between two dots, by the pair with the smaller dot first."""
        return {ends: edge for edge, ends in enumerate(self.edge_dots)}

    def edge_between(self, a: int, b: int) -> int | None:
        """The edge that joins two dots, or None when they are not neighbours.

        >>> square_grid(1, 2).edge_between(4, 1), square_grid(1, 2).edge_between(0, 5)
        (5, None)
        """
        return self.edge_index.get((a, b) if a < b else (b, a))

    def other_end(self, edge: int, dot: int) -> int:
        """The dot at the other end of `edge`, one of whose ends is `dot`."""
        a, b = self.edge_dots[edge]
        return b if dot == a else a


@lru_cache(maxsize=32)
def square_grid(rows: int, cols: int) -> Grid:
    """A board of `rows` by `cols` square cells; raises `ValueError` when either is below 1.

    Dots and cells are numbered row by row. Edges: first all horizontal ones, row by row,
    then all vertical ones, row by row.

    >>> square_grid(2, 3)
    <square grid, 2 rows by 3 columns>
    """
    if rows < 1 or cols < 1:
        raise ValueError("a grid has at least one row and one column")
    horizontals = (rows + 1) * cols

    def dot(row: int, col: int) -> int:
        return row * (cols + 1) + col

    def horizontal_edge(row: int, col: int) -> int:
        return row * cols + col

    def vertical_edge(row: int, col: int) -> int:
        return horizontals + row * (cols + 1) + col

    def cell(row: int, col: int) -> int:
        return row * cols + col if 0 <= row < rows and 0 <= col < cols else OUTSIDE

    dot_places = [(r, c) for r in range(rows + 1) for c in range(cols + 1)]
    cell_places = [(r, c) for r in range(rows) for c in range(cols)]
    edge_dots = [(dot(r, c), dot(r, c + 1)) for r in range(rows + 1) for c in range(cols)]
    edge_dots += [(dot(r, c), dot(r + 1, c)) for r in range(rows) for c in range(cols + 1)]
    # Going right, the cell above is on the left; going down, the cell to the right is.
    edge_cells = [(cell(r - 1, c), cell(r, c)) for r in range(rows + 1) for c in range(cols)]
    edge_cells += [(cell(r, c), cell(r, c - 1)) for r in range(rows) for c in range(cols + 1)]
    return Grid(
        key=GridKey(SQUARE, rows, cols),
        builder=square_of,
        dots=tuple((float(r), float(c)) for r, c in dot_places),
        cells=tuple((r + 0.5, c + 0.5) for r, c in cell_places),
        cell_radii=(0.5,) * len(cell_places),
        edge_dots=tuple(edge_dots),
        edge_cells=tuple(edge_cells),
        dot_edges=edges_at_dots(len(dot_places), edge_dots),
        cell_edges=tuple(
            (
                horizontal_edge(r, c),
                vertical_edge(r, c + 1),
                horizontal_edge(r + 1, c),
                vertical_edge(r, c),
            )
            for r, c in cell_places
        ),
        cell_dots=tuple(
            (dot(r, c), dot(r, c + 1), dot(r + 1, c + 1), dot(r + 1, c)) for r, c in cell_places
        ),
        names=SquareNames(),
    )


def square_of(key: GridKey) -> Grid:
    """The board of square cells with a key."""
    return square_grid(key.rows, key.cols)


def edges_at_dots(dots: int, edge_dots: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """For each of a number of dots, the edges that end at it."""
    at: list[list[int]] = [[] for _ in range(dots)]
    for edge, (a, b) in enumerate(edge_dots):
        at[a].append(edge)
        at[b].append(edge)
    return tuple(map(tuple, at))


def edge_rows(grid: Grid, edges: Iterable[int]) -> tuple[list[str], list[str]]:
    """A set of edges as rows of 0 and 1: rows of horizontal edges, then rows of vertical ones.

    Raises `ValueError` unless the cells are squares.

    >>> edge_rows(square_grid(1, 2), {0, 2, 4, 5})
    (['10', '10'], ['110'])
    """
    chosen = set(edges)
    return _split_rows(grid, "".join("01"[edge in chosen] for edge in range(len(grid.edge_dots))))


def mark_rows(
    grid: Grid, lines: Collection[int], crosses: Collection[int]
) -> tuple[list[str], list[str]]:
    """Marked edges as rows of 1 (line), 0 (cross) and ? (neither), like `edge_rows`.

    Raises `ValueError` unless the cells are squares.

    >>> mark_rows(square_grid(1, 2), {0, 2}, {6})
    (['1?', '1?'], ['??0'])
    """
    signs = ["?"] * len(grid.edge_dots)
    for edge in lines:
        signs[edge] = "1"
    for edge in crosses:
        signs[edge] = "0"
    return _split_rows(grid, "".join(signs))


def _split_rows(grid: Grid, signs: str) -> tuple[list[str], list[str]]:
    """Split one character per edge into rows of horizontal edges and rows of vertical edges."""
    check_square(grid)
    split = (grid.rows + 1) * grid.cols
    wide, tall = grid.cols, grid.cols + 1
    horizontal = [signs[i : i + wide] for i in range(0, split, wide)]
    vertical = [signs[i : i + tall] for i in range(split, len(signs), tall)]
    return horizontal, vertical


def edges_from_rows(
    grid: Grid, horizontal: list[str], vertical: list[str], sign: str = "1"
) -> frozenset[int]:
    """The edges with a sign in rows as of `edge_rows`; raises `ValueError` for another shape.

    >>> sorted(edges_from_rows(square_grid(1, 2), ["10", "10"], ["110"]))
    [0, 2, 4, 5]
    """
    check_square(grid)
    shapes = [len(row) for row in horizontal], [len(row) for row in vertical]
    if shapes != ([grid.cols] * (grid.rows + 1), [grid.cols + 1] * grid.rows):
        raise ValueError("the rows of edges do not fit the grid")
    signs = "".join((*horizontal, *vertical))
    return frozenset(edge for edge, each in enumerate(signs) if each == sign)


def check_square(grid: Grid) -> None:
    """Raise `ValueError` unless the cells are squares, in rows and columns."""
    if not grid.is_square:
        raise ValueError(f"rows need square cells, not the tiling {grid.tiling!r}")
