"""Response times of the pad: the whole bot in a local chat, with sockets and workers."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Annotated

import structlog
import typer

from app.main import run_client
from app.pools import open_pool
from app.settings import Settings
from bot.client import use_api
from i18n.localizer import ENGLISH
from puzzle.model import Puzzle
from puzzle.notation import format_puzzle
from renderer.place_words import PlaceWords
from sandbox.model.components import walk
from sandbox.server import Sandbox
from sandbox.testing.client import Reply
from sandbox.testing.waiting import wait_until
from solver.timing import percentile
from tools.bench.boards import sparse_board
from tools.bench.measure import print_machine

SIZES = ((10, 10), (15, 15), (30, 30))
"""Rows and columns: a daily, the largest daily, the largest board that can be played in chat."""
CLUES = 0.45
"""Share of cells with a clue."""
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
AT_ONCE = 50
PRESSES_PER_SECOND = 1000.0
"""The rate limit of the one person who presses: far above what the bot can answer."""


def chat(
    presses: Annotated[int, typer.Option(help="Presses on each board, one after the other.")] = 200,
    workers: Annotated[int, typer.Option(help="Processes that draw.")] = 2,
    seed: int = 1,
) -> None:
    """Press arrows of the pad in a local chat: from the press to the acknowledgement, and to the
    message with the new picture. Then 50 presses at once, until the last one can be seen.

    Chat and bot share one process, so its time is counted for both.
    """
    print_machine(all_cores=True)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop_event])
    asyncio.run(measure(presses, workers, Random(seed)))


def _drop_event(*_: object) -> str:
    raise structlog.DropEvent


async def measure(
    presses: int, workers: int, rng: Random, sizes: Sequence[tuple[int, int]] = SIZES
) -> None:
    """Print a row of times, in ms, for a board of each size."""
    print(f"\n{'':8} {'ack':>9} {'p95 ms':>9} {'redrawn':>9} {'p95 ms':>9} {'50 at once':>11}")
    async with _running_bot(workers) as sandbox:
        for rows, cols in sizes:
            puzzle = sparse_board(rows, cols, CLUES, rng.randrange(2**30))
            board = await sandbox.client.slash("play", {"puzzle": format_puzzle(puzzle, "loopy")})
            pen = _RandomPen(sandbox, puzzle, board, rng)
            times = [await pen.press() for _ in range(presses)]
            row = f"{puzzle.size:8}"
            for seconds in zip(*times, strict=True):
                row += f" {statistics.median(seconds) * 1e3:9.1f}"
                row += f" {percentile(seconds, 0.95) * 1e3:9.1f}"
            print(f"{row} {await pen.press_at_once() * 1e3:11.1f}", flush=True)


@asynccontextmanager
async def _running_bot(workers: int) -> AsyncIterator[Sandbox]:
    """A local chat with a bot that has a new database."""
    stop = asyncio.Event()
    with tempfile.TemporaryDirectory() as folder:
        changes = {"data": Path(folder), "workers": workers, "person_pace": PRESSES_PER_SECOND}
        settings = Settings().model_copy(update=changes)
        async with Sandbox(application="Ouro") as sandbox, open_pool(settings) as pool:
            use_api(sandbox.api_base)
            bot = asyncio.create_task(run_client(settings, pool, sandbox.token, stop))
            await wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
            try:
                yield sandbox
            finally:
                stop.set()
                await bot


class _RandomPen:
    """Moves the pen of a board at random from dot to dot."""

    def __init__(self, sandbox: Sandbox, puzzle: Puzzle, board: Reply, rng: Random) -> None:
        self._sandbox = sandbox
        self._grid = puzzle.grid
        self._board = board
        self._rng = rng
        self._dot = 0
        ids = [str(part.get("custom_id")) for part in walk(board.message["components"])]
        self._buttons = {
            direction: next(it for it in ids if it.endswith(f":{direction}"))
            for direction in DIRECTIONS
        }

    async def press(self) -> tuple[float, float]:
        """Press a button: seconds until the acknowledgement, and until the board is redrawn."""
        start = time.perf_counter()
        button, seen = self._step()
        reply = await self._sandbox.client.press(self._board, button)
        await self._board.until(lambda message: seen in str(message["components"]))
        assert reply.ack_seconds is not None
        return reply.ack_seconds, time.perf_counter() - start

    async def press_at_once(self) -> float:
        """Press many buttons at once: seconds until the board after the last one is shown."""
        steps = [self._step() for _ in range(AT_ONCE)]
        start = time.perf_counter()
        client = self._sandbox.client
        await asyncio.gather(*(client.tap(self._board, button) for button, _ in steps))
        await self._board.until(lambda message: steps[-1][1] in str(message["components"]))
        return time.perf_counter() - start

    def _step(self) -> tuple[str, str]:
        """The next button, and a text that the message contains after the press."""
        row, col = self._grid.dots[self._dot]
        directions = {
            direction: self._grid.dot_index[row + down, col + right]
            for direction, (down, right) in DIRECTIONS.items()
            if (row + down, col + right) in self._grid.dot_index
        }
        direction = self._rng.choice(sorted(directions))
        self._dot = directions[direction]
        return self._buttons[
            direction
        ], f"**{PlaceWords(self._grid, ENGLISH).corners([self._dot])}**"
