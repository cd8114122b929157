"""Labels can be read where a chat shows a picture small."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from renderer.labels import Labels
from renderer.picture import Picture

PHONE_WIDTH = 295
"""Width of a picture in a message on a phone of 390 pixels, in CSS pixels."""
MIN_HEIGHT = 9


def label_height(side: int) -> float:
    """The height of the label of the first row, in CSS pixels on a phone."""
    board = Board.blank(Puzzle(square_grid(side, side), (None,) * side**2))
    picture = Picture(board, labels=Labels.CELLS)
    with Image.open(BytesIO(picture.png())) as file:
        shown = file.convert("L")
    (left, top, _, _), cell = picture.scene.box, shown.width / picture.scene.width
    corner = (0, round(-top * cell), round((-0.1 - left) * cell), round((1 - top) * cell))
    label = shown.crop(corner)
    plain = Image.new("L", label.size, label.getpixel((0, label.height // 2)))
    box = ImageChops.difference(label, plain).point(lambda value: 255 * (value > 40)).getbbox()
    assert box is not None
    return (box[3] - box[1]) * PHONE_WIDTH / shown.width


@pytest.mark.parametrize("side", [5, 6, 7, 8, 9, 10])
def test_labels_are_high_enough_on_a_phone(side: int) -> None:
    assert label_height(side) >= MIN_HEIGHT
