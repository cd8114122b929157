"""Limits on the size of images, and the layout of labels and footers, for all board sizes."""

from collections import Counter
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.names import column_name
from renderer.animation import AnimationFormat, AnimationFrame, AnimationLimits, draw_animation
from renderer.errors import ImageLimitError
from renderer.labels import Labels
from renderer.limits import MAX_PIXELS, MIN_CELL_PIXELS, ImageLimits, fit_cell_size, pixel_size
from renderer.picture import Picture
from renderer.raster import draw_png
from renderer.scene import MAX_FOOTER_LENGTH, Scene, build_scene
from renderer.shapes import Area, ShapeRole, Text
from renderer.svg import LETTER_WIDTH
from renderer.theme import THEMES, theme_named
from tests.support.long import some_examples
from tests.support.pixels import pixels

LIGHT = theme_named("light")
UNBOUNDED = ImageLimits(10**12, 10**9, 10**15)


def blank(rows: int, cols: int) -> Board:
    return Board.blank(Puzzle(square_grid(rows, cols), (None,) * rows * cols))


@given(st.integers(1, 200), st.integers(1, 200), st.sampled_from(Labels), st.text(max_size=200))
@example(200, 200, Labels.CELLS, "")
@some_examples(5)
def test_no_board_makes_a_picture_over_25_megapixels(
    rows: int, cols: int, labels: Labels, footer: str
) -> None:
    scene = build_scene(blank(rows, cols), labels=labels, footer=footer)
    width, height = pixel_size(scene, fit_cell_size(scene, UNBOUNDED))
    assert width * height <= MAX_PIXELS == 25_000_000


@given(st.floats(0.1, 1e7), st.floats(0.1, 1e7))
def test_no_scene_makes_a_picture_over_25_megapixels(width: float, height: float) -> None:
    scene = Scene((0.0, 0.0, width, height), ())
    try:
        cell = fit_cell_size(scene, UNBOUNDED)
    except ImageLimitError as error:
        assert ceil(width * MIN_CELL_PIXELS) * ceil(height * MIN_CELL_PIXELS) > MAX_PIXELS
        assert str(MAX_PIXELS) in str(error)  # noqa: PT017 - it may fit, too
        return
    across, down = pixel_size(scene, cell)
    assert across * down <= MAX_PIXELS


def test_25_megapixels_are_the_maximum_whatever_the_limits() -> None:
    box = (0.0, 0.0, 400.0, 400.0)
    area = Area(ShapeRole.BOARD, ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0)))
    width, height = pixels(draw_png(Scene(box, (area,)), LIGHT, UNBOUNDED)).size
    assert width * height <= MAX_PIXELS
    with pytest.raises(ImageLimitError, match=r"3000 by 3000 cells .* 25000000"):
        draw_png(Scene((0.0, 0.0, 3000.0, 3000.0), ()), LIGHT, UNBOUNDED)
    huge = AnimationLimits(10**12, 10**6, 10**9, 10**15)
    frame = AnimationFrame(Picture(blank(200, 200)), 100)
    animated = draw_animation([frame], AnimationFormat.GIF, huge)
    across, down = (int.from_bytes(animated[at : at + 2], "little") for at in (6, 8))
    assert across * down <= MAX_PIXELS


def labels_of(scene: Scene) -> list[tuple[float, float, float, float]]:
    """The bounding boxes of all labels, with letters 1.5 times as wide as on average."""
    size = max(theme.styles[ShapeRole.LABEL].size for theme in THEMES.values())
    return [
        (x - half, y - high, x + half, y + high)
        for shape in scene.shapes
        if isinstance(shape, Text) and shape.role is ShapeRole.LABEL
        for (x, y) in [shape.at]
        for wide in [len(shape.text) * 1.5 * LETTER_WIDTH * size * shape.scale]
        for half in [min(wide, shape.max_width or wide) / 2]
        for high in [size * shape.scale / 2]
    ]


@given(st.integers(1, 200), st.integers(1, 20), st.sampled_from([Labels.CELLS, Labels.DOTS]))
@example(20, 200, Labels.DOTS)
@some_examples(10)
def test_labels_do_not_collide(rows: int, cols: int, labels: Labels) -> None:
    scene = build_scene(blank(rows, cols), labels=labels)
    boxes = labels_of(scene)
    assert any(right < 0 for _, _, right, _ in boxes)
    assert any(bottom < 0 for _, _, _, bottom in boxes)
    for left, top, right, bottom in boxes:
        assert left >= scene.box[0]
        assert top >= scene.box[1]
        assert bottom <= scene.box[3]
        assert right <= scene.box[2]
        assert right < 0 or bottom < 0 or left > cols or top > rows  # beside the board
    columns = sorted(box for box in boxes if box[3] < 0)
    for one, two in pairwise(columns):
        assert one[2] <= two[0]
    lines = sorted((box for box in boxes if box[2] < 0), key=lambda box: box[1])
    for one, two in pairwise(lines):
        assert one[3] <= two[1]


@pytest.mark.parametrize(("rows", "cols", "sides"), [(15, 9, 1), (16, 9, 2), (40, 200, 2)])
def test_every_row_and_column_is_labelled(rows: int, cols: int, sides: int) -> None:
    scene = build_scene(blank(rows, cols), labels=Labels.CELLS)
    texts = Counter(shape.text for shape in scene.shapes if isinstance(shape, Text))
    names = [*map(column_name, range(cols)), *map(str, range(1, rows + 1))]
    assert texts == dict.fromkeys(names, sides)


def test_labels_and_footers_of_large_boards_can_be_read() -> None:
    for side in (30, 60, 100):
        scene = build_scene(blank(side, side), labels=Labels.CELLS, footer="x")
        cell = fit_cell_size(scene, ImageLimits())
        texts = [shape for shape in scene.shapes if isinstance(shape, Text)]
        assert {shape.role for shape in texts} == {ShapeRole.LABEL, ShapeRole.FOOTER}
        for shape in texts:
            assert LIGHT.styles[shape.role].size * shape.scale * cell >= 12


@given(st.integers(1, 200), st.text(max_size=2 * MAX_FOOTER_LENGTH))
@some_examples(10)
def test_footers_stay_below_the_board(cols: int, footer: str) -> None:
    scene = build_scene(blank(2, cols), footer=f"Ouro {footer}")
    (shown,) = (shape for shape in scene.shapes if isinstance(shape, Text))
    height = LIGHT.styles[shown.role].size * shown.scale
    assert shown.at[1] - height / 2 > 2.05  # the lowest dots and half a line
    assert shown.at[1] + height / 2 < scene.box[3]
