"""Load test: the bot runs in its own process, and this process simulates many people."""

import asyncio
import gc
import math
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from msgspec import Struct

from app import event_loop
from app.settings import Settings
from puzzle.notation import format_puzzle
from sandbox.server import Sandbox
from solver.timing import percentile
from texts import problems
from tools.bench.boards import lattice, sparse_board
from tools.bench.measure import Goals, print_machine
from tools.bench.processes import Bot, Usage, running_bot
from tools.bench.virtual_users import (
    TimedInteraction,
    VirtualPlayer,
    VirtualUsers,
    arrive,
    puzzle_notations,
)
from workers.errors import BusyReason

CLUES = 0.45
"""Share of cells with a clue on boards with several solutions."""
SIDES = (7, 10, 15)
NORMAL = 50
"""Number of players beside the hostile people."""
BUSY = frozenset(problems.BUSY[reason].text for reason in BusyReason)


def load(  # noqa: PLR0913, PLR0917 - one parameter for each option
    at_once: Annotated[int, typer.Option(help="Commands in the same moment.")] = 1000,
    players: Annotated[int, typer.Option(help="People who press pads.")] = 300,
    seconds: Annotated[float, typer.Option(help="How long they do.")] = 60,
    rate: Annotated[int, typer.Option(help="Presses a second, drawn or not.")] = 300,
    hostile: Annotated[int, typer.Option(help="People who send the slowest boards.")] = 20,
    among_hostile: Annotated[float, typer.Option(help="Seconds beside hostile people.")] = 30,
    keep: Annotated[Path | None, typer.Option(help="Folder for log and database.")] = None,
    seed: int = 1,
) -> None:
    """Many commands at once, many players, and a few people who send the slowest boards.

    At the end all players press at a fixed rate, without waiting for their boards.

    The bot runs in its own process with default settings; this process is the chat and its
    people. The exit code is 1 when a goal is missed.
    """
    print_machine(all_cores=True)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(at_once, players, seconds, rate, hostile, among_hostile, Random(seed))
        gc.collect()
        gc.freeze()  # the bot should not wait for garbage collection of the chat
        goals = event_loop.run(measure(plan, keep or Path(folder)))
    if not goals.reached:
        raise typer.Exit(1)


class Plan(Struct, frozen=True):
    """The options of a load test: numbers of commands and people, durations in seconds, and the
    presses per second (`rate`)."""

    at_once: int
    players: int
    seconds: float
    rate: int
    hostile: int
    among_hostile: float
    rng: Random


async def measure(plan: Plan, folder: Path) -> Goals:
    """Run all scenarios with one bot, one after the other."""
    goals = Goals()
    async with Sandbox(application="Ouro") as sandbox, running_bot(sandbox, folder) as bot:
        users = VirtualUsers(sandbox)
        await bot.idle()
        fresh = bot.usage()
        await warm_up(users, plan)
        await bot.idle()
        before = bot.usage()
        await all_at_once(goals, users, bot, plan)
        await bot.idle()
        goals.note("  memory, bot and all", _memory(bot.usage()))
        people = await arrive(users, plan.players, "player", plan.rng)
        await bot.idle()
        await many_players(goals, bot, users, people, plan.seconds)
        await bot.idle()
        goals.note("  memory, bot and all", _memory(bot.usage()))
        await beside_hostile_people(goals, bot, users, people[:NORMAL], plan)
        await bot.idle(Settings().longest_wait + 120)  # until all hostile jobs are done
        after = bot.usage()
        goals.ratio("memory of the bot, to that before", after.own / before.own, 1.1)
        goals.ratio("memory with its workers, to that before", after.memory / before.memory, 1.1)
        goals.note("  memory after the start, bot and all", _memory(fresh))
        goals.note("  memory before, bot and all", _memory(before))
        goals.note("  memory after, bot and all", _memory(after))
        goals.note("  files open before and after", f"{before.files} {after.files}")
        await at_a_rate(goals, bot, users, people, plan)
        errors = bot.logged('"level": "(error|critical)"|^(?!{)')
        goals.count("errors in the log", len(errors), 0)
        for line in errors[:5]:
            print(line[:300])
        warnings = bot.logged('"level": "warning"')
        goals.note("  warnings in the log", f"{len(warnings):,}")
    return goals


# Actions of people


