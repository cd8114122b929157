"""Soak test: the bot runs for a long time under injected faults, and must leave nothing behind."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from sandbox.api.faults import Fault, FaultKind
from sandbox.model.errors import ActionError
from sandbox.model.records import AnswerStage
from sandbox.server import Sandbox
from store.address import file_address
from texts import failures
from tools.bench.goals import Goals
from tools.bench.measure import print_machine
from tools.bench.processes import ROOT, Bot, running_bot
from tools.bench.virtual_users import TimedInteraction, VirtualUsers, puzzle_notations

PEOPLE = 20
ACTION_PAUSE = (0.5, 3.0)
"""Minimum and maximum seconds between two actions of a person."""
FAULT_PAUSE = (0.5, 3.0)
"""Minimum and maximum seconds between two faults."""
QUIET_SECONDS = 100.0
"""Seconds without faults before the checks, in which pending replies are sent."""
MAX_LOCK = 2.0
"""Maximum seconds for which the database is locked."""
LEAKS = (
    r"ResourceWarning|[Uu]nclosed|never (awaited|retrieved)|was destroyed but it is pending"
    r"|RuntimeWarning|BytesWarning"
)
"""Matches warnings of Python's development mode about resources that were not closed."""


def soak(
    minutes: Annotated[float, typer.Option(help="How long things go wrong.")] = 10,
    keep: Annotated[Path | None, typer.Option(help="Folder for log and database.")] = None,
    seed: int = 1,
) -> None:
    """Let people use everything while requests are slow, refused or lost, the gateway drops,
    workers are killed and the database is locked; then check for leaks and unanswered commands.

    The bot runs in Python's development mode. The exit code is 1 when a check fails.
    """
    print_machine(all_cores=True)
    with tempfile.TemporaryDirectory() as folder:
        goals = asyncio.run(measure(minutes * 60, keep or Path(folder), Random(seed)))
    if not goals.reached:
        raise typer.Exit(1)


async def measure(seconds: float, folder: Path, rng: Random, quiet: float = QUIET_SECONDS) -> Goals:
    """Inject faults for `seconds`, wait for `quiet` seconds without faults, and check the bot."""
    goals = Goals()
    async with Sandbox(application="Ouro") as sandbox:
        users = VirtualUsers(sandbox)
        async with running_bot(sandbox, folder, "-X", "dev") as bot:
            await bot.idle()
            people = [RandomUser(users, who, rng) for who in users.invite(PEOPLE, "visitor")]
            await _let_people_act(people, min(20.0, seconds))
            await bot.idle()
            before, tasks = bot.usage(), (await bot.metrics())["ouro_tasks"]
            injector = FaultInjector(sandbox, bot, folder / "ouro.db", rng)
            injecting = asyncio.create_task(injector.inject_faults())
            await _let_people_act(people, seconds)
            injecting.cancel()
            await asyncio.gather(injecting, return_exceptions=True)
            sandbox.faults.clear()
            await asyncio.sleep(quiet)
            await bot.idle()
            after, left = bot.usage(), await bot.metrics()
        _check_answers(goals, sandbox, users, injector)
        goals.at_most("tasks left, to those before", left["ouro_tasks"], tasks + 2)
        goals.ratio("memory of the bot, to that before", after.own / before.own, 1.1)
        goals.ratio("memory of all, to that before", after.memory / before.memory, 1.1)
        goals.at_most("files open, to those before", after.files, before.files + 10)
        leaks = bot.logged(LEAKS)
        goals.count("warnings of what was not ended", len(leaks), 0)
        for line in leaks[:5]:
            print(line[:300])
        goals.count("exit code", bot.process.returncode or 0, 0)
        goals.count("failures nobody foresaw", len(bot.logged("unexpected failure")), 0)
    _check_database(goals, folder)
    return goals


async def _let_people_act(people: list["RandomUser"], seconds: float) -> None:
    end = time.perf_counter() + seconds
    await asyncio.gather(*(person.act_until(end) for person in people))


def _check_answers(
    goals: Goals, sandbox: Sandbox, users: VirtualUsers, injector: "FaultInjector"
) -> None:
    """Check that all actions of people were answered."""
    stages = [sandbox.state.interactions[action.interaction.id].stage for action in users.actions]
    count = Counter(stages)
    goals.note("faults", ", ".join(f"{name} {n}" for name, n in injector.done.most_common()))
    goals.note("commands and presses", f"{len(stages):,}")
    goals.note("  answered", f"{count[AnswerStage.ANSWERED]:,}")
    apologies = users.count_answers_with(failures.UNEXPECTED.text.partition("{")[0])
    goals.note("  with an apology for what nobody foresaw", f"{apologies:,}")
    goals.note("  failed at once, as Discord says", f"{count[AnswerStage.FAILED]:,}")
    unanswered = [d for d in users.actions if _is_thinking(sandbox, d)]
    goals.count('left with "thinking…"', len(unanswered), 0)
    for name, number in Counter(action.name for action in unanswered).most_common(5):
        print(f"    {name}: {number}")
    presses = count[AnswerStage.DEFERRED] + count[AnswerStage.WAITING] - len(unanswered)
    goals.note("  presses whose message stayed as it was", f"{presses:,}")


