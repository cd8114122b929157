"""Every benchmark runs to its end with the smallest numbers; whether it reaches its goals depends
on the machine, and is no test.
"""

from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import pytest
from typer.main import get_command

from store.address import file_address
from tests.support.prepared import PreparedDatabases
from tests.support.shared import PUZZLES, SAMPLES
from tools.bench import datasets
from tools.bench.__main__ import build_app

pytestmark = pytest.mark.waits

BENCHMARKS = get_command(build_app())
LARGE = ("15x15", "20x20", "25x30", "30x30")
SMALLEST = MappingProxyType(
    {
        "solve": "users --limit 1 --repeat 1 --seconds 5 --methods",
        "clues": "4 --every 1 --repeat 1",
        "generate": "4x5 --count 1",
        "hints": "puzzleloop_5x5_hard --limit 1",
        "pictures": "--count 1 --own 1 --boards 1",
        "load": "--database sqlite --people 1 --rate 2 --seconds 1 --burst 2 --rounds 1",
        "costs": "arrow --repeat 1 --days 1 --boards 5",
    }
)
"""The smallest arguments of each benchmark; one that is not here runs with its defaults."""


@pytest.fixture(autouse=True)
async def small_world(
    tmp_path: Path, prepared_databases: PreparedDatabases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One published puzzle of each kind that is not large; dailies; and searches that end soon."""
    for name, published in PUZZLES.items():
        if not name.endswith(LARGE):
            first = (SAMPLES / f"{name}.jsonl").read_text("utf-8").splitlines()[0]
            (tmp_path / f"{published}.jsonl").write_text(first, "utf-8")
    monkeypatch.setattr(datasets, "SHARED", tmp_path)
    address = file_address(tmp_path / "ouro.db")
    today = datetime.now(UTC).date()
    await prepared_databases.provide_dailies(today, address)
    monkeypatch.setenv("OURO_DATABASE", address)
    monkeypatch.setenv("OURO_SOLVE_SECONDS", "0.1")
    monkeypatch.setenv("OURO_WORKERS", "1")
    for pause in ("load.AFTER_SECONDS", "costs.SETTLED_SECONDS"):
        monkeypatch.setattr(f"tools.bench.commands.{pause}", 0.0)


@pytest.mark.parametrize("name", BENCHMARKS.commands)  # type: ignore[attr-defined] # a group
def test_a_benchmark_runs(name: str) -> None:
    arguments = SMALLEST.get(name, "").split()
    assert BENCHMARKS.main([name, *arguments], standalone_mode=False) in {None, 0, 1}


def test_no_other_benchmark_has_arguments() -> None:
    assert SMALLEST.keys() <= BENCHMARKS.commands.keys()  # type: ignore[attr-defined]
