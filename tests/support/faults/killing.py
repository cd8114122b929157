"""Runs the bot of `program.py` in a local chat, where it is killed at its points."""

import asyncio
import contextlib
import inspect
import math
import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from sandbox.chat.options import Value
from sandbox.model.records import AnswerStage, ChatMessage
from sandbox.model.waiting import wait_until
from service.running.processes import LEASE
from store.database import Database
from store.sql import query
from tests.support.chat.runner import now_of
from tests.support.faults.program import COUNTING, BotRun
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.store.tables import ask, tell
from tests.support.waiting import _answer, until
from tests.support.warm.program import WarmProcess, WarmProgram
from texts import problems
from tools.programs import free_port

SECONDS = 60.0
ROUNDS = 3
"""How often each periodic task runs while nothing is pending, until it is clear that no more comes
of what a killed bot did."""
PUT = "bot.delivery.delivery.Delivery._show 5"
"""The place where a message has been sent, which is not stored yet."""
AFTER_LEASE = LEASE.total_seconds() + 5
SOON = timedelta(seconds=60)
"""How far in the future a message may be due that is waited for."""
INTERVALS = {"send messages": 0.05, "plan posts": 0.2, "close dailies": 0.2}
PERIODIC = tuple(
    f"service.posting.schedules.Schedules.{n} 1 after" for n in ("plan_posts", "close_days")
)

_DUE = query(
    """SELECT due_at FROM outbox WHERE state IN ('pending', 'claimed') AND due_at <= :soon
    ORDER BY due_at LIMIT 1""",
    datetime,
)


Done: TypeAlias = Callable[[], object | Awaitable[object]]


class Point(Struct, frozen=True):
    """A point of a scenario: the `count`th time that a place is passed."""

    name: str
    count: int = 1


