"""The formats of pictures, and the arguments of `ouro hint` and `ouro check` drawn into files."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from narrator.argument_parts import ArgumentPart
from narrator.frames import argument_animation, lesson_parts
from narrator.lessons import ToldSteps
from puzzle.model import Board
from renderer.animation import AnimationFormat, draw_animation
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.text import board_text
from renderer.theme import theme_named
from renderer.windows import window_around

Draw: TypeAlias = Callable[[Picture], bytes]


def _pdf(picture: Picture) -> bytes:
    from renderer.pdf import draw_pdf  # noqa: PLC0415 - only this format needs the PDF library

    return draw_pdf(picture.scene, theme_named(picture.theme), picture.alt)


FORMATS: dict[str, Draw] = {
    "png": Picture.png,
    "svg": lambda picture: picture.svg().encode(),
    "pdf": _pdf,
    "txt": lambda picture: f"{board_text(picture.board, labels=picture.labels)}\n".encode(),
}
"""The formats of pictures, by name: pixels, shapes, a page to print, or Unicode characters."""
ANIMATION_FORMATS = {form.value: form for form in AnimationFormat}
"""The formats of animations, by name."""
ENDINGS = (*FORMATS, AnimationFormat.GIF.value)
"""The endings of the files, without the dot."""


def draw_argument(
    path: Path, board: Board, theme: str, highlights: Highlights, parts: Sequence[ArgumentPart]
) -> None:
    """Write a picture of a board, or with the extension gif its argument part by part.

    Of a large board, the picture of an argument shows the part that the argument is about.
    An argument without parts is a picture that does not move. The file has one of `ENDINGS`, or
    none for a PNG.
    """
    kind = path.suffix[1:].lower() or "png"
    window = window_around(board.puzzle.grid, highlights) if parts else None
    picture = Picture(board, theme, labels=Labels.CELLS, highlights=highlights, window=window)
    if kind == AnimationFormat.GIF.value:
        shown = parts or (ArgumentPart("", board, highlights),)
        path.write_bytes(draw_animation(argument_animation(picture, shown), AnimationFormat.GIF))
    else:
        path.write_bytes(FORMATS[kind](picture))


def draw_walkthrough(
    path: Path, board: Board, theme: str, told: Sequence[ToldSteps], end: ArgumentPart
) -> None:
    """Write an animation of a walkthrough from a board, with its text below, up to its end.

    The file is named as one of `ANIMATION_FORMATS`, or has no ending for a GIF.
    """
    kind = path.suffix[1:].lower() or AnimationFormat.GIF.value
    picture = Picture(board, theme, labels=Labels.CELLS)
    frames = argument_animation(picture, (*lesson_parts(told), end))
    path.write_bytes(draw_animation(frames, ANIMATION_FORMATS[kind]))
