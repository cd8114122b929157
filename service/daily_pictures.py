"""Pictures of dailies, drawn once per language and theme, and cached."""

import asyncio

from cachetools import LRUCache

from jobs import Appearance, Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.notation import parse_loopy
from store.records import StoredPuzzle
from workers.pool import SYSTEM, Priority, WorkPool

MAX_CACHED_PICTURES = 64
"""Maximum number of cached pictures: enough for several days in the usual languages and themes."""


class DailyPictures:
    """Pictures of blank boards without labels; recently used ones are cached."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._lock = asyncio.Lock()
        self._cache = LRUCache[tuple[int, str, str], Drawing](MAX_CACHED_PICTURES)

    async def of(self, puzzle: StoredPuzzle, language: str, theme: str) -> Drawing:
        """The picture of a puzzle in a theme, described in a language."""
        async with self._lock:
            drawing = self._cache.get((puzzle.id, language, theme))
            if drawing is None:
                board = Board.blank(parse_loopy(puzzle.notation))
                request = DrawRequest(board, Appearance(theme), locale=language)
                drawing = await self._pool.run(
                    draw_board, request, person=SYSTEM, priority=Priority.QUICK
                )
                self._cache[puzzle.id, language, theme] = drawing
            return drawing
