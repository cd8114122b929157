"""Bot processes: memory and start with many servers, and presses with one and two processes."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated
from unittest import mock

import typer

from sandbox.api import gateway
from sandbox.api.place_payloads import guild_create_json
from sandbox.model.records import Guild, Json
from sandbox.model.settings import SandboxSettings
from sandbox.model.state import State
from sandbox.server import Sandbox
from solver.timing import percentile
from tools.bench.commands.load import SimulatedPlayer, arrive
from tools.bench.crowd import Crowd, CrowdAction
from tools.bench.measure import print_machine
from tools.bench.processes import Bot, running_bot

SERVERS_PER_SHARD = 2500
"""Maximum number of servers that Discord permits on a shard."""
RANGES = {1: ("0-1/2",), 2: ("0-0/2", "1-1/2")}
"""The ranges of one process and of two, of two shards."""
WORKERS = 2
"""The number of workers of all processes together."""
POLL_SECONDS = 0.1


def scale_bot(  # noqa: PLR0913, PLR0917 - one parameter for each option
    servers: Annotated[int, typer.Option(help="Servers of the bot.")] = 10_000,
    channels: Annotated[int, typer.Option(help="Channels of each, beside #general.")] = 20,
    roles: Annotated[int, typer.Option(help="Roles of each, beside @everyone.")] = 10,
    players: Annotated[int, typer.Option(help="People who press without a pause.")] = 40,
    seconds: Annotated[float, typer.Option(help="How long they do.")] = 20,
    database: Annotated[
        str | None,
        typer.Option(help="An empty PostgreSQL database; without one, nobody presses."),
    ] = None,
) -> None:
    """The start and the memory of a process with many servers; presses with one and two processes.

    The chat, its people, the processes and the database share this machine.
    """
    print_machine(all_cores=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure_start(Path(folder), servers, channels, roles))
        if database is not None:
            for count in RANGES:
                asyncio.run(_measure_presses(Path(folder), count, players, seconds, database))


async def _measure_start(folder: Path, servers: int, channels: int, roles: int) -> None:
    shards = max(1, -(-servers // SERVERS_PER_SHARD))
    settings = SandboxSettings(shards=shards, acknowledge=60)
    async with Sandbox(application="Ouro", settings=settings) as sandbox:
        few = await _start(sandbox, folder)
        sample = sandbox.world.add_guild("Sample", owner=sandbox.client.me)
        for each in range(channels):
            sandbox.world.add_channel(sample, f"channel-{each}")
        for each in range(roles):
            sandbox.world.add_role(sample, f"Role {each}")
        alike = _servers_like(guild_create_json(sandbox.state, sandbox.state.guilds[sample]))
        for number in range(servers - len(_own_servers(sandbox))):
            sandbox.world.add_guild(f"Server {number}", owner=sandbox.client.me)
        # The chat looks for the channels and roles of a server among all: too slow for so many.
        with mock.patch.object(gateway, "guild_create_json", alike):
            many = await _start(sandbox, folder)
    spacing = 5 * (shards - 1)
    print(f"\nStart until all servers are known; {shards} shards, {spacing} s between them in all")
    print(f"{'servers':>10} {'seconds':>10} {'CPU s':>8} {'MB':>8}")
    for start in (few, many):
        print(
            f"{start.servers:>10,} {start.seconds:>10.1f} {start.cpu:>8.1f}"
            f" {start.memory / 1e6:>8.0f}"
        )
    added = (many.memory - few.memory) / max(1, many.servers - few.servers)
    print(f"{added / 1e3:.1f} kB a server with {channels + 1} channels and {roles + 1} roles")


@dataclass(frozen=True, slots=True)
class MeasuredStart:
    """A start: the number of servers, seconds, CPU seconds of the bot, its memory in bytes."""

    servers: int
    seconds: float
    cpu: float
    memory: int


async def _start(sandbox: Sandbox, folder: Path) -> MeasuredStart:
    """Start a bot in a chat, and measure it as soon as it knows all servers."""
    wanted, begun = len(_own_servers(sandbox)), time.perf_counter()
    async with running_bot(sandbox, folder, OURO_WORKERS="1") as bot:
        while (await bot.metrics())["ouro_servers"] < wanted:  # noqa: ASYNC110 - another process
            await asyncio.sleep(POLL_SECONDS)
        seconds, usage = time.perf_counter() - begun, bot.usage()
        return MeasuredStart(wanted, seconds, usage.bot, usage.own)


def _servers_like(sample: Json) -> Callable[[State, Guild], Json]:
    """A function that tells the bot of a server with as many channels and roles as the sample."""

    def numbered(items: Sequence[Json], first: int) -> list[Json]:
        return [{**item, "id": str(first + at)} for at, item in enumerate(items)]

    def tell(_: State, server: Guild) -> Json:
        everyone, *others = numbered(sample["roles"], server.id)
        channels = numbered(sample["channels"], server.id + len(others) + 1)
        members = [{**member, "roles": [str(server.id + 1)]} for member in sample["members"]]
        return sample | {
            "id": str(server.id),
            "name": server.name,
            "roles": [everyone, *others],
            "channels": [{**channel, "guild_id": str(server.id)} for channel in channels],
            "members": members,
        }

    return tell


def _own_servers(sandbox: Sandbox) -> Sequence[int]:
    return [guild.id for guild in sandbox.state.guilds.values() if guild.has_bot]


async def _measure_presses(
    folder: Path, count: int, players: int, seconds: float, database: str
) -> None:
    settings = SandboxSettings(shards=2, max_concurrency=2, acknowledge=60)
    async with Sandbox(application="Ouro", settings=settings) as sandbox, AsyncExitStack() as stack:
        bots: list[Bot] = []
        for shards in RANGES[count]:
            place = folder / f"{count}-{len(bots)}"
            place.mkdir()
            bots.append(
                await stack.enter_async_context(
                    running_bot(
                        sandbox,
                        place,
                        OURO_DATABASE=database,
                        OURO_SHARDS=shards,
                        OURO_WORKERS=str(WORKERS // count),
                        OURO_PERSON_PACE="10000",
                    )
                )
            )
        while sum(one.send is not None for one in sandbox.gateway.sessions) < 2:  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)
        for bot in bots:
            await bot.idle(600)
        crowd = Crowd(sandbox)
        people = await _arrive(sandbox, crowd, players)
        await _press_for(crowd, people, 3)  # warms up
        before, own = [bot.usage() for bot in bots], time.process_time()
        actions = await _press_for(crowd, people, seconds)
        own = time.process_time() - own
        _print_presses(
            bots,
            [one.bot for one in before],
            [one.workers for one in before],
            actions,
            seconds,
            own,
        )


async def _arrive(sandbox: Sandbox, crowd: Crowd, players: int) -> list[SimulatedPlayer]:
    """Half of the people on a server of each of the two shards, all with a board."""
    people: list[SimulatedPlayer] = []
    for shard in range(2):
        server = sandbox.world.add_guild(f"Server of shard {shard}", owner=sandbox.client.me)
        while (server >> 22) % 2 != shard:
            await asyncio.sleep(0.001)
            server = sandbox.world.add_guild(f"Server of shard {shard}", owner=sandbox.client.me)
        people += await arrive(crowd, players // 2, f"player{shard}", Random(shard), server)
    return people


async def _press_for(
    crowd: Crowd, people: Sequence[SimulatedPlayer], seconds: float
) -> list[CrowdAction]:
    """All people press buttons, each as soon as the last press is answered."""
    end = time.perf_counter() + seconds

    async def press(player: SimulatedPlayer) -> list[CrowdAction]:
        actions = []
        while time.perf_counter() < end:
            actions.append(await player.press(crowd))
        return actions

    pressed = await asyncio.gather(*map(press, people))
    return [action for actions in pressed for action in actions]


def _print_presses(  # noqa: PLR0913, PLR0917 - all are measured together
    bots: Sequence[Bot],
    bot_before: Sequence[float],
    workers_before: Sequence[float],
    actions: Sequence[CrowdAction],
    seconds: float,
    own: float,
) -> None:
    usages = [bot.usage() for bot in bots]
    bot_seconds = sum(usage.bot for usage in usages) - sum(bot_before)
    worker_seconds = sum(usage.workers for usage in usages) - sum(workers_before)
    answered = [action.seconds for action in actions if action.seconds is not None]
    acks = [action.ack for action in actions if action.ack is not None]
    per_press = 1000 / max(1, len(answered))
    print(f"\n{len(bots)} process(es), {WORKERS} workers in all")
    unanswered = len(actions) - len(answered)
    print(f"  presses a second {len(answered) / seconds:.0f}, unanswered {unanswered}")
    print(
        f"  acknowledged, median and p99 {percentile(acks, 0.5) * 1000:.0f}"
        f" {percentile(acks, 0.99) * 1000:.0f} ms"
    )
    print(
        f"  CPU of a press: bot {bot_seconds * per_press:.1f} ms, workers"
        f" {worker_seconds * per_press:.1f} ms, chat and people {own * per_press:.1f} ms"
    )
    shares = (bot_seconds / seconds, worker_seconds / seconds, own / seconds)
    print("  of a processor: bot {:.0%}, workers {:.0%}, chat and people {:.0%}".format(*shares))
