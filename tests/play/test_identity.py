"""Live dailies are recognised in every orientation, and with a few clues changed."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.calendar import Track, closes, opens
from play.identity import KnownDaily, contains, find_live, resembles
from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from puzzle.symmetry import images
from tests.support.long import some_or_all
from tests.support.shared import Collections
from tests.support.strategies import puzzles

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@given(puzzles(5), st.sampled_from(Track))
def test_all_eight_orientations_are_recognised_while_the_daily_is_open(
    puzzle: Puzzle, track: Track
) -> None:
    daily = KnownDaily(DAY, track, puzzle)
    for image in images(puzzle):
        assert find_live(image, [daily], NOON) is daily
        assert find_live(image, [daily], opens(DAY)) is daily
        assert find_live(image, [daily], closes(DAY) - timedelta(microseconds=1)) is daily
        assert find_live(image, [daily], closes(DAY)) is None


def test_later_dailies_are_recognised_and_exact_matches_come_first() -> None:
    puzzle = Puzzle(square_grid(1, 6), (3, None, 2, None, None, 3))
    near = Puzzle(square_grid(1, 6), (3, None, 2, None, None, None))
    dailies = [
        KnownDaily(DAY, Track.EASY, near),
        KnownDaily(DAY + timedelta(3), Track.HARD, puzzle),
    ]
    assert find_live(puzzle, dailies, NOON) is dailies[1]
    assert find_live(near, dailies, NOON) is dailies[0]
    assert dailies[1].number == 23


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=49, max_size=49),
    st.sets(st.integers(0, 48), max_size=9),
    st.integers(0, 7),
)
def test_a_daily_with_a_few_clues_added_or_removed_is_recognised(
    clues: list[Clue], changed: set[int], turn: int
) -> None:
    grid = square_grid(7, 7)
    daily = KnownDaily(DAY, Track.EASY, Puzzle(grid, tuple(clues)))
    other = [
        None if cell in changed and clue is not None else clue for cell, clue in enumerate(clues)
    ]
    image = images(Puzzle(grid, tuple(other)))[turn]
    assert find_live(image, [daily], NOON) is daily


def test_four_fifths_of_the_cells_are_enough_to_be_taken_for_another() -> None:
    grid = square_grid(2, 5)
    clues = (3, 2, 1, 0, 3, 2, 1, 0, 3, 2)
    assert resembles(Puzzle(grid, (None, None, *clues[2:])), Puzzle(grid, clues))
    assert not resembles(Puzzle(grid, (None, None, None, *clues[3:])), Puzzle(grid, clues))


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=42, max_size=42),
    st.tuples(*(st.integers(0, 4) for _ in range(4))),
    st.integers(0, 7),
)
def test_a_daily_within_a_larger_puzzle_is_found(
    clues: list[Clue], frame: tuple[int, int, int, int], turn: int
) -> None:
    """Any number of rows and columns may be added around it."""
    above, below, left, right = frame
    puzzle = Puzzle(square_grid(6, 7), tuple(clues))
    rows = [[0] * left + list(row) + [None] * right for row in puzzle.clue_rows]
    blank: list[Clue] = [0] * (left + 7 + right)
    framed = [*[blank] * above, *rows, *[blank] * below]
    grid = square_grid(len(framed), len(blank))
    image = images(Puzzle(grid, tuple(clue for row in framed for clue in row)))[turn]
    daily = KnownDaily(DAY, Track.EASY, puzzle)
    if puzzle.clue_cells:
        assert find_live(image, [daily], NOON) is daily
    larger = grid != puzzle.grid
    tomorrow = KnownDaily(DAY + timedelta(1), Track.EASY, puzzle)
    assert (find_live(image, [tomorrow], NOON) is None) == larger


def test_puzzles_of_another_size_are_not_recognised() -> None:
    assert not resembles(
        Puzzle(square_grid(2, 3), (None,) * 6), Puzzle(square_grid(3, 3), (None,) * 9)
    )


def first_puzzles(collections: Collections, name: str, step: int) -> list[Puzzle]:
    records = collections.records(name)[:60:step]
    return [parse_puzzle("\n".join(record["clues"])) for record in records]


@some_or_all("step", 3, 1)
@pytest.mark.parametrize("name", ["hard_10x10", "varied"])
def test_unrelated_puzzles_are_not_found_within_larger_ones(
    collections: Collections, name: str, step: int
) -> None:
    small = first_puzzles(collections, "expert_7x7", step)
    large = [p for p in first_puzzles(collections, name, step) if min(p.grid.rows, p.grid.cols) > 7]
    assert large
    assert not any(contains(puzzle, daily) for puzzle in large for daily in small)


@some_or_all("step", 3, 1)
@pytest.mark.parametrize("name", ["expert_7x7", "hard_10x10", "varied"])
def test_unrelated_puzzles_are_never_taken_for_a_daily(
    collections: Collections, name: str, step: int
) -> None:
    found = first_puzzles(collections, name, step)
    dailies = [KnownDaily(DAY, Track.NORMAL, puzzle) for puzzle in found]
    assert len(dailies) > 1
    for daily in dailies:
        others = [other for other in dailies if other is not daily]
        assert find_live(daily.puzzle, others, NOON) is None
