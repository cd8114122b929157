"""Reviews of solved boards: how they were drawn, for the player alone."""

from msgspec import Struct

from jobs.playing import Animation
from jobs.reviewing import (
    ReplayRequest,
    ReviewAnswer,
    ReviewRequest,
    replay_attempt,
    review_attempt,
)
from renderer.errors import RendererError
from service.errors import InputError, Problem
from service.learning.gaps import Gap, Gaps
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from solver.review.judgement import NotReviewed
from store import journals
from store.database import Database
from workers.errors import TimedOut
from workers.pool import Priority, WorkPool

PROBLEMS = {
    NotReviewed.INCOMPLETE: Problem.NO_JOURNAL,
    NotReviewed.SEVERAL_SOLUTIONS: Problem.NOT_ONE_SOLUTION,
}


class ReviewResult(Struct, frozen=True):
    """The review of a solved board, and the technique that took most time over par lately."""

    loaded: LoadedAttempt
    found: ReviewAnswer
    dearest: Gap | None = None


class Reviews(Struct, eq=False):
    """Reviews solved boards in a worker pool, with files of at most `file_bytes` bytes."""

    database: Database
    pool: WorkPool
    attempts: Attempts
    gaps: Gaps
    file_bytes: int

    async def review(self, reader: Reader, attempt: int) -> ReviewResult:
        """Review a solved board; no time is told to a reader without a clock.

        Raises `NotYours`, and `InputError` for a board that is not solved, whose journal is not
        kept, or that has several solutions. That of a live daily must stay private, too.
        """
        loaded, journal = await self._journal(reader.person, attempt)
        request = ReviewRequest(
            loaded.puzzle, journal, reader.appearance, reader.language, reader.localizer.clock
        )
        own = loaded.attempt.puzzle_id
        found = await self.pool.run(review_attempt, request, person=reader.person, own=own)
        if found.missing is not None:
            raise InputError(PROBLEMS[found.missing])
        dearest = await self.gaps.dearest(reader.person) if reader.localizer.par else None
        return ReviewResult(loaded, found, dearest)

    async def replay(
        self, reader: Reader, attempt: int, limit: int | None = None
    ) -> Animation | None:
        """An animation of how a board was drawn, of at most `limit` bytes.

        None if it does not fit. Raises `NotYours` and `InputError`, as `review` does.
        """
        loaded, journal = await self._journal(reader.person, attempt)
        most = self.file_bytes if limit is None else min(limit, self.file_bytes)
        request = ReplayRequest(loaded.puzzle, journal, reader.appearance, most, reader.language)
        own = loaded.attempt.puzzle_id
        try:
            found = await self.pool.run(
                replay_attempt, request, person=reader.person, priority=Priority.LONG, own=own
            )
        except (TimedOut, RendererError):
            return None
        if found is None:
            raise InputError(Problem.NO_JOURNAL)
        return found

    async def _journal(self, person: int, attempt: int) -> tuple[LoadedAttempt, str]:
        loaded = await self.attempts.find(person, attempt)
        if not loaded.solved:
            raise InputError(Problem.NOT_SOLVED_YET)
        journal = await self.database.read(journals.get, attempt)
        if journal is None:
            raise InputError(Problem.NO_JOURNAL)
        return loaded, journal
