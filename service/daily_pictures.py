"""Pictures of dailies, drawn once per language and cached."""

import asyncio

from cachetools import LRUCache

from jobs import Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.notation import parse_loopy
from store.records import StoredPuzzle
from workers.pool import SYSTEM, Priority, WorkPool

MAX_CACHED_PICTURES = 64
"""Maximum number of cached pictures: enough for several days in all languages."""


class DailyPictures:
    """Pictures of blank boards in the default appearance; recently used ones are cached."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._lock = asyncio.Lock()
        self._cache = LRUCache[tuple[int, str], Drawing](MAX_CACHED_PICTURES)

    async def of(self, puzzle: StoredPuzzle, language: str) -> Drawing:
        """The picture of a puzzle, described in a language."""
        async with self._lock:
            drawing = self._cache.get((puzzle.id, language))
            if drawing is None:
                board = Board.blank(parse_loopy(puzzle.notation))
                request = DrawRequest(board, locale=language)
                drawing = await self._pool.run(
                    draw_board, request, person=SYSTEM, priority=Priority.QUICK
                )
                self._cache[puzzle.id, language] = drawing
            return drawing
