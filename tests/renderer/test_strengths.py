"""Plots of strengths: where the line and the band are, and the alt text."""

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from PIL import Image

from renderer.shapes import Area, Curve, ShapeRole, Text
from renderer.strengths import HEIGHT, WIDTH, StrengthPlot, StrengthPoint
from renderer.theme import THEMES

FIRST = datetime(2027, 3, 1, 9, tzinfo=UTC)
POINTS = tuple(
    StrengthPoint(FIRST + timedelta(days=day), mean, 0.2)
    for day, mean in ((0, 0.0), (1, 0.6), (10, 0.9))
)


def test_the_line_is_in_its_band_from_the_first_day_to_the_last() -> None:
    shapes = StrengthPlot(POINTS, 7).scene.shapes
    [line] = [each for each in shapes if isinstance(each, Curve)]
    [band] = [each for each in shapes if isinstance(each, Area) and each.role is ShapeRole.INSIDE]
    upper, lower = band.corners[:3], band.corners[:2:-1]
    assert [x for x, _ in line.offsets] == [0, WIDTH / 10, WIDTH]
    for (_, above), (_, y), (_, below) in zip(upper, line.offsets, lower, strict=True):
        assert 0 <= above < y < below <= HEIGHT
    heights = [y for _, y in line.offsets]
    assert heights == sorted(heights, reverse=True)
    told = [each.text for each in shapes if isinstance(each, Text)]
    assert told == ["x 1", "x 2", "x 4", "2027-03-01", "2027-03-11"]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_plot_is_drawn_in_every_theme(theme: str) -> None:
    plot = StrengthPlot(POINTS, 7, theme)
    with Image.open(BytesIO(plot.png())) as picture:
        assert max(picture.size) <= plot.LIMITS.max_side
    assert plot.alt in plot.svg()


def test_boards_of_one_instant_have_a_plot() -> None:
    same = tuple(StrengthPoint(FIRST, 0.1, 0.2) for _ in range(2))
    assert StrengthPlot(same, 2).alt == (
        "How quickly you solve, from 2027-03-01 to 2027-03-01: after 2 boards 1.11 times as "
        "quickly as the middle of all, between 0.90 and 1.35; at first 1.11 times."
    )
    assert StrengthPlot(same, 2).png()
