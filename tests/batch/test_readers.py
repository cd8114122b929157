"""A bank in the libraries that people read tables with: the examples of docs/batches.md run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from batch.folder import BatchFolder
from batch.rows import BatchItem, MakeItems, PuzzleRow, RateItems, RowsRequest, answer_items
from batch.schema import COLUMNS, part_of
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "batches.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def rows() -> list[PuzzleRow]:
    work = MakeItems(GenerationSpec(4, 5, Difficulty.EASY))
    made = answer_items(RowsRequest(work, tuple(map(BatchItem, range(5))))).results
    lines = (BatchItem(1, "2x2:d"), BatchItem(2, "2x1:3a"))
    rated = answer_items(RowsRequest(RateItems(), lines)).results
    return [row for row in (*made, *rated) if isinstance(row, PuzzleRow)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, rows: list[PuzzleRow]) -> Path:
    """A folder with a bank of two parts, and the other files of a batch."""
    place = tmp_path_factory.mktemp("banks")
    folder = BatchFolder(place / "bank.parquet")
    with folder.locked():
        folder.add_part(0, part_of(rows[:4], (), 1.0))
        folder.add_part(1, part_of(rows[4:], (), 1.0))
        folder.write_report("{}")
    return place


@pytest.mark.parametrize("example", EXAMPLES, ids=["pandas", "polars", "duckdb"])
def test_an_example_of_the_page_reads_a_bank(
    place: Path, rows: list[PuzzleRow], example: str
) -> None:
    """Each one prints how many easy puzzles of 5x4 there are, and what uses a technique."""
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"easy\D+5\D+4\D+5\D", done.stdout), done.stdout
    users = sum("full-clue" in row.techniques for row in rows)
    assert re.search(rf"full-clue\D+{users}\b", done.stdout), done.stdout


def test_the_page_describes_every_column() -> None:
    table = PAGE.partition("## Columns")[2].partition("## Reading")[0]
    described = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert described == [field.name for field in COLUMNS]
