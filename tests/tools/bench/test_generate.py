"""The benchmark of generating puzzles, on tiny boards."""

from dataclasses import replace
from itertools import islice

import pytest
import typer
from typer.testing import CliRunner

from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec
from solver.report import Outcome
from solver.search import solve
from tests.support.solver.drafts import draft_of, is_unique
from tests.support.solver.specs import made
from tools.bench.commands.generate import (
    density,
    faults,
    measure,
    naive_deletion,
    specs,
    time_generating,
    verify,
)


def test_naive_deletion_leaves_no_clue_too_many() -> None:
    draft = draft_of(4, 3, seed=1)
    puzzle = naive_deletion(draft, SeededRandom(1))
    assert solve(puzzle).outcome is Outcome.UNIQUE
    kept = set(puzzle.clue_cells)
    assert is_unique(draft, kept)
    assert not any(is_unique(draft, kept - {cell}) for cell in kept)


def test_a_lane_counts_what_was_not_made() -> None:
    timings = measure(GenerationSpec(5, 5, Difficulty.EASY), 3)
    assert (len(timings.made), len(timings.seconds), timings.failed) == (3, 3, 0)
    assert timings.density == pytest.approx(sum(density(one.puzzle) for one in timings.made) / 3)


def test_faults_are_found() -> None:
    answer = made(GenerationSpec(6, 6, Difficulty.NORMAL, Symmetry.ROT180, seed=1))
    assert list(faults(answer)) == []
    puzzle = answer.puzzle
    shown = puzzle.clue_cells[0]
    bare = tuple(None if cell == shown else clue for cell, clue in enumerate(puzzle.clues))
    assert "not symmetric" in set(faults(replace(answer, puzzle=Puzzle(puzzle.grid, bare))))
    blank = Puzzle(puzzle.grid, (None,) * 36)
    assert {"not one solution", "not rated"} <= set(faults(replace(answer, puzzle=blank)))
    easy = made(GenerationSpec(6, 6, Difficulty.EASY, Symmetry.ROT180, seed=1))
    assert "rated easy" in set(faults(replace(easy, spec=answer.spec)))
    too_easy = replace(easy, spec=replace(easy.spec, level=Difficulty.EXTREME))
    assert set(faults(too_easy)) == {"not extreme"}
    elsewhere = replace(answer, solution=frozenset({0, 1}))
    assert {"another solution", "dull"} <= set(faults(elsewhere))


def test_verified_orders_are_of_all_levels_and_none_twice() -> None:
    wanted = list(islice(specs(), 100))
    assert {spec.level for spec in wanted} == set(Difficulty)
    assert len({spec.seed for spec in wanted}) == 100
    found, equal = verify(spec for spec in wanted[:12] if spec.rows < 12)
    assert equal == 0
    assert {what for tally in found.values() for what in tally} == {"right"}


def test_the_command_prints_a_row_for_each_level() -> None:
    app = typer.Typer()
    app.command()(time_generating)
    done = CliRunner().invoke(app, ["5x5", "--count", "1"], catch_exceptions=False)
    assert done.exit_code == 0
    rows = [line.split() for line in done.output.splitlines() if line.startswith("5x5")]
    assert [row[1] for row in rows] == ["easy", "normal", "hard", "expert", "extreme"]
    done = CliRunner().invoke(app, ["--verify", "5"], catch_exceptions=False)
    assert "all: 5 right; 0 equal" in done.output
