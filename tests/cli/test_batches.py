"""Batches as a user runs them: with --out, they are complete whatever killed them meanwhile."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest

from tests.support.cli import ENVIRONMENT, ouro, start
from tests.support.waiting import until

pytestmark = pytest.mark.waits

MAKE = ("generate", "--size", "4x4", "--level", "easy", "--symmetry", "none", "--chunk", "5")


def table(bank: Path, *columns: str) -> list[tuple[Any, ...]]:
    """The columns of a bank, sorted by the first one."""
    read = ds.dataset(bank, format="parquet").to_table(columns=list(columns))
    return sorted(zip(*(read[name].to_pylist() for name in columns), strict=True))


@pytest.fixture
def made_bank(tmp_path: Path) -> Path:
    """A finished batch of six puzzles."""
    bank = tmp_path / "bank.parquet"
    done = ouro(*MAKE, "--count", "6", "--seed", "1", "--out", str(bank))
    assert done.returncode == 0, done.stderr
    return bank


def parts(bank: Path) -> int:
    return len(list(bank.glob("part-*.parquet")))


def test_puzzles_are_those_that_are_made_without_a_folder(tmp_path: Path) -> None:
    bank = tmp_path / "bank.parquet"
    options = ("--count", "12", "--seed", "5")
    done = ouro(*MAKE, *options, "--out", str(bank))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("12 of 12 puzzles were made in ")
    rows = table(bank, "seed", "notation")
    assert {seed for seed, _ in rows} <= set(range(5, 17))
    plain = ouro("generate", *MAKE[1:-2], *options).stdout.split()
    assert [notation for _, notation in rows] == plain[: len(rows)]


def workers_of(process: int) -> list[int]:
    """The worker processes of a command."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(number) for number in listed.split()]


async def test_a_batch_survives_kills_of_its_workers_and_of_everything(tmp_path: Path) -> None:
    """No seed is missing, and none is there twice."""
    bank = tmp_path / "bank.parquet"
    command = (*MAKE, "--size", "7x7", "--count", "100", "--jobs", "2", "--out", str(bank))
    process = start(*command)
    await until(lambda: parts(bank) >= 2)
    for worker in workers_of(process.pid):
        os.kill(worker, signal.SIGKILL)
    await until(lambda: parts(bank) >= 5)
    process.kill()
    process.communicate()
    there = parts(bank)
    assert there < 20
    again = await asyncio.to_thread(ouro, *command)
    assert again.returncode == 0, again.stderr
    assert f"{there * 5} of 100 are there; the others follow." in again.stderr
    assert "100 of 100 puzzles" in again.stdout
    seeds = [seed for (seed,) in table(bank, "seed")]
    assert seeds == list(range(seeds[0], seeds[0] + 100))
    assert (await asyncio.to_thread(ouro, *command)).stdout == again.stdout


async def test_control_c_loses_no_part(tmp_path: Path) -> None:
    bank = tmp_path / "bank.parquet"
    process = start(*MAKE, "--size", "7x7", "--count", "200", "--seed", "1", "--out", str(bank))
    await until(lambda: parts(bank) >= 2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "Interrupted; the same command goes on from here."
    assert 2 <= parts(bank) < 40
    assert not list(bank.glob(".aside*"))


def test_equal_puzzles_are_removed_across_parts(tmp_path: Path) -> None:
    bank = tmp_path / "bank.parquet"
    options = ("--size", "3x3", "--level", "easy", "--count", "40", "--seed", "1", "--chunk", "8")
    done = ouro("generate", *options, "--out", str(bank), "--json")
    report = json.loads(done.stdout)
    ids = [found for (found,) in table(bank, "id")]
    assert len(ids) == len(set(ids)) == report["rows"]
    assert report["removed"] == 40 - report["failed"] - report["rows"] > 0


def test_lists_are_rated_and_solved(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("2x1:3a\n\nnonsense\n1x2:3a\n2x2:d\n")
    rated, solved = tmp_path / "rated", tmp_path / "solved"
    done = ouro("rate", "--file", str(file), "--out", str(rated), "--keep-equal")
    assert done.returncode == 2
    assert done.stdout.splitlines()[0].startswith("3 of 4 puzzles were rated in ")
    assert "1 failed (lines 3): " in done.stdout
    rows = table(rated, "line", "level", "outcome")
    assert rows == [(1, "normal", "unique"), (4, "normal", "unique"), (5, None, "multiple")]
    done = ouro("solve", "-", "--out", str(solved), text=file.read_text())
    assert done.returncode == 2
    assert "1 were removed" in done.stdout
    assert table(solved, "line", "outcome") == [(1, "unique"), (5, "multiple")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--level", "hard"), 'level is "easy" there, not "hard"'),
        (("--count", "7"), "count is 6 there, not 7"),
        (("--seed", "9"), "seed is 1 there, not 9"),
        (("--mask", "#."), "mask is null there"),
    ],
)
def test_other_options_are_refused(
    made_bank: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    done = ouro(*MAKE, "--count", "6", *arguments, "--out", str(made_bank))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("generate", "--chunk", "5"), "--chunk belongs to --out, which is not given."),
        (("rate", "2x1:3a", "--keep-equal"), "--keep-equal belongs to --out"),
        (("generate", "--out", "x", "--png", "y"), "--png has no meaning with --out."),
        (("solve", "2x1:3a", "--out", "x"), "--out needs a list of puzzles"),
        (("generate", "--out", "x", "--cluster", "tcp://10.0.0.5:8786"), "has no TLS"),
        (("bank", "report", "nowhere"), "There is no bank at nowhere"),
    ],
)
def test_misuse_is_told_in_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = ouro(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_damaged_part_is_told(made_bank: Path) -> None:
    part = next(made_bank.glob("part-*.parquet"))
    part.write_bytes(b"PAR1" + part.read_bytes()[4:-8] + b"????PAR1")
    done = ouro("bank", "report", str(made_bank))
    assert done.returncode == 2
    assert "is not a part of a batch, or is damaged." in done.stderr


def test_without_its_packages_a_batch_is_told_what_is_missing(tmp_path: Path) -> None:
    """As for those who installed what the bot needs alone."""
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(name='pyarrow')")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from cli.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "generate", "--out", "x"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "This needs the package pyarrow, which is not installed; docs/batches.md tells how to "
        "install it.\n"
    )