def _is_thinking(sandbox: Sandbox, action: TimedInteraction) -> bool:
    interaction = sandbox.state.interactions[action.interaction.id]
    message = sandbox.state.messages.get(interaction.response_id or 0)
    return message is not None and message.loading


def _check_database(goals: Goals, folder: Path) -> None:
    address = file_address(folder / "ouro.db")
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", "cli", "db", "check", "--database", address],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    goals.count("exit code of `ouro db check`", done.returncode, 0)
    print("    " + (done.stdout + done.stderr).strip().replace("\n", "\n    "))


class RandomUser:
    """A person who uses random commands and buttons."""

    def __init__(self, users: VirtualUsers, person: int, rng: Random) -> None:
        self._users = users
        self._person = person
        self._rng = Random(rng.random())
        self._puzzles = puzzle_notations(7, 4)
        self._shown: list[TimedInteraction] = []

    async def act_until(self, end: float) -> None:
        """Use commands, and buttons of recent answers, until `end` (`time.perf_counter`)."""
        while time.perf_counter() < end:
            with contextlib.suppress(ActionError):  # the button does not exist any more
                action = await self._press() if self._rng.random() < 0.6 else await self._ask()
                if action is not None and self._users.buttons(action):
                    self._shown = [*self._shown[-2:], action]
            await asyncio.sleep(self._rng.uniform(*ACTION_PAUSE))

    async def _ask(self) -> TimedInteraction:
        name, values = self._rng.choice(self._commands())
        return await self._users.ask(self._person, name, values)

    def _commands(self) -> list[tuple[str, dict[str, str]]]:
        puzzle = {"puzzle": self._rng.choice(self._puzzles)}
        track = {"track": self._rng.choice(("easy", "normal", "hard"))}
        bare = ("play", "check", "solution", "submit", "hint", "learn", "help", "about", "stats")
        more = ("streak", "settings", "privacy", "leaderboard", "status", "archive", "setup")
        return [
            *((name, {}) for name in (*bare, *more)),
            *((name, puzzle) for name in ("solve", "play", "hint", "rate")),
            ("daily", track),
            ("solve", {"puzzle": "4x4:p"}),
            ("solve", {"puzzle": "no puzzle"}),
            ("new", {"size": "7x7"}),
            ("leaderboard", {"scope": "global"}),
        ]

    async def _press(self) -> TimedInteraction | None:
        if not self._shown:
            return None
        action = self._rng.choice(self._shown)
        message, buttons = action.interaction.answer_id, self._users.buttons(action)
        if message is None or not buttons:
            return None
        chosen = self._rng.choice(buttons)
        topic = ":".join(chosen.split(":")[1:2])
        return await self._users.press(self._person, message, chosen, f"press {topic}")


@dataclass
class FaultInjector:
    """Injects random faults one after the other; `done` counts them by name."""

    sandbox: Sandbox
    bot: Bot
    database: Path
    rng: Random
    done: Counter[str] = field(default_factory=Counter)

    async def inject_faults(self) -> None:
        """Inject faults until cancelled."""
        kinds: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "slow": (6, lambda: self._request(FaultKind.LATENCY, 1.5)),
            "429": (6, lambda: self._request(FaultKind.RATE_LIMIT, 0.5)),
            "500": (6, lambda: self._request(FaultKind.ERROR, 0)),
            "lost": (6, lambda: self._request(FaultKind.LOST, 0)),
            "gateway cut": (2, self.sandbox.gateway.drop),
            "session forgotten": (1, lambda: self.sandbox.gateway.drop(4000, forget=True)),
            "reconnect": (1, self._reconnect),
            "worker killed": (4, self._kill_worker),
            "database locked": (4, self._lock),
        }
        weights = [weight for weight, _ in kinds.values()]
        while True:
            await asyncio.sleep(self.rng.uniform(*FAULT_PAUSE))
            [name] = self.rng.choices(list(kinds), weights)
            await kinds[name][1]()
            self.done[name] += 1

    async def _request(self, kind: FaultKind, seconds: float) -> None:
        fault = Fault(kind, self.rng.uniform(0, seconds), self.rng.randint(1, 4))
        with contextlib.suppress(ValueError):  # too many faults are waiting
            self.sandbox.faults.add(fault)

    async def _reconnect(self) -> None:
        self.sandbox.gateway.reconnect()

    async def _kill_worker(self) -> None:
        workers = self.bot.workers()
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.rng.choice(workers), signal.SIGKILL)

    async def _lock(self) -> None:
        await asyncio.to_thread(_lock_database, self.database, self.rng.uniform(0.1, MAX_LOCK))


def _lock_database(database: Path, seconds: float) -> None:
    """Lock the database against writes for `seconds`, as a backup or another program may."""
    with contextlib.closing(sqlite3.connect(database, timeout=5, isolation_level=None)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:  # the bot held its lock all the time
            return
        time.sleep(seconds)
        other.execute("ROLLBACK")
