"""Chooses the dailies several days in advance: from the bank, or generated if it has none.

A draw from the bank is random, and so are the seeds, so a coming daily cannot be derived from the
source code. No seed of a puzzle of the bank is stored.

A daily that is missing on a past day is made when somebody asks for it. Nothing of it is secret, so
its seeds follow from its day and track, and it leaves the bank to the coming ones.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import partial
from hashlib import blake2b

import structlog

from jobs.generating import GenerateAnswer, GenerateRequest, make_puzzle
from play.calendar import closes, number_of, opens, today
from play.tracks import Track, size, tracks_of
from puzzle.grid import SQUARE
from puzzle.model import EdgeState
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle
from puzzle.symmetry import Symmetry
from service.errors import SecretPuzzle
from service.generating.bank import give_out
from service.running.clock import Clock
from service.running.secrets import TAUGHT_LOOPS, read_solved
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from store import dailies, puzzles
from store.database import Database
from store.errors import StoreError
from store.records import DailyRecord, StoredPuzzle, UnsavedPuzzle
from store.transaction import Connection
from workers.errors import PoolClosed
from workers.pool import SYSTEM, Priority, WorkPool

DAYS_AHEAD = 14
"""Number of days after today for which dailies are generated."""
MAX_TRIES = 20
"""Maximum number of puzzles generated for one daily before giving up."""
SEED_BITS = 62
"""Size of a seed in bits; it fits a signed 64-bit column."""

STYLES = (Symmetry.ROT180, Symmetry.NONE, Symmetry.MIRROR, Symmetry.ROT90)
"""Symmetries of clue patterns, which alternate from day to day."""

log = structlog.stdlib.get_logger(__name__)


def spec_of(track: Track, day: date, seed: int) -> GenerationSpec:
    """The generator's specification for a daily; the symmetry of its clues changes every day.

    A mini has a short loop, and too few cells for a symmetry. The clues of a special on another
    tiling have none.

    >>> [spec_of(Track.EASY, date(2026, 11, day), 7).symmetry.value for day in (1, 2, 3)]
    ['rot180', 'none', 'mirror']
    """
    rows, cols, tiling, rules = size(track, day)
    level = difficulty_of(track, day)
    if tiling != SQUARE:
        return GenerationSpec(rows, cols, level, Symmetry.NONE, seed, tiling=tiling)
    if track.rules.short_loop:
        return GenerationSpec(rows, cols, level, Symmetry.NONE, seed, short=True)
    turn = (number_of(day) - 1 + list(Track).index(track)) % len(STYLES)
    return GenerationSpec(rows, cols, level, STYLES[turn], seed, rules=rules)


def difficulty_of(track: Track, day: date) -> Difficulty:
    """The level of a daily; the mini is Hard at weekends, and the special every other Sunday.

    >>> [difficulty_of(Track.MINI, date(2026, 11, day)).name for day in (5, 6, 7, 8)]
    ['NORMAL', 'NORMAL', 'HARD', 'HARD']
    """
    return Difficulty[track.rules.level(day).upper()]


def later_seeds(track: Track, day: date) -> tuple[int, ...]:
    """The seeds of a daily that is made after its day, the same in every bot.

    >>> len({later_seeds(track, date(2026, 11, 1))[0] for track in Track})
    5
    """
    texts = (f"{day} {track.value} {number}" for number in range(MAX_TRIES))
    digests = (blake2b(text.encode(), digest_size=8).digest() for text in texts)
    return tuple(int.from_bytes(digest, "big") >> (64 - SEED_BITS) for digest in digests)


class DailyGeneration:
    """Generates dailies in a worker pool and stores them in a database."""

    def __init__(
        self,
        database: Database,
        pool: WorkPool,
        now: Clock,
        draw_seed: Callable[[], int] | None = None,
    ) -> None:
        self._database = database
        self._pool = pool
        self._now = now
        self._draw_seed = draw_seed or partial(secrets.randbits, SEED_BITS)
        self._locks = {track: asyncio.Lock() for track in Track}
        self._later_lock = asyncio.Lock()

    async def generate_ahead(self) -> None:
        """Generate the missing dailies of today and the next `DAYS_AHEAD` days, today's first.

        One that fails keeps no other one from being generated; its error is raised afterwards.
        """
        made, failed, first = 0, list[Exception](), today(self._now())
        for ahead in range(DAYS_AHEAD + 1):
            day = first + timedelta(days=ahead)
            there = {daily.track for daily in await self._database.read(dailies.of_day, day)}
            for track in tracks_of(day):
                if track.value in there:
                    continue
                try:
                    await self.generate(day, track, Priority.BACKGROUND)
                    made += 1
                except (StoreError, PoolClosed):
                    raise
                except Exception as error:
                    failed.append(error)
        if made:
            log.info("dailies generated", count=made)
        if failed:
            raise failed[0]

    async def generate_now(self, day: date, track: Track) -> DailyRecord:
        """Generate and store a daily that is needed at once, or return the one that is stored.

        Concurrent calls generate it once. Raises as `generate` does.
        """
        async with self._locks[track]:
            there = await self._database.read(dailies.get, day, track.value)
            return there or await self.generate(day, track, Priority.SLOW)

    async def generate_later(self, day: date, track: Track) -> DailyRecord:
        """Generate and store a daily of a day that is over, or return the one that is stored.

        They are generated one at a time, so that they leave the other workers to others. Raises as
        `generate` does.
        """
        async with self._later_lock:
            there = await self._database.read(dailies.get, day, track.value)
            if there is not None:
                return there
            seeds = later_seeds(track, day)
            return await self._make(day, track, seeds, Priority.SLOW, later=True)

    async def generate(self, day: date, track: Track, priority: Priority) -> DailyRecord:
        """Choose and store the daily of a day and track, or return the one that is stored.

        It is drawn from the bank, and deleted there, or generated. Several
        processes may do so at the same time: the daily stored first is kept. Raises the errors of
        the pool, and `RuntimeError` if no puzzle could be generated.
        """
        if (drawn := await self._draw(day, track)) is not None:
            return drawn
        seeds = (self._draw_seed() for _ in range(MAX_TRIES))
        return await self._make(day, track, seeds, priority)

    async def _make(
        self,
        day: date,
        track: Track,
        seeds: Iterable[int],
        priority: Priority,
        *,
        later: bool = False,
    ) -> DailyRecord:
        """Generate a daily from the first seed that gives a new puzzle, and store it."""
        for seed in seeds:
            request = GenerateRequest(spec_of(track, day, seed))
            try:
                made = await self._pool.run(make_puzzle, request, person=SYSTEM, priority=priority)
            except SecretPuzzle:  # of another day
                continue
            if not isinstance(made, GenerateAnswer):
                continue
            if daily := await self._store(day, track, made, later=later):
                return daily
        raise RuntimeError(f"no daily could be made for {day} {track.value}")

    async def _draw(self, day: date, track: Track) -> DailyRecord | None:
        """Store a puzzle of the bank as a daily and return the stored one; None without one.

        The bank does not tell which of its puzzles have short loops, so it has no minis. It is not
        asked for other tilings than squares.
        """
        spec = spec_of(track, day, 0)
        if spec.short or spec.tiling != SQUARE:
            return None

        async def draw(connection: Connection) -> DailyRecord | None:
            if there := await dailies.get(connection, day, track.value):
                return there
            stored = await give_out(connection, spec)
            if stored is None:
                return None
            daily = await _add(connection, day, track, stored)
            if daily is not None and daily.puzzle_id != stored.id:
                raise _StoredElsewhere(daily)  # the bank keeps the puzzle that was drawn
            return daily

        try:
            return await self._database.write(draw)
        except _StoredElsewhere as elsewhere:
            return elsewhere.daily

    async def _store(
        self, day: date, track: Track, made: GenerateAnswer, *, later: bool
    ) -> DailyRecord | None:
        """Store a daily and return the stored one; None if its puzzle was a daily before."""
        async with self._database.writing() as connection:
            if there := await dailies.get(connection, day, track.value):
                return there
            key = made.puzzle.canonical_key
            if await dailies.find_by_key(connection, key):
                return None
            stored = await puzzles.add(connection, unsaved_puzzle(made))
            daily = await _add(connection, day, track, stored, later=later)
        log.debug("daily generated", day=day.isoformat(), track=track.value, made=daily is not None)
        return daily


class _StoredElsewhere(Exception):  # noqa: N818 - ends a transaction without a fault
    """Another process stored the daily meanwhile."""

    def __init__(self, daily: DailyRecord) -> None:
        super().__init__(daily)
        self.daily = daily


async def _add(
    connection: Connection, day: date, track: Track, stored: StoredPuzzle, *, later: bool = False
) -> DailyRecord | None:
    """Make a stored puzzle a daily, and return the daily that is stored then.

    None if its loop is that of an example or a lesson.
    """
    _, _, loop = read_solved(stored.notation, stored.solution)
    if loop is not None and loop.text[:16] in TAUGHT_LOOPS:
        return None
    key, span = stored.canonical_key, (opens(day), closes(day))
    new = DailyRecord(day, track.value, number_of(day), stored.id, key, *span, made_later=later)
    return await dailies.add(connection, new)


def unsaved_puzzle(made: GenerateAnswer) -> UnsavedPuzzle:
    """A generated puzzle as a record to store; its solution is written as moves."""
    rating = made.rating
    lines = dict.fromkeys(made.solution, EdgeState.LINE)
    return UnsavedPuzzle(
        notation=format_puzzle(made.puzzle, "loopy"),
        canonical_key=made.puzzle.canonical_key,
        solution=format_marks(made.puzzle.grid, lines),
        level=(rating.level if rating else Difficulty.EXTREME).name.lower(),
        score=rating.score if rating else None,
        hardest=rating.hardest if rating else None,
        techniques=dict(rating.techniques) if rating else {},
        seed=made.seed,
        recipe=made.recipe,
    )
