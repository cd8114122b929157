"""The figures that benchmarks compute, and their puzzles."""

from pathlib import Path

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from tools.bench.datasets import COLLECTIONS, datasets
from tools.bench.measure import SolveTimings, compete, ouro
from tools.bench.negation import plain_negation
from tools.bench.timing import percentile


def test_a_row_holds_ratios_puzzle_by_puzzle() -> None:
    base = SolveTimings("base", (0.001, 0.002, 0.004), (1, 1, 1))
    slower = SolveTimings("slower", (0.010, 0.004, 0.012), (1, None, 1))
    assert base.row(base).split()[-2:] == ["1.00", "1.00"]
    cells = ["slower", "2/3", "10.00", "12.00", "12.00", ">", "3.00", "10.00"]
    assert slower.row(base).split() == cells


def test_contestants_that_disagree_are_no_measurement() -> None:
    puzzle = Puzzle(square_grid(1, 1), (4,))
    (_, slow) = compete({"right": plain_negation, "slow": lambda _: None}, [puzzle], 1)
    assert slow.answers == (None,)
    with pytest.raises(SystemExit, match="The answers to a 1x1 puzzle differ"):
        compete({"right": ouro(), "wrong": lambda _: 2}, [puzzle])


def test_a_percentile_is_a_value_that_enough_are_not_above() -> None:
    assert percentile([4, 1, 3, 2], 0.5) == 2
    assert percentile([1, 2, 3], 0.95) == 3


def test_puzzles_are_found_by_collection_and_by_file(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(f"{n}x1:{'a' * n}" for n in range(1, 8)))
    (dataset,) = datasets([str(path)], 3)
    assert [puzzle.size for puzzle in dataset.spread(3)] == ["1x1", "3x1", "5x1"]
    assert next(datasets(["generated"], 1)).puzzles[0].size == "15x15"
    with pytest.raises(SystemExit, match=f"none of: {', '.join(COLLECTIONS)}"):
        list(datasets(["nowhere"], 1))
