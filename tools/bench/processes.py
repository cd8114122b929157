"""The bot as a program, and the CPU time and memory of its processes."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
from msgspec import Struct

from sandbox.model.waiting import wait_until
from sandbox.server import Sandbox
from tools.programs import ROOT, free_port

START_SECONDS = 60.0
"""Maximum seconds until the bot is connected."""
END_SECONDS = 20.0
"""Seconds after SIGTERM before the bot is killed."""
GENERATING = re.compile(r'ouro_periodic_task_runs_total{.*task="generate dailies"')
"""The metrics of finished runs of daily generation, one for each outcome."""
TICKS = os.sysconf("SC_CLK_TCK")
"""Clock ticks per second in `/proc/PID/stat`."""


class Usage(Struct, frozen=True):
    """CPU seconds of the bot and of its workers so far, and their current memory in bytes.

    `memory` is the total of all processes, and `own` that of the bot alone; a page that several
    processes share counts once.
    """

    bot: float
    workers: float
    memory: int
    own: int


class Bot(Struct, eq=False):
    """A bot that runs."""

    process: Process
    log: Path
    port: int

    def usage(self) -> Usage:
        """The usage so far."""
        return usage_of(self.process.pid)

    async def metrics(self) -> dict[str, float]:
        """The samples of its metrics, by name with labels in Prometheus's text format."""
        address = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            lines = (await answer.text()).splitlines()
        return {
            name: float(value)
            for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")
        }

    async def idle(self, seconds: float = 120.0) -> None:
        """Wait until its dailies are generated and it has had no job for half a second.

        Raises `TimeoutError` after `seconds`.
        """
        async with asyncio.timeout(seconds):
            idle_checks = 0
            while idle_checks < 5:
                now = await self.metrics()
                runs = (runs for name, runs in now.items() if GENERATING.match(name))
                busy = now["ouro_jobs_running"] + now["ouro_jobs_waiting"]
                idle_checks = 0 if busy or not any(runs) else idle_checks + 1
                await asyncio.sleep(0.1)

    def logged(self, pattern: str) -> list[str]:
        """The lines of its log that match a regular expression."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if re.search(pattern, line)]


@asynccontextmanager
async def running_bot(
    sandbox: Sandbox, folder: Path, module: str, variables: Mapping[str, str]
) -> AsyncIterator[Bot]:
    """The bot of a module in a local chat, with log and database in a folder.

    Raises `SystemExit` with the end of the log when the bot does not start.
    """
    port = free_port()
    chosen = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        "OURO_DATA": str(folder),
        "OURO_HTTP_PORT": str(port),
        "OURO_LOG_FORMAT": "json",
        "PYTHONPATH": os.environ.get("PYTHONPATH", str(ROOT)),
    }
    log = folder / "bot.log"
    with log.open("ab") as sink:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            stdout=sink,
            stderr=sink,
            env={**os.environ, **chosen, **variables},
            cwd=ROOT,
            start_new_session=True,
        )
    bot = Bot(process, log, port)
    try:
        await _wait_until_online(sandbox, bot)
        yield bot
    finally:
        await _stop(bot)


async def _wait_until_online(sandbox: Sandbox, bot: Bot) -> None:
    """Wait until the bot has registered its commands and is connected."""
    ended = asyncio.create_task(bot.process.wait())
    there = asyncio.create_task(
        wait_until(sandbox.state, lambda: sandbox.state.online or None, START_SECONDS)
    )
    await asyncio.wait((ended, there), return_when=asyncio.FIRST_COMPLETED)
    if ended.done():
        there.cancel()
        raise SystemExit("The bot did not start:\n" + "\n".join(bot.logged("")[-5:]))
    ended.cancel()
    await there


async def _stop(bot: Bot) -> None:
    """Stop the bot with SIGTERM; kill it if it does not end in time."""
    if bot.process.returncode is None:
        bot.process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(bot.process.wait(), END_SECONDS)
    except TimeoutError:
        os.killpg(bot.process.pid, signal.SIGKILL)
        await bot.process.wait()


def usage_of(pid: int) -> Usage:
    """The usage of a program and of all processes below it, those that have ended included."""
    own, ended = _seconds(pid)
    family = [*_descendants(pid)]
    running = sum(sum(_seconds(each)) for each in family)
    memory = _memory(pid)
    return Usage(own, ended + running, memory + sum(map(_memory, family)), memory)


def _descendants(pid: int) -> Iterator[int]:
    """The children of a process, theirs, and so on."""
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            for child in map(int, children.read_text().split()):
                yield child
                yield from _descendants(child)


def _seconds(pid: int) -> tuple[float, float]:
    """CPU seconds of a process, and of its ended children; 0 if the process does not exist."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0, 0.0
    fields = stat.rpartition(") ")[2].split()  # what follows the name, which may have spaces
    user, system, ended_user, ended_system = (int(field) / TICKS for field in fields[11:15])
    return user + system, ended_user + ended_system


def _memory(pid: int) -> int:
    """The proportional set size (PSS) of a process in bytes; 0 if it does not exist."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    [kibibytes] = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kibibytes * 1024
