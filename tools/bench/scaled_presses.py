"""Presses on one and two bot processes, with local workers, one worker host, and two."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandbox.model.settings import SandboxSettings
from sandbox.server import Sandbox
from solver.timing import percentile
from tools.bench.commands.load import VirtualPlayer, arrive
from tools.bench.processes import Bot, descendant_seconds, running_bot
from tools.bench.virtual_users import TimedInteraction, VirtualUsers
from tools.postgres import postgres
from tools.worker_hosts import balancer, make_certificates, tls_files, tls_variables, worker_host

RANGES = {1: ("0-1/2",), 2: ("0-0/2", "1-1/2")}
"""The ranges of one process and of two, of two shards."""
WORKERS = 2
"""The number of workers of all processes or hosts together."""
WARM_UP_SECONDS = 3.0
POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of bot processes, and of worker hosts; without hosts, workers are local."""

    processes: int
    hosts: int

    def __str__(self) -> str:
        return f"{self.processes} process(es), {self.hosts or 'no'} worker host(s)"


SHAPES = (Shape(1, 0), Shape(2, 0), Shape(2, 1), Shape(2, 2))


@dataclass(frozen=True, slots=True)
class PressTimes:
    """The presses of a while, and the CPU seconds that they took.

    `workers` are those of worker processes and hosts, with HAProxy; `own` those of this process,
    which is the chat and its people.
    """

    actions: Sequence[TimedInteraction]
    seconds: float
    bots: float
    workers: float
    own: float


async def measure_presses(shape: Shape, players: int, seconds: float) -> PressTimes:
    """Let people press for some seconds; raises `MissingProgramError` without a program for it."""
    settings = SandboxSettings(shards=2, max_concurrency=2, acknowledge=60)
    with ExitStack() as programs:
        folder = Path(programs.enter_context(tempfile.TemporaryDirectory()))
        variables = {
            "OURO_DATABASE": programs.enter_context(postgres()),
            "OURO_PERSON_PACE": "10000",
            **_start_hosts(programs, folder, shape),
        }
        async with (
            Sandbox(application="Ouro", settings=settings) as sandbox,
            AsyncExitStack() as stack,
        ):
            bots = await _start_bots(stack, sandbox, folder, shape, variables)
            return await _measure(sandbox, bots, players, seconds)


def _start_hosts(stack: ExitStack, folder: Path, shape: Shape) -> dict[str, str]:
    """Start the worker hosts, two behind HAProxy; returns the settings of the bots."""
    if not shape.hosts:
        return {"OURO_WORKERS": str(WORKERS // shape.processes)}
    make_certificates(folder)
    workers = WORKERS // shape.hosts
    ports = [stack.enter_context(worker_host(folder, workers)) for _ in range(shape.hosts)]
    address = ports[0]
    if shape.hosts > 1:
        address = stack.enter_context(balancer(folder, ports, workers))
    return {
        "OURO_WORKERS_URL": f"https://127.0.0.1:{address}",
        **tls_variables(tls_files(folder, "bot")),
    }


async def _start_bots(
    stack: AsyncExitStack, sandbox: Sandbox, folder: Path, shape: Shape, variables: dict[str, str]
) -> list[Bot]:
    bots: list[Bot] = []
    for shards in RANGES[shape.processes]:
        place = folder / f"bot-{len(bots)}"
        place.mkdir()
        starting = running_bot(sandbox, place, **variables, OURO_SHARDS=shards)
        bots.append(await stack.enter_async_context(starting))
    while sum(one.send is not None for one in sandbox.gateway.sessions) < 2:  # noqa: ASYNC110
        await asyncio.sleep(POLL_SECONDS)
    for bot in bots:
        await bot.idle(600)
    return bots


async def _measure(
    sandbox: Sandbox, bots: Sequence[Bot], players: int, seconds: float
) -> PressTimes:
    users = VirtualUsers(sandbox)
    people = await _arrive(sandbox, users, players)
    await _press_for(users, people, WARM_UP_SECONDS)
    before = _seconds_used(bots)
    actions = await _press_for(users, people, seconds)
    used = [after - start for after, start in zip(_seconds_used(bots), before, strict=True)]
    return PressTimes(actions, seconds, *used)


def _seconds_used(bots: Sequence[Bot]) -> tuple[float, float, float]:
    """CPU seconds so far: of the bots, of their workers and hosts, of this process."""
    own = sum(bot.usage().bot for bot in bots)
    return own, descendant_seconds("postgres") - own, time.process_time()


async def _arrive(sandbox: Sandbox, users: VirtualUsers, players: int) -> list[VirtualPlayer]:
    """Half of the people on a server of each of the two shards, all with a board."""
    people: list[VirtualPlayer] = []
    for shard in range(2):
        server = sandbox.world.add_guild(f"Server of shard {shard}", owner=sandbox.client.me)
        while (server >> 22) % 2 != shard:
            await asyncio.sleep(0.001)
            server = sandbox.world.add_guild(f"Server of shard {shard}", owner=sandbox.client.me)
        people += await arrive(users, players // 2, f"player{shard}", Random(shard), server)
    return people


async def _press_for(
    users: VirtualUsers, people: Sequence[VirtualPlayer], seconds: float
) -> list[TimedInteraction]:
    """All people press buttons, each as soon as the last press is answered."""
    end = time.perf_counter() + seconds

    async def press(player: VirtualPlayer) -> list[TimedInteraction]:
        actions = []
        while time.perf_counter() < end:
            actions.append(await player.press(users))
        return actions

    pressed = await asyncio.gather(*map(press, people))
    return [action for actions in pressed for action in actions]


def print_presses(shape: Shape, times: PressTimes) -> None:
    """Print a line with rate, acknowledgements, and CPU milliseconds of a press."""
    answered = [action.seconds for action in times.actions if action.seconds is not None]
    acks = [action.ack for action in times.actions if action.ack is not None]
    per_press = 1000 / max(1, len(answered))
    used = (times.bots, times.workers, times.own)
    print(
        f"{shape!s:36} {len(answered) / times.seconds:>10.0f}"
        f" {len(times.actions) - len(answered):>10}"
        f" {percentile(acks, 0.5) * 1000:>8.0f} {percentile(acks, 0.99) * 1000:>8.0f}"
        + "".join(f" {seconds * per_press:>8.1f}" for seconds in used),
        flush=True,
    )
