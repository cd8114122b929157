"""Rating the puzzles that people send."""

from jobs import Look, Pasted, Rated, RateRequest, Said, rate_puzzle
from puzzle.bounds import Bounds
from solver.report import Limits
from workers.pool import WorkPool


class Rating:
    """Rates puzzles in a worker pool, within limits of the search and bounds of the board."""

    def __init__(self, pool: WorkPool, limits: Limits, bounds: Bounds) -> None:
        self._pool = pool
        self._limits = limits
        self._bounds = bounds

    async def rate(self, person: int, source: Pasted | Said, look: Look, language: str) -> Rated:
        """How hard the puzzle is that somebody sent; raises `PuzzleError` and `NothingFound`."""
        request = RateRequest(source, look, language, self._limits, self._bounds)
        return await self._pool.run(rate_puzzle, request, person=person)
