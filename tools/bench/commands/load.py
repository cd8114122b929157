"""Load: presses and strokes at a fixed rate, and bursts, beside a plain bot of discord.py."""

import asyncio
import gc
import math
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum, auto
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Annotated, TypeAlias

import typer
from msgspec import Struct, field

from app import event_loop
from sandbox.server import Sandbox
from tools.bench.measure import Goals, print_machine
from tools.bench.processes import TICKS, Bot, Usage, running_bot
from tools.bench.timing import percentile
from tools.bench.virtual_users import (
    PageStroke,
    TimedInteraction,
    VirtualPlayer,
    VirtualUsers,
    arrive,
    painters,
    puzzle_notations,
    settle,
)
from tools.postgres import postgres
from tools.programs import MissingProgramError, free_port

OURO, PLAIN = "app", "tools.bench.plain_bot"
"""The modules of the bots."""
UNLIMITED = dict.fromkeys(("OURO_PERSON_PACE", "OURO_PERSON_PUZZLES"), "10000")
START_SECONDS = 600.0
"""Seconds in which the bot generates its first dailies."""
AFTER_SECONDS = 1.0
"""Seconds after the last answer for what a bot does after it."""
P99_SECONDS = 0.5
"""The goal of acknowledgements at the fixed rate."""
HEADER = (
    f"{'p50, p99 in ms; CPU ms of one':34} {'sent':>6} {'acknowledged':>14} {'shown':>21}"
    f" {'bot':>7} {'workers':>8}"
)


class DatabaseKind(StrEnum):
    """A database of the bots."""

    SQLITE = auto()
    POSTGRESQL = auto()


Action: TypeAlias = TimedInteraction | PageStroke
Send: TypeAlias = Callable[[], Awaitable[Action]]


def load(  # noqa: PLR0913, PLR0917 - one parameter for each option
    people: Annotated[int, typer.Option(help="People with a board and its page.")] = 100,
    rate: Annotated[int, typer.Option(help="Presses, and strokes, a second.")] = 100,
    seconds: Annotated[float, typer.Option(help="How long, in each round.")] = 10,
    burst: Annotated[int, typer.Option(help="Commands in the same moment.")] = 300,
    rounds: Annotated[int, typer.Option(help="Rounds after a first one to warm up.")] = 3,
    database: Annotated[DatabaseKind | None, typer.Option(help="Both by default.")] = None,
) -> None:
    """Presses and strokes at a fixed rate, whether boards are drawn or not, and bursts.

    Ouro and a plain bot of discord.py, which stores a row and sends a constant picture, run as
    programs and take turns. This process is their chats and their people. The exit code is 1 when a
    goal is missed.
    """
    print_machine(all_cores=True)
    plan, goals = Plan(people, rate, seconds, burst, rounds), Goals()
    puzzle_notations()
    gc.collect()
    gc.freeze()  # the bots should not wait for garbage collection of the chats
    for each in [database] if database else DatabaseKind:
        try:
            event_loop.run(_compare(goals, plan, each))
        except MissingProgramError as error:
            print(error)
    if not goals.reached:
        raise typer.Exit(1)


class Plan(Struct, frozen=True):
    """The options of the command."""

    people: int
    rate: int
    seconds: float
    burst: int
    rounds: int

    @property
    def steady(self) -> int:
        """Number of presses, and of strokes, of a round at the fixed rate."""
        return round(self.rate * self.seconds)


class Measured(Struct, frozen=True):
    """Actions of one kind in a round, and the usage of the bot before and after."""

    actions: Sequence[Action]
    before: Usage
    after: Usage

    @property
    def bot(self) -> float:
        """CPU seconds of the bot for one action; all take a tick of the clock at least."""
        return max(self.after.bot - self.before.bot, 1 / TICKS) / len(self.actions)

    @property
    def workers(self) -> float:
        """CPU seconds of its workers for one action."""
        return (self.after.workers - self.before.workers) / len(self.actions)


Rounds: TypeAlias = Sequence[Measured]
Round: TypeAlias = dict[str, list[Measured]]
"""What Ouro took, and the plain bot if it does the same, by kind of actions."""


class Contestant(Struct, eq=False):
    """A bot with its chat and its people."""

    bot: Bot
    users: VirtualUsers
    _players: list[VirtualPlayer] = field(default_factory=list)

    async def begin(self, people: int) -> None:
        """Add people with boards."""
        self._players = await arrive(self.users, people, "player")

    def presses(self) -> Send:
        """Presses of all people in turn."""
        players = cycle(self._players)

        async def press() -> Action:
            return next(players).press(self.users)

        return press

    def commands(self, name: str, count: int, people: str) -> Send:
        """A command by so many new people."""
        invited, puzzles = iter(self.users.invite(count, people)), cycle(puzzle_notations())

        async def ask() -> Action:
            return self.users.ask(next(invited), name, {"puzzle": next(puzzles)})

        return ask

    @asynccontextmanager
    async def strokes(self, goals: Goals) -> AsyncIterator[Send]:
        """Strokes of all people in turn on their pages, which are open meanwhile."""
        async with painters(self.users, self._players) as opened:
            goals.count("pages opened", len(opened), len(self._players))
            turns = cycle(opened)
            yield lambda: next(turns).draw()

    async def measured(self, send: Send, count: int, rate: float) -> Measured:
        """Send at a rate a second, which may be infinite, and wait for what is answered."""
        before, actions, begun = self.bot.usage(), list[Action](), time.perf_counter()
        for number in range(count):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            actions.append(await send())
        await settle([action.settled for action in actions])
        await asyncio.sleep(AFTER_SECONDS)
        return Measured(actions, before, self.bot.usage())


