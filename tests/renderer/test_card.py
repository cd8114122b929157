"""Share cards: the result and the order of regions are shown, and nothing else of a puzzle."""

from math import prod
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from puzzle.grid import Grid, GridKey, square_grid
from puzzle.regions import HELP_SIGN, region_counts
from puzzle.tilings.catalogue import build_grid
from renderer.card import CARD_LIMITS, Card
from renderer.chains import border_of
from renderer.scene import MAX_FOOTER_LENGTH
from renderer.shapes import ORDER_ROLES, Area, Path, ShapeRole, Text
from renderer.theme import THEMES
from tests.support.long import some_examples
from tests.support.pixels import pixels

ORDER = (3, 1, 2, 4, 5, 6, 9, 8, 7)
CARD = Card("Ouro #123 Easy", square_grid(7, 7), 272, 2, 5, ORDER)
LOOP = border_of(square_grid(7, 7), range(10))
LEGEND = "numbers: order of solving"


def words(card: Card) -> list[str]:
    return [shape.text for shape in card.scene.shapes if isinstance(shape, Text)]


def test_a_card_shows_the_order_title_size_time_help_and_streak() -> None:
    facts = ["Ouro #123 Easy", "7x7", "4:32", "time", "2", "help", "5", "streak", LEGEND]
    told = [*map(str, ORDER), *facts]
    assert words(CARD) == told
    assert CARD.alt.startswith("Ouro #123 Easy, 7x7. Time 4:32, help 2, streak 5. Regions")
    root = ET.fromstring(CARD.svg())  # noqa: S314 (our own)
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] == told


def test_the_sign_of_help_is_in_its_regions() -> None:
    helped = replace(CARD, helped=frozenset({1, 8}))
    assert [text for text in words(helped) if HELP_SIGN in text] == ["?", "?", "help ?"]
    assert "3 1? 2, 4 5 6, 9 8 7?" in helped.alt


def test_later_regions_have_later_grounds() -> None:
    areas = [shape for shape in CARD.scene.shapes if isinstance(shape, Area)]
    grounds = [ORDER_ROLES.index(area.role) for area in areas if area.role in ORDER_ROLES]
    assert grounds == [(rank - 1) // 2 for rank in ORDER]


def test_a_card_without_a_loop_does_not_depend_on_a_puzzle() -> None:
    puzzle_dependent = {"ranks", "helped", "loop"}
    kinds = {field.type for field in fields(Card) if field.name not in puzzle_dependent}
    assert kinds == {str, Grid, int, float | None}
    assert not [shape for shape in CARD.scene.shapes if isinstance(shape, Path)]
    areas = [shape.corners for shape in CARD.scene.shapes if isinstance(shape, Area)][1:]
    assert len({round(max(y) - min(y), 6) for *_, y in (zip(*c, strict=True) for c in areas)}) == 1


def test_a_card_may_show_the_loop() -> None:
    card = replace(CARD, loop=LOOP, helped=frozenset({1}))
    [path] = [shape for shape in card.scene.shapes if isinstance(shape, Path)]
    assert path.closed
    assert str(ORDER[0]) not in words(card)[:1]
    assert HELP_SIGN in words(card)


def numbered(title: str, rows: int, cols: int, *facts: float, theme: str = "dark") -> Card:
    counts = region_counts(rows, cols)
    ranks = tuple(range(1, counts[0] * counts[1] + 1))
    seconds, helps, streak = facts
    grid = square_grid(rows, cols)
    return Card(title, grid, seconds, int(helps), int(streak), ranks, frozenset({0}), theme=theme)


@pytest.mark.parametrize("theme", THEMES)
def test_cards_are_small_in_every_theme(theme: str) -> None:
    for rows, cols in ((3, 3), (10, 10), (30, 25), (200, 200)):
        png = numbered("Ouro #123 Hard", rows, cols, 272, 2, 5, theme=theme).png()
        assert len(png) < 24_000
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
    card = numbered(title, rows, cols, seconds, count, count)
    scene = card.scene
    for shape in scene.shapes:
        if isinstance(shape, Text):
            assert len(shape.text) <= MAX_FOOTER_LENGTH
            assert shape.max_width is not None
            assert shape.at[0] - shape.max_width / 2 > scene.box[0]
            assert shape.at[0] + shape.max_width / 2 < scene.box[2]
            assert shape.role is ShapeRole.TITLE or len(shape.text) <= len(LEGEND)
    assert pixels(card.png()).width <= 800
    assert "-" not in "".join(figure for figure, _ in card.figures)


def test_a_card_may_tell_no_time() -> None:
    card = replace(CARD, seconds=None)
    assert [figure for figure, _ in card.figures] == ["2", "5"]
    assert "ime" not in card.alt


def test_a_card_of_another_tiling_shows_regions_too_and_the_loop_if_it_may() -> None:
    grid = build_grid(GridKey("honeycomb", 4, 5))
    ranks = tuple(range(1, prod(region_counts(4, 5)) + 1))
    card = Card("Ouro", grid, 60, ranks=ranks, helped=frozenset({1}))
    assert {"Ouro", "honeycomb 5x4", "1:00"} <= {*words(card)}
    assert "Regions in order" in card.alt
    assert all(shape.role is not ShapeRole.LINE for shape in card.scene.shapes)
    shown = [shape.role for shape in replace(card, loop=border_of(grid, {0, 1})).scene.shapes]
    assert shown.count(ShapeRole.LINE) == 1
    left, top, right, bottom = card.scene.box
    for shape in replace(card, loop=border_of(grid, {0, 1})).scene.shapes:
        if isinstance(shape, Path):
            assert all(left < x < right and top < y < bottom for x, y in shape.corners)
