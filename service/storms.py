"""Storms: drills against the clock. The first storm of a day counts for the board of the server."""

from datetime import datetime
from functools import partial

from msgspec import Struct

from jobs import (
    Appearance,
    DrillQuestion,
    DrillRequest,
    DrillVerdict,
    JudgeRequest,
    ask_drill,
    judge_drill,
)
from jobs.errors import JobError
from play.calendar import today
from play.storm import Storm
from puzzle.model import EdgeState
from service.errors import InputError, Problem
from service.running.clock import Clock
from service.running.interaction_claims import Claim, store_claim
from service.training import techniques
from solver.errors import DrillTextError
from store import players, storms
from store.database import Database
from store.records import StormRecord, StormScore
from store.transaction import Connection
from workers.pool import Priority, WorkPool

BEST = 10
"""Number of places of the board of a server."""


class StormPage(Struct, frozen=True):
    """A storm after an answer, with its next drill; when it is over, with the board of today.

    - `was_right`: whether the last answer was right, None at the start;
    - `counts`: whether this is the first storm of the day.
    """

    storm: Storm
    question: DrillQuestion | None
    was_right: bool | None = None
    counts: bool = False
    best: tuple[StormScore, ...] = ()


class StormReader(Struct, frozen=True):
    """Who takes part in a storm and where: a person, their server if any, and their pictures."""

    person: int
    server: int | None
    appearance: Appearance
    language: str


class Storms:
    """Begins storms, judges their answers and stores their scores; `now` gives the time."""

    def __init__(self, database: Database, pool: WorkPool, now: Clock) -> None:
        self._database = database
        self._pool = pool
        self._now = now

    async def begin_storm(
        self, reader: StormReader, at: datetime, seed: int, *, claim: Claim | None = None
    ) -> StormPage:
        """Begin a storm at an instant of the chat's clock, with its first drill.

        Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """
        storm, now = Storm(int(at.timestamp())), self._now()
        page = StormPage(storm, await self._ask(reader, storm, seed))
        record = StormRecord(today(storm.began_at), reader.person, storm.began_at, 0)

        async def begin(connection: Connection) -> None:
            await store_claim(connection, claim, now)
            await players.ensure(connection, reader.person, now)
            if reader.server is not None:
                await players.join(connection, reader.person, reader.server)
            await storms.begin(connection, record)

        await self._database.write(begin)
        return page

    async def go_on(  # noqa: PLR0913, PLR0917 - fields of a button
        self,
        reader: StormReader,
        storm: Storm,
        text: str,
        chosen: tuple[int, EdgeState],
        at: datetime,
        seed: int,
    ) -> StormPage:
        """Judge an answer given at an instant, and go on until the time is over.

        The same answer to the same drill gives the same score, however often it arrives. Raises
        `InputError` for a drill of another version that cannot be judged.
        """
        if at >= storm.ends_at:
            return await self._result(reader, storm)
        request = JudgeRequest(text, *chosen, reader.appearance, reader.language)
        run = partial(self._pool.run, person=reader.person)
        try:
            judged = await run(judge_drill, request, priority=Priority.QUICK)
        except (DrillTextError, JobError) as error:
            raise InputError(Problem.DRILL_GONE) from error
        right = judged.verdict is DrillVerdict.RIGHT
        storm = storm.answered(right=right)
        if right:
            await self._database.write(
                lambda connection: storms.score(
                    connection, reader.person, storm.began_at, storm.right
                )
            )
        if at >= storm.ends_at:
            return await self._result(reader, storm)
        return StormPage(storm, await self._ask(reader, storm, seed), right)

    async def _ask(self, reader: StormReader, storm: Storm, seed: int) -> DrillQuestion:
        """A drill for the number of right answers so far."""
        every = techniques()
        numbers = storm.choices(len(every))
        name = every[numbers[(seed >> 22) % len(numbers)]].name  # below are counters of Discord
        request = DrillRequest(name, seed, reader.appearance, reader.language)
        return await self._pool.run(
            ask_drill, request, person=reader.person, priority=Priority.QUICK
        )

    async def _result(self, reader: StormReader, storm: Storm) -> StormPage:
        day = today(storm.began_at)
        async with self._database.reading() as connection:
            stored = await storms.find(connection, day, reader.person)
            best: tuple[StormScore, ...] = ()
            if reader.server is not None:
                best = await storms.best(connection, day, reader.server, BEST)
        counts = stored is not None and stored.began_at == storm.began_at
        return StormPage(storm, None, counts=counts, best=best)
