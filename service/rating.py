"""Rating the puzzles that people send."""

from jobs import Look, Pasted, Rated, RateRequest, Said, rate_puzzle
from puzzle.bounds import Bounds
from workers.pool import WorkPool


class Rating:
    """Rates puzzles in a worker pool, within bounds of the board."""

    def __init__(self, pool: WorkPool, bounds: Bounds) -> None:
        self._pool = pool
        self._bounds = bounds

    async def rate(self, person: int, source: Pasted | Said, look: Look, language: str) -> Rated:
        """How hard the puzzle is that somebody sent; raises `PuzzleError` and `NothingFound`."""
        request = RateRequest(source, look, language, self._bounds)
        return await self._pool.run(rate_puzzle, request, person=person)
