"""Dailies: finds and shows them, caches their pictures, and recognises them in other puzzles."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime

from cachetools import LRUCache
from msgspec import Struct

from jobs.appearance import Appearance
from jobs.playing import Drawing, DrawRequest, draw_board
from play.calendar import number_of, today
from play.tracks import Track, is_track, latest_of, next_of, tracks_of
from puzzle.model import Board
from puzzle.notation import parse_loopy
from service.errors import InputError, Problem
from service.generating.daily_generation import DailyGeneration
from service.running.clock import Clock
from service.running.readers import Reader
from store import dailies, posts, puzzles, rankings
from store.database import Database
from store.records import DailyPost, DailyRecord, StoredPuzzle
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection
from workers.pool import SYSTEM, Priority, WorkPool

MAX_CACHED_PICTURES = 64
"""Maximum number of cached pictures: enough for several days in the usual languages and themes."""


class DailyView(Struct, frozen=True):
    """A daily with its puzzle, its picture and the number of people who solved it.

    `over` is true when the day of the daily has ended. `following` is the day of the next daily of
    its track if none is open.
    """

    daily: DailyRecord
    puzzle: StoredPuzzle
    drawing: Drawing
    solvers: int = 0
    over: bool = False
    following: date | None = None


class LiveDaily(Struct, frozen=True):
    """A daily of today or later, whose solution must stay secret.

    `size` is that of its puzzle, as its ID begins with it.
    """

    daily: DailyRecord
    size: str


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
        """The day of the latest daily of a track: today, or for the special the last Sunday."""
        return latest_of(track, self.today())

    async def find(self, day: date, track: Track | str) -> tuple[DailyRecord, StoredPuzzle]:
        """The daily of a day and track; a missing one is generated, that of a past day as well.

        Raises `InputError` for a future day and for one that does not have the track, `EntryError`
        for a day before daily #1, and `RuntimeError` if the daily's puzzle is missing.
        """
        track, now = Track(track), self.today()
        number = number_of(day)
        if day > now:
            raise InputError(Problem.NOT_YET, {"number": number, "day": day})
        if track not in tracks_of(day):
            sunday = latest_of(track, day)
            values = {"number": number_of(sunday), "day": sunday}
            raise InputError(Problem.ONLY_ON_SUNDAYS, values)
        generate = self._generation.generate_later if day < now else self._generation.generate_now
        async with self._database.reading() as connection:
            daily = await dailies.get(connection, day, track.value)
            if daily is not None:
                return daily, await _puzzle_of(connection, daily)
        daily = await generate(day, track)
        async with self._database.reading() as connection:
            return daily, await _puzzle_of(connection, daily)

    async def view(self, reader: Reader, daily: DailyRecord, puzzle: StoredPuzzle) -> DailyView:
        """A daily with its current number of solvers and its picture."""
        async with self._database.reading() as connection:
            solvers = await rankings.solver_counts(connection, daily.day)
        drawing = await self._pictures.of(reader, puzzle)
        over, track = daily.available_until <= self._now(), Track(daily.track)
        following = next_of(track, self.today())
        return DailyView(
            daily,
            puzzle,
            drawing,
            solvers.get(daily.track, 0),
            over,
            following if following > self.today() else None,
        )

    async def recognise(self, canonical_key: str) -> LiveDaily | None:
        """The daily of today or later with the clues of a puzzle; None if there is none.

        A puzzle has the same key rotated, reflected, and with blank rows and columns around it.
        """
        async with self._database.reading() as connection:
            daily = await dailies.find_by_key(connection, canonical_key)
            if daily is None or daily.available_until <= self._now():
                return None
            puzzle = await _puzzle_of(connection, daily)
        return LiveDaily(daily, puzzles.size_of(puzzle.notation))

    async def newly_solved(
        self, since: datetime, shards: ShardRange = ALL_SHARDS
    ) -> Sequence[DailyPost]:
        """The posts of today's dailies where a member of the server solved one after an instant.

        Only servers of some shards are looked at.
        """
        async with self._database.reading() as connection:
            solved = await posts.newly_solved(connection, self.today(), since, shards=shards)
        return [post for post in solved if is_track(post.track)]


async def _puzzle_of(connection: Connection, daily: DailyRecord) -> StoredPuzzle:
    """The puzzle of a daily; raises `RuntimeError` if it is missing."""
    puzzle = await puzzles.get(connection, daily.puzzle_id)
    if puzzle is None:
        raise RuntimeError("the puzzle of a daily is gone")
    return puzzle


class DailyPictures:
    """Pictures of blank boards without labels; recently used ones are cached."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._lock = asyncio.Lock()
        self._cache = LRUCache[tuple[int, str, str], Drawing](MAX_CACHED_PICTURES)

    async def of(self, reader: Reader, puzzle: StoredPuzzle) -> Drawing:
        """The picture of a puzzle in the theme and language of its readers."""
        language, theme = reader.language, reader.appearance.theme
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
