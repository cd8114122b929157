"""Tilings of hats against Loopy's boards, and as discs on random patches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.tilings.hats import hat_tiles
from puzzle.tilings.patches import MAX_LEVELS
from tests.support.tiles import SIDES, area, check_disc, laid


def patches() -> st.SearchStrategy[str]:
    """Patches of parts that every metatile has."""
    path = st.lists(st.integers(0, 6), min_size=8, max_size=10)
    return st.builds(
        lambda kite, path, kind: ",".join(map(str, [kite, 0, *path, kind])),
        st.integers(0, 7),
        path,
        st.sampled_from("HTPF"),
    )


@pytest.mark.parametrize(
    ("cols", "rows", "patch", "tiles"),
    [
        (7, 6, "6,1,9,1,10,8,12,H", 20),
        (8, 8, "5,0,6,1,0,F", 32),
        (12, 12, "6,1,3,12,1,P", 87),
    ],
)
def test_numbers_of_tiles(cols: int, rows: int, patch: str, tiles: int) -> None:
    assert len(hat_tiles(cols, rows, patch)) == tiles


@given(SIDES, SIDES, patches())
def test_hats_make_a_disc(cols: int, rows: int, patch: str) -> None:
    tiles = laid(hat_tiles, cols, rows, patch)
    check_disc(tiles)
    assert {len(tile) for tile in tiles} == {14}
    assert len(set(map(area, tiles))) == 1


@given(patches())
def test_a_longer_path_leads_to_the_same_tiles(patch: str) -> None:
    tiles = laid(hat_tiles, 6, 7, patch)
    longer = {"H": "0,H", "T": "3,H", "P": "4,H", "F": "7,H"}
    assert hat_tiles(6, 7, patch[:-1] + longer[patch[-1]]) == tiles


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ("", "there is no valid description of the grid"),
        ("8,0,1,1,H", "there is no valid description of the grid"),
        ("0,2,1,T", "there is no valid description of the grid"),  # P has two hats
        ("0,0,11,P", "there is no valid description of the grid"),
        ("0,0" + ",0" * (MAX_LEVELS + 1) + ",H", "there is no valid description of the grid"),
        ("0,0,1,H", "the description of the grid is too short for a board of this size"),
    ],
)
def test_patches_that_cannot_be_read(patch: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        hat_tiles(10, 10, patch)
    assert caught.value.problem == problem


def test_a_board_on_which_trimming_leaves_nothing() -> None:
    with pytest.raises(NotationError, match="the board is too small for the tiles"):
        hat_tiles(2, 2, "7,0,0,10,6,10,6,F")
