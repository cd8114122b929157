"""A small board that shows how pictures look with what somebody chose."""

from jobs import Appearance, Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from workers.pool import Priority, WorkPool

PUZZLE = "3.2.13/.12..2"
MARKS = "B2-A2-A1-C1-C2-D2 F1-G1-G3-F3 x B1-B2 x D1-D2 x C2-C3 x E1-E2"


class Previews:
    """Draws the board in a worker pool."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool

    async def draw(self, person: int, appearance: Appearance, language: str) -> Drawing:
        """The board as somebody likes pictures to look."""
        request = DrawRequest(preview_board(), appearance, locale=language)
        return await self._pool.run(draw_board, request, person=person, priority=Priority.QUICK)


def preview_board() -> Board:
    """A small board, begun."""
    puzzle = parse_puzzle(PUZZLE)
    return Board.blank(puzzle).mark(parse_marks(MARKS, puzzle.grid))
