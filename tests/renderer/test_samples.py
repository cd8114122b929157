"""Pictures of small boards with names."""

from io import BytesIO
from math import ceil

import pytest
from PIL import Image

from puzzle.model import Board
from renderer.errors import UnknownThemeError
from renderer.samples import COLUMNS, HEIGHT, NAME_HEIGHT, UNIT, WIDTH, Samples
from renderer.shapes import ShapeRole
from renderer.theme import theme_named
from tests.support.tilings import OTHERS, puzzle_of, small_grid


@pytest.fixture(scope="module")
def boards() -> tuple[Board, ...]:
    """A small board of each tiling."""
    return tuple(Board.blank(puzzle_of(small_grid(name), 1, 0.5)[0]) for name in OTHERS)


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_each_board_has_a_place_with_a_name_below(boards: tuple[Board, ...], theme: str) -> None:
    image = Image.open(BytesIO(Samples(boards, OTHERS, theme).png())).convert("RGB")
    rows = -(-len(boards) // COLUMNS)
    assert image.size == (round(COLUMNS * WIDTH * UNIT), ceil((rows * HEIGHT + 0.3) * UNIT))
    ground = theme_named(theme).styles[ShapeRole.BOARD].rgb
    for number in range(len(boards)):
        row, col = divmod(number, COLUMNS)
        left, top = round(col * WIDTH * UNIT), round(row * HEIGHT * UNIT)
        middle, bottom = round(top + (HEIGHT - NAME_HEIGHT) * UNIT), round(top + HEIGHT * UNIT)
        right = round(left + WIDTH * UNIT)
        for box in ((left, top, right, middle), (left, middle, right, bottom)):
            assert len(image.crop(box).getcolors() or ()) > 1
        assert image.getpixel((left, top)) == image.getpixel((right - 1, bottom - 1)) == ground


def test_a_theme_must_be_known(boards: tuple[Board, ...]) -> None:
    with pytest.raises(UnknownThemeError):
        Samples(boards[:1], OTHERS[:1], "none").png()
