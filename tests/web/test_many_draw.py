"""Eight people on one board: over bad connections and through kills, all pages are equal at the end
and nothing that was acknowledged is lost."""

from pathlib import Path

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from store.address import file_address, parse_address
from tests.support.clock import Clock
from tests.support.many_draw import Origin, draw_together, drawing, looks, shows, until
from tests.support.prepared import PreparedDatabases
from workers.pool import LocalPool

PUZZLE = Puzzle(square_grid(25, 30), (2, *(None,) * 749))


@pytest.fixture
async def origins(
    tmp_path: Path, prepared_databases: PreparedDatabases, pool: LocalPool
) -> list[Origin]:
    """Two processes with one database."""
    await prepared_databases.copy_tables(tmp_path / "ouro.db")
    address = parse_address(file_address(tmp_path / "ouro.db"))
    return [Origin(address, pool, Clock()) for _ in range(2)]


@pytest.mark.parametrize(
    ("rate", "strokes", "kills"),
    [(40, 120, 3), pytest.param(20, 12_000, 20, marks=pytest.mark.long)],
)
async def test_all_pages_are_equal_at_the_end(
    origins: list[Origin], rate: float, strokes: int, kills: int
) -> None:
    async with drawing(origins, PUZZLE, 8, seed=1) as (pages, number, figures):
        await draw_together(origins, pages, rate=rate, strokes=strokes, kills=kills)
        stored = await looks(origins[0], number)
        assert await looks(origins[1], number) == stored
        await until(lambda: all(shows(page) == stored for page in pages))
    assert figures.acknowledged == figures.asked == strokes
    delays = sorted(figures.delays) or [0.0]
    p99 = delays[len(delays) * 99 // 100]
    print(f"strokes {strokes}, late edges left {figures.kept}, seen by others p99 {p99:.3f} s")  # noqa: T201
