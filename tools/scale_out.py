"""`script/scale`: Ouro as on several machines, on this one, with a local chat as Discord.

PostgreSQL, a Dask scheduler with two workers, and two bot processes, without containers. What dies
is started again, as by a supervisor. Then `tools.scale_show` shows that all of it works.
"""

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct, field

from sandbox.model.settings import SandboxSettings
from store.shards import ShardRange
from tests.support.sandbox.server import Sandbox
from tools.dask_cluster import dask_variables, make_certificates, scheduler_command, worker_command
from tools.postgres import postgres
from tools.programs import ROOT, MissingProgramError, free_port
from tools.scale_show import Machines, ShowError, show, wait_for

SHARDS = 4
"""Shards of the local chat, divided among the bots."""
RANGES = (ShardRange(0, 1, SHARDS), ShardRange(2, 3, SHARDS))
"""The shards of each bot."""
ACKNOWLEDGE_SECONDS = 60.0
"""How long the local chat waits for an acknowledgement: longer than Discord, on one machine."""


class Supervised(Struct):
    """A program that is started again whenever it ends."""

    command: Sequence[str]
    variables: Mapping[str, str]
    process: asyncio.subprocess.Process | None = None
    started: asyncio.Event = field(default_factory=asyncio.Event)

    async def keep_running(self) -> None:
        """Start the program again and again, until it is cancelled: then end it."""
        try:
            while True:
                self.process = await asyncio.create_subprocess_exec(
                    *self.command,
                    cwd=ROOT,
                    env={**os.environ, "PYTHONPATH": str(ROOT), **self.variables},
                    start_new_session=True,
                )
                self.started.set()
                await self.process.wait()
                await asyncio.sleep(0.5)
        finally:
            if self.process is not None and self.process.returncode is None:
                self.process.terminate()
                await self.process.wait()

    def kill(self) -> None:
        """Kill the program, which is then started again."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.kill()


@asynccontextmanager
async def supervised(
    command: Sequence[str], variables: Mapping[str, str]
) -> AsyncIterator[Supervised]:
    """Keep a program running while the block runs."""
    program = Supervised(command, variables)
    task = asyncio.create_task(program.keep_running())
    try:
        await program.started.wait()
        yield program
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def scale(
    port: Annotated[int, typer.Option(help="Port of the chat page; 0 takes a free one.")] = 8765,
    threads: Annotated[int, typer.Option(help="Jobs at once of each worker of the cluster.")] = 2,
    shown: Annotated[
        bool, typer.Option("--show/--no-show", help="Show in the chat that all of it works.")
    ] = True,
) -> None:
    """Run everything until interrupted, and print the address of the chat page."""
    with postgres() as database:
        try:
            asyncio.run(_until_stopped(database, port, threads, shown=shown))
        except (MissingProgramError, ShowError) as error:
            raise SystemExit(str(error)) from error


async def _until_stopped(database: str, port: int, threads: int, *, shown: bool) -> None:
    loop, main = asyncio.get_running_loop(), asyncio.current_task()
    assert main is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, main.cancel)
    with suppress(asyncio.CancelledError):
        async with running(database, port, threads) as (chat, machines):
            if shown:
                await show(chat, machines)
            print(f"\nOpen {chat.page_url} and type /learn or /daily. Ctrl+C stops.", flush=True)
            await asyncio.Event().wait()
    print("Stopping.", flush=True)


@asynccontextmanager
async def running(
    database: str, port: int, threads: int
) -> AsyncIterator[tuple[Sandbox, Machines[Supervised]]]:
    """All programs but PostgreSQL, when they are ready."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ouro-scale-")))
        make_certificates(folder)
        settings = SandboxSettings(
            acknowledge=ACKNOWLEDGE_SECONDS, shards=SHARDS, max_concurrency=SHARDS
        )
        chat = await stack.enter_async_context(Sandbox(port, application="Ouro", settings=settings))
        cluster_port = free_port()
        address = f"tls://127.0.0.1:{cluster_port}"
        there = {**dask_variables(folder), "DASK_LOGGING__DISTRIBUTED": "critical"}
        scheduler = await stack.enter_async_context(
            supervised(scheduler_command(cluster_port), there)
        )
        workers = [
            await stack.enter_async_context(supervised(worker_command(address, threads), there))
            for _ in range(2)
        ]
        bots = {}
        for own in RANGES:
            health = free_port()
            variables = {
                **dask_variables(folder),
                "DISCORD_TOKEN": chat.token,
                "DISCORD_API_BASE": chat.api_base,
                "OURO_CLUSTER": address,
                "OURO_DATA": str(folder / f"bot-{health}"),
                "OURO_DATABASE": database,
                "OURO_HTTP_PORT": str(health),
                "OURO_LOG_LEVEL": "error",
                "OURO_SHARDS": str(own),
                "OURO_WORKERS": "2",
            }
            command = [sys.executable, "-P", "-m", "app"]
            bots[health] = await stack.enter_async_context(supervised(command, variables))
        shards = dict(zip(bots, RANGES, strict=True))
        machines = Machines(scheduler, workers, bots, shards, threads=2 * threads)
        print("PostgreSQL, a Dask scheduler with two workers, and two bots start.", flush=True)
        await wait_for(machines.are_ready)
        print(f"All run; the cluster does {machines.threads} long jobs at once.", flush=True)
        yield chat, machines


if __name__ == "__main__":
    typer.run(scale)
