"""The keys of puzzles on other tilings than squares."""

from cmath import rect
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.clue_rows import Clue, key_of_places
from puzzle.grid import Grid, GridKey
from puzzle.model import Puzzle
from puzzle.names import Coord
from puzzle.tilings.catalogue import TILINGS, build_grid
from tests.support.tilings import (
    OTHERS,
    PERIODIC,
    images_on_board,
    place_key,
    puzzle_of,
    tiled_keys,
)

WITHOUT_IMAGES = {"snub-square", "cairo", "floret"}
"""Tilings whose boards of five by five are no images of themselves."""


@pytest.mark.parametrize("name", PERIODIC)
def test_a_board_turned_or_mirrored_has_the_same_key(name: str) -> None:
    grid = build_grid(TILINGS[name].key(5, 5))
    puzzle, _ = puzzle_of(grid, 1, 0.6)
    images = images_on_board(puzzle)
    assert len(images) > 1 or name in WITHOUT_IMAGES
    assert {image.canonical_key for image in images} == {puzzle.canonical_key}


@given(tiled_keys(), st.randoms(use_true_random=False), st.floats(0, 7), st.booleans())
def test_places_moved_in_the_plane_have_the_same_key(
    key: GridKey, random: Random, angle: float, flip: bool
) -> None:
    clues = some_clues(build_grid(key), random)
    shift = complex(random.uniform(-50, 50), random.uniform(-50, 50))
    moved = list[tuple[Coord, int]]()
    for (row, col), clue in clues:
        point = complex(row, -col if flip else col) * rect(1, angle) + shift
        moved.append(((point.real, point.imag), clue))
    random.shuffle(moved)
    assert key_of_places(key.tiling, moved) == key_of_places(key.tiling, clues)


def some_clues(grid: Grid, random: Random) -> list[tuple[Coord, int]]:
    return [(place, random.randrange(4)) for place in grid.cell_means if random.random() < 0.5]


@given(tiled_keys(), st.randoms(use_true_random=False))
def test_another_clue_gives_another_key(key: GridKey, random: Random) -> None:
    grid = build_grid(key)
    clues = [random.choice((None, 0, 1, 2)) for _ in grid.cells]
    cell = random.randrange(len(clues))
    changed = [*clues[:cell], 3, *clues[cell + 1 :]]
    one, other = (Puzzle(grid, tuple(each)).canonical_key for each in (clues, changed))
    assert one != other


@pytest.mark.parametrize("name", ["honeycomb", "cairo", "kagome"])
def test_a_larger_board_with_blank_cells_around_has_the_same_key(name: str) -> None:
    small, large = (build_grid(TILINGS[name].key(side, side)) for side in (4, 8))
    puzzle, _ = puzzle_of(small, 1, 0.6)
    framed = framed_clues(small, large, puzzle.clues)
    assert framed is not None
    assert Puzzle(large, tuple(framed)).canonical_key == puzzle.canonical_key


def framed_clues(small: Grid, large: Grid, clues: Sequence[Clue]) -> list[Clue] | None:
    """The clues of a board on a part of a larger one; None where the part is nowhere."""
    at = {place_key(place): cell for cell, place in enumerate(large.cell_means)}
    first = small.cell_means[0]
    for row, col in large.cell_means:
        shifted = [(r + row - first[0], c + col - first[1]) for r, c in small.cell_means]
        cells = [at.get(place_key(place), -1) for place in shifted]
        pairs = [
            (len(small.cell_edges[c]), len(large.cell_edges[at])) for c, at in enumerate(cells)
        ]
        if -1 not in cells and all(a == b for a, b in pairs) and (row, col) != first:
            framed: list[Clue] = [None] * len(large.cells)
            for cell, clue in zip(cells, clues, strict=True):
                framed[cell] = clue
            return framed
    return None


def test_the_key_knows_the_tiling() -> None:
    keys = {key_of_places(name, [((0.0, 0.0), 1)]) for name in OTHERS}
    assert len(keys) == len(OTHERS)


def test_no_clues_have_a_key() -> None:
    assert len(key_of_places("cairo", [])) == 32