def commands(rng: Random, count: int) -> list[tuple[str, dict[str, str]]]:
    """A random mix of slash commands, most of them with different puzzles.

    One puzzle in ten has several solutions, which take half a second to count.
    """
    puzzles = {side: puzzle_notations(side, min(count, 12)) for side in SIDES}

    def puzzle(*sides: int) -> str:
        side = rng.choice(sides)
        if rng.random() < 0.1:
            board = sparse_board(side, side, CLUES, rng.randrange(2**30))
            return format_puzzle(board, "loopy")
        return rng.choice(puzzles[side])

    kinds: list[tuple[int, Callable[[], tuple[str, dict[str, str]]]]] = [
        (25, lambda: ("solve", {"puzzle": puzzle(*SIDES)})),
        (20, lambda: ("daily", {"track": rng.choice(("easy", "normal", "hard"))})),
        (15, lambda: ("play", {"puzzle": puzzle(10)})),
        (10, lambda: ("play", {})),
        (10, lambda: ("hint", {"puzzle": puzzle(7)})),
        (5, lambda: ("stats", {})),
        (5, lambda: ("streak", {})),
        (5, lambda: ("leaderboard", {})),
        (5, lambda: ("help", {})),
    ]
    chosen = rng.choices([make for _, make in kinds], [weight for weight, _ in kinds], k=count)
    return [make() for make in chosen]


async def warm_up(users: VirtualUsers, plan: Plan) -> None:
    """Run as many commands as are measured later, so that memory reaches its usual size.

    Growth after that is a leak.
    """
    people = users.invite(plan.at_once, "early")
    wanted = commands(plan.rng, plan.at_once)
    await asyncio.gather(*(users.ask(who, *what) for who, what in zip(people, wanted, strict=True)))


# The scenarios


async def all_at_once(goals: Goals, users: VirtualUsers, bot: Bot, plan: Plan) -> None:
    """Scenario: many different people use a command in the same moment."""
    people = users.invite(plan.at_once, "person")
    wanted = commands(plan.rng, plan.at_once)
    print(f"\n{plan.at_once:,} commands at once")
    async with _measured_usage(goals, bot):
        actions = await asyncio.gather(
            *(users.ask(who, *what) for who, what in zip(people, wanted, strict=True))
        )
    acks = [action.ack for action in actions if action.ack is not None]
    goals.count("acknowledged in time", len(acks), plan.at_once)
    goals.below("worst acknowledgement", max(acks, default=math.inf), 1.5)
    answers = [(action, users.text(action)) for action in actions]
    busy = [action for action, text in answers if any(text.endswith(sentence) for sentence in BUSY)]
    goals.count(
        "answered or told to come again", sum(d.seconds is not None for d in actions), plan.at_once
    )
    apologies = [text for _, text in answers if problems.UNEXPECTED.text[:20] in text]
    goals.count("answered with an apology", len(apologies), 0)
    goals.note("  told to come again", f"{len(busy):,}")
    if busy:
        worst = max(action.seconds or 0.0 for action in busy)
        goals.below("  latest to be told so", worst, 1.0)
    seconds = [action.seconds for action in actions if action.seconds is not None]
    goals.note("  acknowledged, median and p99", _times(acks))
    goals.note("  answered, median and p99", _times(seconds))


async def many_players(
    goals: Goals, bot: Bot, users: VirtualUsers, people: Sequence[VirtualPlayer], seconds: float
) -> None:
    """Scenario: all players press buttons, and pause when they see the new board."""
    print(f"\n{len(people)} players for {seconds:.0f} s")
    async with _measured_usage(goals, bot):
        actions = await _play(users, people, seconds)
    acks = _acks(actions)
    goals.note("  presses a second", f"{len(actions) / seconds:.0f}")
    wrong = [
        d
        for d in actions
        if d.seconds is None or d.interaction.answer_id != d.interaction.message_id
    ]
    goals.count("presses that were not answered on the board", len(wrong), 0)
    goals.below("acknowledged, p99", _p99(acks), 0.5)
    goals.note("  acknowledged, median and p99", _times(acks))
    goals.note("  drawn anew, median and p99", _times(_seconds(actions)))


async def at_a_rate(
    goals: Goals, bot: Bot, users: VirtualUsers, people: Sequence[VirtualPlayer], plan: Plan
) -> None:
    """Scenario: the players press in turn at a fixed rate, whether their boards are drawn or not.

    A board may be drawn once for several presses.
    """
    seconds = plan.seconds / 2
    print(f"\n{plan.rate} presses a second for {seconds:.0f} s")
    begun, presses, before = time.perf_counter(), [], len(users.actions)
    async with _measured_usage(goals, bot):
        for number in range(round(plan.rate * seconds)):
            await asyncio.sleep(begun + number / plan.rate - time.perf_counter())
            player = people[number % len(people)]
            presses.append(asyncio.create_task(player.press(users)))
        sent = time.perf_counter() - begun
        await bot.idle()
    for press in presses:  # what is not drawn by now was skipped for a newer board
        press.cancel()
    actions = users.actions[before:]
    acks = _acks(actions)
    goals.note("  presses a second", f"{len(actions) / sent:.0f}")
    goals.count("presses acknowledged in time", len(acks), len(actions))
    goals.below("acknowledged, p99", _p99(acks), 0.5)
    goals.note("  acknowledged, median and p99", _times(acks))
    drawn = [action.settled - begun for action in actions if action.settled]
    last = max(drawn, default=math.inf)
    goals.note("  boards drawn a second", f"{len(drawn) / last:.0f}")
    goals.note("  last board drawn after the last press", f"{last - sent:.1f} s")


