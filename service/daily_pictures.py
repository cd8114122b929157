"""Pictures of dailies: each drawn once in each language, however many servers show it."""

import asyncio
from collections import OrderedDict

from jobs import Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.notation import parse_loopy
from store.records import Puzzle
from workers.pool import Urgency, WorkPool

KEPT = 64
"""So many pictures are kept: those of some days in all languages."""


class DailyPictures:
    """Blank boards in the usual look, those last asked for kept."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[int, str], Drawing] = OrderedDict()

    async def of(self, puzzle: Puzzle, language: str) -> Drawing:
        """The picture of a puzzle, told in a language."""
        async with self._turn:
            key = puzzle.id, language
            if key not in self._kept:
                board = Board.blank(parse_loopy(puzzle.notation))
                request = DrawRequest(board, locale=language)
                self._kept[key] = await self._pool.run(
                    draw_board, request, person=0, urgency=Urgency.QUICK
                )
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]
