"""Where tests take puzzles from, and that the samples are what they say."""

import json
import shutil
from pathlib import Path

import pytest

from puzzle.notation.rows import parse_rows
from solver.report import Outcome
from solver.search import solve
from tests.support import shared
from tests.support.oracle import solutions
from tests.support.shared import FILES, PUZZLES, Collections, find_shared

SAMPLES = Collections(None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A shared folder that holds the samples under the names of the shared files."""
    (tmp_path / "puzzles").mkdir()
    for name, file in FILES.items():
        shutil.copy(SAMPLES.path(name), tmp_path / "puzzles" / f"{file}.jsonl")
    return tmp_path


def test_other_files_beside_the_puzzles_are_not_read(folder: Path) -> None:
    (folder / "puzzles" / "README.md").write_text("About the puzzles")
    (folder / "puzzles" / "tilings.jsonl").write_text('{"id": "no clues here"}\n')
    (folder / "puzzles" / "broken.jsonl").write_text("{")
    assert list(Collections(folder).all_records()) == list(SAMPLES.all_records())


def test_a_shared_file_that_is_missing_fails_the_test(folder: Path) -> None:
    (folder / "puzzles" / "janko_a.jsonl").unlink()
    with pytest.raises(pytest.fail.Exception, match=r"janko_a\.jsonl is missing; a shared folder"):
        Collections(folder).records("varied")


def test_shared_puzzles_go_before_samples(folder: Path) -> None:
    (folder / "puzzles" / "janko_a.jsonl").write_text('{"id": "only"}\n')
    assert Collections(folder).records("varied") == [{"id": "only"}]
    assert Collections(folder).enough(shared=9, sample=1) == 9
    assert SAMPLES.enough(shared=9, sample=1) == 1


def test_another_folder_of_that_name_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "SHARED", tmp_path)
    assert find_shared() is None
    (tmp_path / "discord").mkdir()
    assert find_shared() == tmp_path


def test_no_two_samples_are_alike() -> None:
    records = [record for name in FILES for record in SAMPLES.records(name)]
    assert len({record["id"] for record in records}) == len(records)
    made = [record for record in SAMPLES.all_records() if record["id"].split(":")[0] != "addresses"]
    assert len({json.dumps(record["clues"]) for record in made}) == len(made)


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
