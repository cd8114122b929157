"""Dailies: finds and shows them, and caches their pictures."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date

from cachetools import LRUCache
from msgspec import Struct

from jobs.pictures import DayRequest, draw_day
from play.calendar import is_open, number_of, today
from play.tracks import Track, latest_of, tracks_of
from puzzle.model import Board
from puzzle.notation import parse_loopy
from service.errors import InputError, Problem
from service.generating.daily_generation import DailyGeneration
from service.running.clock import Clock
from service.running.readers import Reader
from store import dailies, puzzles, rankings
from store.database import Database
from store.records import DailyRecord, StoredPuzzle
from store.transaction import Connection
from workers.pool import SYSTEM, Priority, WorkPool

MAX_CACHED_PICTURES = 64
"""Maximum number of cached pictures: enough for several days in the usual languages and themes."""


class DayView(Struct, frozen=True):
    """Dailies of a day: their puzzles by track, a picture of all, and how many people solved each.

    When the day is `over` there is no picture.
    """

    day: date
    puzzles: Mapping[Track, StoredPuzzle]
    solvers: Mapping[str, int]
    png: bytes = b""
    over: bool = False


class Dailies:
    """Reads the dailies in a database; `now` gives the current time."""

    def __init__(
        self, database: Database, pool: WorkPool, now: Clock, generation: DailyGeneration
    ) -> None:
        self._database = database
        self._now = now
        self._generation = generation
        self._pictures = DailyPictures(pool)

    def today(self) -> date:
        """The day whose dailies are open now."""
        return today(self._now())

    def latest(self, track: Track) -> date:
        """The latest day that has a track: today, or for the special the last Sunday."""
        return latest_of(track, self.today())

    async def find_latest(self, track: Track) -> date | None:
        """The day of the latest daily of a track; None if it has none today and had none then."""
        if (day := self.latest(track)) == self.today():
            return day
        return day if await self._database.read(dailies.days, day, day, [track.value]) else None

    async def find(self, day: date, track: Track | str) -> tuple[DailyRecord, StoredPuzzle]:
        """The daily of a day and track; a missing one is generated, that of a past day as well.

        Raises `InputError` for a future day and for one that does not have the track, `EntryError`
        for a day before daily #1, and `RuntimeError` if the daily's puzzle is missing.
        """
        track, now = Track(track), self.today()
        number = number_of(day)
        if track not in tracks_of(day):
            sunday = latest_of(track, day)
            values = {"number": number_of(sunday), "day": sunday}
            raise InputError(Problem.ONLY_ON_SUNDAYS, values)
        if day > now:
            raise InputError(Problem.NOT_YET, {"number": number, "day": day})
        generate = self._generation.generate_later if day < now else self._generation.generate_now
        async with self._database.reading() as connection:
            daily = await dailies.get(connection, day, track.value)
            if daily is not None:
                return daily, await _puzzle_of(connection, daily)
        daily = await generate(day, track)
        return daily, await self._database.read(_puzzle_of, daily)

    async def view(self, reader: Reader, day: date, tracks: Sequence[Track]) -> DayView:
        """The dailies of a day in some tracks as they are now; raises the errors of `find`."""
        found = {track: (await self.find(day, track))[1] for track in tracks}
        solvers = await self._database.read(rankings.solver_counts, day)
        if is_open(day, self._now()):
            return DayView(day, found, solvers, await self._pictures.of(reader, found))
        return DayView(day, found, solvers, over=True)


async def _puzzle_of(connection: Connection, daily: DailyRecord) -> StoredPuzzle:
    """The puzzle of a daily; raises `RuntimeError` if it is missing."""
    puzzle = await puzzles.get(connection, daily.puzzle_id)
    if puzzle is None:
        raise RuntimeError("the puzzle of a daily is gone")
    return puzzle


class DailyPictures:
    """Pictures of the blank boards of a day; recently used ones are cached."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._lock = asyncio.Lock()
        self._cache = LRUCache[tuple[object, ...], bytes](MAX_CACHED_PICTURES)

    async def of(self, reader: Reader, dailies: Mapping[Track, StoredPuzzle]) -> bytes:
        """The picture of puzzles in the theme and language of its readers."""
        language, theme = reader.language, reader.appearance.theme
        key = language, theme, *(puzzle.id for puzzle in dailies.values())
        async with self._lock:
            if (png := self._cache.get(key)) is None:
                boards = {
                    track: Board.blank(parse_loopy(puzzle.notation))
                    for track, puzzle in dailies.items()
                }
                request = DayRequest(boards, theme, language)
                png = self._cache[key] = await self._pool.run(
                    draw_day, request, person=SYSTEM, priority=Priority.QUICK
                )
            return png
