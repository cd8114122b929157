"""The loop from one solution to the next, while few cells change sides.

The next model of a SAT solver mostly differs from the last by a cell or two. When a cell changes
sides, the lines and crosses around it are swapped. If its lines form one segment, and no other line
passes the dots of the new segment, the loop is only moved and stays one loop. So a solution that is
reached from a solution by such moves is one loop, and only the clues near the moved cells must be
checked. That takes a fraction of the time of walking along the whole loop.
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import ne

from puzzle.grid import OUTSIDE
from puzzle.model import Puzzle, Solution
from solver.loops import Subloop, segments_around

MAX_MOVES = 8
"""Maximum number of cells that change sides; with more, walking along the loop is as quick."""


class LoopFollower:
    """The loop of the last solution of a puzzle, and what becomes of it in the next model.

    `inside` says for each cell whether it is inside the loop, and at `OUTSIDE`, at the end, False.

    >>> from puzzle.grid import square_grid
    >>> follower = LoopFollower(Puzzle(square_grid(1, 2), (None, None)))
    >>> follower.start([True, False, False], [0, 2, 4, 5], None)
    >>> sorted(follower.follow([True, True, False])), follower.beside()
    ([0, 1, 2, 3, 4, 6], [0, 1, -1])
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._grid = puzzle.grid
        self._clues = puzzle.clues
        self._inside: list[bool] = []
        self._lines: set[int] = set()
        self._dropped: set[int] | None = None
        self._counts: list[int] = []
        """The number of lines around each cell, and at `OUTSIDE` that at the border."""

    def start(self, inside: list[bool], loop: Subloop, dropped: Iterable[int] | None) -> None:
        """Follow a loop that is a solution.

        `dropped` are the other lines of the model, which are no part of the solution. None says
        that there are none, and that `follow` accepts none.
        """
        self._inside = inside.copy()
        self._lines = set(loop)
        self._dropped = None if dropped is None else set(dropped)
        self._counts = counts = [0] * len(inside)
        for one, other in map(self._grid.edge_cells.__getitem__, loop):
            counts[one] += 1
            counts[other] += 1

    def follow(self, inside: list[bool]) -> Solution | None:
        """The solution with these cells inside, if a few moves lead to it; otherwise None.

        After None, `start` comes first.
        """
        moved = list(compress(range(len(inside)), map(ne, inside, self._inside)))
        if not 0 < len(moved) <= MAX_MOVES or not self._move(moved) or self._breaks_clue(moved):
            self._inside = []
            return None
        self._inside = inside.copy()
        return frozenset(self._lines)

    def beside(self) -> list[int]:
        """The cells on both sides of the loop, with `OUTSIDE` at the end if it is at the border."""
        cells = list(compress(range(len(self._clues)), self._counts))
        return [*cells, OUTSIDE] if self._counts[OUTSIDE] else cells

    def _move(self, cells: list[int]) -> bool:
        """Move the loops across these cells, in any order that works; whether there is one."""
        while cells:
            stuck = [cell for cell in cells if not self._move_across(cell)]
            if len(stuck) == len(cells):
                return False
            cells = stuck
        return True

    def _move_across(self, cell: int) -> bool:
        """Move the loop that passes a cell across it, or drop a ring around it; whether it can."""
        edges, dropped = self._grid.cell_edges[cell], self._dropped
        lines = self._lines if not dropped else self._lines | dropped
        segments = segments_around(self._grid, lines, cell)
        if segments is None or len(segments) > 1:
            return False
        if segments and segments[0] in self._lines:
            self._swap(edges)
        elif dropped is None:
            return False
        elif segments or edges[0] not in self._lines:
            dropped.symmetric_difference_update(edges)
        else:
            return False
        return True

    def _swap(self, edges: Sequence[int]) -> None:
        """Swap lines and crosses."""
        lines, counts, sides = self._lines, self._counts, self._grid.edge_cells
        for edge in edges:
            one, other = sides[edge]
            if edge in lines:
                lines.discard(edge)
                change = -1
            else:
                lines.add(edge)
                change = 1
            counts[one] += change
            counts[other] += change

    def _breaks_clue(self, cells: list[int]) -> bool:
        """Whether a clue at these cells or beside them does not hold."""
        clues, counts, grid = self._clues, self._counts, self._grid
        for cell in cells:
            for edge in grid.cell_edges[cell]:
                for near in grid.edge_cells[edge]:
                    if near != OUTSIDE and clues[near] is not None and clues[near] != counts[near]:
                        return True
        return False