async def beside_hostile_people(
    goals: Goals, bot: Bot, users: VirtualUsers, people: Sequence[VirtualPlayer], plan: Plan
) -> None:
    """Scenario: the same players alone, and then beside people who send the slowest boards."""
    print(
        f"\n{len(people)} players beside {plan.hostile} hostile people,"
        f" {plan.among_hostile:.0f} s each"
    )
    worst = worst_boards(plan.rng)
    alone = await _play(users, people, plan.among_hostile)
    hostile = [
        asyncio.create_task(_send_boards(users, person, worst, Random(f"{person} {number}")))
        for person in users.invite(plan.hostile, "hostile")
        for number in range(4)  # more than the limit of jobs per person
    ]
    await asyncio.sleep(3)
    async with _measured_usage(goals, bot):
        beside = await _play(users, people, plan.among_hostile)
    for task in hostile:
        task.cancel()
    await asyncio.gather(*hostile, return_exceptions=True)
    for name, pick in (("acknowledged", _acks), ("drawn anew", _seconds)):
        before, after = (_p99(pick(actions)) for actions in (alone, beside))
        goals.note(f"  {name} alone, median and p99", _times(pick(alone)))
        goals.note(f"  {name} beside them, median and p99", _times(pick(beside)))
        goals.add(
            f"{name}, p99 beside to alone", f"{after / before:.2f}", "< 2", after < 2 * before
        )
    sent = [d for d in users.actions if d.name == "/solve" and d.begun > beside[0].begun]
    goals.note("  boards the hostile ones sent", f"{len(sent):,}")


def worst_boards(rng: Random) -> list[str]:
    """Boards with slow jobs or large pictures: blank, crafted, nearly blank."""
    sparse = [
        sparse_board(side, side, share, rng.randrange(2**30))
        for side, share in ((60, 0.4), (60, 0.4), (30, 0.25), (30, 0.25))
    ]
    made = [format_puzzle(puzzle, "loopy") for puzzle in (lattice(40, 3), *sparse)]
    return ["100x100:" + "z" * 384 + "p", *made]


async def _send_boards(users: VirtualUsers, person: int, worst: Sequence[str], rng: Random) -> None:
    await asyncio.sleep(rng.random())  # so that not all start in the same moment
    while True:
        await users.ask(person, "solve", {"puzzle": rng.choice(worst)})
        await asyncio.sleep(1)  # faster than people type


async def _play(
    users: VirtualUsers, people: Sequence[VirtualPlayer], seconds: float
) -> list[TimedInteraction]:
    end = time.perf_counter() + seconds
    actions = await asyncio.gather(*(player.play(users, end) for player in people))
    return [action for some in actions for action in some]


# Measurement


@asynccontextmanager
async def _measured_usage(goals: Goals, bot: Bot) -> AsyncIterator[None]:
    """Print the CPU time of bot, workers and this process, and the lateness of this process."""
    late: list[float] = []
    watching = asyncio.create_task(_lateness(late))
    start, before, own = time.perf_counter(), bot.usage(), time.process_time()
    try:
        yield
    finally:
        watching.cancel()
    seconds, after = time.perf_counter() - start, bot.usage()
    own = time.process_time() - own
    goals.note("  seconds", f"{seconds:.1f}")
    shares = (after.bot - before.bot, after.workers - before.workers, own)
    text = ", ".join(f"{share / seconds:.0%}" for share in shares)
    goals.note("  of a processor: bot, workers, this process", text)
    goals.note("  lateness of the chat, median and p99", _times(late))


async def _lateness(late: list[float]) -> None:
    """Record the delay of timers in this process, in seconds."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(0.02)
        late.append(max(time.perf_counter() - start - 0.02, 0.0))


def _acks(actions: Sequence[TimedInteraction]) -> list[float]:
    return [action.ack for action in actions if action.ack is not None]


def _seconds(actions: Sequence[TimedInteraction]) -> list[float]:
    return [action.seconds for action in actions if action.seconds is not None]


def _p99(seconds: Sequence[float]) -> float:
    """The 99th percentile; infinite if there is none."""
    return percentile(seconds, 0.99) if seconds else math.inf


def _memory(usage: Usage) -> str:
    return f"{usage.own / 2**20:.0f}, {usage.memory / 2**20:.0f} MiB"


def _times(seconds: Sequence[float]) -> str:
    """Median and 99th percentile in ms."""
    if not seconds:
        return "none"
    return f"{percentile(seconds, 0.5) * 1e3:,.0f}, {_p99(seconds) * 1e3:,.0f} ms"
