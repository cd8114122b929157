"""Penrose tilings against Loopy's boards, and as discs on random patches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.tilings.patches import MAX_LEVELS
from puzzle.tilings.penrose import kite_tiles, rhomb_tiles
from tests.support.tiles import SIDES, Tiler, check_disc, laid

WHOLES = {
    "A": "ABV",
    "B": "ABU",
    "U": "AU",
    "V": "BV",
    "C": "CX",
    "D": "DY",
    "X": "DXY",
    "Y": "CXY",
}
"""The triangles of which each triangle can be a part."""


@st.composite
def patches(draw: st.DrawFn, first: str) -> str:
    path = draw(st.sampled_from(first))
    for choice in draw(st.lists(st.integers(0, 5), min_size=16, max_size=20)):
        wholes = WHOLES[path[-1]]
        path += wholes[choice % len(wholes)]
    return f"{draw(st.integers(0, 9))}{draw(st.integers(0, 2))}{path}"


@pytest.mark.parametrize(
    ("tiler", "cols", "rows", "patch", "tiles"),
    [
        (kite_tiles, 4, 6, "50BBUAVBUUUAVVB", 7),
        (kite_tiles, 12, 9, "51AAVBUABAAB", 70),
        (rhomb_tiles, 6, 5, "52DYCXXXX", 7),
        (rhomb_tiles, 12, 9, "31XYYXXDYYXXXYYYXY", 64),
    ],
)
def test_numbers_of_tiles(tiler: Tiler, cols: int, rows: int, patch: str, tiles: int) -> None:
    assert len(tiler(cols, rows, patch)) == tiles


@given(SIDES, SIDES, patches("ABUV"))
def test_kites_and_darts_make_a_disc(cols: int, rows: int, patch: str) -> None:
    tiles = laid(kite_tiles, cols, rows, patch)
    check_disc(tiles)
    assert {len(tile) for tile in tiles} == {4}


@given(SIDES, SIDES, patches("CDXY"))
def test_rhombs_make_a_disc(cols: int, rows: int, patch: str) -> None:
    tiles = laid(rhomb_tiles, cols, rows, patch)
    check_disc(tiles)
    assert {len(tile) for tile in tiles} == {4}


@given(SIDES, SIDES, patches("ABUV"), st.integers(0, 5))
def test_a_longer_path_leads_to_the_same_tiles(
    cols: int, rows: int, patch: str, choice: int
) -> None:
    wholes = WHOLES[patch[-1]]
    tiles = laid(kite_tiles, cols, rows, patch)
    assert kite_tiles(cols, rows, patch + wholes[choice % len(wholes)]) == tiles


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ("", "there is no valid description of the grid"),
        ("40AABAVBBBBC", "there is no valid description of the grid"),
        ("40CDXY", "there is no valid description of the grid"),
        ("43AABAVBBBB", "there is no valid description of the grid"),
        ("40" + "A" * (MAX_LEVELS + 1), "there is no valid description of the grid"),
        ("40AAB", "the description of the grid is too short for a board of this size"),
        ("G-19,31,-60", "the grid is described as in Loopy before 2023"),
    ],
)
def test_patches_that_cannot_be_read(patch: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        kite_tiles(10, 10, patch)
    assert problem in caught.value.problem


def test_a_board_on_which_trimming_leaves_nothing() -> None:
    with pytest.raises(NotationError, match="the board is too small for the tiles"):
        kite_tiles(3, 3, "40AABAVBBBB")
