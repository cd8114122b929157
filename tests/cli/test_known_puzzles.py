"""Puzzles with known answers, through the batch mode of the command line."""

import json
from pathlib import Path

from typer.testing import CliRunner

from cli.listing import build_app
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from tests.support.long import some_or_all
from tests.support.shared import PUZZLES, Collections


def as_id(record: dict[str, object]) -> str:
    rows, cols, clues = record["height"], record["width"], record["clues"]
    assert isinstance(rows, int)
    assert isinstance(cols, int)
    assert isinstance(clues, list)
    values = tuple(int(cell) if cell in "01234" else None for cell in "".join(clues))
    return format_loopy(Puzzle(square_grid(rows, cols), values))


@some_or_all("step", 6, 1)
def test_known_answers(collections: Collections, tmp_path: Path, step: int) -> None:
    total = 0
    for name in PUZZLES:
        records = [
            record
            for record in collections.records(name)
            if "solution" in record or "expected" in record
        ][::step]
        if not records:
            continue
        batch = tmp_path / f"{name}.txt"
        batch.write_text("".join(f"{as_id(record)}\n" for record in records))
        done = CliRunner().invoke(
            build_app(), ["solve", "--file", str(batch), "--json", "--time-limit", "600"]
        )
        assert done.exit_code == 0, name
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["puzzle"] for answer in answers] == [as_id(record) for record in records]
        for record, answer in zip(records, answers, strict=True):
            check(record, answer)
        total += len(records)
    assert total > collections.enough(shared=1000, sample=80) / step


def check(record: dict[str, object], answer: dict[str, object]) -> None:
    assert answer["outcome"] == record.get("expected", "unique"), record["id"]
    if answer["outcome"] != "unique" or "solution" not in record:
        return
    solution = record["solution"]
    assert isinstance(solution, dict)
    expected = {"horizontal": solution["h"], "vertical": solution["v"]}
    assert answer["solutions"] == [expected], record["id"]
