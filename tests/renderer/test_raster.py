"""PNG files, read back pixel by pixel."""

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageDraw

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from renderer import sprites
from renderer.errors import ImageLimitError
from renderer.labels import Labels
from renderer.limits import ImageLimits
from renderer.raster import draw_png
from renderer.scene import Scene, build_scene
from renderer.shapes import Area, Path, Point, ShapeRole
from renderer.theme import THEMES, theme_named
from tests.support.pixels import pixels
from tests.support.renderer.boards import collected_boards, solved_board
from tests.support.shared import Collections
from tests.support.strategies import boards

LIGHT = theme_named("light")


class Picture:
    """A scene drawn as PNG, with access to the colour at a point of the scene."""

    def __init__(self, scene: Scene, theme: str = "light", limits: ImageLimits | None = None):
        png = draw_png(scene, theme_named(theme), limits or ImageLimits())
        self.image = pixels(png)
        self.scene = scene
        self.cell = int(self.image.width / scene.width)
        self.styles = theme_named(theme).styles

    def pixel(self, point: Point) -> tuple[int, int]:
        left, top, _, _ = self.scene.box
        return round((point[0] - left) * self.cell), round((point[1] - top) * self.cell)

    def at(self, point: Point) -> object:
        return self.image.getpixel(self.pixel(point))


def middle(board: Board, edge: int) -> Point:
    (row0, col0), (row1, col1) = (
        board.puzzle.grid.dots[dot] for dot in board.puzzle.grid.edge_dots[edge]
    )
    return (col0 + col1) / 2, (row0 + row1) / 2


def lines_seen(board: Board, picture: Picture) -> frozenset[int]:
    """The edges whose middle has exactly the colour of lines in the theme."""
    colour = picture.styles[ShapeRole.LINE].rgb
    edges = range(len(board.marks))
    return frozenset(edge for edge in edges if picture.at(middle(board, edge)) == colour)


@given(boards(), st.sampled_from(sorted(THEMES)), st.sampled_from(Labels))
def test_the_lines_can_be_read_back(board: Board, theme: str, labels: Labels) -> None:
    assert lines_seen(board, Picture(build_scene(board, labels=labels), theme)) == board.lines


def test_a_loop_has_no_seams(collections: Collections) -> None:
    for board in collected_boards(collections, "medium_10x10", 3):
        picture = Picture(build_scene(board))
        start = picture.pixel(middle(board, min(board.lines)))
        ImageDraw.floodfill(picture.image, start, (1, 2, 3), thresh=60)
        assert all(picture.at(middle(board, edge)) == (1, 2, 3) for edge in board.lines)


def test_straight_pieces_are_solid_from_dot_to_dot() -> None:
    board = solved_board()
    picture = Picture(build_scene(board))
    half = round(LIGHT.styles[ShapeRole.LINE].size * picture.cell / 2)
    (left, top), (right, _) = picture.pixel((0.5, 2.0)), picture.pixel((2.5, 2.0))
    for x in range(left, right):
        column = [picture.image.getpixel((x, top + y)) for y in range(-half - 1, half + 1)]
        assert column[0] == LIGHT.styles[ShapeRole.INSIDE].rgb
        assert set(column[1:-1]) == {LIGHT.styles[ShapeRole.LINE].rgb}
        assert column[-1] == LIGHT.styles[ShapeRole.BOARD].rgb


def test_nothing_is_shaded_outside_a_rounded_corner() -> None:
    grid = square_grid(1, 1)
    board = Board.of_lines(Puzzle(grid, (4,)), frozenset(range(4)))
    picture = Picture(build_scene(board))
    left, top = picture.pixel((0.0, 0.0))
    right, bottom = picture.pixel((1.0, 1.0))
    for x, y in ((left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)):
        assert picture.image.getpixel((x, y)) == LIGHT.styles[ShapeRole.BOARD].rgb


@pytest.mark.parametrize(
    ("rows", "cols", "least", "most"),
    [(3, 7, 480, 700), (5, 5, 400, 650), (10, 10, 500, 800), (30, 25, 800, 1200)],
)
def test_cells_are_large_on_small_boards(rows: int, cols: int, least: int, most: int) -> None:
    board = Board.blank(Puzzle(square_grid(rows, cols), (None,) * rows * cols))
    assert least <= max(Picture(build_scene(board)).image.size) <= most


@given(boards(), st.integers(1, 400), st.integers(1, 40_000), st.integers(100, 6_000))
def test_files_are_within_the_limits_or_an_error_is_raised(
    board: Board, max_side: int, max_pixels: int, max_bytes: int
) -> None:
    limits = ImageLimits(max_bytes, max_side, max_pixels)
    scene = build_scene(board)
    try:
        png = draw_png(scene, LIGHT, limits)
    except ImageLimitError:
        smallest = ceil(scene.width * 2), ceil(scene.height * 2)
        too_large = max(smallest) > max_side or smallest[0] * smallest[1] > max_pixels
        assert too_large or max_bytes < 1_500
        return
    width, height = pixels(png).size
    assert len(png) <= max_bytes
    assert max(width, height) <= max_side
    assert width * height <= max_pixels


def test_fewer_bytes_make_a_smaller_picture() -> None:
    scene = build_scene(solved_board())
    full = draw_png(scene, LIGHT)
    small = draw_png(scene, LIGHT, ImageLimits(max_bytes=len(full) // 2))
    assert len(small) <= len(full) // 2
    assert pixels(small).width < pixels(full).width
    with pytest.raises(ImageLimitError, match=r"4\.2 by 3\.2 cells does not fit into 100 bytes"):
        draw_png(scene, LIGHT, ImageLimits(max_bytes=100))


def test_clues_are_left_out_where_they_would_be_illegible() -> None:
    board = Board.blank(Puzzle(square_grid(2, 3), (2, None, 2, None, 1, 3)))
    for cell, readable in ((11, True), (10, False)):  # 0.56 of them: 6.2 and 5.6 pixels
        scene = build_scene(board)
        picture = Picture(scene, limits=ImageLimits(max_side=ceil(scene.width * cell)))
        assert picture.cell == cell
        x, y = picture.pixel((0.5, 0.5))
        colours = picture.image.crop((x - 2, y - 3, x + 3, y + 4)).getcolors()
        assert colours is not None
        assert (len(colours) > 1) is readable


def test_slanted_strokes_are_drawn() -> None:
    corners = ((0.0, 0.0), (3.0, 2.0), (0.0, 2.0))
    area = Area(ShapeRole.BOARD, ((-1.0, -1.0), (4.0, -1.0), (4.0, 3.0), (-1.0, 3.0)))
    scene = Scene((-1.0, -1.0, 4.0, 3.0), (area, Path(ShapeRole.LINE, corners, closed=True)))
    picture = Picture(scene)
    line, ground = LIGHT.styles[ShapeRole.LINE].rgb, LIGHT.styles[ShapeRole.BOARD].rgb
    for share in (0.2, 0.35, 0.5, 0.65, 0.8):
        assert picture.at((3 * share, 2 * share)) == line
        assert picture.at((3 * share, 2 * share + 0.2)) == ground
        assert picture.at((3 * share, 2 * share - 0.2)) == ground


def test_the_same_scene_gives_the_same_bytes() -> None:
    scene = build_scene(solved_board(), labels=Labels.CELLS)
    first = draw_png(scene, LIGHT)
    sprites.stroke.cache_clear()
    sprites.bend.cache_clear()
    assert draw_png(build_scene(solved_board(), labels=Labels.CELLS), LIGHT) == first
