"""The bot as a program, and the CPU time and memory of its processes."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from msgspec import Struct

from sandbox.model.waiting import wait_until
from sandbox.server import Sandbox
from tools.programs import free_port

ROOT = Path(__file__).resolve().parents[2]
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
    processes share counts once. `files` is the number of the bot's open files and sockets.
    """

    bot: float
    workers: float
    memory: int
    own: int
    files: int


class Bot:
    """A running bot (`python -m app`)."""

    def __init__(self, process: Process, log: Path, port: int) -> None:
        self.process = process
        self.log = log
        self._port = port
        self._spent: dict[int, float] = {}

    @property
    def pid(self) -> int:
        """The id of the bot's main process."""
        return self.process.pid

    def usage(self) -> Usage:
        """The usage so far. A worker that has ended counts with its time at the last call."""
        family = [pid for pid in _process_tree(self.pid) if pid != self.pid]
        for pid in family:
            self._spent[pid] = _seconds(pid) or self._spent.get(pid, 0.0)
        return Usage(
            _seconds(self.pid),
            sum(self._spent.values()),
            sum(_memory(pid) for pid in (self.pid, *family)),
            _memory(self.pid),
            len(os.listdir(f"/proc/{self.pid}/fd")),  # noqa: PTH208 - names are enough
        )

    def main_thread_seconds(self) -> float:
        """CPU seconds of the bot's main thread so far."""
        fields = _after_name(Path(f"/proc/{self.pid}/task/{self.pid}/stat").read_text())
        return sum(map(int, fields[11:13])) / TICKS

    async def metrics(self) -> dict[str, float]:
        """The samples of its metrics, by name with labels in Prometheus's text format."""
        address = f"http://127.0.0.1:{self._port}/metrics"
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
    sandbox: Sandbox,
    folder: Path,
    command: Sequence[str] = ("-m", "app"),
    **variables: str,
) -> AsyncIterator[Bot]:
    """A bot in a local chat, with log and database in a folder.

    `command` are the arguments of Python that start it. Raises `SystemExit` with the end of the log
    when the bot does not start.
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
            *command,
            stdout=sink,
            stderr=sink,
            env=os.environ | chosen | variables,
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
        os.killpg(bot.pid, signal.SIGKILL)
        await bot.process.wait()


def _children(parent: int) -> Iterator[int]:
    """The ids of a process's children."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = _after_name(folder.joinpath("stat").read_text())
            if int(fields[1]) == parent:
                yield int(folder.name)
        except OSError:  # it has just ended
            continue


def _process_tree(pid: int) -> Iterator[int]:
    """A process and all its descendants."""
    yield pid
    for child in _children(pid):
        yield from _process_tree(child)


def _seconds(pid: int) -> float:
    """CPU seconds of a process and its ended children; 0 if the process does not exist."""
    try:
        fields = _after_name(Path(f"/proc/{pid}/stat").read_text())
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _memory(pid: int) -> int:
    """The proportional set size (PSS) of a process in bytes; 0 if it does not exist."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    [kibibytes] = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kibibytes * 1024


def _after_name(stat: str) -> list[str]:
    """The fields of `/proc/PID/stat` after the name, which may contain any characters."""
    return stat.rpartition(") ")[2].split()
