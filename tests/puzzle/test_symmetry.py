"""Orientations, canonical keys and orbits of cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry, canonical_key, orbits, orientations
from tests.strategies import puzzles


@given(puzzles())
def test_the_key_is_the_same_for_all_orientations(puzzle: Puzzle) -> None:
    boards = orientations(tuple(puzzle.clue_rows))
    keys = {
        Puzzle(
            square_grid(len(rows), len(rows[0])), tuple(clue for row in rows for clue in row)
        ).canonical_key
        for rows in boards
    }
    assert keys == {puzzle.canonical_key}


@given(puzzles(), puzzles())
def test_different_puzzles_have_different_keys(one: Puzzle, other: Puzzle) -> None:
    same = tuple(other.clue_rows) in orientations(tuple(one.clue_rows))
    assert (one.canonical_key == other.canonical_key) == same


def test_keys_do_not_mix_up_shapes() -> None:
    assert canonical_key((None,) * 6, 3) != canonical_key((None,) * 6, 6)


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(Symmetry))
def test_orbits_part_the_cells(rows: int, cols: int, symmetry: Symmetry) -> None:
    if symmetry is Symmetry.ROT90:
        cols = rows
    found = orbits(rows, cols, symmetry)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(rows * cols))
    most = {Symmetry.NONE: 1, Symmetry.ROT180: 2, Symmetry.ROT90: 4, Symmetry.MIRROR: 2}
    assert max(map(len, found)) <= most[symmetry]


def test_quarter_turns_need_a_square() -> None:
    with pytest.raises(PuzzleError, match="a board of 3x2 has no quarter turns"):
        orbits(2, 3, Symmetry.ROT90)
