"""Storms: drills against the clock. The first storm of a day counts for the board of the server.

The last storm of each person is stored, so it goes on after a restart, and the first answer to a
question is the only one that counts. When its time is over, a press or the outbox shows its result,
whichever comes first. Beside that, this process remembers the newest page of each storm,
and makes the next drill while a person thinks.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial

from cachetools import TTLCache
from msgspec import Struct
from msgspec.structs import replace

from jobs.drilling import DrillQuestion, DrillRequest, JudgedDrill, ask_drill
from play.calendar import today
from play.storm import SECONDS, Storm, WrongAnswer
from puzzle.model import EdgeState
from service.errors import InputError, Problem
from service.learning.training import DrillPlan, GivenAnswer, Training, techniques
from service.running.clock import Clock
from service.running.membership import Membership
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import NO_TOKEN, InteractionToken, Reader, begin_change
from solver.drills import DrillVerdict
from solver.explain.techniques import rules_of
from store import last_storms, outbox, players, storms
from store.database import Database
from store.records import LastStorm, MessageState, PendingMessage, StormRecord, StormScore, Target
from store.transaction import Connection

BEST = 10
"""Number of places of the board of a server."""
MAX_BOARDS = 3
"""Maximum number of boards with wrong answers that a result shows, each of another technique."""
MAX_OPEN, OPEN_SECONDS = 500, SECONDS + 60
"""Maximum number of storms that are remembered, and for how many seconds."""
NEXT_SEED = 1 << 22
"""What the seed of the next drill has more than that of the press before: another technique."""
GRACE = timedelta(seconds=2)
"""How long after the end of a storm its last presses may arrive."""
EDITABLE = timedelta(minutes=10)
"""How long after its end the message of a storm can be edited without a press."""


class StormPage(Struct, frozen=True):
    """A storm after an answer, with its next drill; when it is over, with the board of today.

    - `was_right`: whether the last answer was right, None at the start;
    - `counts`: whether this is the first storm of the day;
    - `boards`: some of the boards with wrong answers, with their explanations.
    """

    storm: Storm
    question: DrillQuestion | None
    was_right: bool | None = None
    counts: bool = False
    best: tuple[StormScore, ...] = ()
    boards: tuple[JudgedDrill, ...] = ()


class StormAnswer(Struct, frozen=True):
    """An answer: when the storm began, the answers before, the number of an edge, and its state."""

    began: int
    number: int
    choice: int
    state: EdgeState


class _OpenStorm(Struct, frozen=True):
    """A storm as it was stored last, its newest page, and the drill after it.

    Another process may have stored an answer meanwhile. The drill is being made or is ready.
    """

    stored: LastStorm
    page: StormPage
    following: asyncio.Task[DrillQuestion]


class Storms:
    """Begins storms, judges their answers and stores their scores; `now` gives the time."""

    def __init__(
        self, database: Database, training: Training, members: Membership, now: Clock
    ) -> None:
        self._database = database
        self._members = members
        self._training = training
        self._now = now
        self._presses = OrderedTasks()
        self._open: TTLCache[tuple[int, int], _OpenStorm] = TTLCache(MAX_OPEN, OPEN_SECONDS)

    async def begin_storm(
        self, reader: Reader, at: datetime, seed: int, token: InteractionToken
    ) -> StormPage:
        """Begin a storm at an instant of the chat's clock, with its first drill.

        It takes the place of the last one; `token` is that of the press. Raises `AlreadyClaimed` if
        another handler has claimed the interaction.
        """
        storm, now = Storm.begun(at), self._now()
        question = await self._ask(reader, storm, seed)
        begun = LastStorm(
            reader.person,
            storm.began_at,
            storm.ends_at,
            0,
            (),
            question.text,
            reader.server,
            reader.language,
        )
        record = StormRecord(today(storm.began_at), reader.person, storm.began_at, 0)

        async def begin(connection: Connection) -> None:
            await begin_change(connection, reader, now)
            await players.ensure(connection, reader.person, now)
            if reader.server is not None:
                await players.join(connection, reader.person, reader.server)
            await storms.begin(connection, record)
            await last_storms.begin(connection, begun)
            await outbox.withdraw(connection, f"storm:{reader.person}:")
            await outbox.add(connection, _result_of(begun, token))

        await self._database.write(begin)
        return self._remembered(reader, begun, StormPage(storm, question), seed)

    async def go_on(
        self, reader: Reader, answer: StormAnswer, at: datetime, seed: int
    ) -> StormPage | None:
        """Judge an answer given at an instant, and go on until the time is over.

        The first answer to a question counts; for each later one the page is the newest of the
        storm. None if the result is being shown without this press. Raises `InputError` for a storm
        that is not stored, and for a drill of another version that cannot be judged.
        """
        return await self._presses.run(
            reader.person, partial(self._answer, reader, answer, at, seed)
        )

    async def result(self, reader: Reader, began: int) -> StormPage | None:
        """The result of the last storm of a person; None if it began at another time."""
        stored = await self._database.read(last_storms.find, reader.person)
        if stored is None or _storm(stored).began != began:
            return None
        return await self._result(replace(reader, server=stored.server_id), _storm(stored))

    async def _answer(
        self, reader: Reader, answer: StormAnswer, at: datetime, seed: int
    ) -> StormPage | None:
        """Judge an answer, unless the question was answered before or the time is over."""
        opened = self._open.get((reader.person, answer.began))
        if opened is not None and at < opened.stored.ends_at:
            stored = opened.stored
        else:
            stored = await self._stored(reader.person, answer.began)
        storm = _storm(stored)
        if at >= storm.ends_at:
            return await self._over(reader, stored)
        if answer.number != storm.answers:
            return await self._newest(reader, stored)
        judged = await self._judge(reader, stored.text, answer.choice, answer.state)
        right = judged.verdict is DrillVerdict.RIGHT
        wrong = WrongAnswer(judged.technique, stored.text, answer.choice, answer.state)
        storm = storm.answered(None if right else wrong)
        question = None if at >= storm.ends_at else await self._next(reader, storm, seed)
        after = replace(
            stored,
            ends_at=storm.ends_at,
            answers=storm.answers,
            wrong=tuple(each.word for each in storm.wrong),
            text=stored.text if question is None else question.text,
        )
        if not await self._database.write(partial(_store_answer, after, storm, right)):
            return await self._newest(reader, await self._stored(reader.person, answer.began))
        if question is None:
            return await self._over(reader, after)
        return self._remembered(reader, after, StormPage(storm, question, right), seed)

    async def _stored(self, person: int, began: int) -> LastStorm:
        """The last storm of a person; raises `InputError` if it began at another time."""
        stored = await self._database.read(last_storms.find, person)
        if stored is None or stored.began_at != Storm(began).began_at:
            raise InputError(Problem.STORM_GONE)
        return stored

    async def _newest(self, reader: Reader, stored: LastStorm) -> StormPage | None:
        """The newest page of a storm; it is drawn again after a restart."""
        storm = _storm(stored)
        if self._now() >= storm.ends_at:
            return await self._over(reader, stored)
        opened = self._open.get((reader.person, storm.began))
        if opened is not None and opened.page.storm == storm:
            return opened.page
        plan, text = DrillPlan.MIXED, stored.text
        asked = await self._training.ask_again(reader, plan, text, signs=True)
        return StormPage(storm, asked.question)

    async def _judge(self, reader: Reader, text: str, choice: int, state: EdgeState) -> JudgedDrill:
        now = self._now()
        given = GivenAnswer(text, {choice: state}, now, now, signed=True)
        return await self._training.judged(reader, given)

    def _remembered(
        self, reader: Reader, stored: LastStorm, page: StormPage, seed: int
    ) -> StormPage:
        """The newest page of a storm, which is remembered; the drill after it is made."""
        following = asyncio.create_task(self._ask(reader, page.storm, seed + NEXT_SEED))
        following.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._open[reader.person, page.storm.began] = _OpenStorm(stored, page, following)
        return page

    async def _next(self, reader: Reader, storm: Storm, seed: int) -> DrillQuestion:
        """The drill that was made after the page before, or else a new one."""
        opened = self._open.get((reader.person, storm.began))
        if opened is not None:
            await asyncio.wait([opened.following])
            ended = opened.following
            if not ended.cancelled() and not ended.exception():
                return ended.result()
        return await self._ask(reader, storm, seed)

    async def _ask(self, reader: Reader, storm: Storm, seed: int) -> DrillQuestion:
        """A drill for the number of right answers so far."""
        every = [each for each in techniques() if rules_of(each.name).is_plain]
        numbers = storm.choices(len(every))
        name = every[numbers[(seed >> 22) % len(numbers)]].name  # below are counters of Discord
        request = DrillRequest(name, seed, reader.appearance, reader.language)
        return await self._training.pool.run(ask_drill, request, person=reader.person)

    async def _over(self, reader: Reader, stored: LastStorm) -> StormPage | None:
        """The result of a storm for a press; None if it is being shown without this press."""
        page, key = await self._result(reader, _storm(stored)), _key_of(stored)

        async def tell(connection: Connection) -> bool:
            """Whether nobody else shows the result."""
            message = await outbox.get(connection, key)
            if message is not None and message.state is MessageState.CLAIMED:
                return False
            await outbox.remove(connection, key)
            return True

        return page if await self._database.write(tell) else None

    async def _result(self, reader: Reader, storm: Storm) -> StormPage:
        day = today(storm.began_at)
        stored = await self._database.read(storms.find, day, reader.person)
        best = await self._members.page(reader.server, partial(self._best, reader, day))
        counts = stored is not None and stored.began_at == storm.began_at
        boards = list[JudgedDrill]()
        for wrong in _shown(storm):
            with suppress(InputError):
                boards.append(await self._judge(reader, wrong.text, wrong.choice, wrong.state))
        return StormPage(storm, None, counts=counts, best=best, boards=tuple(boards))

    async def _best(
        self, reader: Reader, day: date, without: Sequence[int]
    ) -> tuple[tuple[StormScore, ...], list[int]]:
        """The best scores of a day in the server of a reader, and whose they are."""
        if reader.server is None:
            return (), []
        best = await self._database.read(storms.best, day, reader.server, BEST, without)
        return best, [each.player_id for each in best if each.player_id != reader.person]


def _shown(storm: Storm) -> Sequence[WrongAnswer]:
    """The wrong answers whose boards are shown: the first of each of some techniques."""
    first = {wrong.technique: wrong for wrong in reversed(storm.wrong)}
    return [wrong for wrong in storm.wrong if first[wrong.technique] is wrong][:MAX_BOARDS]


def _storm(stored: LastStorm) -> Storm:
    wrong = tuple(map(WrongAnswer.from_word, stored.wrong))
    return replace(Storm.begun(stored.began_at), right=stored.answers - len(wrong), wrong=wrong)


def _key_of(stored: LastStorm) -> str:
    return f"storm:{stored.player_id}:{_storm(stored).began}"


def _result_of(stored: LastStorm, token: InteractionToken = NO_TOKEN) -> PendingMessage:
    """The message of a storm when it is over, in place of the message whose button was pressed."""
    return PendingMessage(
        _key_of(stored),
        {"began": _storm(stored).began, "language": stored.language},
        Target.PRESSED,
        0,
        stored.ends_at + GRACE,
        stored.ends_at + EDITABLE,
        person_id=stored.player_id,
        application_id=token.application_id,
        token=token.token,
    )


async def _store_answer(
    after: LastStorm, storm: Storm, right: bool, connection: Connection
) -> bool:
    """Store a storm after an answer, with its score; False if it was answered meanwhile, or its
    result is shown."""
    result = await outbox.get(connection, _key_of(after))
    if result is None or result.state is not MessageState.PENDING:
        return False
    if not await last_storms.answer(connection, after):
        return False
    await outbox.add(connection, _result_of(after))
    if right:
        await storms.score(connection, after.player_id, after.began_at, storm.right)
    return True
