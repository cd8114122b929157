"""Calendars of days solved: the shapes and the alt text."""

from collections import Counter
from datetime import date, timedelta
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer.alt import MAX_ALT_LENGTH
from renderer.calendar import DAYS, WEEKS, Calendar
from renderer.shapes import Area, Path, ShapeRole, Symbol, Text
from renderer.theme import THEMES

DAY = date(2027, 3, 3)
"""A Wednesday."""


def ago(*days: int) -> frozenset[date]:
    """The dates that many days before `DAY`."""
    return frozenset(DAY - timedelta(days=day) for day in days)


def test_a_day_alone_has_a_loop_around_it() -> None:
    calendar = Calendar(DAY, ago(0))
    [inside] = [
        s for s in calendar.scene.shapes if isinstance(s, Area) and s.role is ShapeRole.INSIDE
    ]
    assert set(inside.corners) == {(2.0, 5.0), (3.0, 5.0), (3.0, 6.0), (2.0, 6.0)}
    [loop] = [shape for shape in calendar.scene.shapes if isinstance(shape, Path)]
    assert loop.closed
    assert set(loop.corners) == set(inside.corners)


def test_each_kind_of_day_is_drawn_in_its_own_way() -> None:
    calendar = Calendar(DAY, ago(4), ago(3), ago(2, 4), DAY - timedelta(days=5))
    shapes = calendar.scene.shapes
    texts = {shape.text: shape.role for shape in shapes if isinstance(shape, Text)}
    assert texts["27"] is ShapeRole.CLUE
    assert texts["28"] is texts["26"] is texts["3"] is ShapeRole.DIMMED_CLUE
    assert "1" not in texts, "that day was skipped"
    assert "25" not in texts, "that is before the first day"
    assert "4" not in texts, "that is tomorrow"
    assert [s.at for s in shapes if isinstance(s, Symbol) and s.role is ShapeRole.CROSS] == [
        (0.5, 5.5)
    ]
    rings = [s.at for s in shapes if isinstance(s, Symbol) and s.role is ShapeRole.REASON_CELL]
    assert rings == [(6.5, 4.5)]
    assert calendar.alt == (
        "Calendar from 2027-02-26 to 2027-03-03. A daily was solved on 1 day. "
        "None on 2027-02-26 and 2027-03-02. Bridged by a freeze: 2027-02-28. "
        "Skipped, as the service was away: 2027-03-01."
    )


@given(st.frozensets(st.integers(0, 50)), st.integers(0, 6))
def test_lines_close_around_all_days_solved_and_nothing_else(days: set[int], later: int) -> None:
    last = DAY + timedelta(days=later)
    calendar = Calendar(last, ago(*days))
    shapes = calendar.scene.shapes
    inside = [s for s in shapes if isinstance(s, Area) and s.role is ShapeRole.INSIDE]
    assert len(inside) == len(ago(*days).intersection(calendar.days))
    units: Counter[frozenset[tuple[float, float]]] = Counter()
    for path in (shape for shape in shapes if isinstance(shape, Path)):
        ends = [*path.corners, path.corners[0]] if path.closed else list(path.corners)
        for (x0, y0), (x1, y1) in pairwise(ends):
            steps = int(abs(x1 - x0) + abs(y1 - y0))
            points = [
                (x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps) for n in range(steps + 1)
            ]
            units.update(frozenset(pair) for pair in pairwise(points))
    sides: Counter[frozenset[tuple[float, float]]] = Counter()
    for area in inside:
        around = [*area.corners, area.corners[0]]
        sides.update(frozenset(pair) for pair in pairwise(around))
    assert units == Counter(side for side, count in sides.items() if count == 1)
    assert len(calendar.days) <= WEEKS * DAYS
    assert calendar.days[-1] == last


@pytest.mark.parametrize("theme", THEMES)
def test_a_calendar_is_drawn_in_every_theme(theme: str) -> None:
    calendar = Calendar(DAY, ago(*range(40)), theme=theme)
    with Image.open(BytesIO(calendar.png())) as picture:
        assert max(picture.size) <= 640
        assert picture.convert("RGB").getpixel((0, 0)) == THEMES[theme].styles[ShapeRole.BOARD].rgb
    assert calendar.alt in calendar.svg()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_alt_text_is_within_the_limit_of_discord(language: str) -> None:
    for solved in ((), range(50), range(0, 50, 2)):
        for frozen in ((), range(1, 16, 2), range(1, 50, 2)):
            calendar = Calendar(DAY, ago(*solved), ago(*frozen), ago(3, 9, 11), locale=language)
            assert len(calendar.alt) <= MAX_ALT_LENGTH


def test_a_calendar_has_as_many_weeks_as_it_is_asked_for() -> None:
    heights = [Calendar(DAY, ago(0), weeks=weeks).scene.height for weeks in (1, 4)]
    assert round(heights[1] - heights[0], 6) == 3
    month = Calendar(date(2027, 1, 31), frozenset(), first=date(2027, 1, 1), weeks=5)
    assert month.monday == date(2026, 12, 28)
    assert len(month.days) == 31
    numbers = [shape.text for shape in month.scene.shapes if isinstance(shape, Text)]
    assert [number for number in numbers if number.isdigit()][:2] == ["1", "2"]


def test_days_without_a_daily_are_empty() -> None:
    days = [DAY - timedelta(days=7 * week) for week in (2, 1, 0)]
    calendar = Calendar(DAY, ago(14), first=days[0], only=frozenset(days))
    assert calendar.days == tuple(days)
    numbers = [
        shape.text
        for shape in calendar.scene.shapes
        if isinstance(shape, Text) and shape.role is not ShapeRole.LABEL
    ]
    assert numbers == [str(day.day) for day in days]
    assert calendar.alt.endswith(f"None on {days[1]}.")
