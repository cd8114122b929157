"""What an interaction costs the bot, beside a bot that only acknowledges and sends a picture."""

import asyncio
import json
import os
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from msgspec import Struct

from sandbox.model.settings import SandboxSettings
from sandbox.server import Sandbox
from tools.bench.measure import print_machine
from tools.bench.processes import Bot, running_bot
from tools.bench.virtual_users import TimedInteraction, VirtualUsers, arrive, puzzle_notations
from tools.postgres import postgres

SIDE = 10
"""Rows and columns of the boards."""
UNLIMITED = dict.fromkeys(
    ("OURO_PERSON_PACE", "OURO_PERSON_PUZZLES", "OURO_PERSON_SECONDS", "OURO_SERVER_SECONDS"),
    "10000",
)
SMALLEST_SHARE = 0.02
"""Parts with a smaller share of the bot's processor time are shown together."""

Ask = Callable[[int], Awaitable[TimedInteraction]]
"""Sends the interaction of one of several people, and waits for its answer."""


class Cost(Struct, frozen=True):
    """CPU seconds of one interaction: of the bot, its other threads, its workers, and the chat.

    `threads` is part of `bot`. `shares` are parts of the program by their share in the main thread.
    """

    bot: float
    threads: float
    workers: float
    chat: float
    shares: Mapping[str, float]


def interactions(
    count: Annotated[int, typer.Option(help="Interactions of each kind.")] = 200,
    people: Annotated[int, typer.Option(help="People who send them at the same time.")] = 4,
    warm_up: Annotated[int, typer.Option(help="Interactions of each kind before these.")] = 20,
    postgresql: Annotated[bool, typer.Option("--postgresql", help="Not on SQLite.")] = False,
    rounds: Annotated[int, typer.Option(help="The best of so many rounds counts.")] = 3,
) -> None:
    """The processor time of a press, `/solve`, `/hint` and `/daily`, and which part takes it.

    The floor is a bare bot of discord.py that acknowledges and sends a constant picture.
    """
    print_machine(all_cores=True)
    with ExitStack() as stack:
        variables = dict(UNLIMITED)
        if postgresql:
            variables["OURO_DATABASE"] = stack.enter_context(postgres())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        numbers = count, people, warm_up, rounds
        floor = asyncio.run(_measure(folder, "tools.bench.bare_bot", {}, *numbers))
        costs = asyncio.run(_measure(folder, "app", variables, *numbers))
    _print({"bare /play": floor["/play"], "bare press": floor["press"], **costs})


async def _measure(  # noqa: PLR0913, PLR0917 - one parameter for each option
    folder: Path,
    module: str,
    variables: Mapping[str, str],
    count: int,
    people: int,
    warm_up: int,
    rounds: int,
) -> dict[str, Cost]:
    samples = folder / "samples.json"
    options = ("-m", "tools.bench.sampling_profiler", str(samples), module)
    settings = SandboxSettings(acknowledge=60)
    async with (
        Sandbox(application="Ouro", settings=settings) as sandbox,
        running_bot(sandbox, folder, command=options, **variables) as bot,
    ):
        users = VirtualUsers(sandbox)
        if module == "app":
            await bot.idle(600)
            kinds = await _kinds_of_bot(users, people)
        else:
            kinds = await _kinds_of_bare_bot(users, people)
        costs: dict[str, list[Cost]] = {name: [] for name in kinds}
        for ask in kinds.values():
            await _send(ask, warm_up, people)
        for _ in range(rounds):
            for name, ask in kinds.items():
                costs[name].append(await _cost(bot, ask, count, people, samples))
    return {name: min(found, key=lambda cost: cost.bot) for name, found in costs.items()}


async def _kinds_of_bot(users: VirtualUsers, people: int) -> dict[str, Ask]:
    players = await arrive(users, people, "player", Random(1))
    others = users.invite(people, "other")  # a channel keeps its newest messages only
    puzzles = cycle(puzzle_notations(SIDE))

    def press(number: int) -> Awaitable[TimedInteraction]:
        return players[number].press(users)

    def command(name: str, values: Callable[[], dict[str, str]]) -> Ask:
        return lambda number: users.ask(others[number], name, values())

    return {
        "press": press,
        "/solve": command("solve", lambda: {"puzzle": next(puzzles)}),
        "/hint": command("hint", lambda: {"puzzle": next(puzzles)}),
        "/daily": command("daily", lambda: {"track": "easy"}),
    }


async def _kinds_of_bare_bot(users: VirtualUsers, people: int) -> dict[str, Ask]:
    visitors, others = users.invite(people, "visitor"), users.invite(people, "other")
    opened = [await users.ask(person, "play", {}) for person in visitors]

    def press(number: int) -> Awaitable[TimedInteraction]:
        message = opened[number].interaction.answer_id
        assert message is not None
        return users.press(visitors[number], message, "bare:up", "press")

    return {"press": press, "/play": lambda number: users.ask(others[number], "play", {})}


async def _send(ask: Ask, count: int, people: int) -> None:
    """Send interactions, each person one after another."""
    left = iter(range(count))

    async def act(number: int) -> None:
        for _ in left:
            action = await ask(number)
            assert action.seconds is not None, f"{action.name} was not answered"

    await asyncio.gather(*map(act, range(people)))


async def _cost(bot: Bot, ask: Ask, count: int, people: int, samples: Path) -> Cost:
    await _read_samples(bot, samples)  # forgets what was before
    before, main, own = bot.usage(), bot.main_thread_seconds(), time.process_time()
    await _send(ask, count, people)
    own = time.process_time() - own
    after, main = bot.usage(), bot.main_thread_seconds() - main
    spent = after.bot - before.bot
    return Cost(
        spent / count,
        max(0.0, spent - main) / count,
        (after.workers - before.workers) / count,
        own / count,
        await _read_samples(bot, samples),
    )


async def _read_samples(bot: Bot, samples: Path) -> Mapping[str, float]:
    samples.unlink(missing_ok=True)  # noqa: ASYNC240
    os.kill(bot.pid, signal.SIGUSR1)
    while not samples.exists():  # noqa: ASYNC110, ASYNC240 - another process writes it
        await asyncio.sleep(0.01)
    shares: dict[str, float] = json.loads(samples.read_text())  # noqa: ASYNC240
    return shares


def _print(costs: Mapping[str, Cost]) -> None:
    print(f"\n{'CPU ms of one':14} {'bot':>7} {'threads':>8} {'workers':>8} {'chat':>7}")
    for name, cost in costs.items():
        figures = (cost.bot, cost.threads, cost.workers, cost.chat)
        widths = (7, 8, 8, 7)
        print(
            f"{name:14} "
            + " ".join(f"{f * 1e3:{w}.2f}" for f, w in zip(figures, widths, strict=True))
        )
    print("\nCPU ms of the bot's main thread, by part of the program")
    for name, cost in costs.items():
        print(f"{name:14} " + ", ".join(_parts(cost)))


def _parts(cost: Cost) -> Iterator[str]:
    """The parts of the main thread's time, the largest first; small ones together."""
    main = (cost.bot - cost.threads) * 1e3
    small = sum(share for share in cost.shares.values() if share < SMALLEST_SHARE)
    for part, share in cost.shares.items():
        if share >= SMALLEST_SHARE:
            yield f"{part} {share * main:.2f}"
    yield f"others {small * main:.2f}"
