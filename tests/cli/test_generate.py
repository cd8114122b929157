"""`ouro generate`."""

import json
import signal
import time
from pathlib import Path

import pytest

from puzzle.grid import GridKey, edges_from_rows
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy, parse_puzzlink, parse_rows
from puzzle.rules import is_solved
from solver.generate.spec import RECIPE
from solver.report import Outcome
from solver.search import solve
from tests.support.cli import ouro, start

SMALL = ("generate", "--size", "5x6", "--level", "normal", "--seed", "4")


def test_the_json_record_describes_the_puzzle() -> None:
    done = ouro(*SMALL, "--count", "3", "--format", "json", "--symmetry", "mirror")
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["seed"] for record in records] == [4, 5, 6]
    assert {record["recipe"] for record in records} == {RECIPE}
    for record in records:
        puzzle = parse_loopy(record["puzzle"])
        assert puzzle.size == "5x6"
        assert is_solved(puzzle, edges_from_rows(puzzle.grid, **record["solution"]))
        assert record["key"] == puzzle.canonical_key
        assert (record["level"], record["symmetry"]) == ("normal", "mirror")
        assert record["rating"]["hardest"] == 2
        assert record["certificate"]["outcome"] == "unique"
        assert max(record["certificate"]["steps"]) == 2
        assert sum(record["style"]["shares"].values()) == pytest.approx(1, abs=0.01)
        assert record["style"]["clues"] == round(len(puzzle.clue_cells) / 30, 3)
    assert ouro(*SMALL, "--symmetry", "mirror").stdout.strip() == records[0]["puzzle"]


def test_a_seed_of_another_recipe_is_refused() -> None:
    assert ouro(*SMALL, "--recipe", str(RECIPE)).stdout == ouro(*SMALL).stdout
    done = ouro(*SMALL, "--recipe", str(RECIPE - 1))
    assert (done.returncode, done.stdout) == (2, "")
    problem = f"this version of Ouro has recipe {RECIPE}."
    assert f"A puzzle of recipe {RECIPE - 1} cannot be made; {problem}" in done.stderr


def test_formats_write_the_same_puzzles() -> None:
    loopy, puzzlink, rows = (
        ouro(*SMALL, "--count", "2", "--format", form).stdout
        for form in ("loopy", "puzzlink", "rows")
    )
    puzzles = [parse_loopy(line) for line in loopy.splitlines()]
    assert [parse_puzzlink(line) for line in puzzlink.splitlines()] == puzzles
    assert [parse_rows(text) for text in rows.strip().split("\n\n")] == puzzles


def test_processes_make_the_same_puzzles_in_the_same_order() -> None:
    one, two = (
        ouro(*SMALL, "--count", "12", "--format", "json", "--jobs", jobs).stdout
        for jobs in ("1", "2")
    )
    assert one == two
    assert len({json.loads(line)["key"] for line in one.splitlines()}) == 12


def test_other_tilings_have_ids_records_and_pictures(tmp_path: Path) -> None:
    honeycomb = ("generate", "--tiling", "honeycomb", "--size", "5x6", "--seed", "4")
    record = json.loads(ouro(*honeycomb, "--json", "--png", str(tmp_path)).stdout)
    puzzle = parse_loopy(record["puzzle"])
    assert puzzle.grid.key == GridKey("honeycomb", 6, 5)
    lines = record["solution"]["lines"]
    assert (record["tiling"], record["symmetry"]) == ("honeycomb", "none")
    assert set(record["style"]["shares"]) == set("012345")
    assert is_solved(puzzle, frozenset(parse_marks(" ".join(lines), puzzle.grid)))
    assert (tmp_path / "5x6-honeycomb-normal-4-solved.png").exists()
    text = ouro(*honeycomb, "--format", "text").stdout
    assert text.splitlines()[0] == record["puzzle"]
    assert len(text.splitlines()) == 2


