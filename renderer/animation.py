"""Animations of boards as GIF, APNG or WebP files, such as a loop being drawn."""

from collections.abc import Sequence
from enum import Enum
from io import BytesIO
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from puzzle.model import Board, EdgeState
from puzzle.rules import find_loops
from renderer.errors import UnfitFramesError
from renderer.limits import ImageLimits, draw_within_limits
from renderer.picture import Picture
from renderer.raster import Palette, paint
from renderer.scene import Scene
from renderer.theme import theme_named

MAX_DRAWING_FRAMES = 48
"""Maximum number of frames before the last one; with more lines, a frame adds several."""
STROKE_MS, FIRST_FRAME_MS, LAST_FRAME_MS = 80, 600, 4_000
"""Durations of a frame that adds lines, of the first frame and of the last, in milliseconds."""
MIN_FRAME_MS, MAX_FRAME_MS = 20, 60_000
"""Minimum and maximum duration of a frame, in milliseconds.

Browsers slow down frames that are shorter.
"""


class AnimationFormat(Enum):
    """The formats of animations; the value is the usual file name extension."""

    GIF = "gif"
    APNG = "png"
    WEBP = "webp"


class AnimationFrame(Struct, frozen=True):
    """A picture and its duration in milliseconds; GIF stores multiples of 10 milliseconds."""

    picture: Picture
    milliseconds: int


class AnimationLimits(Struct, frozen=True):
    """Maximum size of an animation.

    - `max_bytes`: bytes of the file.
    - `max_frames`: number of frames.
    - `max_side`: pixels of the longer side.
    - `max_pixels`: pixels of all frames together.
    """

    max_bytes: int = 8 * 2**20
    max_frames: int = 300
    max_side: int = 1024
    max_pixels: int = 80_000_000


DEFAULT_ANIMATION_LIMITS = AnimationLimits()


def draw_animation(
    frames: Sequence[AnimationFrame],
    form: AnimationFormat,
    limits: AnimationLimits = DEFAULT_ANIMATION_LIMITS,
) -> bytes:
    """Encode the frames as one endlessly repeating animation with a shared palette.

    Pillow stores only the differences between consecutive frames. If there are more than
    `max_frames`, evenly spaced frames are kept, including the first and the last. Cells are as
    large as `draw_within_limits` allows.

    Raises `ImageLimitError` when the smallest cells exceed the limits, `UnfitFramesError` when
    there are no frames, they differ in size or theme, or a duration is out of range, and
    `UnknownThemeError` when there is no such theme.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5}))
    >>> draw_animation(drawing_frames(Picture(board)), AnimationFormat.GIF)[:6]
    b'GIF89a'
    """
    kept = _sample_frames(frames, limits.max_frames)
    scenes = [frame.picture.scene for frame in kept]
    _check_frames(kept, scenes)
    theme = theme_named(kept[0].picture.theme)
    palette = Palette((role for scene in scenes for role in scene.roles), theme)
    times = [frame.milliseconds for frame in kept]

    def draw(cell: int) -> bytes:
        images = [paint(scene, theme, cell, palette) for scene in scenes]
        return _encode(images, times, form)

    pixels = limits.max_pixels // len(kept)
    return draw_within_limits(
        scenes[0], ImageLimits(limits.max_bytes, limits.max_side, pixels), draw
    )


def drawing_frames(picture: Picture) -> tuple[AnimationFrame, ...]:
    """Frames that add the lines of a board step by step, each loop from dot to dot.

    The first frame shows the board without lines, the last one is the picture itself.
    """
    board = picture.board
    lines = _edges_in_drawing_order(board)
    step = ceil(len(lines) / MAX_DRAWING_FRAMES) or 1
    boards = (
        board.mark(dict.fromkeys(lines[count:], EdgeState.UNKNOWN))
        for count in range(0, len(lines), step)
    )
    pictures = [*(replace(picture, board=shown) for shown in boards), picture]
    times = [FIRST_FRAME_MS, *[STROKE_MS] * (len(pictures) - 2), LAST_FRAME_MS][-len(pictures) :]
    return tuple(map(AnimationFrame, pictures, times))


def _edges_in_drawing_order(board: Board) -> list[int]:
    """The lines of each loop in cyclic order, then all other lines by number."""
    loops = find_loops(board.puzzle.grid, board.lines)
    lines = [edge for loop in loops for edge in loop.edges]
    return lines + sorted(board.lines.difference(lines))


def _sample_frames(frames: Sequence[AnimationFrame], most: int) -> Sequence[AnimationFrame]:
    """At most `most` of the frames, evenly spaced, always including the last."""
    if len(frames) <= most:
        return frames
    last = len(frames) - 1
    return [frames[round(i * last / max(1, most - 1))] for i in range(most - 1)] + [frames[last]]


def _check_frames(frames: Sequence[AnimationFrame], scenes: Sequence[Scene]) -> None:
    if not frames:
        raise UnfitFramesError("there are none")
    if len({scene.box for scene in scenes}) > 1:
        raise UnfitFramesError("they have several sizes")
    if len({frame.picture.theme for frame in frames}) > 1:
        raise UnfitFramesError("they have several themes")
    for frame in frames:
        if not MIN_FRAME_MS <= frame.milliseconds <= MAX_FRAME_MS:
            bounds = f"{MIN_FRAME_MS} to {MAX_FRAME_MS} milliseconds"
            raise UnfitFramesError(f"one is shown for {frame.milliseconds}, not {bounds}")


def _encode(images: Sequence[Image.Image], times: Sequence[int], form: AnimationFormat) -> bytes:
    """Encode the frames with Pillow, which finds the differences between frames itself."""
    first, *others = images
    file = BytesIO()
    first.save(
        file,
        _PILLOW_FORMATS[form],
        save_all=True,
        append_images=others,
        duration=list(times),
        loop=0,
        **_ENCODER_OPTIONS[form],
    )
    return file.getvalue()


_PILLOW_FORMATS = {
    AnimationFormat.GIF: "GIF",
    AnimationFormat.APNG: "PNG",
    AnimationFormat.WEBP: "WEBP",
}
_ENCODER_OPTIONS: dict[AnimationFormat, dict[str, Any]] = {
    AnimationFormat.GIF: {"optimize": True},  # unchanged pixels are transparent
    AnimationFormat.APNG: {},
    # No key frames: they only serve seeking and take half of the encoding time.
    AnimationFormat.WEBP: {"lossless": True, "quality": 20, "method": 1, "kmin": 0, "kmax": 0},
}
