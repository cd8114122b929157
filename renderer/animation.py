"""Pictures that move: the loop being drawn, or any boards one after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from io import BytesIO
from math import ceil
from typing import Any

from PIL import Image, ImageChops

from puzzle.model import Board, EdgeState
from puzzle.rules import find_loops
from renderer.errors import UnfitFramesError
from renderer.limits import ImageLimits, fitting_file
from renderer.palette import Palette
from renderer.picture import Picture
from renderer.raster import paint
from renderer.scene import Scene
from renderer.theme import Theme, theme_named

DRAWING_FRAMES = 48
"""The loop is drawn in at most so many strokes."""
STROKE, FIRST, HOLD = 80, 600, 4_000
"""How long a stroke, the puzzle before, and the last frame are shown, in milliseconds."""
SHORTEST, LONGEST = 20, 60_000
"""A frame is shown for at least and at most so many milliseconds; browsers slow down shorter."""


class AnimationFormat(Enum):
    """The formats of moving pictures, by the usual ending of their files."""

    GIF = "gif"
    APNG = "png"
    WEBP = "webp"


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """A picture and for how long it is shown, in milliseconds (formats may round to 10)."""

    picture: Picture
    milliseconds: int


@dataclass(frozen=True, slots=True)
class AnimationLimits:
    """What an animation may take: bytes, frames, pixels a side, and pixels of all frames."""

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
    """The frames as one file that starts anew after the last, with one palette for them all.

    Files hold only what changes from frame to frame. Of more than `max_frames`, evenly spread
    ones are kept, the first and the last among them. Cells are as large as is useful within
    the limits; raises `ImageLimitError` when even the smallest do not fit, and
    `UnfitFramesError` for frames that are none, differ in size or theme, or last too long.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5}))
    >>> draw_animation(drawing_frames(Picture(board)), AnimationFormat.GIF)[:6]
    b'GIF89a'
    """
    kept = _spread(frames, limits.max_frames)
    scenes = [frame.picture.scene for frame in kept]
    _check(kept, scenes)
    theme = theme_named(kept[0].picture.theme)
    palette = Palette((shape.role for scene in scenes for shape in scene.shapes), theme)
    times = [frame.milliseconds for frame in kept]

    def draw(cell: int) -> bytes:
        return _encode(list(_images(scenes, theme, cell, palette)), times, form)

    pixels = limits.max_pixels // len(kept)
    return fitting_file(scenes[0], ImageLimits(limits.max_bytes, limits.max_side, pixels), draw)


def drawing_frames(picture: Picture) -> tuple[AnimationFrame, ...]:
    """The lines of a board as they are drawn one after another, loops along their way.

    The first frame shows the board without lines, the last the picture itself.
    """
    board = picture.board
    lines = _in_order(board)
    step = ceil(len(lines) / DRAWING_FRAMES) or 1
    boards = (
        board.mark(dict.fromkeys(lines[count:], EdgeState.UNKNOWN))
        for count in range(0, len(lines), step)
    )
    pictures = [*(replace(picture, board=shown) for shown in boards), picture]
    times = [FIRST, *[STROKE] * (len(pictures) - 2), HOLD][-len(pictures) :]
    return tuple(map(AnimationFrame, pictures, times))


def _in_order(board: Board) -> list[int]:
    loops = find_loops(board.puzzle.grid, board.lines)
    lines = [edge for loop in loops for edge in loop.edges]
    return lines + sorted(board.lines.difference(lines))


def _spread(frames: Sequence[AnimationFrame], most: int) -> Sequence[AnimationFrame]:
    """At most so many of the frames."""
    if len(frames) <= most:
        return frames
    last = len(frames) - 1
    return [frames[round(i * last / max(1, most - 1))] for i in range(most - 1)] + [frames[last]]


def _check(frames: Sequence[AnimationFrame], scenes: Sequence[Scene]) -> None:
    if not frames:
        raise UnfitFramesError("there are none")
    if len({scene.box for scene in scenes}) > 1:
        raise UnfitFramesError("they have several sizes")
    if len({frame.picture.theme for frame in frames}) > 1:
        raise UnfitFramesError("they have several themes")
    for frame in frames:
        if not SHORTEST <= frame.milliseconds <= LONGEST:
            bounds = f"{SHORTEST} to {LONGEST} milliseconds"
            raise UnfitFramesError(f"one is shown for {frame.milliseconds}, not {bounds}")


def _images(
    scenes: Sequence[Scene], theme: Theme, cell: int, palette: Palette
) -> Iterator[Image.Image]:
    colours = palette.colours()
    for scene in scenes:
        layers = paint(scene, theme, cell, palette)
        image = ImageChops.add_modulo(layers.ground, layers.ink)
        image.putpalette(colours)
        yield image


def _encode(images: Sequence[Image.Image], times: Sequence[int], form: AnimationFormat) -> bytes:
    """Pillow's own encoders, which find what has changed since the frame before."""
    first, *others = images
    file = BytesIO()
    first.save(
        file,
        _ENCODERS[form],
        save_all=True,
        append_images=others,
        duration=list(times),
        loop=0,
        **_CHOICES[form],
    )
    return file.getvalue()


_ENCODERS = {AnimationFormat.GIF: "GIF", AnimationFormat.APNG: "PNG", AnimationFormat.WEBP: "WEBP"}
_CHOICES: dict[AnimationFormat, dict[str, Any]] = {
    AnimationFormat.GIF: {"optimize": True},  # what stays is transparent
    AnimationFormat.APNG: {},
    # Without key frames: nobody jumps about in a picture, and they cost half the time.
    AnimationFormat.WEBP: {"lossless": True, "quality": 20, "method": 1, "kmin": 0, "kmax": 0},
}
