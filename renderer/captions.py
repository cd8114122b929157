"""Captions: sentences below a picture, in lines as wide as it is."""

from collections.abc import Iterator
from functools import lru_cache

from renderer.letters import text_length
from renderer.scene import Scene, rectangle
from renderer.shapes import CAPTION_SIZE, ShapeRole, Text

MAX_CAPTION_LINES = 12
"""Maximum number of lines of a caption; a longer one is cut and ends in three dots."""
CAPTION_WIDTH = 7.6
"""Width in cells above which captions are scaled up: on a phone, letters of 13 pixels."""
LINE_HEIGHT, INSET = 0.46, 0.25
"""Height of a line of a small picture, and the free space beside and below the lines, in cells."""


@lru_cache(maxsize=512)
def wrapped(text: str, width: float) -> tuple[str, ...]:
    """A text in lines that fit below a picture of a width in cells, broken between words.

    >>> wrapped("The 0 at A1 has no line around it.", 5.0)
    ('The 0 at A1 has no line', 'around it.')
    """
    most = (width - 2 * INSET) / (CAPTION_SIZE * _scale(width))
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_length(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > MAX_CAPTION_LINES:
        lines = [*lines[: MAX_CAPTION_LINES - 1], f"{lines[MAX_CAPTION_LINES - 1]} ..."]
    return tuple(lines)


def with_caption(scene: Scene, lines: tuple[str, ...]) -> Scene:
    """A scene with the lines of a caption below it; empty lines are free space."""
    left, top, right, bottom = scene.box
    height = LINE_HEIGHT * _scale(scene.width) * len(lines) + (INSET if lines else 0)
    box = left, top, right, bottom + height
    board, *shapes = scene.shapes
    return Scene(box, (rectangle(board.role, box), *shapes, *_lines(scene, lines)))


def _lines(scene: Scene, lines: tuple[str, ...]) -> Iterator[Text]:
    left, _, right, bottom = scene.box
    scale = _scale(scene.width)
    for number, line in enumerate(lines):
        at = (left + right) / 2, bottom + LINE_HEIGHT * scale * (number + 0.5)
        if line:
            yield Text(ShapeRole.CAPTION, at, line, scale, scene.width - 2 * INSET)


def _scale(width: float) -> float:
    """By how much the captions of a picture are larger than those of a small one."""
    return max(1.0, width / CAPTION_WIDTH)
