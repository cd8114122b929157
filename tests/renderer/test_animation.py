"""Animations, read back frame by frame."""

from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageSequence

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from renderer.animation import (
    MAX_DRAWING_FRAMES,
    AnimationFormat,
    AnimationFrame,
    AnimationLimits,
    draw_animation,
    drawing_frames,
)
from renderer.errors import ImageLimitError, UnfitFramesError
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.theme import THEMES
from tests.support.long import some_pairs
from tests.support.renderer.boards import collected_boards, solved_board
from tests.support.renderer.states import STATES
from tests.support.shared import Collections
from tests.support.strategies import boards

EVERY_STATE = [Picture(board(), highlights=shown) for board, shown in STATES.values()]


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def frames_in(data: bytes) -> list[tuple[Image.Image, int]]:
    """Every frame as a whole picture, with its duration in milliseconds."""
    return [
        (frame.convert("RGB"), round(frame.info.get("duration", 0)))
        for frame in ImageSequence.Iterator(opened(data))
    ]


def far_off(one: Image.Image, two: Image.Image) -> int:
    """The number of pixels that differ by more than a coarser palette explains."""
    bands = ImageChops.difference(one, two).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[32:])


@some_pairs("form,theme", AnimationFormat, THEMES)
def test_every_frame_equals_the_picture_drawn_alone(form: AnimationFormat, theme: str) -> None:
    pictures = [replace(picture, theme=theme) for picture in EVERY_STATE]
    data = draw_animation([AnimationFrame(picture, 500) for picture in pictures], form)
    seen = frames_in(data)
    assert [milliseconds for _, milliseconds in seen] == [500] * len(pictures)
    for (frame, _), picture in zip(seen, pictures, strict=True):
        alone = opened(picture.png()).convert("RGB")
        assert frame.size == alone.size
        assert far_off(frame, alone) <= 10  # rims where two inks meet


@given(st.lists(boards(4), min_size=1, max_size=6), st.sampled_from(AnimationFormat))
def test_formats_show_the_same(made: list[Board], form: AnimationFormat) -> None:
    size = square_grid(3, 2)
    puzzle = Puzzle(size, (2, None, None, 0, 3, None))
    shown = [Board.blank(puzzle)] + [
        Board.blank(puzzle).mark(dict(enumerate(board.marks[: len(size.edge_dots)])))
        for board in made
    ]
    frames = [AnimationFrame(Picture(board), 200) for board in shown]
    last = frames_in(draw_animation(frames, form))[-1][0]
    assert far_off(last, opened(Picture(shown[-1]).png()).convert("RGB")) == 0


@given(boards())
def test_drawing_ends_with_the_board_itself(board: Board) -> None:
    frames = drawing_frames(Picture(board))
    assert frames[-1].picture.board == board
    assert len(frames) <= MAX_DRAWING_FRAMES + 1
    shown = [frame.picture.board for frame in frames]
    assert all(one.lines < two.lines for one, two in pairwise(shown))
    assert {one.crosses for one in shown} == {board.crosses}


def test_long_loops_are_drawn_in_few_strokes(collections: Collections) -> None:
    (board,) = collected_boards(collections, "medium_25x30", 1)
    frames = drawing_frames(Picture(board))
    assert MAX_DRAWING_FRAMES // 2 < len(frames) <= MAX_DRAWING_FRAMES + 1


def test_files_store_only_changes_between_frames() -> None:
    picture = Picture(solved_board())
    changed = replace(picture, board=picture.board.mark({2: EdgeState.CROSS}))
    for form in AnimationFormat:
        one, two, three = (
            len(draw_animation([AnimationFrame(shown, 100) for shown in pictures], form))
            for pictures in ([picture], [picture, changed], [picture, changed, picture])
        )
        assert two - one < one / 3
        assert three - two < one / 3


def test_too_many_frames_are_reduced_to_the_maximum() -> None:
    picture = Picture(solved_board())
    frames = [
        AnimationFrame(
            replace(picture, board=picture.board.mark({2: EdgeState(i % 3)})), 100 + 10 * i
        )
        for i in range(30)
    ]
    data = draw_animation(frames, AnimationFormat.GIF, AnimationLimits(max_frames=7))
    times = [milliseconds for _, milliseconds in frames_in(data)]
    assert len(times) == 7
    assert (times[0], times[-1]) == (100, 390)
    assert (
        len(frames_in(draw_animation(frames, AnimationFormat.GIF, AnimationLimits(max_frames=1))))
        == 1
    )


@pytest.mark.parametrize("form", AnimationFormat)
def test_animations_fit_bytes_and_pixels_by_scaling(form: AnimationFormat) -> None:
    frames = [AnimationFrame(picture, 500) for picture in EVERY_STATE]
    free = draw_animation(frames, form)
    fewer = AnimationLimits(max_bytes=len(free) // 2)
    assert len(draw_animation(frames, form, fewer)) <= len(free) // 2
    flat = draw_animation(frames, form, AnimationLimits(max_pixels=100_000))
    width, height = opened(flat).size
    assert width * height * len(frames) <= 100_000
    with pytest.raises(ImageLimitError):
        draw_animation(frames, form, AnimationLimits(max_bytes=200))


def test_unfit_frames_raise_an_error_with_the_reason() -> None:
    picture = Picture(solved_board())
    others = {
        "there are none": [],
        "they have several themes": [
            AnimationFrame(picture, 99),
            AnimationFrame(replace(picture, theme="dark"), 99),
        ],
        "they have several sizes": [
            AnimationFrame(picture, 99),
            AnimationFrame(replace(picture, labels=Labels.CELLS), 99),
        ],
        "one is shown for 5, not 20 to 60000 milliseconds": [AnimationFrame(picture, 5)],
    }
    for reason, frames in others.items():
        with pytest.raises(UnfitFramesError, match=f"make no animation: {reason}"):
            draw_animation(frames, AnimationFormat.GIF)
