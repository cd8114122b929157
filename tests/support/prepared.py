"""Prepared databases: with empty tables, or with dailies that a bot need not generate."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date, timedelta
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from play.calendar import closes, number_of, opens
from play.tracks import Track, size, tracks_of
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle
from puzzle.tilings.catalogue import TILINGS, build_grid
from service.generating.daily_generation import DAYS_AHEAD, difficulty_of
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.short_loops import short_loop
from solver.search import solve
from store import dailies, puzzles
from store.address import file_address, parse_address
from store.database import Database, connect, open_database
from store.files import side_files
from store.records import DailyRecord, UnsavedPuzzle
from store.transaction import Connection
from tests.support.store.tables import ask

Fill: TypeAlias = Callable[[Connection], Awaitable[None]]

SPARE_DAYS = 5
"""Number of days by which tests may move the clock forward."""


class PreparedDatabases:
    """Creates each kind of database once in a folder, and copies it for tests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def copy_tables(self, file: Path) -> None:
        """Create a database file with empty tables."""
        await self._copy("tables", None, file)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Database]:
        """An open temporary database with empty tables."""
        with TemporaryDirectory() as folder:
            file = Path(folder, "ouro.db")
            await self.copy_tables(file)
            async with connect(parse_address(file_address(file))) as database:
                yield database

    async def provide_dailies(self, first: date, address: str) -> None:
        """Add the dailies of the day `first` and the following weeks to a database without any."""
        await self.provide(f"{first}", partial(_add_dailies, first), address)

    async def provide(self, name: str, fill: Fill, address: str) -> None:
        """Fill a database that has no dailies; a file is copied from the prepared one of `name`."""
        place = parse_address(address)
        if place.path is None:
            async with open_database(address) as database, database.writing() as connection:
                if not await ask(connection, "SELECT 1 FROM dailies LIMIT 1"):
                    await fill(connection)
        elif not place.path.exists():
            await self._copy(name, fill, place.path)

    async def _copy(self, name: str, fill: Fill | None, file: Path) -> None:
        made = self._folder / name
        if not made.exists():
            async with open_database(file_address(made)) as database:
                if fill is not None:
                    async with database.writing() as connection:
                        await fill(connection)
        assert side_files(made) == [], "the database is not in one file"
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, file)


async def _add_dailies(first: date, connection: Connection) -> None:
    for ahead in range(DAYS_AHEAD + SPARE_DAYS + 1):
        day = first + timedelta(days=ahead)
        for track in tracks_of(day):
            stored = await puzzles.add(connection, _puzzle(track, day))
            key, number = stored.canonical_key, number_of(day)
            daily = DailyRecord(day, track.value, number, stored.id, key, opens(day), closes(day))
            assert await dailies.add(connection, daily) == daily


@cache
def _puzzle(track: Track, day: date) -> UnsavedPuzzle:
    """A puzzle with all clues of a random loop: it has the right size and is quick to generate."""
    board = size(track, day)
    grid = build_grid(TILINGS[board.tiling].key(board.rows, board.cols))
    draw_loop = short_loop if track is Track.MINI else random_loop
    for attempt in count():
        loop = draw_loop(grid, SeededRandom(f"{day} {track} {attempt}"))
        puzzle = Puzzle(grid, tuple(len(loop & set(edges)) for edges in grid.cell_edges))
        if solve(puzzle).solutions == (loop,):
            break
    return UnsavedPuzzle(
        notation=format_puzzle(puzzle, "loopy"),
        canonical_key=puzzle.canonical_key,
        solution=format_marks(grid, dict.fromkeys(loop, EdgeState.LINE)),
        level=difficulty_of(track, day).name.lower(),
        score=1.0,
        hardest=1,
        seed=1,
    )
