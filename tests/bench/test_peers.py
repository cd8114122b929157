"""The peers that speed is compared with give right answers themselves."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bench.datasets import load, ring, sea
from bench.measure import race
from bench.peers import plain_negation
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from tests.oracle import solutions


@given(st.lists(st.sampled_from([None, None, None, 0, 1, 2, 3]), min_size=6, max_size=6))
def test_plain_negation_agrees_with_the_oracle(clues: list[int | None]) -> None:
    expected = len(solutions(2, 3, tuple(clues)))
    assert plain_negation(Puzzle(square_grid(2, 3), tuple(clues))) == min(2, expected)


def test_rings_and_seas_look_as_described() -> None:
    board = ring(9)
    assert sum(clue == 0 for clue in board.clues) == 8
    assert (board.clues[0], board.clues[4 * 9 + 4]) == (3, 1)
    islands = sea(2, side=3)
    assert islands.size == "9x9"
    assert sum(clue == 2 for clue in islands.clues) == 4


def test_datasets_are_read_from_text_and_from_json(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("2x2:2222\n\n1x1:4\n")
    (tmp_path / "b.jsonl").write_text('{"width": 2, "height": 1, "clues": ["3."]}\n{"id": 1}\n')
    assert [puzzle.size for puzzle in load(tmp_path / "a.txt").puzzles] == ["2x2", "1x1"]
    (only,) = load(tmp_path / "b.jsonl").puzzles
    assert (only.size, only.clues) == ("2x1", (3, None))


def test_a_race_times_every_contestant_on_every_puzzle() -> None:
    puzzles = [Puzzle(square_grid(1, 1), (4,))] * 3
    timings = race({"one": plain_negation, "two": plain_negation}, puzzles, repeat=1)
    assert [(timing.name, len(timing.seconds)) for timing in timings] == [("one", 3), ("two", 3)]
    assert all(seconds > 0 for timing in timings for seconds in timing.seconds)
