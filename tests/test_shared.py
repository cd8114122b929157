"""Where tests take puzzles from, and that the samples are what they say."""

from pathlib import Path

import pytest

from puzzle.notation.rows import parse_rows
from solver.report import Outcome
from solver.search import solve
from tests.support.oracle import solutions
from tests.support.shared import PUZZLES, Collections

SAMPLES = Collections(None)


def test_a_shared_file_that_is_missing_fails_the_test(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"janko_a\.jsonl is missing; a shared folder"):
        Collections(tmp_path).records("varied")


@pytest.mark.parametrize("name", [name for name in PUZZLES if name != "addresses"])
def test_sizes_and_solutions_of_samples_are_right(name: str) -> None:
    for record in SAMPLES.records(name):
        puzzle = parse_rows("\n".join(record["clues"]))
        assert puzzle.size == f"{record['width']}x{record['height']}"
        if name.endswith(f"{record['width']}x{record['height']}"):
            assert solve(puzzle).outcome is Outcome.UNIQUE


def test_degenerate_samples_have_as_many_solutions_as_the_oracle_finds() -> None:
    for record in SAMPLES.records("degenerate"):
        puzzle = parse_rows("\n".join(record["clues"]))
        count = len(solutions(record["height"], record["width"], puzzle.clues))
        assert count == record["num_solutions"], record["id"]
        outcome = ("none", "unique", "multiple")[min(count, 2)]
        assert outcome == record["expected"], record["id"]
