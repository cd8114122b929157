"""New puzzles from a large bank: the time until a person has one, and the memory of the bot."""

import asyncio
import random
import secrets
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import structlog
import typer

from app.pools import open_pool
from app.services import Services, build_services
from app.settings import Settings
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from service.bank import SQUARE
from service.clock import utc_now
from service.generation import PuzzleOptions
from solver.explain.step import Difficulty
from solver.timing import percentile
from store import bank as store_bank
from store.database import Database, open_database
from store.records import BankedPuzzle, Kind, PuzzleKind
from tools.bench.measure import print_machine

OPTIONS = PuzzleOptions(10, 10, Difficulty.EASY)
PEOPLE = 50
"""Number of people who get puzzles in turn."""
AT_ONCE = 500
"""Number of puzzles that are added in one transaction."""


def bank(
    sizes: Annotated[
        str, typer.Option(help="Numbers of puzzles in the bank, separated by commas.")
    ] = "1000,100000",
    draws: Annotated[int, typer.Option(help="New puzzles for people, one after another.")] = 500,
    database: Annotated[
        str | None,
        typer.Option(help="An empty PostgreSQL database, instead of SQLite files."),
    ] = None,
) -> None:
    """Give people new 10x10 puzzles from banks of several sizes, and open their boards.

    The times are those in the bot: quota, draw and board, each stored. A picture takes as long as
    any other.
    """
    print_machine(all_cores=True)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    print(
        f"\n{'bank':>9} {'draw ms':>8} {'p99':>7} {'and board':>9} {'p99':>7} {'max':>7} MiB more"
    )
    for size in map(int, sizes.split(",")):
        with tempfile.TemporaryDirectory() as name:
            address = database or f"sqlite:///{Path(name) / 'ouro.db'}"
            print(asyncio.run(_row(address, size, draws)), flush=True)


async def _row(address: str, size: int, draws: int) -> str:
    settings = Settings(person_puzzles=1_000_000)
    async with open_database(address) as database:
        await _fill(database, size)
        services = build_services(settings, open_pool(settings), database, utc_now)
        await _new_puzzle(services, 0)  # caches and connections
        before = _resident()
        times = [await _new_puzzle(services, number % PEOPLE) for number in range(draws)]
        more = _resident() - before
    drawn, whole = ([pair[index] * 1e3 for pair in times] for index in (0, 1))
    return (
        f"{size:9,} {percentile(drawn, 0.5):8.1f} {percentile(drawn, 0.99):7.1f}"
        f" {percentile(whole, 0.5):9.1f} {percentile(whole, 0.99):7.1f} {max(whole):7.1f}"
        f" {more:8.1f}"
    )


async def _new_puzzle(services: Services, person: int) -> tuple[float, float]:
    """The seconds until a person has a puzzle, and until its board is stored."""
    started = time.perf_counter()
    stored = await services.generation.generate(person, OPTIONS)
    drawn = time.perf_counter()
    if stored.seed is not None:
        raise SystemExit("The bank has no puzzle left; give it more than --draws.")
    await services.boards.open(person, stored, Kind.ENDLESS)
    return drawn - started, time.perf_counter() - started


async def _fill(database: Database, size: int) -> None:
    new = _puzzles(size)
    while some := list(islice(new, AT_ONCE)):
        async with database.writing() as connection:
            await store_bank.add_all(connection, some)


def _puzzles(size: int) -> Iterator[BankedPuzzle]:
    """Boards with random clues: their solutions do not matter here."""
    rng = random.Random(1)
    grid = square_grid(OPTIONS.rows, OPTIONS.cols)
    kind = PuzzleKind(
        OPTIONS.level.name.lower(), OPTIONS.rows, OPTIONS.cols, SQUARE, OPTIONS.symmetry.value
    )
    for _ in range(size):
        clues = tuple(rng.choice((None, None, 1, 2, 3)) for _ in grid.cells)
        notation = format_loopy(Puzzle(grid, clues))
        yield BankedPuzzle(kind, secrets.token_hex(16), notation, "A1-B1", 0.0, 1)


def _resident() -> float:
    """The resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def _drop(*_: object) -> str:
    raise structlog.DropEvent
