"""The value of a drill: a board whose next step is of one technique."""

from collections.abc import Iterable

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Board, EdgeState
from solver.explain.step import Deduction

SIZES = range(5, 8)
"""The numbers of rows and columns that a drill may have."""

OTHERS = 3
"""Number of edges that are asked about beside the decided one; no board has fewer to ask about."""


def apart(grid: Grid, edges: Iterable[int], others: Iterable[int]) -> list[int]:
    """Those of some edges that have no dot in common with the others.

    >>> from puzzle.grid import square_grid
    >>> apart(square_grid(1, 2), [0, 1, 4, 6], [1])
    [4]
    """
    dots = {dot for edge in others for dot in grid.edge_dots[edge]}
    return [edge for edge in edges if dots.isdisjoint(grid.edge_dots[edge])]


class Drill(Struct, frozen=True):
    """A small board with marks, the name of a technique, and the edges that follow by it.

    Nothing else is forced on the board but what follows from the answer by single reasons. The
    puzzle has several solutions.
    """

    board: Board
    technique: str
    deductions: tuple[Deduction, ...]

    @property
    def answer(self) -> dict[int, EdgeState]:
        """The states of the edges that follow by the technique."""
        return {deduction.edge: deduction.state for deduction in self.deductions}
