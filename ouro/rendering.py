"""Pictures of puzzles and boards."""

from typing import Literal, overload

from ouro.reading import board_of
from puzzle.model import Board, Puzzle
from renderer.errors import UnknownFormatError
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.text import board_text
from renderer.theme import theme_named

FORMATS = ("svg", "png", "text")


@overload
def render(
    puzzle: str | Puzzle | Board,
    *,
    format: Literal["svg", "text"] = "svg",
    theme: str = "light",
    labels: bool | Literal["cells", "dots"] = False,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> str: ...


@overload
def render(
    puzzle: str | Puzzle | Board,
    *,
    format: Literal["png"],
    theme: str = "light",
    labels: bool | Literal["cells", "dots"] = False,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> bytes: ...


def render(
    puzzle: str | Puzzle | Board,
    *,
    format: Literal["svg", "png", "text"] = "svg",  # noqa: A002 - what callers know it as
    theme: str = "light",
    labels: bool | Literal["cells", "dots"] = False,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> str | bytes:
    """Draw a puzzle, or a board with its marks.

    - `puzzle`: a text, a puzzle, or a board; where the lines of a board are one loop, svg and png
      shade its inside.
    - `format`: "svg", "png", or "text" for Unicode characters, 4 columns and 2 lines a cell.
    - `theme`: the look of svg and png: "light", "dark", "paper", "contrast" or "colour-blind".
    - `labels`: whether the columns are named A, B, … and the rows 1, 2, …: True or "cells" for
      those of cells, "dots" for those of dots, which paths such as `A1-A4-C4` go through.
    - `highlights`: what svg and png set off, such as those of an explained step.

    Returns an SVG document or lines of text as `str`, or a PNG file as `bytes`, of at most 8 MiB
    and 4096 pixels a side.

    Raises `RendererError`: `UnknownFormatError`, `UnknownThemeError`, and `ImageLimitError` when a
    PNG of the board would be too large; and what `read` raises.

    >>> import ouro
    >>> board = ouro.read_board("2x1:3a", marks="A1-B1-B2-A2-A1")
    >>> print(ouro.render(board, format="text", labels=True))
        A   B
      ┏━━━┓   ·
    1 ┃ 3 ┃
      ┗━━━┛   ·
    >>> ouro.render(ouro.read("2x1:3a"), format="png", theme="dark")[:4]
    b'\\x89PNG'
    """
    from renderer.picture import Picture  # noqa: PLC0415 - most uses draw nothing, and it loads Pillow

    picture = Picture(board_of(puzzle), theme, _labels(labels), highlights)
    theme_named(theme)
    match format:
        case "svg":
            return picture.svg()
        case "png":
            return picture.png()
        case "text":
            return board_text(picture.board, labels=picture.labels)
        case _:
            raise UnknownFormatError(format, FORMATS)


def _labels(labels: bool | str) -> Labels:
    """What the labels name; raises `ValueError` for another text."""
    if isinstance(labels, bool):
        return Labels.CELLS if labels else Labels.NONE
    return Labels(labels)