def points_in(names: Sequence[str]) -> Iterator[Point]:
    """The points of names, in their order."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield Point(name, seen[name])


class Lost(AssertionError):  # noqa: N818 - what happened
    """Something is lost."""


class Doubled(AssertionError):  # noqa: N818 - what happened
    """Something is there twice."""


def once(what: str, count: int) -> None:
    """Raise an error unless something is there once."""
    if count != 1:
        raise (Doubled if count > 1 else Lost)(f"{what}: {count}")


def kept(what: str, there: object) -> None:
    """Raise an error unless something is there."""
    if not there:
        raise Lost(what)


class World:
    """A chat, and a bot that is killed at a `point` and, while it takes over, at the `second`.

    `reached` are the names of the places where it was killed, `met` those that it passed; `left` is
    what pending messages were about when it was dead.
    """

    def __init__(
        self, sandbox: Sandbox, database: Database, bots: WarmProgram, bot_run: BotRun
    ) -> None:
        self.sandbox = sandbox
        self.chat = sandbox.client
        self.database = database
        self.point: Point | None = None
        self.second: random.Random | None = None
        self.met: set[str] = set()
        self.reached: set[str] = set()
        self.passed: Sequence[str] = ()
        self.taking_over: Sequence[str] = ()
        self.kills = 0
        self.left: list[str] = []
        self._bots = bots
        self._run = bot_run
        self._process: WarmProcess | None = None
        self._running: Any = None

    def now(self) -> datetime:
        """The time of the chat and of the bot."""
        return now_of(self.sandbox)

    def advance(self, seconds: float) -> None:
        """Move both clocks."""
        self.sandbox.clock.advance(seconds)
        self._run.set_ahead(self.sandbox.clock.ahead)

    def is_dead(self) -> bool:
        """Whether the bot is dead."""
        return self._process is None or self._process.returncode is not None

    async def start(self, point: Point | None = None) -> None:
        """Start the bot, until it is connected or dead; it records its points."""
        self._run.set_ahead(self.sandbox.clock.ahead)
        self._arm(point)
        folder, kept_names = Path(self._run.folder), ("PATH", "HOME")
        environment = {name: os.environ[name] for name in kept_names if name in os.environ}
        self._running = self._bots.running(folder, environment, self._run.to_json())
        self._process = await self._running.__aenter__()
        await until(lambda: self.is_dead() or self.sandbox.state.online, SECONDS)

    async def stop(self) -> None:
        """Kill the bot, if it lives."""
        if self._running is not None:
            await self._running.__aexit__(None, None, None)
            state, self._running, self._process = self.sandbox.state, None, None
            await wait_until(state, lambda: not state.online or None, SECONDS)

    def _arm(self, point: Point | None) -> None:
        self._run.arm(*(point.name, point.count) if point else ())

    def _names(self) -> Sequence[str]:
        lines = self._run.points.read_text().splitlines() if self._run.points.exists() else []
        return [line for line in lines if line != COUNTING]

    async def arm(self, point: Point | None = None) -> None:
        """From now on the bot records its points, and is killed at the chosen one."""
        await self.settled()
        await self._record(point or self.point)

    async def _record(self, point: Point | None) -> None:
        self._arm(point)
        assert self._process is not None
        points = self._run.points  # it may be killed meanwhile, at a point chosen before
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGUSR1)
        await until(lambda: self.is_dead() or (points.exists() and points.stat().st_size))

    async def dies(
        self, place: str, act: Callable[[], Any], *, seconds: float = AFTER_LEASE
    ) -> Any:
        """Kill the bot at a place of what `act` begins; after some seconds, another one takes over,
        which records its points and is killed at the chosen one."""
        await self.arm(Point(place))
        begun = act()
        if inspect.isawaitable(begun):
            begun = await begun
        await until(self.is_dead, SECONDS)
        self.reached.add(place)
        await self.stop()
        self.advance(seconds)
        await self.start(self.point)
        return begun

    async def killed(self, done: Done = lambda: True) -> None:
        """Wait until all is done and nothing is pending; or until the bot is dead, and another one
        has taken over."""
        await self.settled(done)
        self.passed = self._names()
        self.met |= {*self.passed}
        if self.point is not None and not self.is_dead():
            await self.stop()  # what it does differs from run to run
        elif self.point is not None:
            self.reached.add(self.point.name)
        while self.is_dead():
            self.kills += 1
            await self.stop()
            self.left += [str(row) for row in await self.ask("SELECT subject FROM outbox")]
            self.advance(AFTER_LEASE)
            second = None
            if self.second is not None and self.taking_over:
                second = self.second.choice([*points_in(self.taking_over)])
                self.second = None
            await self.start(second)
            await self.settled(done, ever=False)
            self.met |= {*self._names()}
            if not self.is_dead():
                self.taking_over = self._names()
                await self._record(None)
            elif second is not None:
                self.reached.add(second.name)

    async def settled(self, done: Done = lambda: True, *, ever: bool = True) -> None:
        """Wait until all is done and nothing is pending, or the bot is dead; with `ever` false also
        until all is idle: it may never be done, which the scenario tells."""
        idle_since = math.inf

        async def is_settled() -> bool:
            nonlocal idle_since
            if self.is_dead():
                return True
            is_done = await _answer(done())
            async with self.database.reading() as connection:
                due = await _DUE.one(connection, soon=self.now() + SOON)
            if (is_done or not ever) and due is not None and due > self.now():
                self.advance((due - self.now()).total_seconds())
            if is_done or due is not None:
                idle_since = math.inf
                return due is None
            rounds = min(map(self._names().count, PERIODIC))
            idle_since = min(idle_since, rounds)
            return not ever and rounds >= idle_since + ROUNDS

        await until(is_settled, SECONDS)

    def make_busy(self) -> None:
        """Let the pool refuse the next job."""
        Path(self._run.folder, "busy").touch()

    async def forget(self) -> None:
        """End what a scenario has left."""
        self.sandbox.faults.clear()
        for statement in (
            "UPDATE servers SET channel_id = NULL, trouble = NULL, trouble_reported = FALSE",
            "DELETE FROM outbox",
            "DELETE FROM published",
            "UPDATE races SET ended_at = created_at",
            "UPDATE attempts SET day = NULL, track = NULL, ranked = FALSE",
            "DELETE FROM dailies",
        ):
            await self.tell(statement)

    async def ask(self, sql: str, **values: object) -> list[Any]:
        """The rows of a statement."""
        async with self.database.reading() as connection:
            return [tuple(row) for row in await ask(connection, sql, **values)]

    async def tell(self, sql: str, **values: object) -> None:
        """Run a statement."""
        async with self.database.writing() as connection:
            await tell(connection, sql, **values)

    # What people do; it does not wait for the answer.

    def person(self) -> int:
        """Somebody new."""
        return self.sandbox.add_user(f"person {len(self.sandbox.state.users)}")

    def slash(self, user: int, name: str, values: Mapping[str, Value] | None = None) -> Reply:
        """Use a command."""
        sent = self.sandbox.actions.slash(user, self.chat.general, name, values or {})
        return Reply(self.sandbox.state, sent.id)

    def press(self, user: int, message: int | Reply, button: str) -> Reply:
        """Press a button with a label or `custom_id`."""
        number = message if isinstance(message, int) else int(message.message["id"])
        found = self.chat._custom_id(number, button)
        sent = self.sandbox.actions.component(user, number, found)
        return Reply(self.sandbox.state, sent.id)

    def shown(self, *words: str, person: int | None = None) -> list[ChatMessage]:
        """The messages that show one of some words, to everybody or one person alone."""
        return [
            each
            for each in self.sandbox.state.messages.values()
            if each.visible_to == person
            and not each.loading
            and any(word in str(each.components) for word in words)
        ]


def is_answered(*replies: Reply) -> Callable[[], bool]:
    """Whether some interactions are answered, as a condition."""
    ended = AnswerStage.ANSWERED, AnswerStage.FAILED
    return lambda: all(reply.interaction.stage in ended for reply in replies)


def is_acknowledged(*replies: Reply) -> Callable[[], bool]:
    """Whether some interactions are acknowledged, as a condition."""
    return lambda: all(reply.interaction.stage is not AnswerStage.WAITING for reply in replies)


def answered(reply: Reply, *wanted: str) -> bool:
    """Whether an interaction has an answer, which is one of those wanted.

    False if it was never acknowledged, which people see, or told to be sent again.
    """
    if reply.interaction.stage in {AnswerStage.WAITING, AnswerStage.FAILED}:
        return False
    kept("an answer", reply.interaction.stage is AnswerStage.ANSWERED)
    if problems.WAS_RESTARTED.text in reply.text:
        return False
    kept(f"{wanted}, not {reply.text!r}", any(text in reply.text for text in wanted))
    return True


Scenario: TypeAlias = Callable[[World], Awaitable[None]]


@asynccontextmanager
async def world(
    sandbox: Sandbox, database: Database, address: str, bots: WarmProgram, folder: Path
) -> AsyncIterator[World]:
    """A world with a bot that runs."""
    bot_run = BotRun(
        folder=str(folder),
        database=address,
        api=sandbox.api_base,
        token=sandbox.token,
        page_port=free_port(),
        intervals=INTERVALS,
        counting=True,
    )
    made = World(sandbox, database, bots, bot_run)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()
        await asyncio.sleep(0)
