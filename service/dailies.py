"""Dailies: finds and shows them, and recognises them in other puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from jobs import Drawing, RecogniseRequest, SecretDailies, SecretDaily, recognise
from play.calendar import Track, number_of, today
from play.identity import KnownDaily as LiveDaily
from puzzle.model import Puzzle
from service.batcher import Batcher
from service.clock import Clock
from service.daily_generation import DailyGeneration
from service.daily_pictures import DailyPictures
from service.errors import InputError, Problem
from store import dailies, posts, puzzles, rankings
from store.database import Database
from store.records import DailyPost, DailyRecord, StoredPuzzle
from store.shards import ALL_SHARDS, ShardRange
from workers.pool import Priority, WorkPool


@dataclass(frozen=True, slots=True)
class DailyView:
    """A daily with its puzzle, its picture and the number of people who solved it.

    `over` is true when the day of the daily has ended.
    """

    daily: DailyRecord
    puzzle: StoredPuzzle
    drawing: Drawing
    solvers: int = 0
    over: bool = False


class Dailies:
    """Reads the dailies in a database; `now` gives the current time."""

    def __init__(
        self, database: Database, pool: WorkPool, now: Clock, generation: DailyGeneration
    ) -> None:
        self._database = database
        self._pool = pool
        self._now = now
        self._generation = generation
        self._pictures = DailyPictures(pool)
        self._lookups: Batcher[None, SecretDailies] = Batcher(self._look_up)

    def today(self) -> date:
        """The day whose dailies are open now."""
        return today(self._now())

    async def find(self, day: date, track: Track | str) -> tuple[DailyRecord, StoredPuzzle]:
        """The daily of a day and track; a missing one of today is generated.

        Raises `InputError` for a future day and for a past day without a daily, `PuzzleError` for a
        day before the first daily, and `RuntimeError` if the daily's puzzle is missing.
        """
        track, now = Track(track), self.today()
        number = number_of(day)
        if day > now:
            raise InputError(Problem.NOT_YET, {"number": number, "day": day})
        async with self._database.reading() as connection:
            daily = await dailies.get(connection, day, track.value)
            puzzle = None if daily is None else await puzzles.get(connection, daily.puzzle_id)
        if daily is None:
            if day < now:
                raise InputError(Problem.NO_DAILY, {"number": number, "day": day})
            daily = await self._generation.generate_now(day, track)
            async with self._database.reading() as connection:
                puzzle = await puzzles.get(connection, daily.puzzle_id)
        if puzzle is None:
            raise RuntimeError("the puzzle of a daily is gone")
        return daily, puzzle

    async def view(self, daily: DailyRecord, puzzle: StoredPuzzle, language: str) -> DailyView:
        """A daily with its current number of solvers and its picture, described in a language."""
        async with self._database.reading() as connection:
            solvers = await rankings.solver_counts(connection, daily.day)
        drawing = await self._pictures.of(puzzle, language)
        over = daily.available_until <= self._now()
        return DailyView(daily, puzzle, drawing, solvers.get(daily.track, 0), over)

    async def recognise(self, puzzle: Puzzle, person: int) -> LiveDaily | None:
        """The daily of today or later that a puzzle is; None for any other puzzle.

        Turned and mirrored puzzles, and puzzles with a few clues added or removed, are recognised
        too: see `play.identity`.
        """
        request = RecogniseRequest(puzzle, await self.secrets())
        return await self._pool.run(recognise, request, person=person, priority=Priority.QUICK)

    async def secrets(self) -> SecretDailies:
        """The dailies of today and later, whose solutions must not be disclosed.

        Simultaneous lookups share a transaction.
        """
        return await self._lookups.add(None)

    async def _look_up(self, wanted: Sequence[None]) -> list[SecretDailies]:
        now = self._now()
        async with self._database.reading() as connection:
            live = await dailies.live(connection, now)
        known = tuple(
            SecretDaily(daily.day, Track(daily.track), stored.notation) for daily, stored in live
        )
        return [SecretDailies(known, now)] * len(wanted)

    async def newly_solved(
        self, since: datetime, shards: ShardRange = ALL_SHARDS
    ) -> Sequence[DailyPost]:
        """The posts of today's dailies where a member of the server solved one after an instant.

        Only servers of some shards are looked at.
        """
        async with self._database.reading() as connection:
            return await posts.newly_solved(connection, self.today(), since, shards=shards)

    async def past_days(self, days: int) -> Sequence[date]:
        """The days with dailies among the last `days` before today, latest first."""
        now = self.today()
        async with self._database.reading() as connection:
            found = await dailies.days(connection, now - timedelta(days=days), now)
        return [day for day in sorted(found, reverse=True) if day < now]
