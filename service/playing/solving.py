"""Solves and rates puzzles that people send; the answer to a live daily is not given."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from jobs.errors import TakesLong
from jobs.reading import MessageTexts, PastedText, ReadPuzzle, ReadRequest, read_puzzle
from jobs.solving import (
    RateAnswer,
    RateRequest,
    SolveAnswer,
    SolveRequest,
    rate_puzzle,
    solve_puzzle,
)
from puzzle.bounds import Bounds
from service.dailies.dailies import Dailies, LiveDaily
from service.running.readers import Reader
from solver.report import Limits
from workers.pool import Priority, WorkPool

FIRST_SECONDS = 1.0
"""Time limit of the first try, in seconds; after it a puzzle waits for a worker for long jobs."""


async def read_texts(pool: WorkPool, person: int, request: ReadRequest) -> ReadPuzzle:
    """Read a puzzle quickly, or without that limit where it takes longer."""
    try:
        return await _read_quickly(pool, person, request)
    except TakesLong:
        return await pool.run(read_puzzle, request, person=person, priority=Priority.SLOW)


async def _read_quickly(pool: WorkPool, person: int, request: ReadRequest) -> ReadPuzzle:
    quick = replace(request, quick=True)
    return await pool.run(read_puzzle, quick, person=person, priority=Priority.QUICK)


class Solving(Struct, eq=False):
    """Solves puzzles in a worker pool, within limits of the search and bounds of the board."""

    pool: WorkPool
    dailies: Dailies
    limits: Limits
    bounds: Bounds

    def request(self, reader: Reader, source: PastedText, index: int = 0) -> SolveRequest:
        """A request for the solution with an index, from 0, within these limits."""
        return SolveRequest(
            source, index, reader.appearance, reader.language, self.limits, self.bounds
        )

    def within_limits(self, request: SolveRequest) -> SolveRequest:
        """The same request within these limits."""
        return replace(request, limits=self.limits, bounds=self.bounds)

    async def puzzle_in(self, texts: MessageTexts, person: int) -> ReadPuzzle:
        """The puzzle in the texts of a message, without the rest of them.

        Raises `PuzzleError` for what is nearly a puzzle, and `NothingFound` without one.
        """
        return await read_texts(self.pool, person, ReadRequest(texts, self.bounds))

    async def solve(self, request: SolveRequest, person: int) -> SolveAnswer | LiveDaily:
        """Solve a puzzle for a person; if it is a live daily, return that instead.

        Nearly all puzzles are solved in the short first try. Others are queued as long jobs with
        their full time limit, so that they do not delay other people. What would wait behind others
        is read first: a text that is no puzzle is told at once. Raises the errors of the pool.
        """
        short = replace(request, limits=_first_limits(request.limits))
        if self.pool.load.waiting:
            with suppress(TakesLong):
                reading = ReadRequest(request.source, request.bounds)
                await _read_quickly(self.pool, person, reading)
        answer = await self.pool.run(solve_puzzle, short, person=person)
        daily = await self.dailies.recognise(answer.key)
        if daily is not None:
            return daily
        if short == request or answer.suffices(request.index):
            return answer
        return await self.pool.run(solve_puzzle, request, person=person, priority=Priority.LONG)


def _first_limits(limits: Limits) -> Limits:
    """The limits of the first try."""
    seconds = FIRST_SECONDS if limits.seconds is None else min(FIRST_SECONDS, limits.seconds)
    return replace(limits, seconds=seconds)


class Ratings(Struct, eq=False):
    """Rates puzzles in a worker pool; boards must be within `bounds`."""

    pool: WorkPool
    bounds: Bounds

    async def rate(
        self, reader: Reader, source: PastedText | MessageTexts
    ) -> tuple[ReadPuzzle, RateAnswer]:
        """The puzzle in a text or message, and its rating.

        It is read before it waits behind other long jobs. Raises `PuzzleError` for text that is no
        puzzle, and `NothingFound` for a message without one.
        """
        found = await read_texts(self.pool, reader.person, ReadRequest(source, self.bounds))
        request = RateRequest(found.puzzle, reader.appearance, reader.language)
        rated = await self.pool.run(
            rate_puzzle, request, person=reader.person, priority=Priority.LONG
        )
        return found, rated
