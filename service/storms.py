"""Storms: drills against the clock. The first storm of a day counts for the board of the server.


The buttons of a question hold the state of the storm, so that it goes on after a restart. Beside
that, this process remembers the newest page of each storm, so that the first answer to a question
is the only one that counts, and makes the next drill while a person thinks.
"""

import asyncio
from datetime import datetime
from functools import partial

from cachetools import TTLCache
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
from play.storm import SECONDS, Storm
from puzzle.model import EdgeState
from service.errors import InputError, Problem
from service.running.clock import Clock
from service.running.interaction_claims import Claim, store_claim
from service.running.ordered_tasks import OrderedTasks
from service.training import techniques
from solver.errors import DrillError, DrillTextError
from store import players, storms
from store.database import Database
from store.records import StormRecord, StormScore
from store.transaction import Connection
from workers.pool import Priority, WorkPool

BEST = 10
"""Number of places of the board of a server."""
MAX_OPEN, OPEN_SECONDS = 500, SECONDS + 60
"""Maximum number of storms that are remembered, and for how many seconds."""
NEXT_SEED = 1 << 22
"""What the seed of the next drill has more than that of the press before: another technique."""


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


class _OpenStorm(Struct, frozen=True):
    """The newest page of a storm, and the drill after it, which is being made or is ready."""

    page: StormPage
    following: asyncio.Task[DrillQuestion]


class Storms:
    """Begins storms, judges their answers and stores their scores; `now` gives the time."""

    def __init__(self, database: Database, pool: WorkPool, now: Clock) -> None:
        self._database = database
        self._pool = pool
        self._now = now
        self._presses = OrderedTasks()
        self._open: TTLCache[tuple[int, int], _OpenStorm] = TTLCache(MAX_OPEN, OPEN_SECONDS)

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
        self._remember(reader, page, seed)
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

        The first answer to a question counts; for each later one the page is the newest of the
        storm. Raises `InputError` for a drill of another version that cannot be judged.
        """
        if at >= storm.ends_at:
            return await self._result(reader, storm)
        request = JudgeRequest(text, *chosen, reader.appearance, reader.language)
        answer = partial(self._answer, reader, storm, request, at, seed)
        return await self._presses.run(reader.person, answer)

    async def _answer(
        self, reader: StormReader, storm: Storm, request: JudgeRequest, at: datetime, seed: int
    ) -> StormPage:
        """Judge an answer, unless the question was answered before."""
        opened = self._open.get((reader.person, storm.began))
        if opened is not None and opened.page.storm.answers > storm.answers:
            return opened.page
        try:
            judged = await self._pool.run(
                judge_drill, request, person=reader.person, priority=Priority.QUICK
            )
        except (DrillTextError, DrillError, JobError) as error:
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
        question = await self._following(opened) or await self._ask(reader, storm, seed)
        page = StormPage(storm, question, right)
        self._remember(reader, page, seed)
        return page

    def _remember(self, reader: StormReader, page: StormPage, seed: int) -> None:
        """Remember the newest page of a storm, and make the drill after it."""
        following = asyncio.create_task(self._ask(reader, page.storm, seed + NEXT_SEED))
        following.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._open[reader.person, page.storm.began] = _OpenStorm(page, following)

    @staticmethod
    async def _following(opened: _OpenStorm | None) -> DrillQuestion | None:
        """The drill that was made after the page before; None without one."""
        if opened is None:
            return None
        await asyncio.wait([opened.following])
        ended = opened.following
        return None if ended.cancelled() or ended.exception() else ended.result()

    async def _ask(self, reader: StormReader, storm: Storm, seed: int) -> DrillQuestion:
        """A drill for the number of right answers so far."""
        every = techniques()
        numbers = storm.choices(len(every))
        name = every[numbers[(seed >> 22) % len(numbers)]].name  # below are counters of Discord
        request = DrillRequest(name, seed, reader.appearance, reader.language)
        return await self._pool.run(ask_drill, request, person=reader.person)

    async def _result(self, reader: StormReader, storm: Storm) -> StormPage:
        day = today(storm.began_at)
        async with self._database.reading() as connection:
            stored = await storms.find(connection, day, reader.person)
            best: tuple[StormScore, ...] = ()
            if reader.server is not None:
                best = await storms.best(connection, day, reader.server, BEST)
        counts = stored is not None and stored.began_at == storm.began_at
        return StormPage(storm, None, counts=counts, best=best)
