"""Windows: the part of a large board that a picture shows, so that its numbers are legible."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from puzzle.grid import Grid, square_grid
from puzzle.model import Board
from puzzle.names import Coord
from renderer.highlights import (
    Cells,
    Dot,
    Dots,
    Edges,
    EdgesInOrder,
    Highlights,
    NumberedEdges,
    NumberedPairs,
)

LARGE_SIDE = 12
"""Maximum side in cells of a board that is always shown as a whole."""
MARGIN_CELLS, MIN_SIDE, MAX_SIDE = 2, 8, 16
"""Cells around what a window is about, and its minimum and maximum side in cells."""


class BoardPart(Struct, frozen=True):
    """A part of a board: the row and column of its first cell, and its size in cells."""

    row: int
    col: int
    rows: int
    cols: int


def window_around(grid: Grid, shown: Highlights) -> BoardPart | None:
    """The part of a large square board with what is highlighted; None to show the whole board.

    Known marks, and the lines of a loop, are left out where a window would be too large with them.

    >>> from puzzle.grid import square_grid
    >>> window_around(square_grid(30, 30), Highlights(culprits=frozenset({930})))
    BoardPart(row=0, col=0, rows=8, cols=8)
    """
    if not grid.is_square or max(grid.rows, grid.cols) <= LARGE_SIDE:
        return None
    corners = {dot for cell in shown.cells for dot in grid.cell_dots[cell]}
    core = corners | shown.dots | _dots_of(grid, shown.edges)
    further = core | _dots_of(grid, shown.known | shown.conflict_edges)
    windows = (_window(grid, found) for found in (further, core) if found)
    return next((each for each in windows if max(each.rows, each.cols) <= MAX_SIDE), None)


def _dots_of(grid: Grid, edges: Iterable[int]) -> set[int]:
    return {dot for edge in edges for dot in grid.edge_dots[edge]}


def _window(grid: Grid, dots: Iterable[int]) -> BoardPart:
    """The window around dots, with a margin, and moved onto the board."""
    rows, cols = zip(*(grid.dots[dot] for dot in dots), strict=True)
    row, height = _span(int(min(rows)), int(max(rows)), grid.rows)
    col, width = _span(int(min(cols)), int(max(cols)), grid.cols)
    return BoardPart(row, col, height, width)


def _span(first: int, last: int, side: int) -> tuple[int, int]:
    """The first row of a window and its number of rows, for dots from `first` to `last`."""
    length = min(side, max(MIN_SIDE, last - first + 2 * MARGIN_CELLS))
    start = (first + last - length) // 2
    return min(max(0, start), side - length), length


def cut(board: Board, shown: Highlights, window: BoardPart) -> tuple[Board, Highlights]:
    """The part of a board in a window, as a board of its own, with its highlights.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 3)
    >>> from puzzle.model import Puzzle
    >>> board = Board.blank(Puzzle(grid, (3, None, 1, None, 2, None)))
    >>> part, shown = cut(board, Highlights(reason_cells=frozenset({0, 4})), BoardPart(1, 1, 1, 2))
    >>> part.puzzle.clues, shown.reason_cells
    ((2, None), frozenset({0}))
    """
    grid = board.puzzle.grid
    part = square_grid(window.rows, window.cols)
    cells = _moved(grid.cells, part.cells, window)
    dots = _moved(grid.dots, part.dots, window)
    edges = {
        edge: found
        for edge, (one, two) in enumerate(grid.edge_dots)
        if one in dots
        and two in dots
        and (found := part.edge_between(dots[one], dots[two])) is not None
    }
    clues = sorted((new, board.puzzle.clues[old]) for old, new in cells.items())
    puzzle = replace(board.puzzle, grid=part, clues=tuple(clue for _, clue in clues))
    marks = {new: board.marks[old] for old, new in edges.items()}
    return Board.blank(puzzle).mark(marks), _renumbered(shown, cells, dots, edges)


def _moved(places: Sequence[Coord], part: Sequence[Coord], window: BoardPart) -> dict[int, int]:
    """The numbers of the places in a window, each with its number in the part."""
    index = {place: number for number, place in enumerate(part)}
    moved = ((row - window.row, col - window.col) for row, col in places)
    return {old: index[place] for old, place in enumerate(moved) if place in index}


def _renumbered(
    shown: Highlights, cells: Mapping[int, int], dots: Mapping[int, int], edges: Mapping[int, int]
) -> Highlights:
    """Highlights with the numbers of another grid; those without a new number are left out."""
    kept: Mapping[object, Callable[[Any], Any]] = {
        Cells: partial(_kept, cells),
        Dots: partial(_kept, dots),
        Edges: partial(_kept, edges),
        EdgesInOrder: lambda old: tuple(edges[edge] for edge in old if edge in edges),
        NumberedEdges: partial(_kept_numbered, edges),
        NumberedPairs: partial(_kept_numbered, edges),
        Dot: dots.get,
    }
    kinds = get_type_hints(Highlights, include_extras=True)
    values = {name: kept[of](getattr(shown, name)) for name, of in kinds.items() if of in kept}
    return replace(shown, **values)


def _kept(numbers: Mapping[int, int], old: frozenset[int]) -> frozenset[int]:
    return frozenset(numbers[each] for each in old if each in numbers)


def _kept_numbered(
    numbers: Mapping[int, int], old: Iterable[tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    """Edges or pairs of edges that are all kept, each with its last number, which stays."""
    return tuple(
        (*(numbers[edge] for edge in edges), number)
        for *edges, number in old
        if numbers.keys() >= {*edges}
    )
