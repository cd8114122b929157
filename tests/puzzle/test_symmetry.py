"""Orientations, canonical keys and orbits of cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.clue_rows import Clue
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry, canonical, images, orbits
from tests.support.strategies import puzzles


@given(puzzles())
def test_the_key_is_the_same_for_all_images(puzzle: Puzzle) -> None:
    assert {image.canonical_key for image in images(puzzle)} == {puzzle.canonical_key}
    assert {canonical(image) for image in images(puzzle)} == {canonical(puzzle)}


@given(puzzles(), puzzles())
def test_different_puzzles_have_different_keys(one: Puzzle, other: Puzzle) -> None:
    same = bare(other) in images(bare(one))
    assert (one.canonical_key == other.canonical_key) == same


@given(puzzles(), *[st.integers(0, 2)] * 4)
def test_blank_rows_and_columns_around_keep_the_key(
    puzzle: Puzzle, above: int, below: int, left: int, right: int
) -> None:
    cols = left + puzzle.grid.cols + right
    clues: list[Clue] = [None] * (above * cols)
    for row in puzzle.clue_rows:
        clues += [*[None] * left, *row, *[None] * right]
    clues += [None] * (below * cols)
    framed = Puzzle(square_grid(above + puzzle.grid.rows + below, cols), tuple(clues))
    assert framed.canonical_key == puzzle.canonical_key


def bare(puzzle: Puzzle) -> Puzzle:
    """Without the blank rows and columns around; one blank cell if there are no clues."""
    rows = [list(row) for row in puzzle.clue_rows]
    for _ in range(4):
        while len(rows) > 1 and set(rows[-1]) == {None}:
            rows.pop()
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return Puzzle(square_grid(len(rows), len(rows[0])), tuple(c for row in rows for c in row))


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(Symmetry))
def test_orbits_partition_the_cells(rows: int, cols: int, symmetry: Symmetry) -> None:
    if symmetry is Symmetry.ROT90:
        cols = rows
    found = orbits(rows, cols, symmetry)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(rows * cols))
    most = {Symmetry.NONE: 1, Symmetry.ROT180: 2, Symmetry.ROT90: 4, Symmetry.MIRROR: 2}
    assert max(map(len, found)) <= most[symmetry]
    orbit_of = {cell: number for number, orbit in enumerate(found) for cell in orbit}
    shape = [[orbit_of[row * cols + col] for col in range(cols)] for row in range(rows)]
    moved = {
        Symmetry.NONE: shape,
        Symmetry.ROT180: [row[::-1] for row in shape[::-1]],
        Symmetry.ROT90: [list(row) for row in zip(*shape[::-1], strict=True)],
        Symmetry.MIRROR: [row[::-1] for row in shape],
    }
    assert moved[symmetry] == shape


def test_quarter_turns_need_a_square() -> None:
    with pytest.raises(PuzzleError, match="A board of 3x2 has no quarter turns"):
        orbits(2, 3, Symmetry.ROT90)
