"""Continues a line where the marks on a board leave one way only.

A way is excluded by a cross, by two lines at the dot to which it leads, and by a finished clue
beside it. Nothing else is deduced, and the solution is not used: after a wrong mark, the line goes
on wrongly. A line never closes a loop by itself.
"""

from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState


def go_on(board: Board, edge: int, dot: int) -> tuple[list[int], int]:
    """The edges along which a line continues that reaches a dot by an edge, and its end then.

    Where it meets the end of another line, it continues from the other end of that.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> grid = square_grid(1, 2)
    >>> first = grid.edge_between(1, 0)
    >>> board = Board.of_lines(Puzzle(grid, (None, 3)), frozenset({first}))
    >>> edges, end = go_on(board, first, 0)
    >>> [grid.edge_dots[edge] for edge in edges], end  # at 4 it may close the loop, or go on
    ([(0, 3), (3, 4)], 4)
    """
    lines, new = _LineEnds(board), list[int]()
    while True:
        edge, dot = lines.follow(edge, dot)
        ways = lines.ways_on(dot)
        if len(ways) != 1 or lines.closes(ways[0], edge, dot):
            return new, dot
        edge = ways[0]
        dot = lines.add(edge, dot)
        new.append(edge)


class _LineEnds:
    """The lines on a board, with those that are added."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.puzzle.grid
        self._lines = set(board.lines)

    def add(self, edge: int, dot: int) -> int:
        """Add a line that begins at a dot; returns the dot at its other end."""
        self._lines.add(edge)
        return self._grid.other_end(edge, dot)

    def follow(self, edge: int, dot: int) -> tuple[int, int]:
        """Follow a line that reaches a dot by an edge, once around if it is a loop.

        Returns its last edge, and the dot where that ends.
        """
        first = dot
        while len(lines := self._at(dot)) == 2:
            edge = lines[0] if lines[1] == edge else lines[1]
            dot = self._grid.other_end(edge, dot)
            if dot == first:
                break
        return edge, dot

    def ways_on(self, dot: int) -> list[int]:
        """The edges along which a line can continue that ends at a dot."""
        if len(self._at(dot)) != 1:
            return []
        return [
            way
            for way in self._grid.dot_edges[dot]
            if self._is_free(way) and len(self._at(self._grid.other_end(way, dot))) < 2
        ]

    def closes(self, way: int, edge: int, dot: int) -> bool:
        """Whether a way on closes the line that ends at a dot with its last edge."""
        _, start = self.follow(edge, self._grid.other_end(edge, dot))
        return self._grid.other_end(way, dot) == start

    def _at(self, dot: int) -> list[int]:
        return [edge for edge in self._grid.dot_edges[dot] if edge in self._lines]

    def _is_free(self, edge: int) -> bool:
        """Whether an edge has no mark, and no finished clue beside it."""
        if edge in self._lines or self._board.marks[edge] is not EdgeState.UNKNOWN:
            return False
        return not any(map(self._is_finished, self._grid.edge_cells[edge]))

    def _is_finished(self, cell: int) -> bool:
        clue = None if cell == OUTSIDE else self._board.puzzle.clues[cell]
        return clue is not None and clue <= len(
            self._lines.intersection(self._grid.cell_edges[cell])
        )
