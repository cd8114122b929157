"""The boards of the benchmarks have the documented properties."""

from pathlib import Path

import pytest

from puzzle.model import Puzzle
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from solver.options import Options
from solver.search import Limits, Outcome, solve
from tools.bench.boards import minimal_board
from tools.bench.crafted import FAMILIES, ring, sea
from tools.bench.datasets import generated, load, minimal, shared


def test_rings_look_as_described() -> None:
    board = ring(9)
    assert sum(clue == 0 for clue in board.clues) == 8
    assert (board.clues[0], board.clues[4 * 9 + 4]) == (3, 1)
    assert sum(clue == 0 for clue in ring(16, gap=2).clues) == 4 * 9 - 2


def test_seas_look_as_described() -> None:
    islands = sea(2, side=3)
    assert islands.size == "9x9"
    assert sum(clue == 2 for clue in islands.clues) == 4
    assert sum(clue == 0 for clue in islands.clues) == 3 * 9 + 3 * 9 - 9
    joined = sea(2, side=3, strait=1)
    assert sum(clue == 0 for clue in joined.clues) == 3 * 9 + 3 * 9 - 9 - 4


@pytest.mark.parametrize(
    ("strait", "outcome"), [(0, Outcome.NONE), (2, Outcome.NONE), (3, Outcome.MULTIPLE)]
)
def test_a_loop_needs_three_cells_to_pass_a_ring(strait: int, outcome: Outcome) -> None:
    assert solve(ring(12, gap=strait)).outcome is outcome


@pytest.mark.parametrize("name", FAMILIES)
def test_the_smallest_board_of_a_family_is_no_local_contradiction(name: str) -> None:
    """Without the rule of one loop each has a model; that rule makes them hard."""
    puzzle = FAMILIES[name].build(FAMILIES[name].sizes[0])
    assert solve(puzzle, Limits(calls=1), Options("negate-loops")).outcome is not Outcome.NONE


def test_datasets_are_read_from_text_and_from_json(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("2x2:2222\n\n1x1:4\n")
    (tmp_path / "b.jsonl").write_text('{"width": 2, "height": 1, "clues": ["3."]}\n{"id": 1}\n')
    assert [puzzle.size for puzzle in load(tmp_path / "a.txt").puzzles] == ["2x2", "1x1"]
    (only,) = load(tmp_path / "b.jsonl").puzzles
    assert (only.size, only.clues) == ("2x1", (3, None))


def test_a_sample_of_a_dataset_is_spread_over_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(f"{n}x1:{'a' * n}" for n in range(1, 8)))
    dataset = load(tmp_path / "a.txt")
    assert [puzzle.size for puzzle in dataset.spread(3)] == ["1x1", "3x1", "5x1"]
    assert dataset.spread(7) == dataset.spread(100) == dataset.puzzles


def test_sets_that_are_not_at_hand_are_left_out() -> None:
    assert shared("no_such_set") == []


def test_minimal_boards_lose_their_uniqueness_with_any_clue() -> None:
    assert minimal(5, 2).puzzles == (minimal_board(5, 5, 0), minimal_board(5, 5, 1))
    puzzle = minimal_board(5, 5, 0)
    assert solve(puzzle).outcome is Outcome.UNIQUE
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            fewer = (*puzzle.clues[:cell], None, *puzzle.clues[cell + 1 :])
            assert solve(Puzzle(puzzle.grid, fewer)).outcome is Outcome.MULTIPLE


def test_generated_sets_have_puzzles_of_the_level_from_seed_1_on() -> None:
    dataset = generated(6, 7, Difficulty.HARD, 3)
    assert dataset.name == "generated 7x6 hard"
    specs = [GenerationSpec(6, 7, Difficulty.HARD, seed=seed) for seed in (1, 2, 3)]
    results = [generate(spec) for spec in specs]
    expected = [result.puzzle for result in results if isinstance(result, GeneratedPuzzle)]
    assert list(dataset.puzzles) == expected
    assert expected
