"""A sample board that previews the appearance of pictures."""

from jobs import Appearance, Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from workers.pool import Priority, WorkPool

PUZZLE = "3.2.13/.12..2"
"""The sample puzzle as rows of clues."""
MARKS = "B2-A2-A1-C1-C2-D2 F1-G1-G3-F3 x B1-B2 x D1-D2 x C2-C3 x E1-E2"
"""Moves on the sample puzzle."""


class Previews:
    """Draws the sample board in a worker pool."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool

    async def draw(self, person: int, appearance: Appearance, language: str) -> Drawing:
        """A picture of the sample board."""
        request = DrawRequest(preview_board(), appearance, locale=language)
        return await self._pool.run(draw_board, request, person=person, priority=Priority.QUICK)


def preview_board() -> Board:
    """The sample board with its marks."""
    puzzle = parse_puzzle(PUZZLE)
    return Board.blank(puzzle).mark(parse_marks(MARKS, puzzle.grid))
