"""Draws the arguments of `ouro hint` and `ouro check` into files: pictures and animations."""

from collections.abc import Sequence
from pathlib import Path

from cli.commands.render import FORMATS
from cli.errors import UsageError
from narrator.argument_parts import ArgumentPart
from narrator.frames import argument_animation
from puzzle.model import Board
from renderer.animation import AnimationFormat, draw_animation
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.windows import window_around


def draw_argument(
    path: Path, board: Board, theme: str, highlights: Highlights, parts: Sequence[ArgumentPart]
) -> None:
    """Write a picture of a board, or with the extension gif its argument part by part.

    Of a large board, the picture of an argument shows the part that the argument is about.
    An argument without parts is a picture that does not move. Raises `UsageError` for another
    extension than those of pictures and gif.
    """
    kind = path.suffix[1:].lower() or "png"
    window = window_around(board.puzzle.grid, highlights) if parts else None
    picture = Picture(board, theme, labels=Labels.CELLS, highlights=highlights, window=window)
    if kind == AnimationFormat.GIF.value:
        shown = parts or (ArgumentPart("", board, highlights),)
        path.write_bytes(draw_animation(argument_animation(picture, shown), AnimationFormat.GIF))
    elif kind in FORMATS:
        path.write_bytes(FORMATS[kind](picture))
    else:
        names = ", ".join([*FORMATS, AnimationFormat.GIF.value])
        raise UsageError(f"There is no format {kind!r}; choose one of {names} as the extension.")
