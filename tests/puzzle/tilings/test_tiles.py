"""The largest circles in cells."""

import pytest

from puzzle.tilings.tiles import largest_circle

DART = (0, 0), (40, 50), (0, 20), (-40, 50)


@pytest.mark.parametrize(
    ("tile", "at", "radius"),
    [
        (((0, 0), (20, 0), (20, 20), (0, 20)), (10, 10), 10),
        (((0, 26), (15, 0), (30, 26)), (15, 17.34), 8.66),
        (((0, 0), (30, 0), (30, 10), (0, 10)), (15, 5), 5),
        (DART, (0, 12.31), 7.69),
    ],
)
def test_circles_of_plain_shapes(
    tile: tuple[tuple[int, int], ...], at: tuple[float, float], radius: float
) -> None:
    found = largest_circle(tile)
    assert (found.x, found.y, found.radius) == pytest.approx((*at, radius), abs=0.02)


def test_a_moved_shape_has_a_moved_circle() -> None:
    found, moved = (largest_circle(tuple((x + by, y) for x, y in DART)) for by in (0, 100))
    assert moved == (found.x + 100, found.y, found.radius)
