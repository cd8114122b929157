"""Bot processes: memory and start with many servers, and presses on several processes."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from unittest import mock

import typer

from sandbox.api import gateway
from sandbox.api.place_payloads import guild_create_json
from sandbox.model.records import Guild, Json
from sandbox.model.settings import SandboxSettings
from sandbox.model.state import State
from sandbox.server import Sandbox
from tools.bench.measure import print_machine
from tools.bench.processes import running_bot
from tools.bench.scaled_presses import SHAPES, measure_presses, print_presses
from tools.programs import MissingProgramError

SERVERS_PER_SHARD = 2500
"""Maximum number of servers that Discord permits on a shard."""
POLL_SECONDS = 0.1


def scale(
    servers: Annotated[int, typer.Option(help="Servers of the bot.")] = 10_000,
    channels: Annotated[int, typer.Option(help="Channels of each, beside #general.")] = 20,
    roles: Annotated[int, typer.Option(help="Roles of each, beside @everyone.")] = 10,
    players: Annotated[int, typer.Option(help="People who press without a pause.")] = 40,
    seconds: Annotated[float, typer.Option(help="How long they do.")] = 20,
) -> None:
    """The start and the memory of a process with many servers; presses on several processes.

    The chat, its people, the processes, worker hosts and PostgreSQL share this machine.
    """
    print_machine(all_cores=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure_start(Path(folder), servers, channels, roles))
    print(
        f"\n{'':36} {'presses/s':>10} {'unanswered':>10} {'ack p50':>8} {'p99 ms':>8}"
        f" {'bot':>8} {'workers':>8} {'chat':>8}   CPU ms a press"
    )
    for shape in SHAPES:
        try:
            print_presses(shape, asyncio.run(measure_presses(shape, players, seconds)))
        except MissingProgramError as error:
            print(f"{shape!s:36} {error}")


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
    """Start a bot in a chat, and measure it as soon as all servers have reached it."""
    wanted, begun = len(_own_servers(sandbox)), time.perf_counter()
    async with running_bot(sandbox, folder, OURO_WORKERS="1") as bot:
        while (await bot.metrics())["ouro_servers"] < wanted:  # noqa: ASYNC110 - another process
            await asyncio.sleep(POLL_SECONDS)
        seconds, usage = time.perf_counter() - begun, bot.usage()
        return MeasuredStart(wanted, seconds, usage.bot, usage.own)


def _servers_like(sample: Json) -> Callable[[State, Guild], Json]:
    """A function that describes a server with as many channels and roles as the sample has."""

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
