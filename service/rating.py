"""Rates the difficulty of puzzles that people send."""

from jobs import Appearance, MessageTexts, PastedText, RateAnswer, RateRequest, rate_puzzle
from puzzle.bounds import Bounds
from workers.pool import Priority, WorkPool


class Ratings:
    """Rates puzzles in a worker pool; boards must be within `bounds`."""

    def __init__(self, pool: WorkPool, bounds: Bounds) -> None:
        self._pool = pool
        self._bounds = bounds

    async def rate(
        self, person: int, source: PastedText | MessageTexts, appearance: Appearance, language: str
    ) -> RateAnswer:
        """The rating of the puzzle in a text or message.

        Raises `PuzzleError` for text that is no puzzle, and `NothingFound` for a message without
        one.
        """
        request = RateRequest(source, appearance, language, self._bounds)
        return await self._pool.run(rate_puzzle, request, person=person, priority=Priority.LONG)
