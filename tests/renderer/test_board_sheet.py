"""Pictures of several boards: their clues are legible on a phone."""

from datetime import date, timedelta
from io import BytesIO

import pytest
from PIL import Image

from play.calendar import EPOCH
from play.tracks import EVERYDAY, SPECIALS, Track, size, tracks_of
from puzzle.grid import GridKey
from puzzle.model import Board, Puzzle
from puzzle.tilings.catalogue import build_grid
from renderer.board_sheet import (
    CELL,
    LARGER,
    LARGER_ON_TILINGS,
    SHOWN_HEIGHT,
    SHOWN_WIDTH,
    BoardSheet,
)
from renderer.errors import UnknownThemeError
from renderer.letters import text_sprite
from renderer.scene import build_scene
from renderer.shapes import ShapeRole, Text
from renderer.theme import theme_named

STYLE = theme_named("dark").styles[ShapeRole.CLUE]
DIGIT = text_sprite("2", 1000 * STYLE.size, STYLE.weight, None).height / 1000
"""Height of a digit in cells."""


def board_of(track: Track, day: date) -> Board:
    """A board of a track with a clue in each cell."""
    at = size(track, day)
    grid = build_grid(GridKey(at.tiling, at.rows, at.cols))
    return Board.blank(Puzzle(grid, (2,) * len(grid.cells)))


def least_digit(tracks: tuple[Track, ...], day: date) -> float:
    """Pixels, at least, of the smallest digit in the picture of some tracks on a phone."""
    boards = tuple(board_of(track, day) for track in tracks)
    image = Image.open(BytesIO(BoardSheet(boards, tuple(track.value for track in tracks)).png()))
    cell = CELL * min(SHOWN_WIDTH / image.width, SHOWN_HEIGHT / image.height)
    scales = [
        shape.scale * (LARGER if board.puzzle.grid.is_square else LARGER_ON_TILINGS)
        for board in boards
        for shape in build_scene(board).shapes
        if isinstance(shape, Text) and shape.role is ShapeRole.CLUE
    ]
    return cell * min(scales) * DIGIT


@pytest.mark.parametrize("week", range(len(SPECIALS)))
def test_clues_of_a_sunday_are_legible_on_a_phone(week: int) -> None:
    day = EPOCH + timedelta(weeks=week)
    assert least_digit(tracks_of(day), day) > 3.5, "5 in the larger cells of tilings"


def test_clues_of_other_days_are_larger() -> None:
    day = EPOCH + timedelta(days=1)
    assert least_digit(EVERYDAY, day) > 7.5
    assert least_digit((Track.EASY, Track.NORMAL), day) > 9


def test_a_theme_must_be_known() -> None:
    with pytest.raises(UnknownThemeError):
        BoardSheet((board_of(Track.MINI, EPOCH),), ("mini",), "none").png()
