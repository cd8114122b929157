"""Pictures of boards for a reader, drawn by quick jobs."""

from jobs.playing import Drawing, DrawRequest, draw_board
from puzzle.model import Board
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from service.running.readers import Reader
from workers.pool import Priority, WorkPool


async def draw(
    pool: WorkPool,
    reader: Reader,
    board: Board,
    shown: Highlights = NO_HIGHLIGHTS,
    *,
    labelled: bool = False,
) -> Drawing:
    """The picture of a board with highlights, in any case `labelled` if its text names cells."""
    look = reader.labelled if labelled else reader.appearance
    request = DrawRequest(board, look, shown, locale=reader.language)
    return await pool.run(draw_board, request, person=reader.person, priority=Priority.QUICK)