async def _compare(goals: Goals, plan: Plan, database: DatabaseKind) -> None:
    """Measure both bots on a database, in turns."""
    async with AsyncExitStack() as stack:
        plain = await stack.enter_async_context(_running(PLAIN, database))
        ouro = await stack.enter_async_context(_running(OURO, database))
        await ouro.bot.idle(START_SECONDS)
        for contestant in (plain, ouro):
            await contestant.begin(plan.people)
        fresh, rounds = ouro.bot.usage(), list[Round]()
        for number in range(plan.rounds + 1):
            rounds.append(await _beside(plan, plain, ouro, f"{number}"))
        print(f"\n{database}\n{HEADER}")
        for kind in rounds[0]:
            _print(goals, kind, *zip(*(each[kind] for each in rounds[1:]), strict=True))
        async with ouro.strokes(goals) as send:
            strokes = [
                await ouro.measured(send, plan.steady, plan.rate) for _ in range(plan.rounds + 1)
            ]
        _print(goals, f"stroke, {plan.rate} a second", strokes[1:])
        goals.note("memory, with workers: first", _memory(fresh))
        goals.note("memory, with workers: last", _memory(ouro.bot.usage()))
        errors = ouro.bot.logged('"level": "(error|critical)"|^(?!{)')
        goals.count("errors in the log", len(errors), 0)
        for line in errors[:5]:
            print(f"{line[:100]} … {line[-200:]}")


async def _beside(plan: Plan, plain: Contestant, ouro: Contestant, guests: str) -> Round:
    """What both bots took of each kind of actions that both have."""
    both, found = (ouro, plain), Round()
    found[f"press, {plan.rate} a second"] = [
        await each.measured(each.presses(), plan.steady, plan.rate) for each in both
    ]
    found["press, all at once"] = [
        await each.measured(each.presses(), plan.people, math.inf) for each in both
    ]
    for name in ("play", "solve"):
        found[f"/{name}, all at once"] = [
            await each.measured(
                each.commands(name, plan.burst, f"{name} {guests}"), plan.burst, math.inf
            )
            for each in both
        ]
    return found


@asynccontextmanager
async def _running(module: str, database: DatabaseKind) -> AsyncIterator[Contestant]:
    """A bot on a new database."""
    address = f"http://127.0.0.1:{free_port()}/"
    variables = {**UNLIMITED, "OURO_WEB_URL": address, "OURO_WEB_PORT": address.split(":")[2][:-1]}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if database is DatabaseKind.POSTGRESQL:
            variables["OURO_DATABASE"] = stack.enter_context(postgres())
        chat = await stack.enter_async_context(Sandbox(application="Ouro"))
        bot = await stack.enter_async_context(running_bot(chat, folder, module, variables))
        yield Contestant(bot, VirtualUsers(chat))


def _print(goals: Goals, kind: str, ours: Rounds, theirs: Rounds = ()) -> None:
    """Print the rows of a kind of actions, and judge whether all were acknowledged in time."""
    for name, measured in (("Ouro", ours), ("plain bot", theirs)):
        if measured:
            print(_row(f"{name}: {kind}", measured), flush=True)
    if theirs:
        ratios = [mine.bot / other.bot for mine, other in zip(ours, theirs, strict=True)]
        print(f"  ratio {median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")
    actions = [action for each in ours for action in each.actions]
    acks = [action.ack for action in actions if action.ack is not None]
    goals.count("  acknowledged in time", len(acks), len(actions))
    if "at once" in kind:  # at a rate, a board may be shown once for several presses
        goals.count("  shown", sum(one.seconds is not None for one in actions), len(actions))
    else:
        worst = percentile(acks, 0.99) if acks else math.inf
        goals.below("  acknowledged, p99", worst, P99_SECONDS)


def _row(name: str, rounds: Rounds) -> str:
    """Times of all rounds, and the median of what an action took in each."""
    actions = [action for each in rounds for action in each.actions]
    acks = [action.ack for action in actions if action.ack is not None]
    answers = [action.seconds for action in actions if action.seconds is not None]
    bot, workers = (
        f"{median(getattr(each, part) for each in rounds) * 1e3:.2f}" for part in ("bot", "workers")
    )
    return (
        f"{name:34} {len(actions):>6} {_times(acks):>14} {f'{len(answers)}: {_times(answers)}':>21}"
        f" {bot:>7} {workers:>8}"
    )


def _times(seconds: Sequence[float]) -> str:
    """Median and 99th percentile in ms."""
    if not seconds:
        return "none"
    return f"{percentile(seconds, 0.5) * 1e3:,.0f}, {percentile(seconds, 0.99) * 1e3:,.0f}"


def _memory(usage: Usage) -> str:
    return f"{usage.own / 2**20:.0f}, {usage.memory / 2**20:.0f} MiB"
