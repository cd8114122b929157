"""Share cards: the result is shown, and nothing of a puzzle."""

from dataclasses import fields
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.card import CARD_LIMITS, Card
from renderer.scene import MAX_FOOTER_LENGTH
from renderer.shapes import Path, ShapeRole, Text
from renderer.theme import THEMES
from tests.support.long import some_examples
from tests.support.pixels import pixels

CARD = Card("Ouro #123 Hard", 10, 12, seconds=272, hints=2, streak=5)


def words(card: Card) -> list[str]:
    return [shape.text for shape in card.scene.shapes if isinstance(shape, Text)]


def test_a_card_shows_title_size_time_hints_and_streak() -> None:
    told = ["Ouro #123 Hard", "12x10", "4:32", "time", "2", "hints", "5", "streak"]
    assert words(CARD) == told
    assert CARD.alt.startswith("Ouro #123 Hard, 12x10. Time 4:32, hints 2, streak 5.")
    root = ET.fromstring(CARD.svg())  # noqa: S314 (our own)
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] == told


def test_a_card_does_not_depend_on_a_puzzle() -> None:
    assert {field.type for field in fields(Card)} == {str, int, float}
    one, two = (Card(title, 10, 12, 9, 0, 0).scene for title in ("Ouro #1", "Ouro #2"))
    pictures = [[it for it in s.shapes if not isinstance(it, Text)] for s in (one, two)]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", [(5, 5), (10, 10), (12, 20), (30, 25), (100, 100)])
def test_the_ring_cannot_be_a_solution(size: tuple[int, int]) -> None:
    loops = [shape for shape in Card("x", *size, 1).scene.shapes if isinstance(shape, Path)]
    assert len(loops) == 2
    assert all(loop.closed for loop in loops)


@pytest.mark.parametrize("theme", THEMES)
def test_cards_are_small_in_every_theme(theme: str) -> None:
    for rows, cols in ((3, 3), (10, 10), (30, 25), (200, 200)):
        png = Card("Ouro #123 Hard", rows, cols, 272, 2, 5, theme).png()
        assert len(png) < 16_000
        width, height = pixels(png).size
        assert 400 <= width <= CARD_LIMITS.max_side
        assert 1.9 < width / height < 2.1


@given(
    st.text(max_size=300),
    st.integers(1, 200),
    st.integers(1, 200),
    st.floats(-1e9, 1e12),
    st.integers(-5, 10**12),
)
@some_examples(10)
def test_all_texts_stay_within_the_card(
    title: str, rows: int, cols: int, seconds: float, count: int
) -> None:
    card = Card(title, rows, cols, seconds, count, count)
    scene = card.scene
    for shape in scene.shapes:
        if isinstance(shape, Text):
            assert len(shape.text) <= MAX_FOOTER_LENGTH
            assert shape.max_width is not None
            assert shape.at[0] - shape.max_width / 2 > scene.box[0]
            assert shape.at[0] + shape.max_width / 2 < scene.box[2]
            assert shape.role is ShapeRole.TITLE or len(shape.text) <= 8
    assert pixels(card.png()).width <= 800
    assert "-" not in "".join(figure for figure, _ in card.figures)


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (3600, "1:00:00")]
)
def test_times_are_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert Card("x", 5, 5, seconds).figures[0] == (shown, "time")