def test_other_rules_have_ids_records_addresses_and_pictures(tmp_path: Path) -> None:
    full = ("generate", "--rules", "full", "--size", "5x6", "--seed", "4")
    record = json.loads(ouro(*full, "--json", "--png", str(tmp_path)).stdout)
    puzzle = parse_loopy(record["puzzle"])
    assert record["rules"] == puzzle.rules.name == "full"
    assert is_solved(puzzle, edges_from_rows(puzzle.grid, **record["solution"]))
    assert (tmp_path / "5x6-full-normal-4-solved.png").exists()
    assert parse_puzzlink(ouro(*full, "--format", "puzzlink").stdout.strip()) == puzzle
    assert ouro(*full, "--format", "text").stdout.startswith(f"{record['puzzle']}\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--rules", "touch"), "No puzzles are made of the rules 'touch'; choose standard, full"),
        (("--rules", "full", "--format", "rows"), "is for the plain rules; choose loopy, puzz"),
        (("--tiling", "hats"), "No puzzles are made on the tiling 'hats'; choose square, tri"),
        (("--tiling", "kites", "--format", "rows"), "is for squares; choose loopy, json or text."),
        (("--tiling", "kites", "--mask", "#."), "leave it out on other tilings."),
        (("--tiling", "kites", "--symmetry", "mirror"), "clues have no symmetry; choose none."),
        (("--values", "1,x"), "write digits, such as 13, or numbers with commas."),
    ],
)
def test_what_a_tiling_or_rules_do_not_have_is_refused(
    options: tuple[str, ...], sentence: str
) -> None:
    done = ouro("generate", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_a_random_seed_is_printed() -> None:
    done = ouro("generate", "--size", "5", "--level", "easy")
    sentence = done.stderr.strip()
    assert sentence.startswith("The seed is ")
    seed = sentence.removeprefix("The seed is ").rstrip(".")
    assert ouro("generate", "--size", "5", "--level", "easy", "--seed", seed).stdout == done.stdout


def test_pictures_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    done = ouro(*SMALL, "--count", "2", "--png", str(folder), "--theme", "dark")
    assert done.returncode == 0
    names = {f"5x6-normal-{seed}{end}.png" for seed in (4, 5) for end in ("", "-solved")}
    assert {path.name for path in folder.iterdir()} == names
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in folder.iterdir())


def test_masks_and_values(tmp_path: Path) -> None:
    file = tmp_path / "mask.txt"
    file.write_text("\n".join(["######", "#....#"] * 3), encoding="utf-8")
    for mask, allowed in (("#./.#", lambda r, c: (r + c) % 2 == 0), (str(file), _ring)):
        done = ouro(
            "generate", "--size", "6x6", "--seed", "1", "--mask", mask, "--symmetry", "none"
        )
        puzzle = parse_loopy(done.stdout.strip())
        assert all(allowed(*divmod(cell, 6)) for cell in puzzle.clue_cells)
        assert solve(puzzle).outcome is Outcome.UNIQUE
    done = ouro("generate", "--size", "6x6", "--seed", "1", "--values", "13", "--format", "json")
    record = json.loads(done.stdout)
    assert set(parse_loopy(record["puzzle"]).clues) == {None, 1, 3}
    assert record["values"] == [1, 3]


def _ring(row: int, col: int) -> bool:
    return row % 2 == 0 or col in {0, 5}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--size", "10"], ""),
        (["--size", "2x9"], "A puzzle of 2x9 cannot be made; a side has from 3 to 60 cells."),
        (["--size", "ten"], "The size 'ten' is none; give columns x rows, such as 10x12."),
        (["--level", "tricky"], "There is no level 'tricky'; choose easy, normal, hard, expert or"),
        (["--symmetry", "rot45"], "There is no symmetry 'rot45'; choose none, rot180, rot90 or"),
        (["--format", "pdf"], "There is no format 'pdf'; choose loopy, puzzlink, rows, json, "),
        (["--mask", "#./#"], "The mask needs rows of one length, made of # and ."),
        (["--mask", "none.txt"], "The file none.txt cannot be read: no such file or directory."),
        (["--mask", "pyproject.toml"], "The mask in pyproject.toml needs rows of one length"),
        (["--attempts", "0"], "A puzzle in 0 attempts cannot be made; take from 1 to 10000."),
    ],
)
def test_invalid_options_are_reported_in_a_sentence(options: list[str], sentence: str) -> None:
    done = ouro("generate", "--seed", "1", "--level", "easy", *options)
    assert sentence in done.stderr
    assert done.returncode == (2 if sentence else 0)
    assert "Traceback" not in done.stderr


def test_a_mask_must_be_as_large_as_the_board(tmp_path: Path) -> None:
    file = tmp_path / "mask.txt"
    file.write_text("####\n####\n", encoding="utf-8")
    done = ouro("generate", "--size", "5x5", "--mask", str(file))
    assert done.stderr.strip() == f"The mask in {file} is 4x2; it must be 5x5, as the board."
    file.write_text("####\n##x#\n", encoding="utf-8")
    assert "has other signs than #" in ouro("generate", "--mask", str(file)).stderr


def test_a_failed_generation_ends_with_a_reason() -> None:
    done = ouro("generate", "--size", "3x3", "--level", "easy", "--seed", "0", "--count", "500")
    found = len(done.stdout.splitlines())
    assert done.returncode == 3
    assert done.stderr.startswith(f"Only {found} different 3x3 puzzles of level easy were found")
    done = ouro("generate", "--size", "6x6", "--values", "2", "--seed", "0", "--attempts", "1")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("No 6x6 puzzle of level normal was found in 1 attempt (")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_keeps_finished_puzzles(jobs: str) -> None:
    running = start(*SMALL, "--count", "100000", "--jobs", jobs)
    assert running.stdout is not None
    lines = [running.stdout.readline() for _ in range(3)]
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    rest, errors = running.communicate(timeout=600)
    assert running.returncode == 130
    assert errors == ""
    for line in [*lines, *rest.splitlines()]:
        assert parse_loopy(line.strip()).size == "5x6"
