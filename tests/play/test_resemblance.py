"""How much of a pattern is in a puzzle, as a search that tries each offset by itself finds it."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.bounds import CHAT_BOUNDS
from play import resemblance
from play.calendar import Track, size
from play.resemblance import (
    CONTRADICTION,
    GAP,
    MIN_SCORE,
    ClueField,
    is_regular,
    needed_score,
    score_in_place,
)
from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import images
from tests.support.strategies import puzzles
from tools.fuzz.seeds import random_puzzle

A_SUNDAY = date(2026, 11, 8)
NOWHERE = -1000


def score_at(puzzle: Puzzle, pattern: Puzzle, row: int, col: int) -> int:
    """The score of a pattern whose first row lies at an offset, tried out row by row."""
    rows, cols, lines = puzzle.grid.rows, puzzle.grid.cols, pattern.clue_rows

    def row_score(clues: Sequence[Clue], at: int) -> int:
        score = 0
        for offset, clue in enumerate(clues):
            inside = 0 <= at < rows and 0 <= col + offset < cols
            cell = puzzle.clues[at * cols + col + offset] if inside else None
            if clue is not None and cell is not None:
                score += 1 if clue == cell else -CONTRADICTION
        return score

    @cache
    def from_line(line: int, at: int) -> int:
        if line == len(lines):
            return 0
        if at > rows + pattern.grid.rows:
            return NOWHERE
        here = row_score(lines[line], at)
        nexts = [
            from_line(line + 1, at + 1 + more) - cost
            for more, cost in ((0, 0), (1, GAP), (2, GAP), (3, 2 * GAP))
        ]
        return max(here + max(nexts), from_line(line + 1, at) - GAP)

    return from_line(0, row)


def slow_score(puzzle: Puzzle, pattern: Puzzle) -> int:
    """With gaps between rows or, as of the puzzle turned by a quarter, between columns."""
    return max(slow_score_by_rows(image, pattern) for image in images(puzzle)[:2])


def slow_score_by_rows(puzzle: Puzzle, pattern: Puzzle) -> int:
    side = max(pattern.grid.rows, pattern.grid.cols)
    return max(
        score_at(puzzle, image, row, col)
        for image in images(pattern)
        for row, col in product(
            range(1 - side, puzzle.grid.rows), range(1 - side, puzzle.grid.cols)
        )
    )


@given(puzzles(4), puzzles(3))
def test_the_score_is_that_of_a_search_of_every_offset(puzzle: Puzzle, pattern: Puzzle) -> None:
    longest = max(pattern.grid.rows, pattern.grid.cols)
    for more in (0, 2):
        assert ClueField(puzzle, longest + more).best_score(pattern) >= slow_score(puzzle, pattern)
    assert ClueField(puzzle, longest).best_score(pattern) == slow_score(puzzle, pattern)


@given(puzzles(5), st.integers(0, 7))
def test_a_puzzle_is_in_itself_with_all_of_its_clues(puzzle: Puzzle, turn: int) -> None:
    longest = max(puzzle.grid.rows, puzzle.grid.cols)
    image = images(puzzle)[turn]
    assert ClueField(image, longest).best_score(puzzle) == len(puzzle.clue_cells)
    assert score_in_place(image, puzzle) == len(puzzle.clue_cells)


@given(puzzles(4), puzzles(4))
def test_a_score_in_place_is_one_of_those_at_all_offsets(one: Puzzle, other: Puzzle) -> None:
    sides = sorted((other.grid.rows, other.grid.cols))
    if sorted((one.grid.rows, one.grid.cols)) == sides:
        assert score_in_place(one, other) <= ClueField(one, sides[-1]).best_score(other)
    else:
        assert score_in_place(one, other) == 0


def test_blank_cells_agree_with_nothing() -> None:
    pattern = random_puzzle(7, 7, 1)
    nearly_blank = Puzzle(square_grid(7, 7), (*pattern.clues[:3], *(None,) * 46))
    assert ClueField(nearly_blank, 7).best_score(pattern) <= 3
    assert not ClueField(Puzzle(square_grid(9, 9), (None,) * 81), 7).holds(pattern)
    assert not ClueField(pattern, 7).holds(nearly_blank), "too few clues to tell"


def test_the_score_that_is_enough_is_enough() -> None:
    pattern = Puzzle(square_grid(7, 7), (3, 1, 2, 2, 3, 0, 1) * 7)
    needed = needed_score(pattern, pattern)
    assert needed == 27
    for count, holds in ((needed, True), (needed - 1, False)):
        cells = Random(2).sample(range(49), count)
        clues = [clue if cell in cells else None for cell, clue in enumerate(pattern.clues)]
        field = ClueField(Puzzle(pattern.grid, tuple(clues)), 7)
        assert field.best_score(pattern) == count
        assert field.holds(pattern) == holds


@given(puzzles(6), puzzles(6))
def test_patterns_are_held_from_the_score_on_that_is_needed(one: Puzzle, other: Puzzle) -> None:
    field = ClueField(one, max(other.grid.rows, other.grid.cols))
    for pattern in (one, other):
        enough = field.best_score(pattern) >= needed_score(one, pattern)
        assert field.holds(pattern) == (enough and not is_regular(pattern))


def test_more_is_needed_where_there_are_more_offsets() -> None:
    pattern = Puzzle(square_grid(5, 5), (3,) * 20 + (None,) * 5)
    for side, needed in ((5, 17), (8, 17), (9, 18), (20, 19), (100, 21)):
        assert needed_score(Puzzle(square_grid(side, side), (2,) * side**2), pattern) == needed
    assert needed_score(Puzzle(square_grid(1, 1), (None,)), pattern) == MIN_SCORE


def test_a_pattern_of_too_many_clues_is_refused() -> None:
    large = random_puzzle(30, 40, 1)
    with pytest.raises(ValueError, match="too large"):
        ClueField(large, 40).best_score(large)


def test_work_is_bounded_by_the_size_of_the_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the largest board, and where no row can be skipped: an addition for each clue, and three
    comparisons for each row, in eight images and two directions."""
    done: Counter[str] = Counter()

    def count(name: str) -> None:
        method: Callable[..., int] = getattr(resemblance._Lanes, name)

        def counted(*given: object) -> int:
            done[name] += 1
            return method(*given)

        monkeypatch.setattr(resemblance._Lanes, name, counted)

    for name in ("_clue", "_larger", "_of"):
        count(name)
    side = size(Track.HARD, A_SUNDAY)
    most = CHAT_BOUNDS.max_side
    field = ClueField(random_puzzle(most, most, 1), side)
    pattern = random_puzzle(side, side, 2)
    field.best_score(pattern)
    assert done["_clue"] == 16 * len(pattern.clue_cells)
    assert done["_larger"] == 16 * 3 * side
    assert done["_of"] <= 2 * 6
    before = done["_clue"]
    assert not field.holds(pattern)
    assert done["_clue"] - before < 0.7 * before, "what cannot be enough any more is left"
