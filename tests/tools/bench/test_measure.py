"""Comparisons of solvers, their tables, and the commands that print them, on tiny boards."""

from pathlib import Path

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.search import Outcome
from tests.support.cli import run
from tools.bench.commands.crafted import crafted
from tools.bench.commands.profile import profile
from tools.bench.commands.sample import sample
from tools.bench.commands.scale import scale, solve_sparse
from tools.bench.commands.solve import solve
from tools.bench.measure import SolveTimings, compete, ouro
from tools.bench.peers import plain_negation

UNIT = Puzzle(square_grid(1, 1), (4,))


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    path = tmp_path / "few.txt"
    path.write_text("2x2:2222\n1x1:4\n3x3:3a3c3a3\n")
    return str(path)


def test_contestants_are_timed_on_every_puzzle() -> None:
    timings = compete({"one": plain_negation, "two": ouro()}, [UNIT] * 3, repeat=1)
    assert [(row_timings.name, row_timings.answers) for row_timings in timings] == [
        ("one", (1, 1, 1)),
        ("two", (1, 1, 1)),
    ]
    assert all(seconds > 0 for row_timings in timings for seconds in row_timings.seconds)


def test_contestants_that_disagree_are_no_measurement() -> None:
    with pytest.raises(SystemExit, match="The answers to a 1x1 puzzle differ"):
        compete({"right": plain_negation, "wrong": lambda _: 2}, [UNIT])


def test_one_that_runs_out_of_time_disagrees_with_nobody() -> None:
    (_, slow) = compete({"right": plain_negation, "slow": lambda _: None}, [UNIT])
    assert slow.answers == (None,)


def test_a_row_holds_ratios_puzzle_by_puzzle() -> None:
    base = SolveTimings("base", (0.001, 0.002, 0.004), (1, 1, 1))
    slower = SolveTimings("slower", (0.010, 0.004, 0.012), (1, None, 1))
    assert base.row(base).split()[-2:] == ["1.00", "1.00"]
    cells = ["slower", "2/3", "10.00", "12.00", "12.00", ">", "3.00", "10.00"]
    assert slower.row(base).split() == cells


def test_solve_prints_a_row_for_each_contestant(puzzles: str) -> None:
    machine, _, title, _, *rows = run(solve, puzzles, "--repeat", "1").splitlines()
    assert machine.startswith("Python 3.")
    assert title == "few: 3 puzzles"
    assert [row.split(",")[0].split()[0] for row in rows] == ["plain", "plain", "ouro", "ouro"]
    assert all("3/3" in row for row in rows)


def test_crafted_prints_a_row_for_each_size() -> None:
    output = run(crafted, "ring", "--largest", "16", "--seconds", "20", "--negate", "0.1")
    rows = [row.split() for row in output.splitlines() if row.startswith("ring ")]
    assert [row[:3] for row in rows] == [["ring", "12x12", "none"], ["ring", "16x16", "none"]]


def test_crafted_names_the_families_there_are() -> None:
    with pytest.raises(SystemExit, match="There is no family 'rign'; choose of ring,"):
        crafted(["rign"], seconds=1, negate=1, largest=20)


def test_large_boards_are_solved_with_their_memory() -> None:
    done = solve_sparse(6, 0.4, 2, 20)
    assert len(done.seconds) == 2
    assert Outcome.LIMIT not in done.outcomes
    assert 5 < done.memory < 5_000


def test_scale_prints_a_row_for_each_size() -> None:
    row = run(scale, "6", "--seeds", "2").splitlines()[-1].split()
    assert (row[0], row[5]) == ("6x6", "MiB")
    assert sum(int(word) for word in row[6:] if word.isdigit()) == 2


def test_profile_shows_shares_by_function(puzzles: str) -> None:
    output = run(profile, puzzles, "--top", "1000")
    shares = [float(row[1:].split("%")[0]) for row in output.splitlines() if "%" in row]
    assert sum(shares) == pytest.approx(100, abs=3)
    assert "solver/search.py solve" in output


def test_a_sample_is_one_puzzle_on_every_line(puzzles: str) -> None:
    lines = run(sample, puzzles, "--limit", "2", "--minimal", "4", "--sparse", "5").splitlines()
    assert lines[:2] == ["2x2:2222", "1x1:4"]
    assert [line.partition(":")[0] for line in lines[2:]] == ["4x4", "4x4", "5x5", "5x5"]
