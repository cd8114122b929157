"""Sprites: the coverage adds up to the area of the shape, and bends match straight strokes."""

from math import pi

import pytest

from renderer.sprites import Sprite, bend, bend_points, stroke


def covered(sprite: Sprite) -> float:
    return sum(sprite.coverage) / 255


@pytest.mark.parametrize("width", [4, 7, 12])
def test_a_disc_covers_its_area(width: int) -> None:
    disc = stroke(((0.0, 0.0),), width)
    assert covered(disc) == pytest.approx(pi * width**2 / 4, rel=0.03)


def test_a_stroke_covers_its_length_and_two_half_discs() -> None:
    slanted = stroke(((0.0, 0.0), (30.0, 40.0)), 6)
    assert covered(slanted) == pytest.approx(50 * 6 + pi * 9, rel=0.01)


@pytest.mark.parametrize("ways", [((1.0, 0.0), (0.0, 1.0)), ((0.0, -1.0), (1.0, 0.0))])
def test_the_ends_of_a_bend_match_straight_strokes(
    ways: tuple[tuple[float, float], tuple[float, float]],
) -> None:
    sprite = bend((0.0, 0.0), *ways, 10.0, 6)
    for x, y in ways:
        for aside in range(-4, 4):
            # Pixels beside the middle of the stroke, just where its straight part begins.
            px = round(10 * x - (x < 0)) + aside * (x == 0)
            py = round(10 * y - (y < 0)) + aside * (y == 0)
            value = sprite.coverage[(py - sprite.top) * sprite.width + px - sprite.left]
            assert value == (255 if -3 <= aside < 3 else 0)


def test_the_arc_of_a_right_angle_has_its_reach_as_radius() -> None:
    start, top, end = bend_points((1.0, 0.0), (0.0, 1.0), 10.0)
    assert (start, end) == ((10.0, 0.0), (0.0, 10.0))
    assert top == pytest.approx((10 - 10 / 2**0.5, 10 - 10 / 2**0.5))
