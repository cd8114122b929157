"""Tilings of spectres against Loopy's boards, and as discs on random patches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.tilings.patches import MAX_LEVELS
from puzzle.tilings.spectres import spectre_tiles
from tests.support.tiles import SIDES, check_disc, laid

KINDS = "GDJLXPSFY"


def patches() -> st.SearchStrategy[str]:
    """Patches of parts that every cluster has."""
    path = st.text("0123456", min_size=6, max_size=8)
    return st.builds(
        "{}0{}{}".format, st.sampled_from("0123456789AB"), path, st.sampled_from(KINDS)
    )


@pytest.mark.parametrize(
    ("cols", "rows", "patch", "tiles"),
    [(7, 6, "8042115S", 17), (9, 11, "8053743S", 53), (14, 10, "601162P", 78)],
)
def test_numbers_of_tiles(cols: int, rows: int, patch: str, tiles: int) -> None:
    assert len(spectre_tiles(cols, rows, patch)) == tiles


@given(SIDES, SIDES, patches())
def test_spectres_make_a_disc(cols: int, rows: int, patch: str) -> None:
    tiles = laid(spectre_tiles, cols, rows, patch)
    check_disc(tiles)
    assert {len(tile) for tile in tiles} == {14}


@given(patches())
def test_a_longer_path_leads_to_the_same_tiles(patch: str) -> None:
    tiles = laid(spectre_tiles, 6, 7, patch)
    longer = dict(zip(KINDS, ("2D", "5D", "6G", "0S", "1G", "1D", "3G", "0D", "1X"), strict=True))
    assert spectre_tiles(6, 7, patch[:-1] + longer[patch[-1]]) == tiles


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ("", "there is no valid description of the grid"),
        ("C0123X", "there is no valid description of the grid"),
        ("007G", "there is no valid description of the grid"),  # Γ has seven parts
        ("0153X", "there is no valid description of the grid"),  # only Γ has a second spectre
        ("00" + "0" * (MAX_LEVELS + 1) + "X", "there is no valid description of the grid"),
        ("005X", "the description of the grid is too short for a board of this size"),
    ],
)
def test_patches_that_cannot_be_read(patch: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        spectre_tiles(10, 10, patch)
    assert caught.value.problem == problem


def test_the_second_spectre_of_a_cluster() -> None:
    first, second = spectre_tiles(9, 9, "3020452F"), spectre_tiles(9, 9, "3120452F")
    check_disc(second)
    assert first != second


@pytest.mark.parametrize("side", [1, 2])
def test_a_board_that_is_too_small_for_a_spectre(side: int) -> None:
    with pytest.raises(NotationError, match="the board is too small for the tiles"):
        spectre_tiles(side, side, "805365F")
