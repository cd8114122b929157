"""Trimming keeps the tiles round the largest inner part."""

import pytest

from puzzle.errors import NotationError
from puzzle.tilings.patches import trimmed
from puzzle.tilings.tiles import Tile


def squares(*places: tuple[int, int]) -> list[Tile]:
    return [((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for x, y in places]


BLOCK = [(x, y) for y in range(2) for x in range(3)]
"""Three by two squares, with two inner points."""
OTHERS = [(x, y) for y in range(3, 5) for x in range(5, 7)]
"""Two by two squares elsewhere, with one inner point."""


def test_nothing_is_trimmed_from_a_disc_of_inner_points() -> None:
    assert trimmed(squares(*BLOCK)) == squares(*BLOCK)


def test_tiles_without_inner_corners_go() -> None:
    assert trimmed(squares((3, 0), *BLOCK, (-1, -1))) == squares(*BLOCK)


def test_the_largest_inner_part_stays() -> None:
    assert trimmed(squares(*OTHERS, *BLOCK)) == squares(*BLOCK)


def test_inner_points_are_joined_only_by_edges() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    with pytest.raises(NotationError):
        trimmed(squares(*ring))


@pytest.mark.parametrize("places", [[], [(0, 0)], [(0, 0), (1, 0), (0, 1)]])
def test_nothing_may_be_left(places: list[tuple[int, int]]) -> None:
    with pytest.raises(NotationError, match="the board is too small"):
        trimmed(squares(*places))
