"""Boards turned and mirrored."""

from collections.abc import Callable

from puzzle.grid import Grid, square_grid
from puzzle.model import Board, Puzzle
from puzzle.names import Coord

ORIENTATIONS: dict[str, Callable[[Coord], Coord]] = {
    "as it is": lambda place: place,
    "a quarter": lambda place: (place[1], -place[0]),
    "a half": lambda place: (-place[0], -place[1]),
    "three quarters": lambda place: (-place[1], place[0]),
    "mirrored": lambda place: (place[0], -place[1]),
    "upside down": lambda place: (-place[0], place[1]),
    "over one diagonal": lambda place: (place[1], place[0]),
    "over the other": lambda place: (-place[1], -place[0]),
}
"""The rotations and reflections: the image of each position, before a shift to the origin."""


def oriented(board: Board, way: Callable[[Coord], Coord]) -> Board:
    """A rotated or reflected board."""
    old = board.puzzle.grid
    shift = [min(way(place)[i] for place in old.dots) for i in (0, 1)]
    tall = way((1.0, 0.0))[0] != 0
    new = square_grid(*(old.rows, old.cols) if tall else (old.cols, old.rows))

    def place(coord: Coord) -> Coord:
        row, col = way(coord)
        return row - shift[0], col - shift[1]

    cells = {centre: cell for cell, centre in enumerate(new.cells)}
    clues = {
        cells[place(centre)]: board.puzzle.clues[cell] for cell, centre in enumerate(old.cells)
    }
    marks = {
        edge_at(new, place(old.dots[a]), place(old.dots[b])): board.marks[edge]
        for edge, (a, b) in enumerate(old.edge_dots)
    }
    new_clues = tuple(clues[cell] for cell in sorted(clues))
    return Board.blank(Puzzle(new, new_clues, board.puzzle.rules)).mark(marks)


def edge_at(grid: Grid, one: Coord, other: Coord) -> int:
    """The edge between two positions."""
    edge = grid.edge_between(grid.dot_index[one], grid.dot_index[other])
    assert edge is not None
    return edge
