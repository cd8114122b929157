"""The tuner on puzzles that are quick to solve: its trials, output and errors."""

import math
from dataclasses import fields
from pathlib import Path
from typing import Any

import optuna
import pytest

from cli.errors import UsageError
from cli.options import parse_options
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase
from tests.support.cli import run
from tools.tuning import tuner
from tools.tuning.__main__ import as_code, tune

PUZZLES = "5x5:y\n2x2:2222\n3x3:3a3c3a3\n\n4x4:3c3d22b2a1\n"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "few.txt"
    path.write_text(PUZZLES)
    return path


def test_a_run_ends_in_options_to_copy(dataset: Path) -> None:
    split, trials, search, held_out, *verdict, code, flags = run(
        tune, str(dataset), "--trials", "3", "--seconds", "60"
    ).splitlines()
    assert split == "2 puzzles to search on, 2 held out."
    assert trials.startswith("3 trials, ")
    assert search.startswith("Search:   mean ")
    assert held_out.startswith("Held out: mean ")
    assert verdict in ([], ["Nothing better than the defaults was found."])
    options = parse_options(flags.removeprefix("--options").strip())
    assert code == as_code(options)
    assert eval(code, {c.__name__: c for c in (Options, CutPolicy, Phase)}) == options  # noqa: S307 - it is our own expression


def test_the_best_of_the_finished_trials_is_kept() -> None:
    tasks = tuner.measure_tasks([Puzzle(square_grid(1, 1), (4,))] * 2, DEFAULT_OPTIONS, 5)
    told: list[Any] = []
    best = tuner.tune(tasks, DEFAULT_OPTIONS, 4, 60, 0, told.append)
    assert [step.trials for step in told] == [1, 2, 3, 4]
    assert [step.training for step in told] == sorted((s.training for s in told), reverse=True)
    assert best == told[-1]
    assert best.training > 0


def test_no_time_at_all_keeps_the_defaults() -> None:
    tasks = tuner.measure_tasks([Puzzle(square_grid(1, 1), (4,))], DEFAULT_OPTIONS, 5)
    best = tuner.tune(tasks, DEFAULT_OPTIONS, 4, 0, 0, lambda _: None)
    assert best.options == DEFAULT_OPTIONS


def test_puzzles_beyond_the_limit_are_left_out() -> None:
    board = Puzzle(square_grid(12, 12), (3, *(None,) * 142, 3))
    assert tuner.measure_tasks([board], DEFAULT_OPTIONS, 0) == []
    (task,) = tuner.measure_tasks([board], DEFAULT_OPTIONS, 60)
    assert 0 < task.seconds < 60


def test_a_comparison_is_geometric() -> None:
    comparison = tuner.Comparison((0.5, 2.0, 1.0))
    assert math.isclose(comparison.mean, 1.0)
    assert str(comparison) == "mean 1.000, median 1.000, p95 2.000, worst 2.000"


def test_every_number_of_the_cut_policy_is_searched() -> None:
    assert set(tuner.POLICY_RANGES) == {field.name for field in fields(CutPolicy)}
    for name, (low, high) in tuner.POLICY_RANGES.items():
        assert low <= getattr(CutPolicy(), name) <= high


def test_the_first_trial_is_the_defaults() -> None:
    trial = optuna.trial.FixedTrial(tuner.DEFAULTS)
    assert tuner.suggest(trial, DEFAULT_OPTIONS) == DEFAULT_OPTIONS


def test_a_file_that_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is not a list; give a \.txt file"):
        tune(tmp_path / "a.csv")


def test_a_bad_line_is_named(dataset: Path) -> None:
    dataset.write_text("2x2:2222\nnonsense\n")
    with pytest.raises(UsageError, match=r"few\.txt, line 2: "):
        tune(dataset)


def test_one_puzzle_is_too_few(dataset: Path) -> None:
    dataset.write_text("2x2:2222\n")
    with pytest.raises(UsageError, match=r"1 of 1 puzzles .* give more puzzles"):
        tune(dataset)
