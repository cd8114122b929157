"""The value of a drill: a board on which one step of one technique follows."""

from msgspec import Struct

from puzzle.model import Board, EdgeState
from solver.explain.step import Deduction

SIZES = range(5, 8)
"""The numbers of rows and columns that a drill may have."""

OTHERS = 3
"""Number of edges that are asked about beside the decided one; no board has fewer to ask about."""


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
