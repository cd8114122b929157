"""The bot as a program of its own, and what it and its workers take of the machine."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from sandbox.server import Sandbox
from sandbox.testing.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0
END_SECONDS = 20.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """What processes took: processor time of the bot and of its workers so far, and memory now.

    `memory` is in bytes, of all of them together, and `own` that of the bot alone; a page that
    several share counts once.
    `files` is how many files and sockets the bot has open, `threads` how many threads run in it.
    """

    bot: float
    workers: float
    memory: int
    own: int
    files: int
    threads: int


class Bot:
    """`python -m app`, running."""

    def __init__(self, process: Process, log: Path, port: int) -> None:
        self.process = process
        self.log = log
        self._port = port
        self._spent: dict[int, float] = {}

    @property
    def pid(self) -> int:
        """Of the bot itself."""
        return self.process.pid

    def workers(self) -> list[int]:
        """The processes in which jobs run; those that fork them are not among them."""
        server = next(iter(_children(self.pid, "forkserver")), None)
        return [] if server is None else list(_children(server))

    def usage(self) -> Usage:
        """What it took so far. Of a worker that has ended, what it had taken at the last look."""
        family = [pid for pid in _family(self.pid) if pid != self.pid]
        for pid in family:
            self._spent[pid] = _seconds(pid) or self._spent.get(pid, 0.0)
        return Usage(
            _seconds(self.pid),
            sum(self._spent.values()),
            sum(_memory(pid) for pid in (self.pid, *family)),
            _memory(self.pid),
            len(os.listdir(f"/proc/{self.pid}/fd")),  # noqa: PTH208 - names are enough
            len(os.listdir(f"/proc/{self.pid}/task")),  # noqa: PTH208
        )

    async def metrics(self) -> dict[str, float]:
        """What it tells of itself: each sample by its name, with its labels as Prometheus has
        them."""
        address = f"http://127.0.0.1:{self._port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            lines = (await answer.text()).splitlines()
        return {
            name: float(value)
            for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")
        }

    async def idle(self, seconds: float = 120.0) -> None:
        """Return when it has had no job for two seconds; what it makes ahead is made then."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 4:
                now = await self.metrics()
                calm = 0 if now["ouro_jobs_running"] + now["ouro_jobs_waiting"] else calm + 1
                await asyncio.sleep(0.5)

    def logged(self, pattern: str) -> list[str]:
        """The lines of its log in which a pattern is found."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if re.search(pattern, line)]


@asynccontextmanager
async def running(
    sandbox: Sandbox, folder: Path, *options: str, **variables: str
) -> AsyncIterator[Bot]:
    """A bot in a local chat, with its log and its database in a folder; `options` are Python's."""
    port = await _free_port()
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
            *(sys.executable, *options, "-m", "app"),
            stdout=sink,
            stderr=sink,
            env=os.environ | chosen | variables,
            cwd=ROOT,
            start_new_session=True,
        )
    bot = Bot(process, log, port)
    try:
        await _online(sandbox, bot)
        yield bot
    finally:
        await _end(bot)


async def _online(sandbox: Sandbox, bot: Bot) -> None:
    """Return when it has registered its commands and is connected."""
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


async def _end(bot: Bot) -> None:
    """End the bot in order, or by force where it does not."""
    if bot.process.returncode is None:
        bot.process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(bot.process.wait(), END_SECONDS)
    except TimeoutError:
        os.killpg(bot.pid, signal.SIGKILL)
        await bot.process.wait()


async def _free_port() -> int:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


def _children(parent: int, argument: str = "") -> Iterator[int]:
    """The processes a process has started, where an argument holds some text."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = _after_name(folder.joinpath("stat").read_text())
            if int(fields[1]) == parent and argument in (folder / "cmdline").read_text():
                yield int(folder.name)
        except OSError:  # it has just ended
            continue


def _family(pid: int) -> Iterator[int]:
    """A process and all that come from it."""
    yield pid
    for child in _children(pid):
        yield from _family(child)


def _seconds(pid: int) -> float:
    """Processor time of a process and its children that ended; 0 for one that is gone."""
    try:
        fields = _after_name(Path(f"/proc/{pid}/stat").read_text())
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _memory(pid: int) -> int:
    """Bytes a process holds, its share of what it has in common with others ("PSS")."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    [kibibytes] = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kibibytes * 1024


def _after_name(stat: str) -> list[str]:
    """The fields of `/proc/PID/stat` after the name, which may hold anything; the state first."""
    return stat.rpartition(") ")[2].split()
